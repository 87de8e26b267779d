"""The closed loop: two-player matches of Sequence in which the next move goes out as soon as the other's came in."""

from __future__ import annotations

from dataclasses import dataclass

from bench.load.play import Hall, Turns
from bench.load.tally import Row, Tally
from bench.sites import Site

WARM_UP = 2.0  # s
MOVES_A_MATCH = 55  # random matches are longer on average; too few prepared ones would be worse than too many
FIRST_GUESS = 1000.0  # moves a second, before anything was measured
SPARE = 1.6  # times as many matches as the last run used up


@dataclass
class Loop:
    """A site's closed loop, run after run."""

    site: Site
    hall: Hall
    tables: int
    rate: float = FIRST_GUESS

    @classmethod
    def at(cls, site: Site, tables: int) -> Loop:
        """Return the loop of so many matches at once; needs a running event loop."""
        return cls(site, Hall(site.url, Turns), tables)

    async def run(self, seconds: float) -> Row:
        """Open the tables, measure, close them."""
        self._prepare(seconds)
        await self.hall.open(self.tables)
        tally = await self.hall.measure(seconds, WARM_UP, self.site.meter())
        await self.hall.close()
        row = tally.row()
        self.rate = max(row["moves_a_second"], 10.0)
        return row | {"matches": self.tables, "sound": sound(tally)}

    def _prepare(self, seconds: float) -> None:
        """Have enough matches ready: pages and forms are not what is measured."""
        used_up = self.rate * (seconds + WARM_UP) / MOVES_A_MATCH
        missing = int(self.tables + SPARE * used_up) - self.hall.ready
        if missing > 0:
            self.hall.add(self.site.prepare("sequence", seats=2, matches=missing, tables=min(missing, self.tables)))


def sound(tally: Tally) -> bool:
    """Return whether nothing happened that should not: no refusal, no gap, no lost socket, always a match to play."""
    return not set(tally.events) - {"matches finished"}
