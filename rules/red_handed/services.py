"""Red-Handed: what each move does to the table. The rules with their reasons: README.md beside this file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Literal

from rules.chance import Chance
from rules.contract import N_, Event, Game, Json, Move, Outcome, Seat
from rules.red_handed import bot, dealing, listing, notation, sight
from rules.red_handed.bot_brain import RedHandedBrain
from rules.red_handed.cards import DARK_ROOM, Fact, facts, is_incident
from rules.red_handed.checking import check, clock_move
from rules.red_handed.models import (
    EVENTS,
    MOVES,
    Ended,
    Flip,
    Flipped,
    Grab,
    Grabbed,
    Hit,
    Missed,
    Point,
    Pointed,
    Recover,
    Recovered,
    RedHandedOptions,
    RedHandedState,
    Timeout,
    Turned,
)

LAST_RECOVER = 3
_NOBODY: frozenset[Seat] = frozenset()


class RedHandedGame(Game[RedHandedState, RedHandedOptions]):
    """Red-Handed for 2 to 6 players: see the incident among the open cards first, and be right."""

    slug = "red-handed"
    name = N_("Red-Handed")
    score_name = N_("cards held")
    idea = N_("Spot the theft before the others do and snatch the diamond.")
    minutes = 10
    version = 1
    seats = (2, 3, 4, 5, 6)
    moves = MOVES
    events = EVENTS
    options = RedHandedOptions
    state = RedHandedState
    race = True
    contested = (Grab,)
    brain = RedHandedBrain()
    bot_ms = (2_500, 8_000)
    open_timers = (Flip, Timeout, Recover)
    tells_moves = False  # each listed grab is an incident
    open_lines = True
    purposes = {
        "deck": N_("The cards are shuffled and dealt out to all."),
        "gather": N_("The open cards are gathered, shuffled and dealt."),
        "recover:{seat}": N_("The cards that %(seat)s turned up are shuffled into a new hand."),
    }

    def teams(self, options: RedHandedOptions, seats: int) -> tuple[int, ...]:
        """Return the seat itself for each: all play alone."""
        return tuple(range(seats))

    def deal(self, options: RedHandedOptions, seats: int, chance: Chance) -> RedHandedState:
        """Return the dealt table; the shuffle comes from `chance`."""
        return dealing.deal(options, seats, chance)

    def must_act(self, state: RedHandedState) -> frozenset[Seat]:
        """Return nobody: the table's own clock runs, and to await a point would tell whether there is an incident."""
        return _NOBODY

    def legal_moves(self, state: RedHandedState, seat: Seat) -> tuple[Move, ...]:
        """List the grabs, or the points of the seat with the diamond; claims that miss are legal but not listed."""
        return listing.legal_moves(state, seat)

    def check(self, state: RedHandedState, seat: Seat | None, move: Move) -> None:
        """Raise IllegalMove unless the move is allowed now; `seat` None is the clock."""
        check(state, seat, move)

    def apply(self, state: RedHandedState, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        """Carry out a move that is known to be legal and return what happened."""
        events: list[Event] = []
        _HANDLERS[type(move)](state, seat, move, chance, events)
        return events

    def public_view(self, state: RedHandedState) -> Json:
        """Return the table: nobody who plays sees more of it than a watcher."""
        return sight.view(state)

    def determinize(self, state: RedHandedState, seat: Seat, chance: Chance) -> RedHandedState:
        """Return a clone in which the cards face down are drawn anew, as far as the table cannot know them."""
        return dealing.redeal_unseen(state, chance)

    def outcome(self, state: RedHandedState) -> Outcome | None:
        """Return places and cards by seat once the match is over: fewest cards first."""
        return _outcome(state) if state.over else None

    def scores(self, state: RedHandedState) -> tuple[int, ...]:
        """Return the cards each seat holds, open ones among them; in the quick game those in its pile."""
        return sight.counts(state)

    def timer(self, state: RedHandedState) -> tuple[int, Move] | None:
        """Return the clock's next move: `pace_ms` to a flip or to taking back, `point_ms` to the time-out."""
        move = clock_move(state)
        if move is None:
            return None
        return state.point_ms if move is listing.TIMEOUT else state.pace_ms, move

    def appraise(self, state: RedHandedState, seat: Seat) -> float:
        """Return how good the table looks for the seat."""
        return bot.appraise(state, seat)

    def pin(self, state: RedHandedState, move: Move) -> Move:
        """Return a player's move with the table filling that it was meant for."""
        return replace(move, filling=state.filling) if isinstance(move, (Grab, Point)) else move

    def print_move(self, move: Move) -> str:
        """Return the move as one line of text."""
        return notation.print_move(move)

    def read_move(self, text: str) -> Move:
        """Return the move that a line of text stands for; raises MalformedMove."""
        return notation.read_move(text)


game = RedHandedGame()
# A value, so equal ones may be one object: a few for each seat, one for each number, card and seat.
_grabbed, _missed, _turned = cache(Grabbed), cache(Missed), cache(Turned)


def _flip(state: RedHandedState, seat: None, move: Flip, chance: Chance, events: list[Event]) -> None:
    turned = []
    laid = state.open
    for owner, hand in enumerate(state.hands):
        if hand:
            _, code = hand.pop(0)
            turned.append(_turned(len(laid), code, owner))
            laid.append((owner, code))
    events.append(Flipped(tuple(turned)))


def _grab(state: RedHandedState, seat: Seat, move: Grab, chance: Chance, events: list[Event]) -> None:
    state.grabber = seat
    state.recovers = 0
    events.append(_grabbed(seat))
    if move.cards is not None:
        _judge(state, seat, move.cards, chance, events)


def _point(state: RedHandedState, seat: Seat, move: Point, chance: Chance, events: list[Event]) -> None:
    _judge(state, seat, move.cards, chance, events)


def _judge(state: RedHandedState, seat: Seat, cards: tuple[int, ...], chance: Chance, events: list[Event]) -> None:
    """Judge exactly the cards pointed to: another incident on the table does not help."""
    dark = any(code == DARK_ROOM for _, code in state.open)
    codes = tuple(state.open[number][1] for number in cards)
    events.append(_pointed(seat, cards, facts(codes, dark)))
    if is_incident(codes, dark):
        _hit(state, seat, cards, chance, events)
    else:
        _miss(state, seat, "cards", chance, events)


def _pointed(seat: Seat, cards: tuple[int, ...], found: dict[Fact, bool]) -> Pointed:
    right = tuple(fact for fact, so in found.items() if so)
    return Pointed(seat, cards, right, tuple(fact for fact in found if fact not in right))


def _hit(state: RedHandedState, seat: Seat, cards: tuple[int, ...], chance: Chance, events: list[Event]) -> None:
    seats = len(state.hands)
    takers = [(seat + step) % seats for step in range(1, seats)]
    each, rest = divmod(len(state.open), len(takers))
    dealt = [0] * seats
    for rank, taker in enumerate(takers):
        dealt[taker] = each + (rank < rest)
    events.append(Hit(seat, cards, tuple(dealt)))
    _clear(state, takers, chance, events)


def _timeout(state: RedHandedState, seat: None, move: Timeout, chance: Chance, events: list[Event]) -> None:
    assert state.grabber is not None
    _miss(state, state.grabber, "time", chance, events)


def _miss(
    state: RedHandedState, seat: Seat, reason: Literal["cards", "time"], chance: Chance, events: list[Event]
) -> None:
    events.append(_missed(seat, reason, len(state.open)))
    _clear(state, [seat], chance, events)


def _clear(state: RedHandedState, takers: list[Seat], chance: Chance, events: list[Event]) -> None:
    """Give the open cards away, put the diamond back, and see whether that was the end."""
    dealing.gather(state, takers, chance)
    state.grabber = None
    if not any(state.hands) if state.quick else not all(state.hands):
        _end(state, events)


def _recover(state: RedHandedState, seat: None, move: Recover, chance: Chance, events: list[Event]) -> None:
    if state.quick:  # cards still open count for nobody
        _end(state, events)
        return
    events.append(Recovered(dealing.take_back(state, chance)))
    state.recovers += 1
    if state.recovers == LAST_RECOVER:
        _end(state, events)


def _end(state: RedHandedState, events: list[Event]) -> None:
    state.over = True
    events.append(Ended(_outcome(state).places))


def _outcome(state: RedHandedState) -> Outcome:
    """Rank the seats by their cards, fewest first; who has none at the end of a standard game has won."""
    held = sight.counts(state)
    return Outcome(tuple(1 + sum(other < own for other in held) for own in held), held)


_HANDLERS: dict[type[Move], Callable[[RedHandedState, Any, Any, Chance, list[Event]], None]] = {
    Flip: _flip,
    Grab: _grab,
    Point: _point,
    Timeout: _timeout,
    Recover: _recover,
}
