"""How a result changes what is known of people's strength. Pure: no database, no clock.

A strength is a normal distribution of `mu` and `sigma`; openskill knows how a match of sides and ties changes it. What
it does not know is that people change while they do not play: so sigma grows with idle time. Points are mu on the
scale that players know from chess: 1500 in the middle, and who has 200 more wins three duels of four.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

from openskill.models import BradleyTerryFull

MU, SIGMA = 25.0, 25.0 / 3
SCALE, MIDDLE = 24, 1500  # the points that one mu is worth, and those of MU
SETTLED = 6.25  # the sigma (150 points) up to which a rating is provisional: some eleven duels, or five fours
DRIFT = 0.2  # what a day's idleness adds, as a standard deviation: in a year 4 becomes 5.5
DAY = 24 * 60 * 60 * 1000  # ms


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of one person. `at`: the instant (ms since 1970) for which that is so; 0: no match has counted."""

    mu: float = MU
    sigma: float = SIGMA
    at: int = 0


def points(mu: float) -> int:
    """Return a strength in points."""
    return round(MIDDLE + (mu - MU) * SCALE)


def margin(sigma: float) -> int:
    """Return an uncertainty in points: two times of three the truth lies within it."""
    return round(sigma * SCALE)


def aged(strength: Strength, now: int) -> Strength:
    """Return what is known by now: less from day to day, but never less than of a stranger."""
    if not strength.at or now <= strength.at:
        return strength
    grown = sqrt(strength.sigma**2 + DRIFT**2 * (now - strength.at) / DAY)
    return Strength(strength.mu, max(strength.sigma, min(SIGMA, grown)), now)


def settled_until(strength: Strength) -> int:
    """Return the instant up to which the rating is not provisional, if its owner does not play; 0 if it is now."""
    if strength.sigma > SETTLED:
        return 0
    return strength.at + int((SETTLED**2 - strength.sigma**2) / DRIFT**2 * DAY)


def rate(sides: Sequence[Sequence[Strength]], places: Sequence[int], now: int) -> list[list[Strength]]:
    """Return the strengths after a match that ended `now`. `places` by side: 1 is the best, equal ones are a tie."""
    model = _model()
    before = [[aged(one, now) for one in side] for side in sides]
    after = model.rate([[model.create_rating([s.mu, s.sigma]) for s in side] for side in before], ranks=list(places))
    return [[Strength(one.mu, one.sigma, max(now, old.at)) for one, old in zip(*side, strict=True)]
            for side in zip(after, before, strict=True)]  # fmt: skip


@cache
def _model() -> Any:
    """Every pair of sides as a duel: so points mean the same whether two have played or eight (decision 0016).

    Of Plackett-Luce, tried on made-up players, the spread of ratings doubles from tables of two to tables of eight.
    """
    return BradleyTerryFull(mu=MU, sigma=SIGMA)
