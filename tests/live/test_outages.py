"""Everything a site is made of is taken away from a crowd at all five games, hard: nothing that was answered is lost.

SOAK=1: the full size. What is measured is printed.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from dataclasses import dataclass
from time import perf_counter

import pytest

from bench.load.tally import percentiles
from tests.live.crowd import Crowd, Wait
from tests.live.footing import Town
from tests.live.judge import log_of
from tests.live.machine import Window, in_time
from tests.live.people import fetch
from tests.live.visitors import FRAME, MOVE, PAGE, Visitors

pytestmark = [pytest.mark.live, pytest.mark.alone]
SOAK = os.environ.get("SOAK") == "1"


@dataclass(frozen=True)
class Size:
    """How many tables; how often something is taken away, every so many seconds."""

    tables: int
    times: int
    every: float


KILLS = Size(200, 10, 30.0) if SOAK else Size(25, 1, 6.0)
STOPS = Size(100, 5, 30.0) if SOAK else Size(25, 1, 10.0)
STOPPED = 10.0 if SOAK else 6.0  # s that PostgreSQL is away
BLINKS = Size(100, 10, 10.0) if SOAK else Size(25, 1, 5.0)
LONG_OUTAGE = 60.0 if SOAK else 7.0  # s that Valkey is away at last
THINK = (0.5, 3.0) if SOAK else (0.2, 1.0)  # s
RIGHT_WITHIN = 2.0  # s at p95 after the port answers
ANSWERED_WITHIN, HEALTHY_WITHIN = 5.0, 10.0  # s
NOTICED_WITHIN = 2.0  # s in which a server knows that Valkey is away
STANDSTILL = 20.0  # s: Blitz rests for ten between two rounds, and waits fifteen for a reshuffle


async def test_servers_that_are_killed_lose_no_answer_and_pages_are_right_again_within_two_seconds(site, figures):
    crowd = await Crowd.gathered(site, KILLS.tables, THINK)
    begun, found = perf_counter(), []
    for number in range(KILLS.times):
        await asyncio.sleep(max(0.0, begun + KILLS.every * (number + 0.5) - perf_counter()))
        found.append(await killed(site, crowd))
    await asyncio.sleep(max(0.0, begun + KILLS.every * KILLS.times - perf_counter()))
    seconds = perf_counter() - begun
    await crowd.verdict(site)
    told(crowd, seconds)
    for kill in found:
        print(f"  {kill}")
    for name, times in (("p95", [kill.p95 for kill in found]), ("worst", [kill.worst for kill in found])):
        figures(f"right again, {name}", times, limit=RIGHT_WITHIN, unit="s", size=f"{KILLS.tables} tables")
    assert len(crowd.accepted) > KILLS.tables * KILLS.times
    for kill in found:
        in_time("p95 of being right again", kill.p95, RIGHT_WITHIN * kill.slower)


@dataclass(frozen=True)
class Kill:
    """What came of killing the servers: seconds until both ports answered, then until the players were right."""

    port: float
    p50: float
    p95: float
    worst: float
    slower: float  # than a machine that is ours alone

    def __str__(self) -> str:
        times = f"p50 {self.p50:.2f}, p95 {self.p95:.2f}, worst {self.worst:.2f} s"
        return f"ports after {self.port:.1f} s, players right {times} later; the machine {self.slower:.2f} times slower"


async def killed(site: Town, crowd: Crowd) -> Kill:
    """Kill every server; return how long it took until all was as it was."""
    window, at = Window(), perf_counter()
    await asyncio.to_thread(site.kill_servers)
    answered = max(await asyncio.gather(*(first_answer(url, at) for url in site.own_urls)))
    crowd.expect(await heads(site))
    delays = await crowd.all_right(60.0)
    p50, p95 = (delays[len(delays) * p // 100] for p in (50, 95))
    return Kill(answered - at, p50, p95, delays[-1], window.slower(site.group))


async def first_answer(url: str, since: float) -> float:
    """Return the instant at which the server there answered, which was started anew since."""
    while perf_counter() < since + 60:
        try:
            async with asyncio.timeout(2):
                if (await fetch(f"{url}/healthz", "GET", {})).status == 200:
                    break
        except (OSError, TimeoutError):
            await asyncio.sleep(0.02)
    return perf_counter()


async def heads(site: Town) -> dict[str, int]:
    """Return the number of the last entry of each match."""
    rows = await asyncio.to_thread(site.query, "SELECT match_id, number FROM games_matchlive")
    return dict(rows)


async def test_while_the_database_is_away_all_is_told_to_try_again_and_soon_after_all_is_well(site, figures):
    crowd = await Crowd.gathered(site, STOPS.tables, THINK)
    begun, stops = perf_counter(), []
    async with Visitors(site, matches=STOPS.times * 2) as visitors:
        for number in range(STOPS.times):
            await asyncio.sleep(max(0.0, begun + STOPS.every * (number + 0.3) - perf_counter()))
            stops.append(await stopped(site, crowd, visitors))
        await asyncio.sleep(3)
    seconds = perf_counter() - begun
    await crowd.verdict(site)
    told(crowd, seconds)
    for stop in stops:
        print(f"  {stop}")
    slower = max(stop.slower for stop in stops)
    size = f"{STOPS.tables} tables"
    figures("slowest answer", [stop.slowest for stop in stops], limit=ANSWERED_WITHIN, unit="s", size=size)
    figures("well again", [stop.healthy for stop in stops], limit=HEALTHY_WITHIN, unit="s", size=size)
    assert visitors.faults(log_of(site), ANSWERED_WITHIN * slower) == []
    assert all(not stop.answers[""] for stop in stops), "accepted while there was no database"
    assert any(stop.answers["try_again"] for stop in stops)
    assert all(stop.told[f"{what} 503"] for stop in stops for what in (MOVE, FRAME, PAGE))
    in_time("the slowest answer", max(stop.slowest for stop in stops), ANSWERED_WITHIN * slower)
    in_time("well again", max(stop.healthy for stop in stops), HEALTHY_WITHIN * slower)


@dataclass(frozen=True)
class Stop:
    """What came of stopping PostgreSQL: the answers while it was away, and how long it took to be well again."""

    answers: Counter[str]
    told: Counter[str]  # by plain HTTP
    slowest: float  # s until an answer to what was sent meanwhile, or shortly before
    healthy: float  # s after it took connections again
    slower: float

    def __str__(self) -> str:
        answers = f"{dict(self.answers)}, {dict(self.told)}"
        times = f"slowest {self.slowest:.2f} s, well after {self.healthy:.2f} s"
        return f"{answers}, {times}, the machine {self.slower:.2f} times slower"


async def stopped(site: Town, crowd: Crowd, visitors: Visitors) -> Stop:
    """Stop PostgreSQL hard for a while; return what everybody was told."""
    await visitors.hold()
    window, at = Window(), perf_counter()
    await asyncio.to_thread(site.footing.stop_postgres)
    gone = perf_counter()
    visitors.go_on()
    await asyncio.sleep(STOPPED)
    back = perf_counter()
    await asyncio.to_thread(site.footing.start_postgres)
    accepting = perf_counter()
    healthy = await all_well(site, crowd) - accepting
    waits = [wait for wait in crowd.waits(at - ANSWERED_WITHIN) if wait.answered >= gone and wait.sent < back]
    # What was written just before is answered a moment later: that is no acceptance without a database.
    meanwhile = Counter(wait.code for wait in waits if wait.answered < back and (wait.code or wait.sent >= gone))
    return Stop(meanwhile, visitors.told(gone, back), longest(waits), healthy, window.slower(site.group))


def longest(waits: list[Wait]) -> float:
    """Return the longest time that an answer took."""
    return max((wait.answered - wait.sent for wait in waits), default=0.0)


async def all_well(site: Town, crowd: Crowd) -> float:
    """Return the instant at which both servers are ready, all players know all, and what was open is answered."""
    since = perf_counter()
    while not all([await ready(url) for url in site.own_urls]):
        await asyncio.sleep(0.05)
    crowd.expect(await heads(site))
    await crowd.all_right(30.0)
    while any(sent < since for player in crowd.playing() for _, sent in player.asked.values()):
        await asyncio.sleep(0.05)
        assert perf_counter() < since + 30, "what was asked while the database was away has still no answer"
    return perf_counter()


async def ready(url: str) -> bool:
    """Return whether a server says that it can play."""
    return (await fetch(f"{url}/readyz", "GET", {})).status == 200


async def test_without_valkey_play_goes_on(site, figures):
    crowd = await Crowd.gathered(site, BLINKS.tables, THINK)
    begun = perf_counter()
    await asyncio.sleep(BLINKS.every)
    before = rate(crowd, begun, perf_counter())
    for _ in range(BLINKS.times):
        await asyncio.to_thread(site.footing.kill_valkey)
        await asyncio.sleep(1)
        await asyncio.to_thread(site.footing.start_valkey)
        await asyncio.sleep(BLINKS.every - 1)
    blinks = perf_counter()
    await asyncio.to_thread(site.footing.kill_valkey)
    await asyncio.sleep(LONG_OUTAGE)
    ended = perf_counter()
    await asyncio.to_thread(site.footing.start_valkey)
    rates = [before, rate(crowd, begun + BLINKS.every, blinks), rate(crowd, blinks, ended)]
    gaps, waits = crowd.gaps(begun + BLINKS.every, ended), crowd.waits(begun)
    without = Counter(wait.code for wait in crowd.waits(blinks + NOTICED_WITHIN) if wait.sent < ended)
    await crowd.verdict(site)
    told(crowd, perf_counter() - begun)
    print(f"  accepted a second with Valkey, with it coming and going, without: {[round(each, 1) for each in rates]}")
    print(f"  longest standstill of a table {percentiles(gaps)}, {Counter(wait.code for wait in waits)}")
    print(f"  answers while it was away for long: {dict(without)}")
    figures("standstill of a table", gaps, limit=STANDSTILL, unit="s", size=f"{BLINKS.tables} tables")
    assert not without["try_again"], "every match goes on where its players are, races too"
    assert min(rates[1:]) >= rates[0] * 0.6
    assert gaps[-1] <= STANDSTILL


def rate(crowd: Crowd, begin: float, end: float) -> float:
    """Return how many requests a second were accepted between two instants."""
    return sum(begin <= at < end for at in crowd.accepted) / (end - begin)


def told(crowd: Crowd, seconds: float) -> None:
    """Print what the crowd has done."""
    asked = sum(len(witness.calls) for witness in crowd.witnesses)
    print(f"\n{len(crowd.witnesses)} players, {asked} requests, {len(crowd.accepted)} acceptances in {seconds:.0f} s")
    print(f"  {dict(crowd.tally.events)}")
