"""Sockets in: one connection a match page. It reads requests, hands them to the one door and answers each once."""

from __future__ import annotations

import time
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils import translation
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import User
from games import selectors, services, strict_json
from games.errors import Refused, try_again
from games.hub import Room, encode, hub
from games.instants import now_ms
from games.models import Match

NOT_FOUND, TOO_FAST, BAD_DATA = 4404, 4429, 1003
FORGIVEN = 5  # unreadable messages before the connection is closed


class Bucket:
    """How many messages a socket may still send: a burst, refilled at a steady rate."""

    def __init__(self) -> None:
        self.rate, self.most = settings.SOCKET_RATE, settings.SOCKET_BURST
        self.left, self.at = float(self.most), time.monotonic()

    def take(self) -> float:
        """Take one and return how many are left; below nought is too fast."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate) - 1
        self.at = now
        return self.left


class MatchConsumer(AsyncWebsocketConsumer):
    """The socket of one page: see docs/api.md, "Socket"."""

    channel_layer_alias = ""  # none of its own: the process's hub listens for all, and no Redis is needed to connect
    user: User
    user_id: int | None
    session_key: str
    room: Room | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its handler.

        Channels would first wait for a thread to look after old database connections, before every message; here
        all queries go through database_sync_to_async, which does that itself.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        """Let the page in and send it the whole view; a foreign page is refused before the handshake ends."""
        if not origin_allowed(self.scope):
            await self.close()
            return
        self.user = self.scope["user"]
        self.user_id = self.user.pk
        self.session_key = self.scope["session"].session_key or ""
        self.language = language_of(self.scope)
        self.bucket, self.warned, self.unreadable = Bucket(), False, 0
        await self.accept()
        match_id = self.scope["url_route"]["kwargs"]["match_id"]
        try:
            await database_sync_to_async(selectors.match_to_watch)(match_id, self.user)
        except Match.DoesNotExist:
            await self.close(NOT_FOUND)  # a private match and a missing one: the same answer
            return
        self.room = await hub().enter(self, match_id)

    async def disconnect(self, code: int) -> None:
        """Leave the room."""
        if self.room is not None:
            room, self.room = self.room, None
            await hub().leave(self, room)

    async def push(self, text: str) -> None:
        """Send a frame (called by the hub)."""
        await self.send(text)

    async def shut(self, code: int) -> None:
        """Close with a code (called by the hub)."""
        await self.close(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer one message; every request gets exactly one answer."""
        arrived = now_ms()
        with translation.override(self.language):
            if self.room is None or not await self._in_time():
                return
            try:
                body = strict_json.read(text_data or "")
            except Refused as error:
                await self._refuse(error, None)
                await self._count_unreadable()
                return
            await self._answer(self.room, body, arrived)

    async def _answer(self, room: Room, body: dict[str, Any], arrived: int) -> None:
        kind, token = body.get("type"), body.get("token")
        if kind == "ping":
            await self.push(encode({"type": "pong", "number": room.loaded.number}))
        elif kind == "resync":
            await room.send_state(self)
        else:
            try:
                number = await self._request(room, body, arrived)
                await self.push(encode({"type": "accepted", "token": token, "number": number}))
            except Refused as error:
                await self._refuse(error, token)

    async def _request(self, room: Room, body: dict[str, Any], arrived: int) -> int:
        """Hand a request to the door. A fault of ours costs the player nothing: it is reported and may be repeated."""
        try:
            return await database_sync_to_async(services.request)(room.match_id, self.user, body, at=arrived)
        except Refused:
            raise
        except Exception as error:
            services.log.exception("match %s: a request failed", room.match_id)
            raise try_again() from error

    async def _refuse(self, error: Refused, token: Any) -> None:
        answer: dict[str, Any] = {"type": "refused", "error": error.as_json()}
        await self.push(encode(answer | ({"token": token} if isinstance(token, str) else {})))

    async def _in_time(self) -> bool:
        """Return whether the message may be read; a flood is told once to slow down and then cut off."""
        left = self.bucket.take()
        if left >= 0:
            self.warned = False
            return True
        if left < -self.bucket.most:
            await self.close(TOO_FAST)
        elif not self.warned:
            self.warned = True
            await self._refuse(Refused("slow_down", N_("Too many messages at once."), retry_after=2), None)
        return False

    async def _count_unreadable(self) -> None:
        self.unreadable += 1
        if self.unreadable >= FORGIVEN:
            await self.close(BAD_DATA)


def origin_allowed(scope: dict[str, Any]) -> bool:
    """Return whether the page that opens the socket is ours: exactly our scheme, host and port, named once.

    A missing Origin is no page of ours either: programs use a token over REST, never a cookie here.
    """
    headers = [(name, value.decode("latin-1")) for name, value in scope["headers"]]
    origins = [value for name, value in headers if name == b"origin"]
    hosts = [value for name, value in headers if name == b"host"]
    if len(origins) != 1 or len(hosts) != 1:
        return False
    domain, _ = split_domain_port(hosts[0])
    if not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    scheme = "https" if settings.HTTPS or scope.get("scheme") == "wss" else "http"
    return origins[0] in {f"{scheme}://{hosts[0]}", *settings.CSRF_TRUSTED_ORIGINS}


def language_of(scope: dict[str, Any]) -> str:
    """Return the page's language: its cookie's, else the default."""
    chosen = scope["cookies"].get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
