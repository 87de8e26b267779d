"""A long line to the server: a TCP relay that delays each direction, and can hold back a client's pongs.

The order of bytes is kept, bandwidth is unlimited, and what nobody reads fills up as it would on a real line.
`async with running(port, up=0.1, down=0.1) as proxy:` and connect to `proxy.port`. Delays are seconds and may be
changed while it runs; they hold for what comes in from then on.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import cast

PONG = 10
FULL = 1 << 20  # bytes under way in one direction after which the sender has to wait
NEVER = float("inf")


@dataclass
class Line:
    """How long things take, in seconds. `jitter` is the most that chance adds to each piece, in either direction."""

    up: float = 0.0  # client to server
    down: float = 0.0
    jitter: float = 0.0
    hold_pongs: float = 0.0  # what a client's pongs take on top of it; NEVER: they are lost
    chance: random.Random = field(default_factory=random.Random)
    pongs: int = 0  # of clients, so far
    away: bool = False  # whoever comes in now is never heard

    def due(self, delay: float) -> float:
        """Return the instant at which a piece that comes in now goes out."""
        return asyncio.get_running_loop().time() + delay + self.chance.uniform(0, self.jitter)


@dataclass
class Proxy:
    """A running relay: where it listens and how long its line is."""

    port: int
    line: Line
    connections: set[_End] = field(default_factory=set)

    def cut(self) -> None:
        """Break all connections off, as a lost network would."""
        for end in list(self.connections):
            end.abort()

    def silence(self, *, sockets_only: bool = False) -> None:
        """Let nothing pass any more on the connections there are, and tell neither end: a phone has changed networks.

        `sockets_only` leaves alone what carries plain HTTP, on which a browser would wait for its next page.
        """
        for end in list(self.connections):
            if isinstance(end, _Client) and (end.is_socket or not sockets_only):
                end.fall_silent()
                end.other.fall_silent()


@asynccontextmanager
async def running(
    target: int, *, up: float = 0.0, down: float = 0.0, jitter: float = 0.0, hold_pongs: float = 0.0, seed: int = 0
) -> AsyncIterator[Proxy]:
    """Relay a new port of this machine to the port `target`."""
    line = Line(up, down, jitter, hold_pongs, random.Random(seed))
    proxy = Proxy(0, line)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Client(proxy, target), "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut()


class Delay:
    """One direction: pieces go out when they are due and never overtake each other; none before `start`."""

    def __init__(self) -> None:
        self._send: Callable[[bytes], None] | None = None
        self._pieces: deque[tuple[float, bytes]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self.waiting = 0  # bytes

    def start(self, send: Callable[[bytes], None]) -> None:
        """Begin to send."""
        self._send = send
        self._wind()

    def put(self, due: float, piece: bytes) -> None:
        """Take a piece in; an empty one is the end of the stream."""
        last = self._pieces[-1][0] if self._pieces else due
        self._pieces.append((max(due, last), piece))
        self.waiting += len(piece)
        self._wind()

    def stop(self) -> None:
        """Throw away what is under way, and all that may come."""
        self._send = None
        self._pieces.clear()
        if self._timer:
            self._timer.cancel()

    def _wind(self) -> None:
        if self._timer is None and self._pieces and self._send:
            self._timer = asyncio.get_running_loop().call_at(self._pieces[0][0], self._run)

    def _run(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        while self._send and self._pieces and self._pieces[0][0] <= now:
            piece = self._pieces.popleft()[1]
            self.waiting -= len(piece)
            self._send(piece)
        self._wind()


class _End(asyncio.Protocol):
    """One of the two sockets of a connection; what comes in here goes out at `other`, later."""

    other: _End

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.transport: asyncio.Transport | None = None
        self.outgoing = Delay()
        self._stuck = False
        self._silent = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.outgoing.start(self._write)
        self.proxy.connections.add(self)
        if self.proxy.line.away:
            self.fall_silent()

    def fall_silent(self) -> None:
        self._silent = True
        self.outgoing.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        self.proxy.connections.discard(self)
        self.outgoing.stop()
        if not self._silent:
            self.other.outgoing.put(self._due(), b"")

    def eof_received(self) -> bool:
        if self._silent:
            return True
        self.other.outgoing.put(self._due(), b"")
        return False

    def data_received(self, data: bytes) -> None:
        if not self._silent:
            self.other.outgoing.put(self._due(), data)
            self.other.balance()

    def pause_writing(self) -> None:
        self._stuck = True

    def resume_writing(self) -> None:
        self._stuck = False
        self.balance()

    def abort(self) -> None:
        if self.transport:
            self.transport.abort()

    def balance(self) -> None:
        """Let the other side wait while too much is under way to this one."""
        if self.other.transport is None or self.other.transport.is_closing():
            return
        if self._stuck or self.outgoing.waiting > FULL:
            self.other.transport.pause_reading()
        else:
            self.other.transport.resume_reading()

    def _due(self) -> float:
        return self.proxy.line.due(self.proxy.line.down)

    def _write(self, piece: bytes) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        if piece:
            self.transport.write(piece)
            self.balance()
        else:
            self.transport.close()


class _Client(_End):
    """The client's socket. Opens the one to the server, and looks for pongs once the line is a WebSocket's."""

    def __init__(self, proxy: Proxy, target: int) -> None:
        super().__init__(proxy)
        self.other = _End(proxy)
        self.other.other = self
        self._target = target
        self._frames = Frames()
        self._held = Delay()
        self._held.start(super().data_received)
        self._opening: asyncio.Task[object] | None = None

    @property
    def is_socket(self) -> bool:
        """Whether this has become a WebSocket."""
        return self._frames.is_socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._opening = asyncio.get_running_loop().create_task(self._open())

    def data_received(self, data: bytes) -> None:
        for piece, pong in self._frames.feed(data):
            self.proxy.line.pongs += pong
            if pong and self.proxy.line.hold_pongs:
                self._hold(piece)
            else:
                super().data_received(piece)

    def connection_lost(self, exc: Exception | None) -> None:
        self._held.stop()
        super().connection_lost(exc)

    def _hold(self, pong: bytes) -> None:
        if self.proxy.line.hold_pongs < NEVER:
            self._held.put(asyncio.get_running_loop().time() + self.proxy.line.hold_pongs, pong)

    def _due(self) -> float:
        return self.proxy.line.due(self.proxy.line.up)

    async def _open(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: self.other, "127.0.0.1", self._target)
        except OSError:
            self.abort()
            return
        if self.transport is None or self.transport.is_closing():
            self.other.abort()


class Frames:
    """Cuts a client's bytes: all as they come until a handshake has passed, whole WebSocket frames after it."""

    def __init__(self) -> None:
        self._head: bytes | None = b""  # of the first request; None once it has passed
        self.is_socket = False
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[bytes, bool]]:
        """Return pieces to send on, each with whether it is a pong."""
        if self.is_socket:
            return self._cut(data)
        if self._head is None:
            return [(data, False)]
        self._head += data
        head, end, rest = self._head.partition(b"\r\n\r\n")
        if not end:
            return [(data, False)]
        self._head = None
        self.is_socket = b"upgrade: websocket" in head.lower()
        if not self.is_socket or not rest:
            return [(data, False)]
        return [(data[: len(data) - len(rest)], False), *self._cut(rest)]

    def _cut(self, data: bytes) -> list[tuple[bytes, bool]]:
        self._rest += data
        pieces = []
        while (size := _frame_size(self._rest)) is not None and len(self._rest) >= size:
            pieces.append((self._rest[:size], self._rest[0] & 15 == PONG))
            self._rest = self._rest[size:]
        return pieces


def _frame_size(data: bytes) -> int | None:
    """Return the bytes of the frame that begins here, None while its header is not complete."""
    if len(data) < 2:
        return None
    wide = {126: 2, 127: 8}.get(data[1] & 127, 0)
    if len(data) < 2 + wide:
        return None
    length = int.from_bytes(data[2 : 2 + wide], "big") if wide else data[1] & 127
    return 2 + wide + (4 if data[1] & 128 else 0) + length
