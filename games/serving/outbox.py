"""What a socket still has to be told. What its network takes goes at once; the rest waits in a queue, and nobody else.

A reader that is too slow is cut off: it is better off with a new connection.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

MOST_WAITING, MOST_BYTES = 64, 256 * 1024  # frames, and what they may weigh: a view with much talk has 30 KiB
SEND_WITHIN = 10.0  # s for one frame


class Line(Protocol):
    """The short way to a socket: config.direct."""

    def write(self, payload: bytes) -> bool:
        """Send a text frame if that needs no waiting; returns whether it was sent."""

    def abort(self) -> None:
        """Cut the connection."""


class Outbox:
    """The frames of one socket, sent in order. A frame is a JSON text, or the code to close with."""

    __slots__ = ("_bytes", "_close", "_line", "_send", "_task", "_waiting", "broken")

    def __init__(
        self, send: Callable[[str], Awaitable[None]], close: Callable[[int], Awaitable[None]], line: Line | None = None
    ) -> None:
        self._send = send
        self._close = close
        self._line = line
        self._waiting: deque[bytes | int] = deque()
        self._bytes = 0  # of what waits
        self._task: asyncio.Task[None] | None = None
        self.broken = False  # the reader is too slow, or gone

    def put(self, frame: bytes | int) -> None:
        """Send a frame as soon as those before it have left; never waits."""
        if self.broken:
            return
        if self._task is None and self._line is not None and isinstance(frame, bytes) and self._line.write(frame):
            return
        size = len(frame) if isinstance(frame, bytes) else 0
        if len(self._waiting) >= MOST_WAITING or self._bytes + size > MOST_BYTES:
            self.stop()
            if self._line is not None:
                self._line.abort()
            return
        self._waiting.append(frame)
        self._bytes += size
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    def stop(self) -> None:
        """Send nothing more."""
        self.broken = True
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()

    async def _work(self) -> None:
        with suppress(Exception):  # the connection is gone, and the consumer hears of that by itself
            while self._waiting:
                frame = self._waiting.popleft()
                self._bytes -= len(frame) if isinstance(frame, bytes) else 0
                async with asyncio.timeout(SEND_WITHIN):
                    await (self._close(frame) if isinstance(frame, int) else self._send(frame.decode()))
            self._task = None
            return
        self.broken = True
        if self._line is not None:
            self._line.abort()
