"""A new version costs seconds, not matches: two servers stop in the midst of a crowd, one after the other.

SOAK=1: B200 of the research, ten rounds. What is measured is printed.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from time import perf_counter

import pytest

from config.server import LONGEST_PARTING
from tests.live.machine import Window, in_time
from tests.live.restarts import Restart, Returners, restarted

pytestmark = [pytest.mark.live, pytest.mark.alone]
SOAK = os.environ.get("SOAK") == "1"
TABLES, ROUNDS = (200, 10) if SOAK else (25, 1)
THINK = (1.0, 6.0) if SOAK else (0.2, 1.0)  # s
RESTS = 11.0  # s: a part that has lived for ten is started again without delay
RIGHT_P95, RIGHT_MOST, EXIT_MOST, CHARGED_MOST = 2.0, 5.0, 10.0, 1.0  # s
HANDED_WITHIN = LONGEST_PARTING + 1.0  # s: until the last socket is closed the server judges its matches itself


def p95(values: list[float]) -> float:
    return sorted(values)[len(values) * 95 // 100]


async def test_servers_that_are_restarted_in_turn_cost_the_players_a_moment_and_no_move(site, figures):
    crowd = await Returners.gathered(site, TABLES, THINK, urls=[site.url])
    window, begun, found = Window(site.group), perf_counter(), []
    for _ in range(ROUNDS):
        for server in site.servers():
            await asyncio.sleep(RESTS if SOAK else 3.0)
            found.append(await restarted(site, crowd, server))
    slower, refused = window.slower(site.group), Counter(wait.code for wait in crowd.waits(begun))
    await crowd.verdict(site)
    away = [seconds for seconds, _ in crowd.away]
    charged = [seconds for seconds, to_move in crowd.away if to_move]
    for each in found:
        print(f"  {each}")
    print(f"  {len(crowd.ends)} sockets ended, {Counter(crowd.ends)}; {dict(refused)}; {slower:.2f} times slower")
    print(
        f"  away p95 {p95(away):.2f}, most {max(away):.2f}; charged p95 {p95(charged):.2f}, most {max(charged):.2f} s"
    )
    size = f"{TABLES} tables, {ROUNDS} rounds"
    figures("away", away, limit=RIGHT_P95, unit="s", size=size)
    figures("clock charged", charged, limit=CHARGED_MOST, unit="s", size=size)
    figures("exit", [each.exit for each in found], limit=EXIT_MOST, unit="s", size=size)
    figures("handed over", [each.handed for each in found], limit=HANDED_WITHIN, unit="s", size=size)
    assert set(crowd.ends) == {1012}
    assert len(crowd.ends) > len(crowd.playing()), "too few sockets ended"
    assert set(refused) <= {"", "try_again", "illegal_move", "stale_position", "not_your_turn", "too_late", "game_over"}
    assert_quick(found, away, charged, slower)


def assert_quick(found: list[Restart], away: list[float], charged: list[float], slower: float) -> None:
    in_time("p95 away", p95(away), RIGHT_P95 * slower)
    in_time("away", max(away), RIGHT_MOST * slower)
    in_time("charged", max(charged), CHARGED_MOST * slower)
    in_time("exit", max(each.exit for each in found), EXIT_MOST * slower)
    in_time("handed over", max(each.handed for each in found), HANDED_WITHIN * slower)
