"""Positions that have stood, and the actions that would bring one back.

A position is text: the seat to act, then each card of the row with its face, "03P1A6D2X4P5X". It is noted at the
start of every arranging turn with no card set aside, so the last one noted is the present one, and all six cards are
in it. A scored combination clears the notes; therefore in a turn with a due card there are none.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.blue_diamond.listing import arrangements
from rules.blue_diamond.models import BlueDiamondState
from rules.blue_diamond.prizes import Combination, combinations, made
from rules.contract import Move

_NONE: frozenset[Move] = frozenset()


def note_position(state: BlueDiamondState) -> None:
    """Note the position at the start of a turn."""
    faces = state.faces
    state.stood.append("".join([str(state.turn), *[f"{card}{faces[card]}" for card in state.row]]))


def barred_moves(state: BlueDiamondState) -> frozenset[Move]:
    """Return the actions that would bring back a position that has stood, and bring no diamond.

    They tell nothing new: a position can only have stood with faces that everyone has seen.
    """
    if len(state.stood) < 2:
        return _NONE
    reached = _reached(state)
    again = set(reached).intersection(state.stood)
    if not again:
        return _NONE
    now = state.stood[-1]
    moves = zip(arrangements(tuple(state.row)), reached, strict=True)
    return frozenset([move for move, then in moves if then in again and not _pays(now, then)])


def is_stuck(state: BlueDiamondState) -> bool:
    """Tell whether every action is barred. Each leads to a position of its own, so fewer cannot bar them all."""
    actions = arrangements(tuple(state.row))
    return len(state.stood) > len(actions) and len(barred_moves(state)) == len(actions)


def _reached(state: BlueDiamondState) -> list[str]:
    """Return the position that each action leads to, in the order of `arrangements`, before anything is scored."""
    who, row = str(1 - state.turn), state.stood[-1][1:]
    swaps = range(2, len(row) - 4, 2)
    flips = zip(range(1, len(row), 2), state.row, strict=True)
    return [
        who + row[2:] + row[:2],
        who + row[-2:] + row[:-2],
        *[who + row[:i] + row[i + 2 : i + 4] + row[i : i + 2] + row[i + 4 :] for i in swaps],
        *[who + row[:i] + state.backs[card] + row[i + 1 :] for i, card in flips],
    ]


def _pays(now: str, then: str) -> bool:
    return bool(made(_combinations(now), _combinations(then)))


def _combinations(position: str) -> Sequence[Combination]:
    return combinations(list(map(int, position[1::2])), position[2::2])
