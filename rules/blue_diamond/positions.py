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
_INNER = tuple((left, left - _BITS, 1 << left | 1 << left - _BITS) for left in _SPOTS[1:-2])  # pairs that may swap
_CODE = {picture: code for code, picture in enumerate(PICTURES)}
# By place, the bits that turning a card over changes there.
_TURNED = tuple(
    {up + down: (_CODE[up] ^ _CODE[down]) << spot for up in PICTURES for down in PICTURES} for spot in _SPOTS
)
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
    if len(state.stood) < 2:
        return moves
    reached = _reached(state)
    again = set(reached).intersection(state.stood[-2::-2])  # the turns alternate: in these the rival is to act
    if not again:
        return moves
    barred = [then for then in again if not _pays(state.stood[-1], then)]
    return [move for move, then in zip(moves, reached, strict=True) if then not in barred]


def brings_back(state: BlueDiamondState, move: Move) -> bool:
    """Tell whether an arranging move would bring back a position that has stood, and no diamond."""
    if len(state.stood) < 2:
        return False
    then = _reached(state)[arrangements(tuple(state.row)).index(move)]
    return then in state.stood and not _pays(state.stood[-1], then)


def is_stuck(state: BlueDiamondState) -> bool:
    """Tell whether no action is left. Each leads to a position of its own, so fewer cannot bar them all."""
    return len(state.stood) >= _FEWEST and not open_arrangements(state)


def _reached(state: BlueDiamondState) -> list[int]:
    """Return the position that each move leads to, in the order of `arrangements`, before anything is scored."""
    now = state.stood[-1] ^ _WHO
    who, row = now & _WHO, now & _ROW
    faces, backs = state.faces, state.backs
    return [
        who | row << _BITS & _ROW | row >> _LEFT,
        who | row >> _BITS | (row & _CARD) << _LEFT,
        *[now ^ ((row >> left ^ row >> right) & _CARD) * both for left, right, both in _INNER],
        *[now ^ turned[faces[card] + backs[card]] for card, turned in zip(state.row, _TURNED, strict=True)],
    ]


def _pays(now: int, then: int) -> bool:
    return _holds_any(then & _PICTURES) and bool(made(_combinations(now), _combinations(then)))


@cache  # at most 4096 rows of six pictures
def _holds_any(pictures: int) -> bool:
    return bool(_combinations(pictures))


def _combinations(position: int) -> Sequence[Combination]:
    cards = [position >> spot & _CARD for spot in _SPOTS]
    return combinations([card >> 2 for card in cards], "".join([PICTURES[card & 3] for card in cards]))
