"""People who come and go, twenty a second, leave no memory and no connection behind. SOAK=1: for ten minutes."""

from __future__ import annotations

import asyncio
import os
from time import perf_counter

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.live.people import Person
from tests.live.sleepers import resident

pytestmark = [pytest.mark.live, pytest.mark.alone]
SOAK = os.environ.get("SOAK") == "1"
ROUNDS, EACH, WARM = (120, 100, 20) if SOAK else (40, 50, 20)  # visits a round; rounds before memory counts
MOST = 1024 if SOAK else 8 * 1024  # KiB a minute of twenty visits a second: of few, memory grows in steps of a MiB
VISITS_A_MINUTE = 1200
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
POOL = 40  # of both servers with their pools, the workers, the clock


async def test_people_who_come_and_go_leave_nothing_behind(site, figures):
    person = await Person.guest(site.url)
    match, memory, connections = await person.open_table(), [], []
    for _ in range(ROUNDS):
        begun = perf_counter()
        for _ in range(EACH // 10):
            await asyncio.gather(*(visit(site.url, person, match) for _ in range(10)))
        memory.append(resident(site.servers()))
        connections.append((await asyncio.to_thread(site.query, CONNECTIONS))[0][0])
        if SOAK:
            await asyncio.sleep(max(0.0, 60 * EACH / VISITS_A_MINUTE - (perf_counter() - begun)))
    grown = (memory[-1] - memory[WARM - 1]) / ((ROUNDS - WARM) * EACH / VISITS_A_MINUTE)
    size = f"{ROUNDS * EACH} visits"
    figures("memory grown a minute of twenty visits a second", [grown], limit=MOST, unit="KiB", size=size)
    figures("connections to the database", connections, limit=POOL, size=size)
    assert grown <= MOST
    assert max(connections) <= POOL


async def visit(url: str, person: Person, match: str) -> None:
    """Open a page's socket, look and go."""
    address, cookie = f"{url.replace('http', 'ws')}/ws/matches/{match}/", {"Cookie": person.cookie}
    async with connect(address, origin=Origin(url), additional_headers=cookie, open_timeout=60) as socket:
        await socket.recv()
