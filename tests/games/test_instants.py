"""Instants: what is to be done at one is not done before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
import uvloop

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
