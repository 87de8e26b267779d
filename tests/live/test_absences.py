"""Two server processes and one table: who is away is away from both, and a process that is deaf wins nobody a match."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import Counter
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import pytest

from tests.live.judge import Page, RefusedError, log_of, seat_two
from tests.live.people import CROWDED, Person
from tests.services import free_port, start_valkey
from tests.stack import Stack, running

pytestmark = pytest.mark.live
GRACE = 4.5  # s; a third of it passes in silence
DEAF = 60 if os.environ.get("SOAK") else 0  # s without Valkey: what a process has heard holds for 25
WORD = 3.0  # s until those at the other process have heard that somebody is back, on a busy machine


async def sit_apart(stack: Stack, exits: AsyncExitStack) -> tuple[Page, Page]:
    """Return two players' pages at different processes, first of who is to act."""
    people = [await Person.guest(stack.url) for _ in range(2)]
    match = await seat_two(*people)
    pairs = zip(people, stack.own_urls, strict=True)
    first, second = [await exits.enter_async_context(Page(one, match, at=url)) for one, url in pairs]
    return (first, second) if first.my_turn else (second, first)


def kinds(stack: Stack, page: Page) -> list[str]:
    """Return the kinds of what has happened since the start."""
    return [row[2] for row in log_of(stack) if row[0] == page.match and row[2] not in {"join", "ready", "start"}]


async def claim_twice(page: Page, seat: int, stack: Stack) -> Counter[str]:
    """Claim the win at both processes at once; count the answers."""
    asked = (
        page.person.ask(page.match, "claim_win", secrets.token_hex(8), at=url, seat=seat) for url in stack.own_urls
    )
    answers = await asyncio.gather(*asked)
    return Counter("ok" if answer.status == 200 else answer.json()["error"]["code"] for answer in answers)


async def test_who_is_away_is_away_from_both_processes_and_who_is_at_either_is_there(tmp_path: Path) -> None:
    port = free_port()
    with ExitStack() as valkey:
        url = start_valkey(tmp_path, valkey, port)
        environment = {**CROWDED, "REDIS_URL": url, "ABSENCE_GRACE": str(GRACE)}
        with running("production", environment=environment) as stack:
            async with AsyncExitStack() as exits:
                await one_leaves_and_the_other_wins(*await sit_apart(stack, exits), stack)
                if DEAF:
                    await nobody_wins_by_deafness(*await sit_apart(stack, exits), stack, valkey)
            assert "are as their logs say" in stack.manage("replay").stdout


async def one_leaves_and_the_other_wins(leaver: Page, other: Page, stack: Stack) -> None:
    seat = leaver.frame["seat"]
    await asyncio.sleep(GRACE / 3 + 2)
    assert kinds(stack, other) == [], "both are there"
    await leaver.__aexit__(None, None, None)
    await other.until(lambda: "absent" in other.frame)
    async with Page(leaver.person, leaver.match, at=other.base):
        await other.until(lambda: "absent" not in other.frame, WORD)
        with pytest.raises(RefusedError, match="not_absent"):
            await other.request("claim_win", seat=seat)
    await other.until(lambda: "absent" in other.frame)
    assert await claim_twice(other, seat, stack) == {"too_early": 2}
    await asyncio.sleep(GRACE * 2 / 3 + 0.5)
    assert await claim_twice(other, seat, stack) == {"ok": 1, "game_over": 1}
    assert kinds(stack, other) == ["absent", "back", "absent", "give_up"]


async def nobody_wins_by_deafness(mover: Page, other: Page, stack: Stack, valkey: ExitStack) -> None:
    seat = mover.frame["seat"]
    await asyncio.to_thread(valkey.close)
    refused = Counter[str]()
    for _ in range(DEAF * 4):
        await asyncio.sleep(0.25)
        with pytest.raises(RefusedError) as refusal:
            await other.request("claim_win", seat=seat)
        refused[refusal.value.code] += 1
    print(f"without Valkey: {refused}, {kinds(stack, other)}")
    assert set(refused) <= {"not_absent", "too_early"}
    assert kinds(stack, other).count("absent") <= 1, "who cannot hear says little"
    await mover.request("move", number=mover.number, move=mover.frame["legal"][0])
    await other.reach(mover.number)
