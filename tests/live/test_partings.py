"""E3 of the research: who is logged out, banned, or has lost a password, token or role, has no open socket left in 2 s.

Six people with sockets of every kind at two server processes; SOAK=1 makes it a hundred sockets each.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.live.machine import in_time
from tests.live.partings import DEEDS, KINDS, SEED, SILENT
from tests.live.people import fetch
from tests.stack import Stack

pytestmark = [pytest.mark.live, pytest.mark.alone]
SOAK = os.environ.get("SOAK") == "1"
SOCKETS = 100 if SOAK else 12
WITHIN = 2.0  # s
CODES = {"ban": 4403, "suspension": 4403}  # 4401: all others
RESIGN = json.dumps({"type": "leave", "token": "late"})
Json = dict[str, Any]


def places(person: Json, kind: str) -> list[tuple[str, Json]]:
    """Return where a person's sockets go, and with what headers: of a token's person only what a token opens."""
    table = f"/ws/matches/{person['match']}/"
    if kind == "token":
        return [(table, {"Authorization": f"Bearer {person['token']}"})] * SOCKETS
    cookie = {"Cookie": f"sessionid={person['cookie']}"}
    paths = ["/ws/notices/", "/ws/lobby/?lists"] * 2
    return [(path, cookie) for path in [*paths, *[table] * (SOCKETS - len(paths))]]


async def opened(exits: AsyncExitStack, stack: Stack, people: Json) -> dict[str, list[ClientConnection]]:
    """Open all sockets, at one process and the other in turn, and take the first word of each."""
    sockets: dict[str, list[ClientConnection]] = {kind: [] for kind in KINDS}
    for kind in KINDS:
        for turn, (path, headers) in enumerate(places(people[kind], kind)):
            base = stack.own_urls[turn % 2]
            address = base.replace("http", "ws", 1) + path
            opening = connect(address, origin=Origin(base), additional_headers=headers, compression=None)
            sockets[kind].append(await exits.enter_async_context(opening))
    return sockets


async def end_of(socket: ClientConnection) -> tuple[int, float]:
    """Read a socket until it ends and return its code and the instant; whatever is sent then is refused."""
    try:
        while True:
            await socket.recv()
    except ConnectionClosed as closed:
        at = time.time()
        with pytest.raises(ConnectionClosed):
            await socket.send(RESIGN)
        assert closed.rcvd is not None
        return closed.rcvd.code, at


async def told_deeds(stack: Stack) -> Json:
    """Have all done by another process, which tells the servers; return when each was committed."""
    done = await asyncio.to_thread(stack.manage, "shell", "--no-imports", "-c", DEEDS)
    told: Json = json.loads(done.stdout.splitlines()[-1])
    return told


async def silent_deeds(stack: Stack, people: Json) -> Json:
    """Have all done where nobody tells the servers."""
    done = {}
    for kind in KINDS:
        sql = SILENT[kind].replace("%(cookie)s", "%s")
        await asyncio.to_thread(stack.query, sql, [people[kind]["cookie"]] if "%s" in sql else ())
        done[kind] = time.time()
    return done


@pytest.mark.parametrize("silently", [False, True], ids=["told", "found in the database alone"])
async def test_every_socket_closes_within_two_seconds_and_takes_nothing_more(open_site: Stack, silently: bool) -> None:
    stack = open_site
    people = json.loads(stack.manage("shell", "--no-imports", "-c", SEED).stdout.splitlines()[-1])
    async with AsyncExitStack() as exits:
        sockets = await opened(exits, stack, people)
        await asyncio.sleep(1.5)  # so that each process knows them all
        ends = {kind: [asyncio.create_task(end_of(socket)) for socket in sockets[kind]] for kind in KINDS}
        done = await (silent_deeds(stack, people) if silently else told_deeds(stack))
        late: dict[str, float] = {}
        for kind in KINDS:
            found = await asyncio.wait_for(asyncio.gather(*ends[kind]), WITHIN + 5)
            assert {code for code, _ in found} == {CODES.get(kind, 4401)}, kind
            late[kind] = max(at for _, at in found) - done[kind]
    print(
        "\n".join(f"{kind}: {SOCKETS} sockets, the last closed after {seconds:.2f} s" for kind, seconds in late.items())
    )
    await assert_nothing_opens(stack, people)
    in_time("the last socket closed", max(late.values()), WITHIN)


async def assert_nothing_opens(stack: Stack, people: Json) -> None:
    """See what a new try is answered: the barred a code of their own, others are nobody."""
    for kind in ("ban", "suspension"):
        for path, headers in places(people[kind], kind)[:4]:
            address = stack.own_urls[0].replace("http", "ws", 1) + path
            async with connect(address, origin=Origin(stack.own_urls[0]), additional_headers=headers) as socket:
                assert (await end_of(socket))[0] == 4403
        bearer = {"Authorization": f"Bearer {people[kind]['token']}"}
        answers = [await fetch(f"{base}/api/v1/account", "GET", bearer) for base in stack.own_urls]
        assert [answer.status for answer in answers] == [403, 403]
