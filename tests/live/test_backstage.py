"""The processes behind the servers, for real: the clock ends matches; a changed password reaches every socket."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from accounts.limits import named
from tests.live.judge import seat_two
from tests.live.people import Person, fetch, socket_of
from tests.stack import Stack

pytestmark = pytest.mark.live
CODE = re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b")
PASSWORD = "a calm table for five"


async def until(seconds: float, found: Callable[[], Awaitable[Any]]) -> Any:
    """Ask again and again until there is an answer; fails after so many seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if answer := await found():
            return answer
        await asyncio.sleep(0.1)
    raise AssertionError(f"nothing within {seconds} s")


async def test_the_clock_process_ends_a_match_when_time_is_over(production_stack: Stack):
    anna, boris = await Person.guest(production_stack.url), await Person.guest(production_stack.url)
    match = await seat_two(anna, boris, per_move=10)

    async def over() -> Any:
        (row,) = production_stack.query("SELECT status FROM games_matchlive WHERE match_id = %s", [match])
        return row[0] == "finished"  # read from the database: nobody asks the servers anything

    await until(60, over)
    frame = await anna.frame(match)
    assert frame["ended"]["by"] == "time"
    assert 10_000 <= (frame["clocks"]["at"] - _started_at(production_stack, match)) <= 14_000


def _started_at(stack: Stack, match: str) -> int:
    (row,) = stack.query("SELECT at FROM games_entryrow WHERE match_id = %s AND kind = 'start'", [match])
    return int(row[0])


async def test_a_changed_password_ends_the_other_sessions_and_their_sockets(production_stack: Stack):
    here = await sign_up(production_stack, f"Dora{secrets.token_hex(2)}")
    there = await log_in(production_stack, f"{here.address_of_mail}")
    match = await here.open_table()
    async with socket_of(there, match) as other, socket_of(here, match) as own:
        fields = {"oldpassword": PASSWORD, "password1": "another calm table", "password2": "another calm table"}
        answer = await here.post_form("/accounts/password/change/", fields)
        assert answer.status == 302, answer.body.decode()
        with pytest.raises(ConnectionClosed) as closed:
            async with asyncio.timeout(20):
                while True:
                    await other.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
        await own.close()
    assert (await there.get("/my/matches/")).status == 302  # to the login page
    assert (await here.get("/my/matches/")).status == 200


async def test_a_mail_leaves_by_a_worker_of_its_own(production_stack: Stack):
    person = await sign_up(production_stack, f"Maya{secrets.token_hex(2)}")

    async def left() -> bool:
        sent = 'SELECT sent_at FROM accounts_outgoingmail WHERE "to" = %s'
        return all(at for (at,) in production_stack.query(sent, [person.address_of_mail]))

    await until(120, left)  # of a worker just started: 57 s were seen on a machine of 2 cores with 16 at work


async def test_a_limit_counts_what_comes_to_every_server_by_every_door(production_stack: Stack):
    limit = named("bad_tokens")
    doors = [url + path for url in production_stack.own_urls for path in ("/api/v1/account", "/api/v1/stream")]
    while time.time() % limit.seconds > limit.seconds - 15:  # a window that ends amid this would begin anew
        await asyncio.sleep(1)
    tried = [(doors[turn % 4], f"no{turn}") for turn in range(limit.most + 4)]
    answers = [await fetch(url, "GET", {"Authorization": f"Bearer {token}"}) for url, token in tried]
    assert [answer.status for answer in answers] == [401] * limit.most + [429] * 4
    assert {answer.json()["error"]["limit"] for answer in answers[-4:]} == {limit.name}
    assert all(0 < int(answer.headers["retry-after"]) <= limit.seconds for answer in answers[-4:])


class Member(Person):
    """A person with an account."""

    address_of_mail = ""


async def sign_up(stack: Stack, name: str) -> Member:
    person = Member(stack.url)
    person.address_of_mail = f"{name.lower()}@example.com"
    await person.get("/accounts/signup/")
    fields = {"username": name, "email": person.address_of_mail, "password1": PASSWORD}
    assert (await person.post_form("/accounts/signup/", fields)).status == 302
    mailed = 'SELECT text FROM accounts_outgoingmail WHERE "to" = %s ORDER BY id DESC LIMIT 1'
    code = CODE.search(stack.query(mailed, [person.address_of_mail])[0][0])
    assert code
    assert (await person.post_form("/accounts/confirm-email/", {"code": code[0]})).status == 302
    return person


async def log_in(stack: Stack, address: str) -> Person:
    person = Person(stack.url)
    await person.get("/accounts/login/")
    answer = await person.post_form("/accounts/login/", {"login": address, "password": PASSWORD})
    assert answer.status == 302, answer.body.decode()
    return person
