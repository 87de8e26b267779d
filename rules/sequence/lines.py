"""Which fives become sequences: the rule of at most one shared chip, and what a player may name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from rules.sequence.board import CORNERS, FIVES_THROUGH, STEPS

LENGTH = 5

# By cell, for each direction: all cells that its fives reach, and the fives.
_WAYS = {
    cell: tuple((reduce(or_, fives, 0), fives) for fives in directions) for cell, directions in FIVES_THROUGH.items()
}


def is_allowed(five: int, finished: Iterable[int]) -> bool:
    """Tell whether a five uses at most one chip of each finished sequence of its team.

    Corners need no care here: two fives that share one never share anything else.
    """
    return all((five & other).bit_count() <= 1 for other in finished)


def new_sequences(own: int, cell: str, finished: list[int], named: int = 0) -> list[int]:
    """Return the fives that a chip just placed on the cell completes; a named five comes first.

    `own` holds the team's chips, the new one among them. In each direction the first allowed five from the left or
    top is taken, then any further one that is still allowed.
    """
    own |= CORNERS
    made = [named] if named else []
    for reach, fives in _WAYS[cell]:
        if (own & reach).bit_count() < LENGTH:
            continue
        for five in fives:
            if five & own == five and is_allowed(five, (*finished, *made)):
                made.append(five)
    return made


def choices(own: int, cell: str, finished: list[int]) -> list[list[int]]:
    """Return, for each direction, the allowed fives that a chip just placed on the cell would complete."""
    own |= CORNERS
    return [
        [five for five in fives if five & own == five and is_allowed(five, finished)] for fives in FIVES_THROUGH[cell]
    ]


def forks(own: int, spots: int) -> int:
    """Return those of the free cells `spots` that alone are missing inside a run of six: there several fives might do.

    Worked out for the whole board at once: asking cell by cell would cost more than listing all other moves.
    """
    own |= CORNERS
    found = 0
    for step in STEPS:
        pairs = own & own >> step
        threes = pairs & pairs >> step
        # Such a run holds three in a row just before or after the gap; few hands have a card for such a gap.
        if threes and spots & (threes << 3 * step | threes >> step):
            found |= _gaps(own, pairs, threes, step)
    return found & spots


def _gaps(own: int, pairs: int, threes: int, step: int) -> int:
    """Return the gaps of six in one direction, end cells left out; a mask of runs holds the first cell of each."""
    fours = threes & pairs >> 2 * step
    return (
        (fours & own >> 5 * step) << 4 * step
        | (threes & pairs >> 4 * step) << 3 * step
        | (threes & pairs << 3 * step) >> step
        | (fours & own << 2 * step) >> step
    )
