"""The relay that other tests trust: what it delays, keeps in order, holds back and breaks off."""

import asyncio
import random
import time
from contextlib import asynccontextmanager, suppress

import pytest
from websockets.frames import Frame, Opcode

from tests.live.proxy import Frames, running

pytestmark = [pytest.mark.live, pytest.mark.alone]
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\n\r\n"


@asynccontextmanager
async def mirror():
    """Serve on a free port what sends everything back; gives the port back."""

    async def answer(reader, writer):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


def frame_of(opcode: Opcode, data: bytes) -> bytes:
    return Frame(opcode, data).serialize(mask=True)


async def test_each_way_takes_its_time_and_order_is_kept():
    async with mirror() as port, running(port, up=0.03, down=0.05, jitter=0.02) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        began = time.monotonic()
        for number in range(200):
            writer.write(b"%04d" % number)
            await asyncio.sleep(0)
        received = await reader.readexactly(800)
        assert received == b"".join(b"%04d" % number for number in range(200))
        assert time.monotonic() - began >= 0.08
        writer.close()


async def test_a_hundred_lines_at_once_are_delayed_alike():
    async def ask(port: int) -> float:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        began = time.monotonic()
        writer.write(b"x")
        assert await reader.readexactly(1) == b"x"
        writer.close()
        return time.monotonic() - began

    async with mirror() as port, running(port, up=0.1, down=0.1) as proxy:
        times = await asyncio.gather(*(ask(proxy.port) for _ in range(100)))
        assert min(times) >= 0.198
        assert max(times) < 5


async def test_the_end_reaches_the_other_side_after_the_last_bytes():
    async def answer(reader, writer):
        writer.write(b"last words")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server, running(server.sockets[0].getsockname()[1], down=0.1) as proxy:
        began = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        assert await reader.read() == b"last words"
        assert time.monotonic() - began >= 0.099
        writer.close()


async def test_a_line_that_is_cut_is_gone():
    async with mirror() as port, running(port) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"x")
        assert await reader.readexactly(1) == b"x"
        proxy.cut()
        with suppress(ConnectionError):
            assert await reader.read() == b""
        assert not proxy.connections
        writer.close()


async def test_what_nobody_reads_makes_the_sender_wait():
    async with mirror() as port, running(port) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port, limit=1024)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                while True:
                    writer.write(bytes(1 << 20))
                    await writer.drain()
        writer.transport.abort()
        assert reader


async def test_nobody_behind_it_closes_the_line():
    async with mirror() as port:
        pass
    async with running(port) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()


async def test_only_pongs_are_held_back_and_they_arrive_whole():
    async with mirror() as port, running(port, hold_pongs=0.2) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        pong, text = frame_of(Opcode.PONG, b"late"), frame_of(Opcode.TEXT, b"t" * 300)
        began = time.monotonic()
        writer.write(HEAD + pong + text)
        assert await reader.readexactly(len(HEAD + text)) == HEAD + text
        assert await reader.readexactly(len(pong)) == pong
        assert time.monotonic() - began >= 0.199
        assert proxy.line.pongs == 1
        writer.close()


def test_frames_are_found_however_the_bytes_are_cut():
    chance = random.Random(4)
    sizes = (0, 1, 125, 126, 4000, 70_000)
    frames = [
        (frame_of(op, bytes(size)), op is Opcode.PONG)
        for size in sizes
        for op in (Opcode.TEXT, Opcode.PONG)
        if op is Opcode.TEXT or size < 126
    ]
    stream = HEAD + b"".join(frame for frame, _ in frames)
    for _ in range(50):
        cuts = sorted(chance.sample(range(len(stream)), 12))
        reader, pieces = Frames(), []
        for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
            pieces += reader.feed(stream[start:end])
        assert b"".join(piece for piece, _ in pieces) == stream
        assert [piece for piece, pong in pieces if pong] == [frame for frame, pong in frames if pong]


def test_what_is_no_websocket_passes_as_it_comes():
    reader = Frames()
    for data in (b"POST / HTTP/1.1\r\nHost: x\r\n\r\n\x8a\x80", b"\x8a\x80\0\0\0\0"):
        assert reader.feed(data) == [(data, False)]
