"""A backup taken while people play is, restored elsewhere, the same site: it goes on, and mails nobody again (G1).

SOAK=1: more tables, and the embedded shape too.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from contextlib import AsyncExitStack
from copy import copy
from pathlib import Path
from time import perf_counter

import pytest

from games.door.precedence import SILENCE
from rules import record
from tests.live.judge import Page, Row, Tables, faults, log_of
from tests.live.people import CROWDED
from tests.services import postgres_programs
from tests.stack import Shape, Stack, running

pytestmark = pytest.mark.live
SOAK = os.environ.get("SOAK") == "1"
MATCHES, MOVES = (40, 400) if SOAK else (4, 8)
THINK = (1.0, 3.0)  # s: no match must be over before the backup is taken, which takes a minute on a busy machine
SITE = CROWDED | {"SECRET_KEY": "of one site, wherever its database is restored to"}
PATIENCE = 120.0  # s
AWAY = SILENCE / 1000 + 1.0  # s
WAITING = """
INSERT INTO accounts_outgoingmail (maker, about, sender, "to", subject, text, html, headers, created_at, due_at,
    claimed_until, attempts, last_error, provider_id)
VALUES ('', '{}', 'q@example.org', 'anna@example.org', 'A code', '123', '', '{}', %s, %s, %s, 0, '', '')
"""
YESTERDAY, LATER = "2026-01-01 00:00:00+00", "2999-01-01 00:00:00+00"


@pytest.mark.parametrize("shape", ["production", "embedded"] if SOAK else ["production"])
async def test_a_backup_taken_during_play_is_the_same_site_elsewhere(shape: Shape, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{postgres_programs()}:{os.environ['PATH']}")
    path = tmp_path / "backup.zip"
    with running(shape, environment=SITE) as first:
        first.query(WAITING, [YESTERDAY, LATER, YESTERDAY])
        async with Tables(first.url, MATCHES, think=THINK) as tables:
            tables.gate.set()
            await accepted(tables, MOVES)
            before, since = answers(tables.pages), perf_counter()
            await asyncio.to_thread(first.manage, "backup", str(path))
            took, meanwhile = perf_counter() - since, len(answers(tables.pages) - before)
            await accepted(tables, len(answers(tables.pages)) + MATCHES)
            await tables.settle()
        log = log_of(first)
        assert faults(tables.pages, log) == []
        first.kill()
    second = Stack(shape, environment=SITE, bare=True)
    assert "1 mails that waited then will not be sent" in second.manage("restore", str(path)).stdout
    saved = log_of(second)
    print(f"{shape}: {took:.1f} s, {meanwhile} answers meanwhile; {len(saved)} of {len(log)} entries came along")
    assert set(saved) < set(log)
    assert before <= {(match, token, number) for match, number, _, _, token, _ in saved}
    await asyncio.sleep(since + took + AWAY - perf_counter())  # a shorter outage is given back to nobody
    with second:
        await go_on(second, tables.pages)
        assert f"{MATCHES} matches are as their logs say" in second.manage("replay").stdout
        assert second.query("SELECT count(*) FROM accounts_outgoingmail WHERE dropped_at IS NULL") == [(0,)]
        assert not list(Path(second.folder).glob("var/mail/*"))


Answers = set[tuple[str, str | None, int]]


def answers(pages: Iterable[Page]) -> Answers:
    """Return match, token and number of all that was answered."""
    calls = [call for page in pages for call in page.calls.values()]
    return {(call.match, call.token, number) for call in calls for number in call.accepted}


async def accepted(tables: Tables, count: int) -> None:
    """Wait until so many moves were answered."""
    async with asyncio.timeout(PATIENCE):
        while len(answers(tables.pages)) < count:
            await asyncio.sleep(0.05)


async def go_on(site: Stack, pages: list[Page]) -> None:
    """Open all matches anew there, with the old cookies; move in each, end one and check its record."""
    async with AsyncExitStack() as stack:
        again = [await stack.enter_async_context(at(site, page)) for page in pages]
        pairs = [again[i : i + 2] for i in range(0, len(again), 2) if not again[i].over]
        before = numbers(log_of(site))
        await asyncio.gather(*map(move_once, pairs))
        after, (page, _) = numbers(log_of(site)), pairs[0]
        assert all(after[one.match] > before[one.match] for one, _ in pairs)
        assert {one.match for one, _ in pairs} <= {match for match, _, kind, *_ in log_of(site) if kind == "pause"}
        await page.request("resign")
        await page.until(lambda: page.over)
        text = await page.person.get(f"/m/{page.match}/record.json")
        record.check(record.parse(text.body))


def at(site: Stack, page: Page) -> Page:
    """Return the page of the same person and match at another address."""
    person = copy(page.person)
    person.url = site.url
    return Page(person, page.match)


async def move_once(pages: list[Page]) -> None:
    """Let whoever is to move make a move."""
    async with asyncio.timeout(PATIENCE):
        while not any(page.my_turn for page in pages):
            await asyncio.sleep(0.05)
    mover = next(page for page in pages if page.my_turn)
    await mover.request("move", number=mover.number, move=mover.frame["legal"][0])


def numbers(log: list[Row]) -> dict[str, int]:
    """Return the last number of each match."""
    return {match: number for match, number, *_ in log}
