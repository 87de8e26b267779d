"""The game of Blitz: what each move does to the table. The rules with their reasons: README.md beside this file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from rules.blitz import bot, centre, checking, dealing, listing, notation, scoring, sight
from rules.blitz.bot_brain import BlitzBrain
from rules.blitz.cards import NEXT
from rules.blitz.models import (
    EVENTS,
    MOVES,
    Area,
    BlitzOptions,
    BlitzState,
    Completed,
    Deal,
    Dealt,
    Ended,
    Filled,
    PlayToCentre,
    PlayToWork,
    Put,
    Reshuffle,
    Reshuffled,
    RoundOver,
    SaidStuck,
    Start,
    Started,
    Stuck,
    Turn,
    Turned,
    TurnedUp,
    Worked,
)
from rules.blitz.sources import SLOT_OF, take, turn_packet
from rules.chance import Chance
from rules.contract import N_, Event, Game, Json, Move, Outcome, Seat

START_MS = 3_000  # to look at one's row before "Blitz!" is said
STUCK_MS = 1_000  # to take it back after all have said that they are stuck
DRY_MS = 15_000  # to find out for oneself before the clock sees that nobody has a card for the centre
VAIN_RESHUFFLES = 2  # in a row that are carried out; the next ends the round

_NOBODY: frozenset[Seat] = frozenset()


class BlitzGame(Game[BlitzState, BlitzOptions]):
    """Blitz for 2 to 8 players at once: get rid of the Blitz pile, into the common stacks 1 to 10 where possible."""

    slug = "blitz"
    name = N_("Blitz")
    score_name = N_("points")
    idea = N_("All play at once: who gets rid of the Blitz pile first?")
    minutes = 10
    version = 1
    seats = tuple(range(2, 9))
    moves = MOVES
    events = EVENTS
    options = BlitzOptions
    state = BlitzState
    race = True
    brain = BlitzBrain()
    bot_ms = (1_200, 2_500)
    open_timers = (Start, Deal)  # not Reshuffle: that its wait has begun tells that nobody has a card for the centre
    open_lines = True
    purposes = {
        "round:{round}:seat:{seat}": N_("Round %(round)s: the deck of %(seat)s is shuffled and laid out."),
        "reshuffle:{seat}": N_("The waste and the reserve of %(seat)s are shuffled into a new reserve."),
    }

    def teams(self, options: BlitzOptions, seats: int) -> tuple[int, ...]:
        """Return the seats themselves: all play alone."""
        return tuple(range(seats))

    def deal(self, options: BlitzOptions, seats: int, chance: Chance) -> BlitzState:
        """Return the table set up for the first round; each player's shuffle comes from `chance`."""
        return dealing.deal(options, seats, chance)

    def must_act(self, state: BlitzState) -> frozenset[Seat]:
        """Return nobody: in a race no thinking time runs, and all may act at any moment."""
        return _NOBODY

    def legal_moves(self, state: BlitzState, seat: Seat) -> list[Move]:
        """List all moves of the seat."""
        return listing.legal_moves(state, seat)

    def check(self, state: BlitzState, seat: Seat | None, move: Move) -> None:
        """Raise IllegalMove unless the move is allowed now: `too_late` if another player's card was quicker."""
        checking.check(state, seat, move)

    def apply(self, state: BlitzState, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        """Carry out a move that is known to be legal and return what happened."""
        events: list[Event] = []
        _HANDLERS[type(move)](state, seat, move, chance, events)
        return events

    def public_view(self, state: BlitzState) -> Json:
        """Return the table: nobody who plays sees more of it than a watcher."""
        return sight.view(state)

    def determinize(self, state: BlitzState, seat: Seat, chance: Chance) -> BlitzState:
        """Return a clone in which the cards whose place nobody can know are drawn anew."""
        return dealing.redraw_unseen(state, chance)

    def outcome(self, state: BlitzState) -> Outcome | None:
        """Return places and total points by seat once the last round is over."""
        return scoring.outcome(state) if state.phase == "over" else None

    def scores(self, state: BlitzState) -> tuple[int, ...]:
        """Return the points of each seat in all finished rounds."""
        return scoring.totals(state)

    def timer(self, state: BlitzState) -> tuple[int, Move] | None:
        """Return when the clock starts, reshuffles or deals. That it waits to reshuffle tells of hidden cards."""
        if state.phase == "play":
            if centre.all_stuck(state):
                return STUCK_MS, _RESHUFFLE
            return (DRY_MS, _RESHUFFLE) if centre.is_dry(state) else None
        if state.phase == "ready":
            return START_MS, _START
        return (state.break_ms, _DEAL) if state.phase == "pause" else None

    def appraise(self, state: BlitzState, seat: Seat) -> float:
        """Return how good the table looks for the seat."""
        return bot.appraise(state, seat)

    def intern(self, move: Move) -> Move:
        """Return the shared play equal to a decoded one."""
        return listing.shared(move)

    def print_move(self, move: Move) -> str:
        """Return the move as one line of text."""
        return notation.print_move(move)

    def read_move(self, text: str) -> Move:
        """Return the move that a line of text stands for; raises MalformedMove."""
        return notation.read_move(text)


game = BlitzGame()
_START = Start()
_RESHUFFLE = Reshuffle()
_DEAL = Deal()
# An event is a value, so equal ones may be one object: these come with most moves.
_turned, _turned_up, _filled, _said_stuck = cache(Turned), cache(TurnedUp), cache(Filled), cache(SaidStuck)


def _start(state: BlitzState, seat: None, move: Start, chance: Chance, events: list[Event]) -> None:
    state.phase = "play"
    events.append(Started(tuple(area.blitz[-1] for area in state.areas)))


def _play_to_centre(state: BlitzState, seat: Seat, move: PlayToCentre, chance: Chance, events: list[Event]) -> None:
    area = state.areas[seat]
    card = take(area, move.from_)[0]
    number = centre.put(state, seat, card, move.to)
    area.played += 1
    area.stuck = False
    area.forget_row()
    state.reshuffles = 0
    changed = (card, NEXT.get(card, card))
    for one in state.areas:
        if one is not area:
            one.note_centre(changed)
    events.append(Put(seat, card, number, move.from_))
    if state.stacks[number].full:
        events.append(Completed(number))
    _make_up(state, seat, move.from_, events)


def _play_to_work(state: BlitzState, seat: Seat, move: PlayToWork, chance: Chance, events: list[Event]) -> None:
    area = state.areas[seat]
    cards = take(area, move.from_)
    area.work[move.to] += cards
    area.stuck = False
    area.forget_row()
    events.append(Worked(seat, tuple(cards), move.from_, move.to))
    _make_up(state, seat, move.from_, events)


def _make_up(state: BlitzState, seat: Seat, source: str, events: list[Event]) -> None:
    """Fill the slot that became empty, turn up the next card of the Blitz pile, or end the round with the pile."""
    area = state.areas[seat]
    if source in SLOT_OF:
        if area.work[SLOT_OF[source]]:
            return
        _fill(area, seat, SLOT_OF[source], events)
    if source != "waste":
        if area.blitz:
            events.append(_turned_up(seat, area.blitz[-1]))
        else:
            _end_round(state, seat, events)


def _fill(area: Area, seat: Seat, slot: int, events: list[Event]) -> None:
    card = area.blitz.pop()
    area.work[slot] = [card]
    events.append(_filled(seat, slot, card))


def _turn(state: BlitzState, seat: Seat, move: Turn, chance: Chance, events: list[Event]) -> None:
    area = state.areas[seat]
    count = turn_packet(area)
    area.forget_waste()
    events.append(_turned(seat, area.cycle[area.turned - 1], count))


def _stuck(state: BlitzState, seat: Seat, move: Stuck, chance: Chance, events: list[Event]) -> None:
    area = state.areas[seat]
    area.stuck = True
    area.listed = None
    events.append(_said_stuck(seat))


def _reshuffle(state: BlitzState, seat: None, move: Reshuffle, chance: Chance, events: list[Event]) -> None:
    if state.reshuffles == VAIN_RESHUFFLES:
        _end_round(state, None, events)
        return
    state.reshuffles += 1
    for owner, area in enumerate(state.areas):
        dealing.reshuffle(area, owner, chance)
    events.append(Reshuffled(state.reshuffles))


def _end_round(state: BlitzState, seat: Seat | None, events: list[Event]) -> None:
    scores = scoring.round_scores(state)
    state.points.append(scores)
    events.append(RoundOver(state.round, scores, seat))
    state.phase = "pause" if state.round < state.rounds else "over"
    if state.phase == "over":
        events.append(Ended(scoring.outcome(state).places))


def _deal(state: BlitzState, seat: None, move: Deal, chance: Chance, events: list[Event]) -> None:
    state.round += 1
    state.areas = dealing.deal_round(state.round, len(state.areas), chance)
    state.clear_centre()
    state.phase = "ready"
    events.append(Dealt(state.round, tuple(tuple(stack[0] for stack in area.work) for area in state.areas)))


_HANDLERS: dict[type[Move], Callable[[BlitzState, Any, Any, Chance, list[Event]], None]] = {
    Start: _start,
    PlayToCentre: _play_to_centre,
    PlayToWork: _play_to_work,
    Turn: _turn,
    Stuck: _stuck,
    Reshuffle: _reshuffle,
    Deal: _deal,
}
