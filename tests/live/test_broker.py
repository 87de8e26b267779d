"""The broker is taken away from a site: people play on at the same pace, and what needs workers goes on afterwards.

SOAK=1: hundreds of moves, a minute long, and the broker gone as well as silent.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from time import perf_counter

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from bench.load.tally import percentiles
from games.serving.forwards import PATIENCE
from tests.live.footing import Town
from tests.live.judge import Page, seat_two
from tests.live.machine import Window, in_time
from tests.live.opponents import against, moves_of_bot, until
from tests.live.people import Person
from tests.services import silenced

pytestmark = [pytest.mark.live, pytest.mark.alone]
SOAK = os.environ.get("SOAK") == "1"


@dataclass(frozen=True)
class Size:
    """How many duels are fought with a broker and as many without, and for how many seconds at least it is away."""

    duels: int
    seconds: float


SIZE = Size(15, 60.0) if SOAK else Size(2, 0.0)
MOVES = 20 if SOAK else 10  # of a duel: so few that it is not over by then
NOTICED_WITHIN = 2.0  # s in which a server knows that the broker is away
MOVED_WITHIN, SEATED_WITHIN = 10.0, 5.0  # s after the broker is back, for a bot and for people who wait
LONGER, MORE = 1.5, 0.01  # p99 without a broker may be so many times that with one, and so many seconds more
CLAIMED = "SELECT 1 FROM games_alarm WHERE match_id = %s AND kind = 'bot' AND claimed_until > 0"
TABLES = "SELECT match_id FROM matchmaking_ticket WHERE id = ANY(%s) AND match_id IS NOT NULL"


@contextmanager
def broker_away(site: Town, how: str) -> Iterator[None]:
    """Let Valkey be gone, or say nothing, for a while."""
    if how == "gone":
        site.footing.kill_valkey()
        yield
        site.footing.start_valkey()
        return
    with silenced(site.footing.valkey):
        yield


class Company(AsyncExitStack):
    """Those who play, and those who wait for a table, each with a page open until the end."""

    def __init__(self, site: Town) -> None:
        super().__init__()
        self._site = site

    async def duel(self) -> list[Page]:
        """Seat two and begin; return their pages, one at each server: every second move is forwarded to the owner."""
        people = [await Person.guest(self._site.url) for _ in range(2)]
        match, own = await seat_two(*people), self._site.own_urls
        return [
            await self.enter_async_context(Page(person, match, at=url)) for person, url in zip(people, own, strict=True)
        ]

    async def opposite_bot(self) -> Page:
        """Seat somebody opposite a bot; return their page once it is their turn."""
        person = await Person.guest(self._site.url)
        page = await self.enter_async_context(Page(person, await against(person, "sequence", "gentle")))
        await page.until(lambda: page.my_turn, 60)
        return page

    async def in_lobby(self) -> Person:
        """Return somebody who looks at the lobby."""
        person = await Person.guest(self._site.url)
        address = f"{self._site.url.replace('http', 'ws', 1)}/ws/lobby/"
        cookie = {"Cookie": person.cookie}
        await self.enter_async_context(
            connect(address, origin=Origin(self._site.url), additional_headers=cookie, max_queue=None)
        )
        return person


async def pace(duels: list[list[Page]]) -> list[float]:
    """Let each pair make its moves, one pair after the other; return how long each move waited for its answer."""
    waits: list[float] = []
    for pages in duels:
        for _ in range(MOVES):
            await pages[0].until(lambda pages=pages: any(page.my_turn for page in pages))
            mover = next(page for page in pages if page.my_turn)
            sent = perf_counter()
            number = await mover.request("move", move=mover.frame["legal"][0])
            waits.append(perf_counter() - sent)
            await asyncio.gather(*(page.reach(number) for page in pages))
    return waits


async def wait_for_table(person: Person) -> int:
    """Ask to be matched; return the ticket's id."""
    answer = await person.post_json("/api/v1/tickets", {"token": "t", "game": "blue-diamond", "seats": 2})
    assert answer.status == 201, answer.body
    return int(answer.json()["ticket"])


async def since(began: float, happened: Awaitable[object]) -> float:
    """Return how many seconds after that instant something has happened."""
    await happened
    return perf_counter() - began


@pytest.mark.parametrize("how", ["silent", "gone"] if SOAK else ["silent"])
async def test_without_a_broker_people_play_on_as_quickly_and_bots_and_pairing_resume_by_themselves(site, figures, how):
    async with Company(site) as company:
        first, *duels = [await company.duel() for _ in range(1 + 2 * SIZE.duels)]
        three, waiting = await company.opposite_bot(), [await company.in_lobby() for _ in range(2)]
        lonely, window, usual = three.match, Window(site.group), await pace(duels[::2])
        with broker_away(site, how):
            gone = perf_counter()
            number = await three.request("move", move=next(m for m in three.frame["legal"] if m["type"] == "play"))
            tickets = [await wait_for_table(person) for person in waiting]
            early = await pace([first])
            await asyncio.sleep(NOTICED_WITHIN)
            without = await pace(duels[1::2])
            await until(60, lambda: site.query(CLAIMED, [lonely]))  # its task was handed out, and nobody took it
            await asyncio.sleep(max(0.0, gone + SIZE.seconds - perf_counter()))
            assert moves_of_bot(site, lonely, number) == 0
            assert not site.query(TABLES, [tickets])
        back = perf_counter()
        moved, seated = await asyncio.gather(
            since(back, three.until(lambda: three.my_turn, 60)),
            since(back, until(60, lambda: len(site.query(TABLES, [tickets])) == 2)),
        )
        assert moves_of_bot(site, lonely, number) == 1
        assert len(set(site.query(TABLES, [tickets]))) == 1
    slower, size = window.slower(site.group), f"broker {how}, {len(without)} moves"
    found, allowed = (percentiles(waits)["p99_ms"] / 1000 for waits in (without, usual))
    allowed = LONGER * allowed + MORE * slower
    figures("answers with a broker", [1000 * wait for wait in usual], unit="ms", size=f"{len(usual)} moves")
    figures("answers without", [1000 * wait for wait in without], unit="ms", size=size)
    figures("p99 without", [1000 * found], limit=round(1000 * allowed, 1), unit="ms", size=size)
    figures("before it is known", [1000 * wait for wait in early], unit="ms", size=f"{len(early)} moves")
    figures("a bot had moved after it was back", [moved], limit=MOVED_WITHIN, unit="s", size=size)
    figures("those who wait had a table", [seated], limit=SEATED_WITHIN, unit="s", size=size)
    in_time("the bot had moved", moved, MOVED_WITHIN * slower)
    in_time("those who wait had a table", seated, SEATED_WITHIN * slower)
    in_time("what is to be judged by the other process is waited for no longer", max(early), PATIENCE + 2 * allowed)
    in_time("p99 of the answers without a broker", found, allowed)
