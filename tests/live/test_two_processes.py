"""Two server processes, one log: whoever writes at once through both, one is taken and the other told so.

SOAK=1: the full size.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import time
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.live.judge import Page, RefusedError, faults, log_of, seat_two
from tests.live.machine import in_time
from tests.live.people import Answer, Person
from tests.stack import Stack

pytestmark = pytest.mark.live
LOST = {"stale_position", "not_your_turn", "illegal_move", "game_over"}
SOAK = os.environ.get("SOAK") == "1"
ROUNDS, STARTS = (1_000, 500) if SOAK else (200, 5)
FIVE = 5  # tables for which the same six people sit down


async def two_guests(stack: Stack) -> tuple[Person, Person]:
    return await Person.guest(stack.url), await Person.guest(stack.url)


def codes(answers: list[Answer]) -> Counter[str]:
    """Count the answers: "ok", or the refusal's code."""
    return Counter("ok" if answer.status == 200 else answer.json()["error"]["code"] for answer in answers)


def assert_log_is_whole(stack: Stack, *pages: Page) -> None:
    assert faults(pages, log_of(stack)) == []
    replayed = stack.manage("replay", check=False)
    assert "are as their logs say" in replayed.stdout, replayed.stderr


async def test_fifty_posts_of_one_move_make_one_row(site):
    people = await two_guests(site)
    match = await seat_two(*people)
    for _ in range(3):
        frames = [await person.frame(match) for person in people]
        mover = next(seat for seat in (0, 1) if frames[seat]["turn"] == [seat])
        move, number = frames[mover]["legal"][0], frames[mover]["number"]
        asked = (
            people[mover].ask(match, "move", secrets.token_hex(8), at=site.own_urls[n % 2], number=number, move=move)
            for n in range(50)
        )
        counted = codes(await asyncio.gather(*asked))
        assert counted["ok"] == 1
        assert set(counted) <= LOST | {"ok"}
        assert [row[1] for row in log_of(site) if row[0] == match][-1] == number + 1
    assert_log_is_whole(site)


async def test_of_two_different_moves_at_once_one_is_taken_every_time(site, figures):
    chosen, told = random.Random(7), Counter[str]()
    people = await two_guests(site)
    while told["taken"] < ROUNDS:
        match = await seat_two(*people)
        async with AsyncExitStack() as exits:
            tabs = [[await exits.enter_async_context(Page(p, match, at=at)) for at in site.own_urls] for p in people]
            everyone = [page for pair in tabs for page in pair]
            while told["taken"] < ROUNDS and not everyone[0].over:
                await one_round(next(pair for pair in tabs if pair[0].my_turn), everyone, chosen, told)
            assert faults(everyone, log_of(site)) == []
    assert_log_is_whole(site)
    assert told["taken"] == told["refused"] == ROUNDS
    figures("taken of two", [told["taken"] / told["refused"]], limit=1, size=f"{ROUNDS} rounds")


async def one_round(pair: list[Page], everyone: list[Page], chosen: random.Random, told: Counter[str]) -> None:
    """Send two different moves from the two tabs of whoever is to move; with but one move to make, send that."""
    number, legal = pair[0].number, pair[0].frame["legal"]
    moves = chosen.sample(legal, min(2, len(legal)))
    asked = (page.request("move", number=number, move=move) for page, move in zip(pair, moves, strict=False))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    if len(moves) == 2:
        taken = [answer for answer in answers if isinstance(answer, int)]
        refused = [answer for answer in answers if isinstance(answer, RefusedError) and answer.code in LOST]
        assert (taken, len(refused)) == ([number + 1], 1), answers
        told.update(taken=1, refused=1)
    for page in everyone:
        await page.reach(number + 1)


async def test_one_token_three_times_at_once_is_one_move_with_one_answer(site):
    people = await two_guests(site)
    match = await seat_two(*people)
    async with AsyncExitStack() as exits:
        tabs = [[await exits.enter_async_context(Page(p, match, at=at)) for at in site.own_urls] for p in people]
        for _ in range(20):
            first, second = pair = next(pair for pair in tabs if pair[0].my_turn)
            number, token = first.number, secrets.token_hex(8)
            fields: dict[str, Any] = {"number": number, "move": first.frame["legal"][0]}
            by_post = first.person.ask(match, "move", token, **fields)
            by_socket = [page.request("move", token=token, **fields) for page in pair]
            *numbers, posted = await asyncio.gather(*by_socket, by_post)
            assert [*numbers, posted.json()] == [number + 1, number + 1, {"number": number + 1}]
            for page in [*tabs[0], *tabs[1]]:
                await page.reach(number + 1)
            assert second.number == number + 1
        pages = [*tabs[0], *tabs[1]]
    assert_log_is_whole(site, *pages)


async def test_a_seat_fills_once_and_the_cards_are_dealt_once(site, figures):
    taken: list[int] = []
    for number in range(STARTS):
        if number % FIVE == 0:
            host, *guests = [await Person.guest(site.url) for _ in range(6)]
        match = await host.open_table()
        asked = (g.ask(match, "join", secrets.token_hex(8), at=site.own_urls[n % 2]) for n, g in enumerate(guests))
        joined = await asyncio.gather(*asked)
        assert codes(joined) == {"ok": 1, "table_full": 4}
        seated = next(guest for guest, answer in zip(guests, joined, strict=True) if answer.status == 200)
        await seated.ask(match, "ready", secrets.token_hex(8), ready=True)
        starts = (host.ask(match, "start", secrets.token_hex(8), at=site.own_urls[n % 2]) for n in range(5))
        started = codes(await asyncio.gather(*starts))
        assert started == {"ok": 1, "already_started": 4}
        taken += [codes(joined)["ok"], started["ok"]]
    assert_log_is_whole(site)
    figures("taken of five seats asked for and of five starts", taken, limit=1, size=f"{STARTS} tables, two servers")


# --- with and without Valkey ---


@pytest.mark.alone
async def test_watchers_at_the_other_process_follow_with_valkey_and_within_a_second_without(site):
    people, watching = await two_guests(site), await Person.guest(site.url)
    match = await seat_two(*people)
    here, there = site.own_urls
    async with AsyncExitStack() as exits:
        players = [await exits.enter_async_context(Page(person, match, at=here)) for person in people]
        watcher = await exits.enter_async_context(Page(watching, match, at=there))
        await asyncio.sleep(1)  # until the hubs have their channels
        quick = [await seen_after(players, watcher) for _ in range(10)]
        await asyncio.to_thread(site.footing.kill_valkey)
        slow = [await seen_after(players, watcher) for _ in range(10)]
        late = await exits.enter_async_context(Page(watching, match, at=there))
        assert late.number == watcher.number
        await asyncio.to_thread(site.footing.start_valkey)
        await asyncio.sleep(12)  # what each process says again every ten seconds
        again = [await seen_after(players, watcher) for _ in range(10)]
    print(f"seconds with Valkey {quick}, without {slow}, with it again {again}")
    assert_log_is_whole(site, *players, watcher, late)
    in_time("seen with Valkey", max(sorted(quick)[5], sorted(again)[5]), 0.3)
    in_time("seen without", max(slow), 1.5)  # the look once a second, and a busy machine


async def seen_after(players: list[Page], watcher: Page) -> float:
    """Play a move and return the seconds from its answer until the watcher had it."""
    mover = next(page for page in players if page.my_turn)
    number = await mover.request("move", number=mover.number, move=mover.frame["legal"][0])
    answered = time.monotonic()
    for page in (*players, watcher):
        await page.reach(number)
    return round(time.monotonic() - answered, 3)
