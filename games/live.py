"""Sockets out: what was committed reaches every page that has the match open, in this process and in all others.

A process has one `Hub` and the hub one channel; all servers are one group of the layer, and take what they have rooms
for (docs/decisions/0010). The channel layer is only a hint: entries are numbered, the hub
asks the database once a second for the numbers of all its matches, and catches up. So a lost message, or no Redis
at all, delays a page by a second at most. Inside a process changes are handed over without the layer.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from games.door import requests
from games.door.loaded import Entry

log = logging.getLogger(__name__)
SERVERS = "servers"  # the group of all server processes
AWAY = 3.0  # s for which the layer counts as away after it has failed
_away_until = 0.0
LAYER_TIMEOUT = 1.0  # s; a silent Redis must not hold anybody up
Message = dict[str, Any]

listeners: dict[str, Callable[[Message], None]] = {}  # by kind: what is not about a match

# Every hub of this process: one in a server, one a loop in tests.
_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Receiver] = WeakKeyDictionary()


class Receiver:
    """What takes the messages in: see games.serving.hub."""

    serving = False  # it is a server's: requests of this process's threads go through it

    def receive(self, message: Message) -> None:
        """Take a message in, on the hub's own loop."""
        raise NotImplementedError

    def perform(self, match_id: str, user_id: int, request: requests.Asked, arrived: int) -> int:
        """Carry a person's request out, for a thread that waits; returns its entry's number, raises Refused."""
        raise NotImplementedError


def group_of(process: str) -> str:
    """Return the channel layer's group of one server process."""
    return f"server.{process}"


def register(loop: asyncio.AbstractEventLoop, hub: Receiver) -> None:
    """Let a hub of this process have all messages directly."""
    _hubs[loop] = hub


def hubs() -> list[tuple[asyncio.AbstractEventLoop, Receiver]]:
    """Return the hubs of this process with their loops."""
    return list(_hubs.items())


def hub_of(loop: asyncio.AbstractEventLoop) -> Receiver | None:
    """Return the hub of a loop, if it has one."""
    return _hubs.get(loop)


def server() -> Receiver | None:
    """Return the hub of the server that this process is, or None in any other process."""
    return next((hub for _, hub in hubs() if hub.serving), None)


def publish(match_id: str, entry: Entry) -> None:
    """Announce a committed entry. From any thread; never raises, never waits."""
    announce(match_id, entry_message(entry))


def entry_message(entry: Entry) -> Message:
    """Return the message that tells of a committed entry."""
    return {"kind": "entry", "entry": entry.told()}


def announce(match_id: str, content: Message) -> None:
    """Send content to every process that has the match open. From any thread; never raises, never waits."""
    tell({"match": match_id, **content})


def listen(kind: str, listener: Callable[[Message], None]) -> None:
    """Let an app above this one hear the messages of a kind of its own, in every server process, on its loop."""
    listeners[kind] = listener


def tell(message: Message) -> None:
    """Send a message to every server process. From any thread; never raises, never waits."""
    for loop, hub in hubs():
        with suppress(RuntimeError):  # a loop that has ended needs nothing
            # A context of its own: the caller's says "this thread waits for a loop", and the hub may not inherit that.
            loop.call_soon_threadsafe(hub.receive, message, context=contextvars.Context())
    if get_channel_layer() is not None:
        asyncio.run_coroutine_threadsafe(send_to_layer(SERVERS, [message]), _background_loop())


async def send_to_layer(group: str, messages: list[Message]) -> None:
    """Send messages to a group of processes; a layer that is away is no error, only slower."""
    packet = {"type": "quintet.messages", "origin": process_id(), "messages": messages}
    try:
        async with asyncio.timeout(LAYER_TIMEOUT):
            await get_channel_layer().group_send(group, packet)
    except Exception as error:
        _note_failure()
        log.warning("the channel layer did not take a message: %r", error)


def layer_is_away() -> bool:
    """Return whether the channel layer has failed a moment ago, so that nothing sent by it would arrive."""
    return time.monotonic() < _away_until


def _note_failure() -> None:
    global _away_until  # noqa: PLW0603 - one a process, as its layer
    _away_until = time.monotonic() + AWAY


# --- one background loop a process: the layer's connections belong to a loop, and threads have none ---

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_pid = 0
_id = ""


def process_id() -> str:
    """Return an id of this process, so that it knows its own messages when the layer brings them back."""
    _after_fork()
    return _id


def _background_loop() -> asyncio.AbstractEventLoop:
    global _loop  # noqa: PLW0603 - one a process
    with _lock:
        _after_fork()
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="layer", daemon=True).start()
        return _loop


def _after_fork() -> None:
    """Forget the parent's loop in a forked child: its thread did not come along."""
    global _loop, _pid, _id
    if _pid != os.getpid():
        _loop, _pid, _id = None, os.getpid(), secrets.token_hex(8)


def spawn(task: Coroutine[Any, Any, None], keep: set[asyncio.Task[None]]) -> None:
    """Start a task on the running loop and keep it from being collected until it is done."""
    running = asyncio.get_running_loop().create_task(task)
    keep.add(running)
    running.add_done_callback(keep.discard)
