"""What a socket still has to be told: a queue and a task that sends, so that nobody ever waits for a slow reader."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

MOST_WAITING = 64  # frames; a page that is further behind is better off with a new connection
SEND_WITHIN = 10.0  # s for one frame


class Outbox:
    """The frames of one socket, sent in order. A frame is a text, or the code to close with."""

    def __init__(self, send: Callable[[str], Awaitable[None]], close: Callable[[int], Awaitable[None]]) -> None:
        self._send = send
        self._close = close
        self._waiting: asyncio.Queue[str | int] = asyncio.Queue(MOST_WAITING)
        self._task = asyncio.create_task(self._work())
        self.broken = False  # the reader is too slow, or gone

    def put(self, frame: str | int) -> None:
        """Send a frame as soon as those before it have left; never waits."""
        if self.broken:
            return
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self.stop()

    def stop(self) -> None:
        """Send nothing more."""
        self.broken = True
        self._task.cancel()

    async def _work(self) -> None:
        with suppress(Exception):  # the connection is gone, and the consumer hears of that by itself
            while True:
                frame = await self._waiting.get()
                async with asyncio.timeout(SEND_WITHIN):
                    await (self._send(frame) if isinstance(frame, str) else self._close(frame))
        self.broken = True
