"""A program's stream, or socket, without a server: the real application, spoken to as an ASGI server does."""

from __future__ import annotations

import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

from config.asgi import application
from tests.games.socket_pages import HOST, PATIENCE

Json = dict[str, Any]
NOT_MODIFIED = 304


class Listener:
    """One stream: its status, and its lines as they come."""

    def __init__(self, path: str, token: str = "", *, method: str = "GET", query: str = "", cookie: str = "",
        known: str = "",
    ) -> None:  # fmt: skip
        headers = [("host", HOST), ("authorization", f"Bearer {token}"), ("cookie", cookie), ("if-none-match", known)]
        told = [(name.encode(), value.encode()) for name, value in headers if value not in ("", "Bearer ")]
        scope = {"type": "http", "method": method, "path": f"/api/v1/{path}", "query_string": query.encode()}
        self._stream = ApplicationCommunicator(application, scope | {"headers": told, "http_version": "1.1"})
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.texts: list[bytes] = []
        self.over = False
        self._rest = b""

    async def open(self) -> Json:
        """Send the request and return the first line, or the body of a refusal."""
        await self._stream.send_input({"type": "http.request", "body": b""})
        start = await self._stream.receive_output(timeout=PATIENCE)
        self.status, self.headers = start["status"], dict(start["headers"])
        return await self.next() if self.status != NOT_MODIFIED else {}

    async def next(self, *kinds: str, seconds: float = PATIENCE) -> Json:
        """Return the next line of one of these types."""
        while True:
            part = await self._stream.receive_output(timeout=seconds)
            self.over = not part.get("more_body", False)
            if text := part["body"].strip():
                self.texts.append(text)
                line: Json = json.loads(text)
                if not kinds or line["type"] in kinds:
                    return line

    async def quiet(self, seconds: float = 0.2) -> bool:
        """Return whether nothing comes for so long."""
        return bool(await self._stream.receive_nothing(timeout=seconds, interval=0.01))

    async def close(self) -> None:
        """Hang up."""
        await self._stream.send_input({"type": "http.disconnect"})
        await self._stream.wait(timeout=PATIENCE)
