"""What an owner that dies, or says nothing for a while, costs: a flip that is late, and never an answer too many.

Players come back to the process that is left, and to the one that is started again, all of them at once. Each kill hits
the process that owns the most matches. SOAK=1: the full size. What is measured is printed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from dataclasses import dataclass

import pytest

from bench.load.kinds import Race, Rush, Turns
from bench.load.play import Hall
from bench.load.tally import percentiles
from bench.races import PACE_MS, RACERS, Flip, next_flips, refill
from tests.live.footing import Town
from tests.live.machine import Window, in_time

pytestmark = [pytest.mark.live, pytest.mark.alone]
SOAK = os.environ.get("SOAK") == "1"
RACES, KILLS = (100, 10) if SOAK else (12, 1)
CALM, AFTER = (20.0, 10.0) if SOAK else (4.0, 6.0)  # s before a kill, and after it; every race flips in each
ON_TIME, NEXT = 0.05, 2.0  # s: late at p99 while all is well, and the latest first flip after a kill
TABLES, SILENCES = (30, 12) if SOAK else (8, 2)
SILENT = (0.5, 1.2)  # s: longer than an owner is waited for, shorter and longer than a race is left to it
MOST_LINES = 1_000_000  # of the site's log
EXPECTED = {"matches finished", "no match was ready", "too_late", "try_again", "closed 1006"}


@dataclass(frozen=True)
class Kill:
    """Instants in ms since 1970: since when all was well, when a process was killed, until when next flips count."""

    calm: float
    at: float
    end: float
    slower: float  # than a machine that is ours alone at its usual speed


async def test_cards_are_turned_when_due_and_within_two_seconds_where_their_process_has_died(site, figures):
    hall = Hall(site.url, Race)
    await refill(hall, site, RACES)
    hall.begin()
    await hall.open(RACES)
    await asyncio.sleep(PACE_MS / 1000)
    kills = [await kill(site, hall) for _ in range(KILLS)]
    hall.going = False
    await hall.close()
    flips = [Flip(*told) for told in await asyncio.to_thread(site.lateness)]
    print(f"\n{RACES} races, {len(flips)} flips, {dict(hall.tally.events)}")
    assert set(hall.tally.events) <= EXPECTED, "a request was answered twice, a number left out, or worse"
    with site.held():
        assert "are as their logs say" in (await asyncio.to_thread(site.manage, "replay")).stdout
    judged = [(each, judge(each, flips)) for each in kills]
    size = f"{RACES} races, {KILLS} kills"
    figures(
        "p99 of lateness while all is well",
        [calm for _, (calm, _) in judged],
        limit=1000 * ON_TIME,
        unit="ms",
        size=size,
    )
    figures(
        "latest next flip after a kill", [after for _, (_, after) in judged], limit=1000 * NEXT, unit="ms", size=size
    )
    for each, (calm, after) in judged:
        in_time("p99 while all is well, ms", calm, 1000 * ON_TIME * each.slower)
        in_time("next after a kill, ms", after, 1000 * NEXT)  # on a busy machine too: an instant is waited for


async def kill(site: Town, hall: Hall) -> Kill:
    """Let them play for a while, kill a server process, let them play on."""
    await refill(hall, site, RACES)
    window, calm = Window(site.group), now()
    await asyncio.sleep(CALM)
    killed = now()
    await asyncio.to_thread(site.kill_oldest)
    await asyncio.sleep(AFTER)
    return Kill(calm, killed, now(), window.slower(site.group))


def judge(each: Kill, flips: list[Flip]) -> tuple[float, float]:
    """Print how late the flips were; return it in ms: at p99 while all was well, and the latest after the kill."""
    calm = percentiles([flip.late / 1000 for flip in flips if each.calm <= flip.at < each.at], (50, 99))
    nexts = next_flips(flips, each.at, each.end)
    after = percentiles([flip.late / 1000 for flip in nexts], (50, 90, 99))
    print(f"  all well {calm}; next after a kill {after}; the machine {each.slower:.2f} times slower")
    assert len(nexts) >= RACES * 0.9, "there are races in which no cards were turned any more"
    return calm["p99_ms"], after["max_ms"]


def now() -> float:
    """Return the instant in ms since 1970; the site's processes take theirs from a database on this machine."""
    return time.time() * 1000


async def test_each_request_has_one_answer_whether_its_owner_is_silent_for_a_while_or_dies(site):
    halls = [Hall(site.url, kind, think=(0.0, 0.05)) for kind in (Turns, Race, Rush)]
    games = [
        ("sequence", 2, {}),
        ("red-handed", RACERS, {"pace_ms": 1500}),
        ("blitz", 4, {"rounds": 10, "break_ms": 0}),
    ]
    for hall, (game, seats, options) in zip(halls, games, strict=True):
        wish = {"seats": seats, "matches": TABLES * 6, "tables": TABLES, **options}
        hall.add(await asyncio.to_thread(site.prepare, game, **wish))
        await hall.open(TABLES)
    before = site.logs(MOST_LINES)
    for hall in halls:
        hall.begin()
    for number in range(SILENCES):
        await silence(site, number % 2, SILENT[(number + number // 2) % 2])
    await asyncio.to_thread(site.kill_oldest)
    await asyncio.sleep(5)
    for hall in halls:
        hall.going = False
        await hall._answers()
        await hall.close()
    told = {hall.kind.__name__: dict(hall.tally.events) for hall in halls}
    print(f"\n{told}")
    log = site.logs(MOST_LINES).removeprefix(before)
    assert "does not answer" in log, "nobody was silent"
    assert "to be answered twice" not in log
    assert not [events for events in told.values() if {"answered twice", "never answered"} & set(events)]


async def silence(site: Town, number: int, seconds: float) -> None:
    """Stop one server process for a while, and let all be well again."""
    await asyncio.sleep(1)
    one = site.servers()[number]
    os.kill(one, signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        os.kill(one, signal.SIGCONT)
    await asyncio.sleep(1)
