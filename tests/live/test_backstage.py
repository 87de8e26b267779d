"""The processes behind the servers, for real: the clock ends matches, and a bot moves though its worker was killed."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.live.judge import seat_two
from tests.live.people import Person
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

    await until(20, over)
    frame = await anna.frame(match)
    assert frame["ended"]["by"] == "time"
    assert 10_000 <= (frame["clocks"]["at"] - _started_at(production_stack, match)) <= 14_000


def _started_at(stack: Stack, match: str) -> int:
    (row,) = stack.query("SELECT at FROM games_entryrow WHERE match_id = %s AND kind = 'start'", [match])
    return int(row[0])


async def test_a_bot_moves_though_its_worker_was_killed(production_stack: Stack):
    anna = await Person.guest(production_stack.url)
    answer = await anna.post_form("/play/sequence/", {})
    match = urlsplit(answer.headers["location"]).path.strip("/").split("/")[-1]
    assert (await anna.ask(match, "start", secrets.token_hex(6))).status == 200

    async def my_turn() -> Any:
        frame = await anna.frame(match)
        return frame if frame["turn"] == [0] else None

    for _ in range(2):
        frame = await until(30, my_turn)
        move = next(move for move in frame["legal"] if move["type"] == "play")
        answer = await anna.ask(match, "move", secrets.token_hex(6), move=move)
        assert answer.status == 200, answer.body
        assert kill_workers(production_stack) > 0
    await until(30, my_turn)
    production_stack.manage("replay", match)


def kill_workers(stack: Stack) -> int:
    """SIGKILL every Celery process of the stack and return how many there were."""
    listed = subprocess.run(["ps", "-Aww", "-o", "pid=,pgid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    workers = [int(pid) for pid, group, words in rows if int(group) == stack.group and "celery" in words]
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    return len(workers)


async def test_a_changed_password_ends_the_other_sessions_and_their_sockets(production_stack: Stack):
    here = await sign_up(production_stack, f"Dora{secrets.token_hex(2)}")
    there = await log_in(production_stack, f"{here.address_of_mail}")
    match = await here.open_table()
    async with socket_of(there, match) as other, socket_of(here, match) as own:
        fields = {"oldpassword": PASSWORD, "password1": "another calm table", "password2": "another calm table"}
        answer = await here.post_form("/accounts/password/change/", fields)
        assert answer.status == 302, answer.body.decode()
        with pytest.raises(ConnectionClosed) as closed:
            async with asyncio.timeout(4):
                while True:
                    await other.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
        await own.close()
    assert (await there.get("/my/matches/")).status == 302  # to the login page
    assert (await here.get("/my/matches/")).status == 200


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


def socket_of(person: Person, match: str) -> connect:
    address = f"{person.url.replace('http', 'ws')}/ws/matches/{match}/"
    return connect(address, origin=Origin(person.url), additional_headers={"Cookie": person.cookie})
