"""How quickly a stated crowd is answered: players at all games, and watchers. SOAK=1: 100 tables for two minutes."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from time import perf_counter

import pytest

from tests.live.crowd import Crowd, Witness
from tests.live.machine import Window, in_time
from tests.live.sleepers import Beside

pytestmark = [pytest.mark.live, pytest.mark.alone]
SOAK = os.environ.get("SOAK") == "1"
TABLES, WATCHERS, SECONDS = (100, 200, 120.0) if SOAK else (25, 50, 8.0)
THINK = (1.0, 6.0)  # s
P50, P95, P99 = 0.04, 0.15, 0.5  # s


async def test_a_crowd_with_watchers_is_answered_in_time(site, figures):
    crowd = await Crowd.gathered(site, TABLES, THINK)
    tables = sorted(crowd.tables, key=lambda table: table.match)
    for number in range(WATCHERS):
        watcher = Witness(Beside(crowd, tables[number % len(tables)].match), number, "")
        crowd.witnesses.append(watcher)
        crowd.connect(watcher)
    await asyncio.sleep(2)  # until all have come
    window, begun = Window(site.group), perf_counter()
    await asyncio.sleep(SECONDS)
    slower, waits = window.slower(site.group), crowd.waits(begun)
    await crowd.verdict(site)
    took = sorted(wait.answered - wait.sent for wait in waits)
    codes = Counter(wait.code for wait in waits)
    shown = [each for each in crowd.witnesses if isinstance(each.table, Beside) and each.shown]
    size = f"{TABLES} tables, {len(shown)} watchers, {len(took) / SECONDS:.0f} answers a second"
    figures("answer", took, limit=P95, unit="s", size=size)
    print(f"{size}, {codes}, the machine {slower:.2f} times slower")
    assert not codes["try_again"]
    assert len(shown) >= WATCHERS * 0.6, "the others' matches were over, or rested"
    for share, limit in ((50, P50), (95, P95), (99, P99)):
        in_time(f"p{share} of the answers", took[len(took) * share // 100], limit * slower)
