"""The game of Blue Diamond: what each move does to the table. The rules with their reasons: README.md beside this file.

A turn is one main action (`actions`, or a pass), then the return of every card that was set aside before the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from rules.blue_diamond import bot, dealing, listing, notation, sight, sketch, telling
from rules.blue_diamond.actions import add_to_row, carry_out
from rules.blue_diamond.bot_brain import BlueDiamondBrain
from rules.blue_diamond.checking import check
from rules.blue_diamond.models import (
    EVENTS,
    MOVES,
    PASSES_LIMIT,
    QUIET_LIMIT,
    BlueDiamondOptions,
    BlueDiamondState,
    Ended,
    Flip,
    Pass,
    Passed,
    Place,
    Reason,
    Return,
    Returned,
    Scored,
    SetAside,
    Shift,
    Swap,
)
from rules.blue_diamond.positions import is_stuck, note_position, open_arrangements
from rules.blue_diamond.prizes import PRIZES, Combination
from rules.chance import Chance
from rules.contract import N_, Event, Game, Json, Move, Outcome, Seat
from rules.sketch import Say, Sketch

_NOBODY: frozenset[Seat] = frozenset()
_ALONE = (frozenset({0}), frozenset({1}))


class BlueDiamondGame(Game[BlueDiamondState, BlueDiamondOptions]):
    """Blue Diamond for two: a row of six two-sided cards, and combinations of three that bring diamonds."""

    slug = "blue-diamond"
    name = N_("Blue Diamond")
    score_name = N_("diamonds")
    idea = N_("Arsène against Lady X: line up the pictures, steal the diamond.")
    minutes = 15
    version = 1
    seats = (2,)
    moves = MOVES
    events = EVENTS
    options = BlueDiamondOptions
    state = BlueDiamondState
    open_lines = True
    brain = BlueDiamondBrain()
    purposes = {
        "cards": N_("The six pairs of pictures are handed out to the cards 1 to 6."),
        "face:{card}": N_("Card %(card)s is tossed: which of its two pictures lies up?"),
        "starter": N_("Who begins is drawn."),
    }

    def teams(self, options: BlueDiamondOptions, seats: int) -> tuple[int, ...]:
        """Return the team of each seat: Arsène and Lady X play against each other."""
        return (0, 1)

    def deal(self, options: BlueDiamondOptions, seats: int, chance: Chance) -> BlueDiamondState:
        """Return the table with the cards tossed; `chance` decides pairs, faces and, if asked, who starts."""
        return dealing.deal(options, chance)

    def must_act(self, state: BlueDiamondState) -> frozenset[Seat]:
        """Return the seat whose turn it is."""
        return _NOBODY if state.over else _ALONE[state.turn]

    def legal_moves(self, state: BlueDiamondState, seat: Seat) -> Sequence[Move]:
        """List the seat's moves: all there are, for this game has no free forms."""
        if seat != state.turn or state.over:
            return ()
        if state.acted:
            return listing.returns(tuple(state.due))
        if state.loose:
            return listing.placings(tuple(state.loose), state.passes < PASSES_LIMIT)
        return open_arrangements(state)

    def check(self, state: BlueDiamondState, seat: Seat | None, move: Move) -> None:
        """Raise IllegalMove unless the move is allowed now."""
        check(state, seat, move)

    def apply(self, state: BlueDiamondState, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        """Carry out a move that is known to be legal and return what happened. Nothing is left to chance here."""
        events: list[Event] = []
        _HANDLERS[type(move)](state, move, events)
        return events

    def public_view(self, state: BlueDiamondState) -> Json:
        """Return the table: nobody who plays sees more of it than a watcher."""
        return sight.view(state)

    def determinize(self, state: BlueDiamondState, seat: Seat, chance: Chance) -> BlueDiamondState:
        """Return a clone in which the backs that nobody has seen are drawn anew from all that may be."""
        return dealing.redraw_backs(state, chance)

    def outcome(self, state: BlueDiamondState) -> Outcome | None:
        """Return places and diamonds by seat once the match is over."""
        return Outcome(_places(state), self.scores(state)) if state.over else None

    def scores(self, state: BlueDiamondState) -> tuple[int, ...]:
        """Return the diamonds by seat."""
        return tuple(state.diamonds)

    def appraise(self, state: BlueDiamondState, seat: Seat) -> float:
        """Return how good the table looks for the seat."""
        return bot.appraise(state, seat)

    def sketch(self, view: Json, seat: Seat | None, say: Say) -> Sketch:
        """Return the table for a mail, drawn from the view alone."""
        return sketch.sketch(view, seat, say)

    def tell(self, event: Json, say: Say) -> str:
        """Say what came of a move."""
        return telling.tell(event, say)

    def intern(self, move: Move) -> Move:
        """Return the shared move equal to a decoded one."""
        return listing.shared(move)

    def print_move(self, move: Move) -> str:
        """Return the move as one line of text."""
        return notation.print_move(move)

    def read_move(self, text: str) -> Move:
        """Return the move that a line of text stands for; raises MalformedMove."""
        return notation.read_move(text)


game = BlueDiamondGame()
_returned, _set_aside = cache(Returned), cache(SetAside)  # an event is a value, so equal ones may be one object


def _act(state: BlueDiamondState, move: Move, events: list[Event]) -> None:
    state.passes = 0
    event, made = carry_out(state, move)
    events.append(event)
    if made:
        _pay(state, made, events)
        if max(state.diamonds) >= state.target:
            _end(state, "target", events)
            return
    _finish_action(state, move, events)


def _pay(state: BlueDiamondState, made: Sequence[Combination], events: list[Event]) -> None:
    """Give out the diamonds and set the middle cards aside; closing up makes no combination, so once is enough."""
    for pattern, cards in made:
        prize = PRIZES[pattern]
        seat = state.turn if prize.seat is None else prize.seat
        state.diamonds[seat] += prize.diamonds
        left, middle, right = cards
        events.append(Scored(seat, prize.diamonds, (left, middle, right), pattern))
        state.fresh.append(middle)
    for card in state.fresh:
        state.row.remove(card)
        events.append(_set_aside(card))
    state.quiet = 0
    state.stood.clear()


def _pass(state: BlueDiamondState, move: Pass, events: list[Event]) -> None:
    state.passes += 1
    events.append(Passed(state.turn))
    _finish_action(state, move, events)


def _return(state: BlueDiamondState, move: Return, events: list[Event]) -> None:
    state.due.remove(move.card)
    add_to_row(state, move.card, move.end, move.flip)
    events.append(_returned(state.turn, move.card, move.end, move.flip, state.faces[move.card]))
    if not state.due:
        _end_turn(state, move, events)


def _finish_action(state: BlueDiamondState, move: Move, events: list[Event]) -> None:
    if state.due:
        state.acted = True
    else:
        _end_turn(state, move, events)


def _end_turn(state: BlueDiamondState, move: Move, events: list[Event]) -> None:
    """Pass the turn on. A turn that brought diamonds is the one that set cards aside."""
    state.turn = 1 - state.turn
    state.acted = False
    state.due, state.fresh = state.fresh, state.due
    if state.due:
        return
    state.quiet += 1
    if state.quiet >= QUIET_LIMIT:
        _end(state, "quiet", events)
    elif not state.loose:
        note_position(state, move)
        if is_stuck(state):
            _end(state, "no_move", events)


def _end(state: BlueDiamondState, reason: Reason, events: list[Event]) -> None:
    state.over = True
    events.append(Ended(_places(state), reason))


def _places(state: BlueDiamondState) -> tuple[int, int]:
    """Rank by diamonds where someone reached the target; else it is a draw, whoever has more."""
    arsene, lady_x = state.diamonds
    if max(arsene, lady_x) < state.target:
        return (1, 1)
    return (1 + (lady_x > arsene), 1 + (arsene > lady_x))


_HANDLERS: dict[type[Move], Callable[[BlueDiamondState, Any, list[Event]], None]] = {
    Place: _act,
    Shift: _act,
    Swap: _act,
    Flip: _act,
    Pass: _pass,
    Return: _return,
}
