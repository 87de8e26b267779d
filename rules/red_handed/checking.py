"""Why a move is refused: full validation of any decoded move, and whether it came too late."""

from __future__ import annotations

from typing import Any

from rules.contract import N_, IllegalMove, Move, Seat
from rules.red_handed.listing import FLIP, RECOVER, TIMEOUT
from rules.red_handed.models import Grab, Point, RedHandedState


def clock_move(state: RedHandedState) -> Move | None:
    """Return what the clock does next: the time-out, the flip, or what ends a table where nobody can flip."""
    if state.over:
        return None
    if state.grabber is not None:
        return TIMEOUT
    return FLIP if any(state.hands) else RECOVER


def check(state: RedHandedState, seat: Seat | None, move: Move) -> None:
    """Raise IllegalMove unless the seat (None: the clock) may make the move now."""
    if state.over:
        raise IllegalMove("game_over", N_("The game is over."))
    if isinstance(move, (Grab, Point)):
        if seat is None:
            raise _refusal(N_("Only a player can do that."))
        _check_race(state, seat, move)
        _check_cards(state, move.cards)
    elif seat is not None:
        raise _refusal(N_("Only the clock does that."))
    elif move != clock_move(state):
        raise _refusal(N_("The clock has something else to do now."))


def _refusal(message: str, **details: Any) -> IllegalMove:
    return IllegalMove("illegal_move", message, **details)


def _check_race(state: RedHandedState, seat: Seat, move: Grab | Point) -> None:
    """Refuse, without any penalty, what was meant for an earlier table or comes second."""
    if move.filling is not None:
        _check_filling(state, move.filling)
    if state.grabber not in (None, seat):
        message = N_("Too late: another player has the diamond.")
        raise IllegalMove("too_late", message, seat=state.grabber)
    if isinstance(move, Point) and state.grabber is None:
        raise _refusal(N_("Grab the diamond before you point."))
    if isinstance(move, Grab) and state.grabber == seat:
        raise _refusal(N_("You have the diamond: point to the cards."))
    if not state.open:
        raise _refusal(N_("No card is open yet, so there is nothing to grab the diamond for."))


def _check_filling(state: RedHandedState, filling: int) -> None:
    if not 0 <= filling <= state.filling:
        raise _refusal(N_("There has been no table filling %(filling)s."), filling=filling)
    if filling < state.filling:
        raise IllegalMove("too_late", N_("Too late: the table has been cleared since."), filling=state.filling)


def _check_cards(state: RedHandedState, cards: tuple[int, ...] | None) -> None:
    if cards is None:
        return
    if len(cards) not in (2, 3):
        raise _refusal(N_("Point to three cards for a theft, to two for an arrest."))
    if len(set(cards)) < len(cards):
        raise _refusal(N_("Point to each card only once."))
    for number in cards:
        if not 0 <= number < len(state.open):
            raise _refusal(N_("There is no open card %(number)s."), number=number)
