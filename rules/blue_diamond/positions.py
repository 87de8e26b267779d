"""Positions that have stood, and the arranging moves that would bring none of them back.

A position is one number: the seat to act, then five bits for each of the six cards from left to right, its id and its
picture. It is noted at the start of every arranging turn with no card set aside, so the last one noted is the present
one. A combination that scores clears the notes; therefore in a turn with a due card there are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.blue_diamond.listing import arrangements
from rules.blue_diamond.models import CARDS, PICTURES, BlueDiamondState
from rules.blue_diamond.prizes import Combination, combinations, made
from rules.contract import Move

_BITS = 5
_CARD = (1 << _BITS) - 1
_SPOTS = tuple(range(_BITS * len(CARDS) - _BITS, -1, -_BITS))  # how far each place of the row is from the last bit
_LEFT = _SPOTS[0]
_WHO = 1 << _BITS * len(CARDS)
_ROW = _WHO - 1
_PICTURES = sum(3 << spot for spot in _SPOTS)
_INNER = tuple(_CARD << spot for spot in _SPOTS[2:-1])  # the right one of each two that may swap
_BOTH = 1 << _BITS | 1
_CODE = {picture: code for code, picture in enumerate(PICTURES)}
# By what turning one card over may change, its place among `arrangements`: after the shifts and the swaps.
_FLIP = {change << spot: 2 + len(_INNER) + place for place, spot in enumerate(_SPOTS) for change in (1, 2, 3)}
_FEWEST = 2 * len(arrangements(CARDS))  # positions after which every action may be barred: of each two one counts


def note_position(state: BlueDiamondState) -> None:
    """Note the position at the start of a turn."""
    position, faces = state.turn, state.faces
    for card in state.row:
        position = position << _BITS | card << 2 | _CODE[faces[card]]
    state.stood.append(position)


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
    return move not in open_arrangements(state)


def is_stuck(state: BlueDiamondState) -> bool:
    """Tell whether no action is left. Each leads to a position of its own, so fewer cannot bar them all."""
    return len(state.stood) >= _FEWEST and not open_arrangements(state)


def _barred(stood: list[int]) -> set[int]:
    """Return the places among `arrangements` of the moves that would bring back a position, and no diamond."""
    now = stood[-1] ^ _WHO
    reached = _reached(now)
    barred = set()
    for then in stood[-2::-2]:  # the turns alternate: in these the rival is to act
        # Cards that lie as now but for one face: that is turned over, since a card has no third picture.
        place = reached.get(then, _FLIP.get(then ^ now))
        if place is not None and not _pays(stood[-1], then):
            barred.add(place)
    return barred


def _reached(now: int) -> dict[int, int]:
    """Return, by the position that each shift and swap leads to before anything is scored, its place in the list."""
    who, row = now & _WHO, now & _ROW
    mixed = row ^ row >> _BITS  # in the place of each card, what tells it from its left neighbour
    first, second, third = _INNER
    return {
        who | row << _BITS & _ROW | row >> _LEFT: 0,
        who | row >> _BITS | (row & _CARD) << _LEFT: 1,
        now ^ (mixed & first) * _BOTH: 2,
        now ^ (mixed & second) * _BOTH: 3,
        now ^ (mixed & third) * _BOTH: 4,
    }


def _pays(now: int, then: int) -> bool:
    return _holds_any(then & _PICTURES) and bool(made(_combinations(now), _combinations(then)))


@cache  # at most 4096 rows of six pictures
def _holds_any(pictures: int) -> bool:
    return bool(_combinations(pictures))


def _combinations(position: int) -> Sequence[Combination]:
    cards = [position >> spot & _CARD for spot in _SPOTS]
    return combinations([card >> 2 for card in cards], "".join([PICTURES[card & 3] for card in cards]))
