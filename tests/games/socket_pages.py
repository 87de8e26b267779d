"""A page's socket without a server: the real consumer, spoken to as an ASGI server does."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import User
from config.asgi import sockets
from config.visitors import Visitors

HOST = "127.0.0.1:8000"
PATIENCE = 10.0
OURS = [("host", HOST), ("origin", f"http://{HOST}")]
Json = dict[str, Any]


def session_of(user: User) -> str:
    """Log a person in and return the session's key."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key


class Page:
    """One socket: what it was sent, in order, and what its page would know by that."""

    def __init__(
        self, match: str, session: str = "", *, headers: Any = OURS, cookies: str = "", path: str = ""
    ) -> None:
        cookie = "; ".join(part for part in (f"sessionid={session}" if session else "", cookies) if part)
        told = [*headers, *([("cookie", cookie)] if cookie else [])]
        encoded = [(name.encode(), value.encode()) for name, value in told]
        path = path or f"/ws/matches/{match}/"
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": encoded}
        self._scope = scope | {"subprotocols": []}
        self.connect(Visitors(sockets))
        self.messages: list[Json] = []
        self.texts: list[str] = []
        self.closed_with: int | None = None

    def connect(self, application: Any, headers: list[tuple[bytes, bytes]] | None = None) -> None:
        """Have another application serve the socket, or come with other headers; before it is opened."""
        self._socket = ApplicationCommunicator(application, self._scope | ({"headers": headers} if headers else {}))

    async def open(self) -> bool:
        """Shake hands; returns whether the server let the page in. A page let in gets its first state."""
        await self._socket.send_input({"type": "websocket.connect"})
        answer = await self._socket.receive_output(timeout=PATIENCE)
        return bool(answer["type"] == "websocket.accept")

    async def close(self) -> None:
        """Leave."""
        await self._socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await self._socket.wait(timeout=PATIENCE)

    async def send(self, message: Json | str | bytes) -> None:
        """Send a message, text as it is, or bytes."""
        if isinstance(message, bytes):
            await self._socket.send_input({"type": "websocket.receive", "bytes": message})
        else:
            text = message if isinstance(message, str) else json.dumps(message)
            await self._socket.send_input({"type": "websocket.receive", "text": text})

    async def next(self, *kinds: str, seconds: float = PATIENCE) -> Json:
        """Return the next message of one of these types; a closing counts as {"type": "close", "code": …}."""
        while True:
            message = await self._take(seconds)
            if message["type"] in kinds or not kinds:
                return message

    async def quiet(self, seconds: float = 0.2) -> list[Json]:
        """Return all that comes until nothing has come for a while."""
        taken = []
        while not await self._socket.receive_nothing(timeout=seconds, interval=0.01):
            taken.append(await self._take(PATIENCE))
        return taken

    async def ask(self, body: Json | str | bytes) -> Json:
        """Send a request and return its answer."""
        await self.send(body)
        return await self.next("accepted", "refused", "close")

    @property
    def frame(self) -> Json:
        """The newest frame."""
        frame: Json = next(message["frame"] for message in reversed(self.messages) if "frame" in message)
        return frame

    async def _take(self, seconds: float) -> Json:
        output = await self._socket.receive_output(timeout=seconds)
        if output["type"] == "websocket.close":
            self.closed_with = output.get("code", 1000)
            return {"type": "close", "code": self.closed_with}
        self.texts.append(output["text"])
        message: Json = json.loads(output["text"])
        self.messages.append(message)
        return message


async def open_pages(*pages: Page) -> None:
    """Let all in and take their first states."""
    for page in pages:
        assert await page.open()
    await asyncio.gather(*(page.next("state") for page in pages))
