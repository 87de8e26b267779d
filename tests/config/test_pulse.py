"""What a socket's pulse measures: through real lines, and against clients that would like it to be otherwise."""

import asyncio
import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from config import pulse
from games.door.lowest import MEMORY, Lowest
from tests.live.one_server import Echo, serving
from tests.live.proxy import NEVER, running

live = pytest.mark.live
NOISE = 40  # ms over the true line that the lowest of many round trips may be; a busy machine only ever adds


class Tongue(ClientConnection):
    """A client that leaves the answers to pings to the test."""

    def __init__(self, protocol, **options):
        self.pings: list[bytes] = []
        self.heard: dict[bytes, float] = {}
        self._receive = protocol.recv_frame
        protocol.recv_frame = self._listen
        super().__init__(protocol, **options)

    def _listen(self, frame):
        if frame.opcode is Opcode.PING:
            self.pings.append(bytes(frame.data))
            self.heard[self.pings[-1]] = time.monotonic()
        else:
            self._receive(frame)

    async def answer(self, payload: bytes) -> float:
        """Send a pong and return for how many ms the ping has been here."""
        waited = (time.monotonic() - self.heard[payload]) * 1000
        await self.pong(payload)
        return waited


def client(port: int, **options):
    return connect(f"ws://127.0.0.1:{port}/", ping_interval=None, compression=None, **options)


async def until(probe, seconds=5.0):
    deadline = time.monotonic() + seconds
    while not probe():
        assert time.monotonic() < deadline, "it did not become true in time"
        await asyncio.sleep(0.002)


async def pass_a_message(socket):
    """Wait until the server has read all that was sent before."""
    await socket.send("so far")
    assert await socket.recv() == "so far"


def known(app: Echo) -> float | None:
    return app.pulses[-1].lowest(time.monotonic())


# --- real lines ---


@live
@pytest.mark.parametrize("delay", [0, 50, 200])
async def test_the_round_trip_of_a_line_is_known_right_after_the_handshake(delay, monkeypatch):
    monkeypatch.setattr(pulse, "OFTEN", 0.05)
    way = delay / 2000
    async with serving(app := Echo()) as port, running(port, up=way, down=way) as line, client(line.port):
        await until(lambda: known(app) is not None)
        assert known(app) >= delay - 1
        app.pulses[0].often()  # one alone may have met a busy machine
        await until(lambda: known(app) < delay + NOISE)
        assert known(app) >= delay - 1


@live
async def test_a_race_measures_every_two_seconds_and_the_lowest_counts(monkeypatch):
    monkeypatch.setattr(pulse, "OFTEN", 0.05)
    way = {"up": 0.02, "down": 0.02, "jitter": 0.06}
    async with serving(app := Echo()) as port, running(port, **way) as line, client(line.port):
        await until(lambda: app.pulses)
        app.pulses[0].often()
        await until(lambda: line.line.pongs > 20 and known(app) < 40 + NOISE)
        assert known(app) >= 39
        app.pulses[0].seldom()
        await asyncio.sleep(0.5)  # some are under way
        pongs = line.line.pongs
        await asyncio.sleep(0.3)
        assert line.line.pongs == pongs


@live
async def test_often_measures_at_once_and_once_only():
    async with serving(Echo()) as port, running(port) as line, client(line.port):
        await until(lambda: line.line.pongs == 1)

    async with serving(app := Echo()) as port, running(port) as line, client(line.port):
        await until(lambda: line.line.pongs == 1)
        for _ in range(5):
            app.pulses[0].often()
        await until(lambda: line.line.pongs == 2)
        await asyncio.sleep(0.1)
        assert line.line.pongs == 2


@live
async def test_the_pulse_may_be_asked_before_the_handshake_and_after_the_end():
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["pulse"])
        scope["pulse"].often()
        await receive()
        assert scope["pulse"].lowest(time.monotonic()) is None
        await send({"type": "websocket.accept"})
        await receive()

    async with serving(application) as port, client(port):
        await until(lambda: seen[0].lowest(time.monotonic()) is not None)
    seen[0].seldom()
    seen[0].often()
    assert seen[0].lowest(time.monotonic()) is not None
    assert seen[0].lowest(time.monotonic() + MEMORY + 1) is None


# --- liars ---


@live
async def test_held_back_pongs_lengthen_the_measured_line_and_nothing_else():
    async with serving(app := Echo()) as port, running(port, hold_pongs=1) as line, client(line.port) as socket:
        await pass_a_message(socket)
        assert known(app) is None
        await until(lambda: known(app) is not None)
        assert known(app) >= 999


