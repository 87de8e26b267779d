"""What only a real server can refuse: frames that are too long, before anything reads them."""

from __future__ import annotations

import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.live.people import Person
from tests.stack import Stack

pytestmark = pytest.mark.live


async def refusal_of(socket) -> str:
    while (message := json.loads(await socket.recv()))["type"] != "refused":
        pass
    return message["error"]["code"]


async def test_a_frame_of_seventeen_kib_closes_the_socket_and_changes_nothing(embedded_stack: Stack):
    person = await Person.guest(embedded_stack.url)
    match = await person.open_table()
    before = await person.frame(match)
    address = f"{embedded_stack.url.replace('http', 'ws')}/ws/matches/{match}/"
    cookie = {"Cookie": person.cookie}
    async with connect(address, origin=Origin(embedded_stack.url), additional_headers=cookie) as socket:
        await socket.send(json.dumps({"type": "chat", "token": "t1", "text": "x" * 15 * 1024}))
        assert await refusal_of(socket) == "too_long"
        await socket.send(json.dumps({"type": "chat", "token": "t2", "text": "x" * 17 * 1024}))
        with pytest.raises(ConnectionClosed) as closed:
            await refusal_of(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert await person.frame(match) == before
