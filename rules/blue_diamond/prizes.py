"""The prize combinations: what they are worth, where they lie in a row, and which of them an action made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from rules.blue_diamond.models import ARSENE, LADY_X
from rules.contract import Seat


class Prize(NamedTuple):
    """What a combination brings, and to whom; `seat` None is the player who made it."""

    seat: Seat | None
    diamonds: int


PRIZES = {
    "PXP": Prize(ARSENE, 1),
    "PAP": Prize(LADY_X, 1),
    "ADA": Prize(ARSENE, 2),
    "XDX": Prize(LADY_X, 2),
    "DDD": Prize(None, 3),
}


class Combination(NamedTuple):
    """Three neighbours that show a prize pattern, as they lie from left to right."""

    pattern: str
    cards: Sequence[int]

    def is_among(self, others: Sequence[Combination]) -> bool:
        """Tell whether the same cards, in whatever order, show the same pattern among the others."""
        return any(self.pattern == other.pattern and set(self.cards) == set(other.cards) for other in others)


@cache  # at most 5461 texts: rows of up to six cards
def _places(pictures: str) -> tuple[int, ...]:
    return tuple(place for place in range(len(pictures) - 2) if pictures[place : place + 3] in PRIZES)


def combinations(row: Sequence[int], pictures: str) -> Sequence[Combination]:
    """Return the combinations in a row of cards that shows these pictures, from the left."""
    places = _places(pictures)
    if not places:
        return ()
    return [Combination(pictures[place : place + 3], tuple(row[place : place + 3])) for place in places]


def standing(row: Sequence[int], faces: Mapping[int, str]) -> Sequence[Combination]:
    """Return the combinations in a row, read by the faces of its cards."""
    return combinations(row, "".join(map(faces.__getitem__, row)))


def made(before: Sequence[Combination], after: Sequence[Combination]) -> Sequence[Combination]:
    """Return those of `after` that an action made: neither lay there before it, nor the same cards in another order."""
    if not after or not before:
        return after
    return [one for one in after if not one.is_among(before)]
