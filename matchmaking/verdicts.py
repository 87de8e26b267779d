"""What the end of a match says about its people's strength: who stood on which side, in what order, and who had left.

Pure, but for Django's translations: from what a match's head keeps of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door import places
from matchmaking import rating
from matchmaking.rating import DAY, Strength

A_DAY = 3  # rated matches of the same two people within 24 hours
BOTS, OFTEN, SHARED = "bots", "often", "shared"
_WHY_NOT = {
    BOTS: N_("This match did not count: not everyone at the table was a member."),
    SHARED: N_("This match did not count: two of you were here by one browser or one network, as in one household."),
    OFTEN: N_("This match did not count: two of you had played three rated matches with each other within a day."),
}


@dataclass(frozen=True, slots=True)
class Result:
    """The people of a match by side, the sides' places (1 is the best), and who had left by the end."""

    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    gone: frozenset[int]

    @property
    def people(self) -> list[int]:
        """All of them, side by side."""
        return [user for side in self.sides for user in side]


def places_of_sides(teams: Sequence[int], summary: Mapping[str, Any]) -> dict[int, int]:
    """Return the place of each team in a finished match, from the head of its log."""
    return dict(sorted(zip(teams, places.from_head(teams, summary) or (), strict=True)))


def result(teams: Sequence[int], summary: Mapping[str, Any]) -> Result | None:
    """Return the result of a finished match from the head of its log; None if bots had seats of their own in it."""
    people = [seat[0] for seat in summary["seats"]]
    if None in people:
        return None
    gone = frozenset(user for user, _, _, gave_up in summary["seats"] if gave_up)
    placed = places_of_sides(teams, summary)
    sides = [tuple(user for user, its in zip(people, teams, strict=True) if its == team) for team in placed]
    return Result(tuple(sides), tuple(placed.values()), gone)


def strengths(result: Result, before: Mapping[int, Strength], at: int) -> dict[int, Strength]:
    """Return everybody's strength after the match. Who has left a side that plays on gains nothing by that."""
    rated = rating.rate([[before[user] for user in side] for side in result.sides], result.places, at)
    after = dict(zip(result.people, (one for side in rated for one in side), strict=True))
    for user in result.gone:
        if after[user].mu > before[user].mu:
            after[user] = Strength(before[user].mu, after[user].sigma, after[user].at)
    return after


def often(people: Iterable[int], counted: Iterable[frozenset[int]]) -> list[tuple[int, int]]:
    """Return the pairs of these people who have met as often as counts, in the matches of a day with these people."""
    wanted = set(people)
    met = Counter(pair for match in counted for pair in combinations(sorted(match & wanted), 2))
    return sorted(pair for pair, times in met.items() if times >= A_DAY)


def why_not(code: str) -> str:
    """Return the sentence for a match that did not count, in the active language."""
    return gettext(_WHY_NOT[code])


def day_before(end: int) -> int:
    """Return the instant from which on matches matter for one that ends then."""
    return end - DAY
