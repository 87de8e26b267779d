"""Positions that have stood, and the arranging moves that would bring none of them back.

A position is one number: the seat to act, then five bits for each of the six cards from left to right, its id and its
picture. It is noted at the start of every arranging turn with no card set aside, so the last one noted is the present
one. A combination that scores clears the notes; therefore in a turn with a due card there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from rules.blue_diamond.listing import arrangements
from rules.blue_diamond.models import CARDS, PICTURES, BlueDiamondState, End, Flip, Shift, Swap
from rules.blue_diamond.prizes import Combination, combinations, made
from rules.contract import Move

_BITS = 5
_CARD = (1 << _BITS) - 1
_SPOTS = tuple(range(_BITS * len(CARDS) - _BITS, -1, -_BITS))  # how far each place of the row is from the last bit
_LEFT = _SPOTS[0]
_WHO = 1 << _BITS * len(CARDS)
_ROW = _WHO - 1
_PICTURES = sum(3 << spot for spot in _SPOTS)
_BOTH = 1 << _BITS | 1
_CODE = {picture: code for code, picture in enumerate(PICTURES)}
_FEWEST = 2 * len(arrangements(CARDS))  # positions after which every action may be barred: of each two one counts


def _swapping(right: int) -> Callable[[int], int]:
    """Return what lets a card and its left neighbour change places: both change by what tells them apart."""
    card = _CARD << right
    return lambda row: row ^ ((row ^ row >> _BITS) & card) * _BOTH


# What becomes of the thirty bits of a row, by where the move takes place.
_SHIFTED: dict[End, Callable[[int], int]] = {
    "left": lambda row: row << _BITS & _ROW | row >> _LEFT,
    "right": lambda row: row >> _BITS | (row & _CARD) << _LEFT,
}
_SWAPPED = {at: _swapping(_SPOTS[at + 1]) for at in range(1, len(CARDS) - 2)}
_LAID = (*_SHIFTED.values(), *_SWAPPED.values())  # in the order of `arrangements`
# By what turning one card over may change, its place among `arrangements`: after the shifts and the swaps.
_FLIP = {change << spot: len(_LAID) + place for place, spot in enumerate(_SPOTS) for change in (1, 2, 3)}


def note_position(state: BlueDiamondState, move: Move | None = None) -> None:
    """Note the position at the start of a turn: if an arranging move led to it, as the last one changed by the move."""
    stood = state.stood
    if stood and isinstance(move, (Shift, Swap, Flip)):
        stood.append(_after(state, move))
        return
    position, faces = state.turn, state.faces
    for card in state.row:
        position = position << _BITS | card << 2 | _CODE[faces[card]]
    stood.append(position)


def open_arrangements(state: BlueDiamondState) -> Sequence[Move]:
    """Return the arranging moves that bring a diamond or lead to a position that has not stood.

    What is left out tells nothing new: a position can only have stood with faces that everyone has seen.
    """
    moves = arrangements(tuple(state.row))
    for place in sorted(_barred(state.stood), reverse=True) if len(state.stood) > 1 else ():
        moves = (*moves[:place], *moves[place + 1 :])
    return moves


def brings_back(state: BlueDiamondState, move: Move) -> bool:
    """Tell whether an arranging move would bring back a position that has stood, and no diamond."""
    stood = state.stood
    return len(stood) > 1 and (then := _after(state, move)) in stood and not _pays(stood[-1], then)


def is_stuck(state: BlueDiamondState) -> bool:
    """Tell whether no action is left. Each leads to a position of its own, so fewer cannot bar them all."""
    if len(state.stood) < _FEWEST:
        return False
    return all(brings_back(state, move) for move in arrangements(tuple(state.row)))


def _after(state: BlueDiamondState, move: Move) -> int:
    """Return the position after an arranging move, before anything is scored; `state` may be that after the move."""
    position = state.stood[-1]
    return ~position & _WHO | _LAY[type(move)](state, move, position & _ROW)


def _shift(state: BlueDiamondState, move: Shift, row: int) -> int:
    return _SHIFTED[move.from_](row)


def _swap(state: BlueDiamondState, move: Swap, row: int) -> int:
    return _SWAPPED[move.at](row)


def _flip(state: BlueDiamondState, move: Flip, row: int) -> int:
    change = _CODE[state.faces[move.card]] ^ _CODE[state.backs[move.card]]
    return row ^ change << _SPOTS[state.row.index(move.card)]


_LAY: dict[type[Move], Callable[[BlueDiamondState, Any, int], int]] = {Shift: _shift, Swap: _swap, Flip: _flip}


def _barred(stood: list[int]) -> set[int]:
    """Return the places among `arrangements` of the moves that would bring back a position, and no diamond."""
    now = stood[-1] ^ _WHO
    who, row = now & _WHO, now & _ROW
    reached = {who | lay(row): place for place, lay in enumerate(_LAID)}
    barred = set()
    for then in stood[-2::-2]:  # the turns alternate: in these the rival is to act
        if then in reached:
            place = reached[then]
        elif (change := then ^ now) in _FLIP:  # one face apart: that is turned over, since a card has no third picture
            place = _FLIP[change]
        else:
            continue
        if not _pays(stood[-1], then):
            barred.add(place)
    return barred


def _pays(now: int, then: int) -> bool:
    return _holds_any(then & _PICTURES) and bool(made(_combinations(now), _combinations(then)))


@cache  # at most 4096 rows of six pictures
def _holds_any(pictures: int) -> bool:
    return bool(_combinations(pictures))


def _combinations(position: int) -> Sequence[Combination]:
    cards = [position >> spot & _CARD for spot in _SPOTS]
    return combinations([card >> 2 for card in cards], "".join([PICTURES[card & 3] for card in cards]))
