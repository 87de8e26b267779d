"""What only a real server can refuse: frames that are too long, before anything reads them."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.live.people import Person
from tests.stack import Stack

pytestmark = pytest.mark.live
HALF_OPEN = 200
OPENED = 10.0  # s, on a busy machine


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
        with pytest.raises(ConnectionClosed) as closed:
            await socket.send(json.dumps({"type": "chat", "token": "t2", "text": "x" * 17 * 1024}))
            await refusal_of(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert await person.frame(match) == before


async def test_half_open_handshakes_and_a_huge_frame_keep_nobody_from_playing(embedded_stack: Stack, figures):
    person = await Person.guest(embedded_stack.url)
    match = await person.open_table()
    address = f"{embedded_stack.url.replace('http', 'ws')}/ws/matches/{match}/"
    lines = [await asyncio.open_connection("127.0.0.1", embedded_stack.port) for _ in range(HALF_OPEN)]
    for _, writer in lines:
        writer.write(b"GET /ws/matches/x/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n")
    cookie = {"Cookie": person.cookie}
    waits = []
    for _ in range(10):
        begun = time.perf_counter()
        async with connect(address, origin=Origin(embedded_stack.url), additional_headers=cookie) as socket:
            await socket.recv()
            waits.append(time.perf_counter() - begun)
            with pytest.raises(ConnectionClosed) as closed:  # perhaps while the frame is still being sent
                await socket.send("x" * (1 << 20))
                await refusal_of(socket)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009  # what it still sends may be cut off
    for _, writer in lines:
        writer.close()
    figures("socket opened and shown", waits, limit=OPENED, unit="s", size=f"{HALF_OPEN} half-open handshakes")
    assert max(waits) < OPENED
