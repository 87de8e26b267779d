"""How long people take: log-normal times, as reactions are spread, for the bots of races."""

from __future__ import annotations

from math import exp, log
from statistics import NormalDist
from typing import NamedTuple

from rules.chance import Chance

_GRAIN = 1 << 24  # so finely are chances drawn
_NORMAL = NormalDist()


class Reaction(NamedTuple):
    """Times of which half are below `median` milliseconds; two in three lie within a factor of exp(spread)."""

    median: float
    spread: float

    def draw(self, chance: Chance, purpose: str, waited: float = 0.0) -> int:
        """Draw how many milliseconds it takes from now on, where it has not happened in those `waited` already."""
        past = self._share_below(waited)
        share = past + (1.0 - past) * (chance.below(purpose, _GRAIN) + 0.5) / _GRAIN
        return max(0, round(self._time_of(min(share, 1.0 - 0.5 / _GRAIN)) - waited))

    def _share_below(self, time: float) -> float:
        return _NORMAL.cdf(log(time / self.median) / self.spread) if time > 0 else 0.0

    def _time_of(self, share: float) -> float:
        return self.median * exp(self.spread * _NORMAL.inv_cdf(share))


def happens(chance: Chance, purpose: str, percent: float) -> bool:
    """Draw whether something happens that does in so many cases of a hundred."""
    return chance.below(purpose, _GRAIN) < percent / 100 * _GRAIN
