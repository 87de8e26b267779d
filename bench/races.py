"""The games in which time is all: are the cards of Red-Handed turned when they are due, is Blitz answered at once?"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from bench.load.kinds import Race, Rush
from bench.load.play import Hall
from bench.load.tally import Row, Tally, percentiles
from bench.runs import Runs
from bench.sites import Site

RACES, RACERS, PACE_MS = 100, 4, 3000
PERIOD, KILLED_AFTER = 30.0, 20.0  # s; of each period a server process dies at that point
SHORTEST_PERIOD = 15.0  # s, for a quick run
SPARE_RACES = 4  # times: a race can be over in a minute
RUSHES, RUSHERS = 10, 8
RUSH = {"rounds": 10, "break_ms": 0}
EXPECTED = {"matches finished", "too_late"}  # another was quicker
START_SECONDS = 4.0  # Blitz begins by itself after three


class Flip(NamedTuple):
    """One turning of cards: ms since 1970 UTC at which it was written, and ms after it was due."""

    match: str
    at: int
    late: int


async def races(runs: Runs) -> Row:
    """Return the rows of 100 races: flips while all is well, and the next one after a server process was killed."""
    period = PERIOD if runs.count > 1 else SHORTEST_PERIOD
    with Site(servers=2) as site:
        hall, many = Hall(site.url, Race), runs.many(RACES)
        await refill(hall, site, many)
        hall.begin()
        await hall.open(many)
        await asyncio.sleep(PACE_MS / 500)
        spans = [await _period(hall, site, period, many) for _ in range(runs.count)]
        await hall.close()
        flips = [Flip(*told) for told in site.lateness()]
    return _told(runs, flips, spans)


@dataclass(frozen=True)
class Period:
    """Instants in ms since 1970 UTC, and what was counted before and after a server process was killed."""

    begun: float
    killed: float
    ended: float
    calm: Tally
    after: Tally


async def refill(hall: Hall, site: Site, many: int) -> None:
    """Have races for a while: a prepared one that nobody opens is closed by the site after two minutes."""
    if hall.ready < many:
        options: dict[str, Any] = {"pace_ms": PACE_MS}
        wish = {"seats": RACERS, "matches": many * SPARE_RACES, "tables": many, **options}
        hall.add(await asyncio.to_thread(lambda: site.prepare("red-handed", **wish)))


async def _period(hall: Hall, site: Site, seconds: float, many: int) -> Period:
    """Let them play, kill on the way the server process that owns the most races."""
    await refill(hall, site, many)
    begun, quiet = time.time(), seconds * KILLED_AFTER / PERIOD
    calm = await _counted(hall, quiet)
    killed = time.time()
    await asyncio.to_thread(site.kill_oldest)
    after = await _counted(hall, seconds - quiet)
    return Period(begun * 1000, killed * 1000, time.time() * 1000, calm, after)


async def _counted(hall: Hall, seconds: float) -> Tally:
    hall.tally = tally = Tally()
    await asyncio.sleep(seconds)
    tally.close()
    return tally


def _told(runs: Runs, flips: list[Flip], periods: list[Period]) -> Row:
    calm, after = [], []
    for period in periods:
        quiet = [flip for flip in flips if period.begun <= flip.at < period.killed]
        calm.append(_row(quiet, period.calm) | {"sound": not set(period.calm.events) - EXPECTED})
        after.append(_row(next_flips(flips, period.killed, period.ended), period.after))
    many = runs.many(RACES)
    report = runs.say(f"{many} races, 2 server processes, flips", calm)
    return report | runs.say(f"{many} races, a server process killed, next flip", after)


def _row(flips: list[Flip], tally: Tally) -> Row:
    late = percentiles([flip.late / 1000 for flip in flips], (50, 99), "late_")
    answers = percentiles(tally.delays, (50, 99), "answer_")
    return late | {"flips": len(flips)} | answers | {"events": dict(tally.events)}


def next_flips(flips: list[Flip], killed: float, ended: float) -> list[Flip]:
    """Return each match's first flip after that instant."""
    found: dict[str, Flip] = {}
    for flip in flips:
        if killed <= flip.at <= ended:
            found.setdefault(flip.match, flip)
    return list(found.values())


async def rush(runs: Runs) -> Row:
    """Return the row of ten tables of Blitz, eight players each, three moves a second each."""
    with Site(servers=2) as site:
        hall, tables = Hall(site.url, Rush), runs.many(RUSHES)
        hall.add(site.prepare("blitz", seats=RUSHERS, matches=tables * 3, tables=tables, **RUSH))
        await hall.open(tables)
        meter = site.meter()
        tallies = await hall.measure(runs.seconds, windows=runs.count, warm_up=START_SECONDS, used=meter)
        await hall.close()
    return runs.say(f"Blitz, {tables} tables of {RUSHERS}, 2 server processes, answers", [t.row() for t in tallies])
