"""Between server processes: one channel a process, messages in batches, and how long the way to each peer takes.

The channel layer is a hint: what it loses is found by the look at the database once a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from channels.layers import get_channel_layer

from games import live

log = logging.getLogger(__name__)
MOST_WAITING = 10_000  # messages; a Redis that is away must not fill the memory
BATCH = 200
Message = dict[str, Any]


class Wire:
    """This process's channel, and what is still to be sent."""

    def __init__(self, receive: Callable[[Message], None]) -> None:
        self._receive = receive
        self._channel = ""
        self._waiting: deque[tuple[str, Message]] = deque(maxlen=MOST_WAITING)
        self._sender: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to listen, where there is a layer at all."""
        if get_channel_layer() is not None and self._listener is None:
            self._listener = asyncio.create_task(self._listen())

    def close(self) -> None:
        """Stop listening."""
        for task in (self._listener, self._sender):
            if task is not None:
                task.cancel()
        self._listener = self._sender = None
        self._channel = ""

    def send(self, group: str, message: Message) -> None:
        """Send a message to a group of processes; never waits."""
        if get_channel_layer() is None:
            return
        self._waiting.append((group, message))
        if self._sender is None:
            self._sender = asyncio.create_task(self._send())

    def probe(self) -> None:
        """See whether a layer that was away still is, by a word to ourselves; who sends anything finds out by that."""
        if self._sender is None:
            self.send(live.group_of(live.process_id()), {})

    async def renew(self) -> None:
        """Join the groups again: a Redis that was restarted knows nothing of us."""
        if self._channel:
            with suppress(Exception):
                await self._join()

    async def _send(self) -> None:
        try:
            while self._waiting:
                group = self._waiting[0][0]
                batch: list[Message] = []
                while self._waiting and self._waiting[0][0] == group and len(batch) < BATCH:
                    batch.append(self._waiting.popleft()[1])
                await live.send_to_layer(group, batch)
        finally:
            self._sender = None

    def _take(self, message: Message) -> None:
        try:
            self._receive(message)
        except Exception:  # as of a server of another version; the look at the database finds what it told
            log.exception("a message of another process could not be taken in")

    async def _join(self) -> None:
        layer = get_channel_layer()
        async with asyncio.timeout(live.LAYER_TIMEOUT):
            for group in (live.SERVERS, live.group_of(live.process_id())):
                await layer.group_add(group, self._channel)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                if not self._channel:
                    async with asyncio.timeout(live.LAYER_TIMEOUT):
                        self._channel = await layer.new_channel()
                    await self._join()
                packet = await layer.receive(self._channel)
                if packet["origin"] != live.process_id():
                    for message in packet["messages"]:
                        self._take(message)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # Redis comes back, and until then the look at the database does the work
                log.warning("the channel layer is away: %r", error)
                self._channel = ""
                await asyncio.sleep(1)
