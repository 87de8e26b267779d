"""Which fives become sequences: the rule of at most one shared chip, and what a player may name."""

from __future__ import annotations

from collections.abc import Iterable

from rules.sequence.board import AROUND, CORNERS, FIVES_THROUGH, PLAYABLE, STEPS

LENGTH = 5


def is_allowed(five: int, finished: Iterable[int]) -> bool:
    """Tell whether a five uses at most one chip of each finished sequence of its team.

    Corners need no care here: two fives that share one never share anything else.
    """
    return all((five & other).bit_count() <= 1 for other in finished)


def crowded(own: int, cell: str) -> list[int]:
    """Return the directions in which a chip just placed on the cell, one of `own`, can have made a five or a gap."""
    own |= CORNERS
    across, down, falling, rising = AROUND[cell]
    ways = []
    if (own & across).bit_count() >= LENGTH:
        ways.append(0)
    if (own & down).bit_count() >= LENGTH:
        ways.append(1)
    if (own & falling).bit_count() >= LENGTH:
        ways.append(2)
    if (own & rising).bit_count() >= LENGTH:
        ways.append(3)
    return ways


def new_sequences(own: int, cell: str, ways: Iterable[int], finished: list[int], named: int = 0) -> list[int]:
    """Return the fives that a chip just placed on the cell completes in the `crowded` ways; a named five comes first.

    `own` holds the team's chips, the new one among them. In each direction the first allowed five from the left or
    top is taken, then any further one that is still allowed.
    """
    own |= CORNERS
    made = [named] if named else []
    for way in ways:
        for five in FIVES_THROUGH[cell][way]:
            if five & own == five and is_allowed(five, (*finished, *made)):
                made.append(five)
    return made


def choices(own: int, cell: str, finished: list[int]) -> list[list[int]]:
    """Return, for each direction, the allowed fives that a chip just placed on the cell would complete."""
    own |= CORNERS
    return [
        [five for five in fives if five & own == five and is_allowed(five, finished)] for fives in FIVES_THROUGH[cell]
    ]


def gaps(own: int, ways: Iterable[int] = range(len(STEPS))) -> int:
    """Return the free cells that alone are missing inside a run of six: there a chip might complete several fives.

    Worked out for a whole direction at once: asking cell by cell would cost more than listing all other moves.
    """
    own |= CORNERS
    found = 0
    for way in ways:
        step = STEPS[way]
        pairs = own & own >> step
        if threes := pairs & pairs >> step:  # such a run holds three in a row just before or after the gap
            found |= _gaps(own, pairs, threes, step)
    return found & PLAYABLE & ~own


def _gaps(own: int, pairs: int, threes: int, step: int) -> int:
    """Return the gaps of six in one direction, end cells left out; a mask of runs holds the first cell of each."""
    fours = threes & pairs >> 2 * step
    return (
        (fours & own >> 5 * step) << 4 * step
        | (threes & pairs >> 4 * step) << 3 * step
        | (threes & pairs << 3 * step) >> step
        | (fours & own << 2 * step) >> step
    )
