"""The main actions of a turn: what each does to the cards, and the combinations that it makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from rules.blue_diamond.models import (
    BlueDiamondState,
    End,
    Flip,
    Flipped,
    Place,
    Placed,
    Shift,
    Shifted,
    Swap,
    Swapped,
)
from rules.blue_diamond.prizes import Combination, made, standing
from rules.contract import Event, Move

# An event is a value, so equal ones may be one object.
_placed, _shifted, _swapped, _flipped = cache(Placed), cache(Shifted), cache(Swapped), cache(Flipped)


def carry_out(state: BlueDiamondState, move: Move) -> tuple[Event, Sequence[Combination]]:
    """Place, shift, swap or flip for the player to act; return what happened and the combinations that it made."""
    row, faces = state.row.copy(), state.faces.copy()
    event = _ACTIONS[type(move)](state, move)
    after = standing(state.row, state.faces)
    return event, after and made(standing(row, faces), after)


def add_to_row(state: BlueDiamondState, card: int, end: End, flip: bool) -> None:
    """Put a card at an end of the row, turned over or as it lies."""
    if flip:
        turn_over(state, card)
    if end == "left":
        state.row.insert(0, card)
    else:
        state.row.append(card)


def turn_over(state: BlueDiamondState, card: int) -> None:
    """Turn a card over: its back comes up, and from now on both its pictures are known."""
    state.faces[card], state.backs[card] = state.backs[card], state.faces[card]
    if card not in state.turned:
        state.turned.append(card)


def _place(state: BlueDiamondState, move: Place) -> Event:
    state.loose.remove(move.card)
    add_to_row(state, move.card, move.end, move.flip)
    return _placed(state.turn, move.card, move.end, move.flip, state.faces[move.card])


def _shift(state: BlueDiamondState, move: Shift) -> Event:
    if move.from_ == "left":
        state.row.append(state.row.pop(0))
        return _shifted(state.turn, state.row[-1], "right")
    state.row.insert(0, state.row.pop())
    return _shifted(state.turn, state.row[0], "left")


def _swap(state: BlueDiamondState, move: Swap) -> Event:
    second, first = state.row[move.at : move.at + 2]
    state.row[move.at : move.at + 2] = first, second
    return _swapped(state.turn, (first, second), move.at)


def _flip(state: BlueDiamondState, move: Flip) -> Event:
    turn_over(state, move.card)
    return _flipped(state.turn, move.card, state.faces[move.card])


_ACTIONS: dict[type[Move], Callable[[BlueDiamondState, Any], Event]] = {
    Place: _place,
    Shift: _shift,
    Swap: _swap,
    Flip: _flip,
}
