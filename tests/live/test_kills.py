"""The power fails in the middle of twenty matches. Nothing that was answered or shown may be lost.

Twice; SOAK=1: twenty times. The one-process shape's file is whole each time.
"""

from __future__ import annotations

import ast
import asyncio
import os
import time
from typing import Any

import pytest

from tests.live.judge import Page, Tables, faults, log_of
from tests.live.machine import Window, in_time
from tests.live.people import CROWDED, fetch
from tests.stack import Shape, Stack, running

pytestmark = pytest.mark.live
SOAK = os.environ.get("SOAK") == "1"
MATCHES, CUTS = 20, 20 if SOAK else 2
THINK = (0.3, 2.0) if SOAK else (0.05, 0.4)  # s: so long that matches still go on at the last cut
FULL = 2  # of SQLite's `synchronous`
RIGHT_WITHIN = 3.0  # s after the port answers, on a machine that nobody else uses


@pytest.mark.alone
@pytest.mark.parametrize("shape", ["production", "embedded"])
async def test_nothing_answered_is_lost_or_doubled_when_the_power_fails(shape: Shape, figures):
    with running(shape, environment=CROWDED) as stack:
        async with Tables(stack.url, MATCHES, think=THINK) as tables:
            cuts = [await cut_power(stack, tables, after=1.5 + cut % 5 / 3) for cut in range(CUTS)]
            await tables.settle()
            going_on = sum(not page.over for page in tables.pages)
            told = faults(tables.pages, log_of(stack))
            asked = sum(len(page.calls) for page in tables.pages)
        print(f"{shape}: {asked} moves asked, seconds until right (how much slower the machine was): {cuts}")
        figures("right again", [right for right, _ in cuts], limit=RIGHT_WITHIN, unit="s", size=f"{shape}, {CUTS} cuts")
        assert told == []
        assert stack.manage("replay").stdout == f"{MATCHES} matches are as their logs say\n"
        assert going_on > MATCHES, "too many matches were over before the last cut"
    for delay, slower in cuts:
        in_time("right again", delay, RIGHT_WITHIN * slower)


async def cut_power(stack: Stack, tables: Tables, *, after: float) -> tuple[float, float]:
    """Let them play, kill everything, start it again.

    Return the seconds until every page was right by itself, and how much slower the machine was meanwhile.
    """
    tables.gate.set()
    await asyncio.sleep(after)
    await asyncio.to_thread(stack.kill)
    tables.gate.clear()
    if stack.shape == "embedded":
        assert stack.query("PRAGMA integrity_check") == [("ok",)]
        assert stack.query("PRAGMA journal_mode") == [("wal",)]
    window = Window()
    starting = asyncio.create_task(asyncio.to_thread(stack.start))
    answered_at = await first_answer(stack.url, starting)
    checks = asyncio.Semaphore(4)  # the check must not keep the server from what it checks
    right = await asyncio.gather(*(right_since(page, checks) for page in tables.pages))
    await starting
    return round(max(right) - answered_at, 2), round(window.slower(stack.group), 2)


async def first_answer(url: str, starting: asyncio.Task[None]) -> float:
    """Return the instant at which the port answered."""
    while not starting.done() or starting.exception() is None:
        try:
            if (await fetch(f"{url}/healthz", "GET", {})).status == 200:
                break
        except OSError:
            await asyncio.sleep(0.02)
    return time.monotonic()


async def right_since(page: Page, checks: asyncio.Semaphore) -> float:
    """Return the instant at which the page got the frame that the server would show it afresh."""
    async with asyncio.timeout(30):
        while True:
            await page.until(lambda: page.synced, seconds=30)
            async with checks:
                fresh = comparable(await page.person.frame(page.match))
            for came_at, frame in page.recent:
                if comparable(frame) == fresh:
                    return came_at
            await asyncio.sleep(0.1)


def comparable(frame: dict[str, Any]) -> dict[str, Any]:
    """Return the frame without the instant at which it was sent."""
    if "clocks" not in frame:
        return frame
    return frame | {"clocks": {key: value for key, value in frame["clocks"].items() if key != "now"}}


def test_the_one_process_shape_waits_for_the_disk_and_for_its_turn(embedded_stack):
    look = "from django.db import connection as c; x = c.cursor().execute; "
    look += "print([x(f'PRAGMA {p}').fetchone()[0] for p in ('journal_mode', 'synchronous', 'busy_timeout')])"
    said = embedded_stack.manage("shell", "--no-imports", "-c", look).stdout
    mode, synchronous, patience = ast.literal_eval(said.splitlines()[-1])
    assert (mode, synchronous) == ("wal", FULL)
    assert patience >= 5_000
    ask = "from django.db import connection as c; c.ensure_connection(); print(c.transaction_mode)"
    assert embedded_stack.manage("shell", "--no-imports", "-c", ask).stdout.splitlines()[-1] == "IMMEDIATE"
