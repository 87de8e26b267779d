"""The game of Sequence: what each move does to the table. The rules with their reasons: README.md beside this file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from rules.chance import Chance
from rules.contract import N_, BadOptions, Event, Game, Json, Move, Outcome, Seat
from rules.sequence import bot, dealing, drawing, listing, notation, prospects, sight, sketch, telling
from rules.sequence.board import BIT, cells_in, mask_of
from rules.sequence.bot_brain import SequenceBrain
from rules.sequence.cards import ONE_EYED
from rules.sequence.checking import check
from rules.sequence.lines import crowded, new_sequences
from rules.sequence.models import (
    EVENTS,
    MOVES,
    Draw,
    Ended,
    Exchange,
    Exchanged,
    Forfeit,
    Forfeited,
    Pass,
    Passed,
    Penalised,
    Penalty,
    Placed,
    Play,
    Removed,
    SequenceBroken,
    SequenceMade,
    SequenceOptions,
    SequenceState,
)
from rules.sketch import Say, Sketch

_NOBODY: frozenset[Seat] = frozenset()
_ALONE = tuple(frozenset({seat}) for seat in range(12))


class SequenceGame(Game[SequenceState, SequenceOptions]):
    """Sequence for 2 to 12 players: five chips in a line make a sequence, the cards say where chips may go."""

    slug = "sequence"
    name = N_("Sequence")
    score_name = N_("sequences")
    idea = N_("Lay a card, put down a chip: five in a line make a sequence.")
    minutes = 20
    version = 1
    seats = tuple(dealing.HAND_SIZES)
    moves = MOVES
    events = EVENTS
    options = SequenceOptions
    state = SequenceState
    open_lines = True
    brain = SequenceBrain()
    purposes = {
        "cut": N_("A pack is shuffled to cut for the dealer: lowest card deals."),
        "deck": N_("Both packs are shuffled into the deck."),
        "reshuffle": N_("The discard piles are shuffled into a new deck."),
    }

    def check_options(self, options: SequenceOptions, seats: int) -> None:
        """Raise BadOptions for a number of players or of teams that the game does not know."""
        super().check_options(options, seats)
        if options.teams not in (None, *dealing.TEAMS[seats]):
            message = N_("%(seats)s players cannot form %(teams)s teams.")
            raise BadOptions("bad_options", message, field="teams", seats=seats, teams=options.teams)

    def teams(self, options: SequenceOptions, seats: int) -> tuple[int, ...]:
        """Return the team of each seat: team-mates alternate."""
        count = dealing.team_count(options, seats)
        return tuple(seat % count for seat in range(seats))

    def deal(self, options: SequenceOptions, seats: int, chance: Chance) -> SequenceState:
        """Return the dealt table; the cut and the shuffle come from `chance`."""
        return dealing.deal(options, seats, chance)

    def must_act(self, state: SequenceState) -> frozenset[Seat]:
        """Return the seat to play. Draws and forfeits out of turn are nobody's clock."""
        return _NOBODY if state.over else _ALONE[state.turn]

    def legal_moves(self, state: SequenceState, seat: Seat) -> list[Move]:
        """List the seat's moves; a play names its line only where a direction offers several fives."""
        return listing.legal_moves(state, seat)

    def check(self, state: SequenceState, seat: Seat | None, move: Move) -> None:
        """Raise IllegalMove unless the move is allowed now; `seat` None is the referee."""
        check(state, seat, move)

    def apply(self, state: SequenceState, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        """Carry out a move that is known to be legal and return what happened."""
        events: list[Event] = []
        _HANDLERS[type(move)](state, seat, move, chance, events)
        return events

    def public_view(self, state: SequenceState) -> Json:
        """Return the table without the hands."""
        return sight.public_view(state)

    def private_view(self, state: SequenceState, seat: Seat) -> Json:
        """Return the seat's hand and what is dead in it."""
        return sight.private_view(state, seat)

    def determinize(self, state: SequenceState, seat: Seat, chance: Chance) -> SequenceState:
        """Return a clone in which the other hands and the deck are drawn anew."""
        return dealing.redeal_unseen(state, seat, chance)

    def outcome(self, state: SequenceState) -> Outcome | None:
        """Return places and finished sequences by seat once the match is over."""
        return _outcome(state) if state.over else None

    def scores(self, state: SequenceState) -> tuple[int, ...]:
        """Return the finished sequences of each seat's team."""
        return _outcome(state).scores

    def referee_calls(self, state: SequenceState) -> list[Move]:
        """List the fines for table talk that the referee may call."""
        return listing.referee_calls(state)

    def appraise(self, state: SequenceState, seat: Seat) -> float:
        """Return how good the table looks for the seat's team."""
        return bot.appraise(state, seat)

    def sketch(self, view: Json, seat: Seat | None, say: Say) -> Sketch:
        """Return the board for a mail, drawn from the view alone."""
        return sketch.sketch(view, seat, say)

    def tell(self, event: Json, say: Say) -> str:
        """Say what came of a move."""
        return telling.tell(event, say)

    def intern(self, move: Move) -> Move:
        """Return the shared play equal to a decoded one."""
        return listing.shared_play(move) if isinstance(move, Play) else move

    def print_move(self, move: Move) -> str:
        """Return the move as one line of text."""
        return notation.print_move(move)

    def read_move(self, text: str) -> Move:
        """Return the move that a line of text stands for; raises MalformedMove."""
        return notation.read_move(text)


game = SequenceGame()
_placed = cache(Placed)  # an event is a value, so equal ones may be one object: nearly every move places


def _play(state: SequenceState, seat: Seat, move: Play, chance: Chance, events: list[Event]) -> None:
    state.hands[seat].remove(move.card)
    state.discards[seat].append(move.card)
    state.passes, state.last = 0, move.cell
    if move.card in ONE_EYED:
        _take_chip(state, seat, move, events)
    elif _place_chip(state, seat, move, events):
        _end(state, events)
        return
    _end_turn(state)
    if state.manual:
        drawing.open_right(state, seat, events)
    else:
        drawing.draw_card(state, seat, len(state.discards[seat]) - 1, chance, events)


def _place_chip(state: SequenceState, seat: Seat, move: Play, events: list[Event]) -> bool:
    """Put a chip down and finish what it completes; return True if that wins."""
    team = seat % state.teams
    own = state.chips[team] = state.chips[team] | BIT[move.cell]
    events.append(_placed(seat, move.card, move.cell, team))
    ways = crowded(own, move.cell)
    if state.prospects:
        prospects.cover(state.prospects, team, move.cell, ways)
    if not ways:
        return False
    finished = state.sequences_of(team) if state.sequences else []
    made = new_sequences(own, move.cell, ways, finished, mask_of(move.line) if move.line else 0)
    for five in made:
        state.sequences.append((team, five))
        events.append(SequenceMade(team, cells_in(five)))
    return bool(made) and len(finished) + len(made) >= state.needed


def _take_chip(state: SequenceState, seat: Seat, move: Play, events: list[Event]) -> None:
    """Take a rival's chip; in the hard variant the sequences it belonged to are sequences no more."""
    bit = BIT[move.cell]
    team = next(owner for owner, chips in enumerate(state.chips) if chips & bit)
    state.chips[team] ^= bit
    if state.prospects:
        prospects.uncover(state.prospects, team, move.cell)
    events.append(Removed(seat, move.card, move.cell, team))
    broken = [five for _, five in state.sequences if five & bit]
    if broken:
        state.sequences = [(owner, five) for owner, five in state.sequences if not five & bit]
        events.extend(SequenceBroken(team, cells_in(five)) for five in broken)


def _exchange(state: SequenceState, seat: Seat, move: Exchange, chance: Chance, events: list[Event]) -> None:
    state.hands[seat].remove(move.card)
    pile = state.discards[seat]
    pile.append(move.card)
    state.exchanged = True
    events.append(Exchanged(seat, move.card))
    drawing.draw_card(state, seat, len(pile) - 1, chance, events)


def _draw(state: SequenceState, seat: Seat, move: Draw, chance: Chance, events: list[Event]) -> None:
    drawing.use_right(state, seat, chance, events)


def _pass(state: SequenceState, seat: Seat, move: Pass, chance: Chance, events: list[Event]) -> None:
    state.passes += 1
    events.append(Passed(seat))
    drawing.lapse(state, len(state.rights), events)
    if state.passes == state.seats:
        _end(state, events)
    else:
        _end_turn(state)


def _forfeit(state: SequenceState, seat: Seat, move: Forfeit, chance: Chance, events: list[Event]) -> None:
    state.hands[seat].remove(move.card)
    state.discards[seat].append(move.card)
    state.owed[seat] -= 1
    events.append(Forfeited(seat, move.card))


def _penalty(state: SequenceState, seat: None, move: Penalty, chance: Chance, events: list[Event]) -> None:
    for member in range(move.team, state.seats, state.teams):
        state.owed[member] = min(state.owed[member] + 1, len(state.hands[member]))
    events.append(Penalised(move.team))


def _end_turn(state: SequenceState) -> None:
    state.turn = (state.turn + 1) % state.seats
    state.exchanged = False


def _end(state: SequenceState, events: list[Event]) -> None:
    state.over = True
    state.rights.clear()
    events.append(Ended(_outcome(state).places))


def _outcome(state: SequenceState) -> Outcome:
    """Rank the teams by their finished sequences; a team shares its place."""
    made = [len(state.sequences_of(team)) for team in range(state.teams)]
    places = [1 + sum(other > own for other in made) for own in made]
    teams = [seat % state.teams for seat in range(state.seats)]
    return Outcome(tuple(places[team] for team in teams), tuple(made[team] for team in teams))


_HANDLERS: dict[type[Move], Callable[[SequenceState, Any, Any, Chance, list[Event]], None]] = {
    Play: _play,
    Exchange: _exchange,
    Draw: _draw,
    Pass: _pass,
    Forfeit: _forfeit,
    Penalty: _penalty,
}
