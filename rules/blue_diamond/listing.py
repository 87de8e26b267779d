"""What a player may do, listed from moves that are built once and shared by all tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, product
from typing import get_args

from rules.blue_diamond.models import CARDS, End, Flip, Pass, Place, Return, Shift, Swap
from rules.contract import Move

Moves = Sequence[Move]

PASS = Pass()
_SPOTS: list[tuple[End, bool]] = list(product(get_args(End), (False, True)))
_PLACES = {card: [Place(card, end, flip) for end, flip in _SPOTS] for card in CARDS}
_RETURNS = {card: [Return(card, end, flip) for end, flip in _SPOTS] for card in CARDS}
_SHIFTS = [Shift(end) for end in get_args(End)]
_SWAPS = [Swap(at) for at in range(len(CARDS) - 2)]
_FLIPS = {card: Flip(card) for card in CARDS}
_ALL: list[Move] = [PASS, *_SHIFTS, *_SWAPS, *_FLIPS.values(), *chain(*_PLACES.values()), *chain(*_RETURNS.values())]
_SHARED = {move: move for move in _ALL}


def shared(move: Move) -> Move:
    """Return the shared object equal to a move, or the move itself when no card or place can be meant."""
    return _SHARED.get(move, move)


@cache
def placings(loose: tuple[int, ...], may_pass: bool) -> Moves:
    """List the building moves of a table with these loose cards."""
    places: list[Move] = [place for card in loose for place in _PLACES[card]]
    return (*places, PASS) if may_pass else tuple(places)


@cache
def arrangements(row: tuple[int, ...]) -> Moves:
    """List the arranging moves of a row: two shifts, the swaps inside, a flip of each card from the left."""
    return (*_SHIFTS, *_SWAPS[1 : len(row) - 2], *[_FLIPS[card] for card in row])


@cache
def returns(due: tuple[int, ...]) -> Moves:
    """List the ways to return one of the due cards."""
    return tuple(move for card in due for move in _RETURNS[card])
