"""A stream of JSON lines over one HTTP answer that does not end: the same outbox as a socket's, other framing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any
from weakref import WeakSet

from accounts.addresses import address_in
from accounts.api.rest import VARY
from accounts.models import User
from accounts.moderation.roles import may_look_anywhere
from games.frames import encode
from games.serving.outbox import Outbox

RESTART = 1012
SILENCE = 10.0  # s after which an empty line shows that the stream lives
_HEADERS = [
    (b"content-type", b"application/x-ndjson"),
    (b"cache-control", b"no-store"),
    VARY,
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
_open: WeakSet[Stream] = WeakSet()


class Stream:
    """One reader. It is a `room.Socket`: what a page would get as a frame, it gets as a line."""

    def __init__(self, scope: dict[str, Any], receive: Any, send: Any, *, user: Any, stamp: str) -> None:
        user_id: int | None = user.pk
        self.user_id, self.session_key = user_id, stamp
        self.staff: User | None = user if may_look_anywhere(user) else None
        self.person: object = user_id or address_in(scope)
        self._receive, self._send = receive, send
        self._cut = scope.get("line")  # config.direct; under another server there is none
        if self._cut is not None:
            self._cut.narrow()
        self._done = asyncio.Event()
        self.begun = False
        self._outbox = Outbox(self._send_line, self._end, self)
        _open.add(self)

    def round_trip(self, now: float) -> float | None:
        """Return None: nobody measures the line of a stream, so it gets no credit in a race."""

    def push(self, frame: bytes | int) -> None:
        """Send a line, or end the stream with a code. Never waits."""
        self._outbox.put(frame)

    async def run(self) -> None:
        """Send what is pushed until the reader has gone or the stream has ended."""
        gone = asyncio.ensure_future(self._wait_for_the_end())
        done = asyncio.ensure_future(self._done.wait())
        try:
            while not (await asyncio.wait({gone, done}, timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED))[0]:
                self.push(b"")
        finally:
            gone.cancel()
            done.cancel()
            self._outbox.stop()

    async def _wait_for_the_end(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _send_line(self, text: str) -> None:
        if not self.begun:
            self.begun = True
            await self._send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        await self._send({"type": "http.response.body", "body": text.encode() + b"\n", "more_body": True})

    async def _end(self, code: int) -> None:
        await self._send_line(encode({"type": "closed", "code": code}).decode())
        await self._send({"type": "http.response.body", "body": b""})
        self._done.set()

    # --- the outbox's line ---
    def write(self, payload: bytes) -> bool:
        """Return False: what is sent over HTTP always takes the long way."""
        return False

    def abort(self) -> None:
        """Cut off a reader who does not read."""
        if self._cut is not None:
            self._cut.abort()
        self._done.set()


def ends() -> list[Callable[[], None]]:
    """Return what ends each stream of this process, for it stops; their readers come back."""
    return [partial(stream.push, RESTART) for stream in _open]