@live
async def test_one_honest_answer_ends_the_lie(monkeypatch):
    monkeypatch.setattr(pulse, "OFTEN", 0.05)
    async with serving(app := Echo()) as port, running(port, hold_pongs=0.2) as line, client(line.port):
        await until(lambda: known(app) is not None)
        line.line.hold_pongs = 0
        app.pulses[0].often()
        await until(lambda: known(app) < NOISE)
        line.line.hold_pongs = 0.2
        await asyncio.sleep(0.5)
        assert known(app) < NOISE


@live
async def test_a_pong_counts_for_its_own_ping_and_counts_once(monkeypatch):
    monkeypatch.setattr(pulse, "OFTEN", 0.1)
    async with serving(app := Echo()) as port, client(port, create_connection=Tongue) as socket:
        await until(lambda: socket.pings)
        app.pulses[0].often()
        await until(lambda: len(socket.pings) >= 4)
        first, second = socket.pings[:2]
        for payload in (first, second):
            app.pulses[0]._lowest = Lowest()
            waited = await socket.answer(payload)
            await pass_a_message(socket)
            assert waited >= 150, "others have come since"
            assert known(app) >= waited
        app.pulses[0]._lowest = Lowest()
        for payload in (first, second):  # again
            await socket.pong(payload)
        await pass_a_message(socket)
        assert known(app) is None


@live
async def test_forged_and_early_pongs_count_for_nothing():
    async with serving(app := Echo()) as port, client(port, create_connection=Tongue) as socket:
        await until(lambda: socket.pings)
        own = socket.pings[0]
        for forged in (b"", b"\0" * 8, own[:-1], own + b"\0", bytes(byte ^ 1 for byte in own)):
            await socket.pong(forged)
        await pass_a_message(socket)
        assert known(app) is None
        app.pulses[0].often()
        await until(lambda: len(socket.pings) == 2)
        assert socket.pings[1] != own
        await socket.pong(socket.pings[1])
        await pass_a_message(socket)
        assert known(app) is not None
        app.pulses[0]._lowest = Lowest()
        await socket.pong(own)  # settled by the newer one
        await pass_a_message(socket)
        assert known(app) is None


# --- the dead ---


@live
async def test_who_never_answers_is_unknown_and_is_dropped():
    timing = {"ws_ping_interval": 0.2, "ws_ping_timeout": 0.4}
    async with serving(app := Echo(), **timing) as port, running(port, hold_pongs=NEVER) as line:
        began = time.monotonic()
        async with client(line.port) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
        assert 0.4 <= time.monotonic() - began < 10
        assert closed.value.rcvd.code == 1011
        assert known(app) is None
        await until(lambda: app.ended == 1)


@live
async def test_who_answers_lives_on_while_others_are_dropped():
    timing = {"ws_ping_interval": 0.2, "ws_ping_timeout": 1.0}
    async with serving(app := Echo(), **timing) as port, client(port) as alive, client(port, create_connection=Tongue):
        await until(lambda: app.ended == 1)
        await pass_a_message(alive)
        await asyncio.sleep(1)
        await pass_a_message(alive)


@live
async def test_who_answers_only_the_newest_ping_lives():
    timing = {"ws_ping_interval": 0.2, "ws_ping_timeout": 1.0}
    async with serving(Echo(), **timing) as port, client(port, create_connection=Tongue) as socket:
        for _ in range(4):
            heard = len(socket.pings)
            await until(lambda so_far=heard: len(socket.pings) >= so_far + 2)
            await socket.pong(socket.pings[-1])
        await pass_a_message(socket)


@live
async def test_who_has_stopped_reading_is_let_go_of():
    lost = asyncio.Event()

    async def flood(scope, receive, send):
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "bytes": bytes(1 << 20)})
        finally:
            lost.set()

    async with serving(flood, ws_ping_interval=0.1, ws_ping_timeout=0.3) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await asyncio.wait_for(lost.wait(), 5)
        writer.close()
        assert reader


# --- the lowest of the last minute ---


@given(st.lists(st.tuples(st.floats(0, 30), st.integers(0, 500)), max_size=60), st.floats(0, 90))
def test_the_lowest_is_that_of_the_last_minute(steps, wait):
    lowest, now, noted = Lowest(), 1000.0, []
    for step, value in steps:
        now += step
        lowest.note(now, value)
        noted.append((now, value))
    for moment in (now, now + wait):
        recent = [value for instant, value in noted if instant >= moment - MEMORY]
        assert lowest.at(moment) == (min(recent) if recent else None)


def test_a_minute_of_races_keeps_few_numbers():
    lowest = Lowest()
    for now, value in zip(range(0, 10_000, 2), itertools.count(), strict=False):  # each a little worse: the worst case
        lowest.note(now, value)
    assert len(lowest._noted) <= 2 * 31
