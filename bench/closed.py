"""The closed loop: two-player matches of Sequence in which the next move goes out as soon as the other's came in."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from dataclasses import dataclass

from bench import baseline
from bench.load.kinds import Turns
from bench.load.play import Hall
from bench.load.tally import Row
from bench.runs import MOVES_A_MATCH, Runs, sound
from bench.sites import CLIENT, SITE, Site

WARM_UP = 2.0  # s
FIRST_GUESS = 1000.0  # moves a second, before anything was measured
SPARE = 1.6  # times as many matches as the last run used up
TABLES = (50, 200, 500)
CURVE_TABLES, CURVE_SECONDS = 200, 4.0


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
        await self.begin(seconds)
        return await self.count(seconds)

    async def begin(self, seconds: float) -> None:
        """Open the tables and let them play until it is as it will be."""
        self._prepare(seconds)
        await self.hall.open(self.tables)
        self.hall.begin()
        await asyncio.sleep(WARM_UP)

    async def count(self, seconds: float) -> Row:
        """Measure, and close the tables."""
        (tally,) = await self.hall.measure(seconds, used=self.site.meter())
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


async def closed(runs: Runs) -> Row:
    """Return the rows of 50, 200 and 500 matches, and how many times part 1's way they are, run by run."""
    rows: dict[str, list[Row]] = {}
    with ExitStack() as exits:
        site = exits.enter_context(Site())
        running = {f"closed loop, {n} matches": Loop.at(site, n) for n in map(runs.many, TABLES)}
        if old := baseline.site():
            running = {baseline.NAME: Loop.at(exits.enter_context(old), baseline.TABLES), **running}
        for _ in range(runs.count):
            for name, loop in running.items():
                rows.setdefault(name, []).append(await loop.run(runs.seconds))
    return _told(runs, rows)


def _told(runs: Runs, rows: dict[str, list[Row]]) -> Row:
    """Tell each row, with its ratio to the baseline of the same round."""
    old = rows.get(baseline.NAME)
    for found in rows.values():
        for number, row in enumerate(found):
            if old and found is not old and old[number]["moves_a_second"]:
                row["times_part_1"] = round(row["moves_a_second"] / old[number]["moves_a_second"], 1)
    report: Row = {}
    for name, found in rows.items():
        report |= runs.say(name, found)
    return report


async def curve(runs: Runs) -> Row:
    """Return the rows of one and of two server processes, on the site's core alone and on both cores.

    PostgreSQL and Valkey stay on the site's core; with both cores the servers share the second with this client.
    """
    report: Row = {}
    for cores, where in ((SITE, "one core"), (SITE | CLIENT, "both cores")):
        with ExitStack() as exits:
            sites = {n: exits.enter_context(Site(servers=n, cores=cores)) for n in (1, 2)}
            tables = runs.many(CURVE_TABLES)
            loops = {n: Loop.at(site, tables) for n, site in sites.items()}
            rows: dict[int, list[Row]] = {1: [], 2: []}
            for _ in range(runs.count):
                for servers, loop in loops.items():
                    rows[servers].append(await loop.run(min(CURVE_SECONDS, runs.seconds)))
        for servers, found in rows.items():
            report |= runs.say(f"curve, {servers} server processes, {where}, {tables} matches", found)
    return report
