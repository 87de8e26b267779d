"""A connection whose other end does not read: what it costs, and how it ends. On real sockets, in this process."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import pytest

from bench.load.wire import PING, handshake, masked
from config.direct import SEND_BUFFER, DirectProtocol
from games.serving.outbox import MOST_BYTES, MOST_WAITING, Outbox
from tests.live.one_server import serving
from tests.live.sleepers import BUFFER, is_reset

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux about its sockets")
SHORT, LONG = b"x" * 3_000, b"x" * 30_000
ASYNCIO = 64 * 1024  # bytes that a transport takes before it says that it is full


class Teller:
    """Accepts one socket and puts into its outbox what the test wants."""

    line: DirectProtocol
    outbox: Outbox

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket."""
        await receive()
        await send({"type": "websocket.accept"})

        async def say(text: str) -> None:
            await send({"type": "websocket.send", "text": text})

        async def close(code: int) -> None:
            await send({"type": "websocket.close", "code": code})

        self.line = scope["line"]
        self.outbox = Outbox(say, close, self.line)
        while (await receive())["type"] != "websocket.disconnect":
            pass
        self.outbox.stop()

    @property
    def held(self) -> int:
        """How many bytes this process holds for the socket."""
        frames = self.outbox._waiting
        return self.line.transport.get_write_buffer_size() + sum(map(len, frames))  # type: ignore[arg-type]


@asynccontextmanager
async def deaf(teller: Teller, **options: Any) -> AsyncIterator[socket.socket]:
    """Serve, and connect a socket that reads nothing after the handshake; it stays until the server has stopped."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        line.setblocking(False)
        async with serving(teller, ws=DirectProtocol, **options) as port:
            loop = asyncio.get_running_loop()
            await loop.sock_connect(line, ("127.0.0.1", port))
            await loop.sock_sendall(line, handshake(f"127.0.0.1:{port}", "/", ""))
            assert (await loop.sock_recv(line, 1024)).startswith(b"HTTP/1.1 101 ")
            await until(lambda: hasattr(teller, "outbox"))
            yield line


async def until(probe: Callable[[], bool], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not probe():
            await asyncio.sleep(0.005)


async def fill(teller: Teller, frame: bytes) -> tuple[int, int]:
    """Tell this until the socket is given up; return how many bytes were told, and the most that were held."""
    told = most = 0
    while not teller.outbox.broken and told < 10_000_000:
        teller.outbox.put(frame)
        told += len(frame)
        most = max(most, teller.held)
        await asyncio.sleep(0)
    return told, most


@pytest.mark.parametrize("frame", [SHORT, LONG])
async def test_what_is_kept_for_a_deaf_socket_has_a_bound_and_then_it_is_cut_off(frame):
    teller = Teller()
    async with deaf(teller) as line:
        told, most = await fill(teller, frame)
        assert teller.outbox.broken
        assert ASYNCIO < most <= ASYNCIO + 2 * len(frame) + min(MOST_BYTES, MOST_WAITING * len(frame))
        assert told - most <= 2 * SEND_BUFFER + 2 * BUFFER + len(frame)  # in kernels and on its way
        await until(lambda: is_reset(line), seconds=1)  # at once: nothing stays behind in the kernel
        assert teller.held == 0


async def test_the_answers_to_pings_do_not_pile_up_for_who_reads_none():
    teller = Teller()
    pings = masked(PING, b"p" * 125, b"mask") * 200
    async with deaf(teller) as line:
        for _ in range(60):
            await asyncio.get_running_loop().sock_sendall(line, pings)
            await asyncio.sleep(0.01)  # the server answers meanwhile
            assert teller.line.transport.get_write_buffer_size() <= ASYNCIO + 2 * len(pings)
        assert not teller.line.writable.is_set()


async def test_a_deaf_socket_does_not_keep_the_server_from_stopping():
    teller = Teller()
    async with deaf(teller, timeout_graceful_shutdown=8):
        while teller.line.write(SHORT):
            await asyncio.sleep(0)
        asked = monotonic()
    assert monotonic() - asked < 2.5


async def test_a_socket_that_is_being_closed_already_does_not_break_the_servers_stopping_off():
    teller = Teller()
    async with deaf(teller, timeout_graceful_shutdown=8):
        while teller.line.write(SHORT):
            await asyncio.sleep(0)
        # This goodbye waits behind what is not read; the server says it to all once more.
        teller.line.conn.send_close(4401)
        teller.line.transport.write(b"".join(teller.line.conn.data_to_send()))
        asked = monotonic()
    assert monotonic() - asked < 2.5


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
async def test_frames_of_every_length_arrive_whole(size):
    from websockets.asyncio.client import connect

    teller = Teller()
    async with serving(teller, ws=DirectProtocol) as port, connect(f"ws://127.0.0.1:{port}/", compression=None) as page:
        await until(lambda: hasattr(teller, "outbox"))
        assert teller.line.write(b"x" * size)
        assert await page.recv() == "x" * size


async def test_where_a_consumer_listens_our_pongs_count_without_the_parser_and_all_others_go_through_it(monkeypatch):
    from websockets.asyncio.client import connect

    parsed: list[bytes] = []
    monkeypatch.setattr(DirectProtocol, "handle_pong", lambda self, frame: parsed.append(bytes(frame.data)))
    teller, heard = Teller(), list[str]()
    async with serving(teller, ws=DirectProtocol) as port, connect(f"ws://127.0.0.1:{port}/", compression=None) as page:
        await until(lambda: hasattr(teller, "outbox"))
        teller.line.listener = heard.append
        teller.line.pulse.often()
        await until(lambda: teller.line.pulse.lowest(monotonic()) is not None)
        parsed.clear()  # what came before anybody listened
        for payload in (b"", b"12345678", b"123456789"):
            await page.pong(payload)
        await page.send("here")
        await until(lambda: heard == ["here"])
        assert parsed in ([b"", b"123456789"], [b"", b"12345678", b"123456789"])  # read together they are parsed
        assert teller.line.write(b"still here")
        assert await page.recv() == "still here"
