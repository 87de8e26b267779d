"""Instants: what is to be done at one is not done before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
import uvloop

from games import instants
from games.instants import call_at, now_ms

TIMES = 300


async def call_many() -> list[int]:
    """Return by how many ms each call came late; less than nought: early."""
    late: list[int] = []
    for each in range(TIMES):
        at = now_ms() + 1 + each % 7
        call_at(at, lambda at=at: late.append(now_ms() - at))
        await asyncio.sleep(0.0003)
    await asyncio.sleep(0.1)
    return late


@pytest.mark.parametrize("factory", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_nothing_is_called_before_its_instant(factory: Callable[[], asyncio.AbstractEventLoop]):
    """Many timers at odd moments within a millisecond: uvloop alone called some of them one too early."""
    loop = factory()
    try:
        late = loop.run_until_complete(call_many())
    finally:
        loop.close()
    assert len(late) == TIMES
    assert min(late) >= 0


def test_a_step_of_the_servers_wall_clock_moves_no_instant(monkeypatch, figures):
    """Five minutes to and fro, as when somebody sets a machine's clock while matches are played."""
    monkeypatch.setattr(instants, "_offset", time.time_ns() - time.monotonic_ns())
    real, off = time.time_ns, []
    for step in (300, -300, 3_600, -3_600):
        monkeypatch.setattr(time, "time_ns", lambda step=step: real() + step * 10**9)
        off.append(abs(instants.now_ms() - real() / 10**6))
    figures("off after a step", off, limit=100, unit="ms", size="steps of 5 and 60 minutes")
    assert max(off) < 100
