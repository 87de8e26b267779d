"""People as the site knows them: a browser's cookies, pages and forms, over plain HTTP, many at a time."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
from dataclasses import dataclass
from http.client import HTTPResponse
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.stack import Stack

# What a stack needs to take many people from one machine: each names an address of their own, and may send fast.
CROWDED = {
    "TRUSTED_PROXIES": "1",
    "SOCKET_RATE": "500",
    "SOCKET_BURST": "1000",
    "SOCKETS_EACH": "1000",
    "API_RATE": "100000",
}
_addresses = itertools.count(1)
MEMBERS = """
from allauth.account.models import EmailAddress
from accounts.models import User
for user in User.objects.filter(is_guest=True):
    user.is_guest, user.email = False, f"{user.pk}@example.org"
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
"""


def make_members(stack: Stack) -> None:
    """Make members of all guests there are, as if they had signed up: by mail nobody else may play."""
    stack.manage("shell", "-v", "0", "-c", MEMBERS)


@dataclass(frozen=True)
class Answer:
    """What the server said to one HTTP request."""

    status: int
    headers: dict[str, str]  # by lower-case name
    cookies: list[str]
    body: bytes

    def json(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)


async def fetch(url: str, method: str, headers: dict[str, str], body: bytes = b"") -> Answer:
    """Make one HTTP request on a connection of its own; raises OSError while nobody answers."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        told = {"Host": parts.netloc, "Connection": "close", "Content-Length": str(len(body)), **headers}
        lines = [f"{method} {parts.path or '/'} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        return _parsed(await reader.read())
    finally:
        writer.close()


def _parsed(raw: bytes) -> Answer:
    if not raw:
        raise ConnectionResetError("the server went away before it answered")
    response = HTTPResponse(_Received(raw))  # type: ignore[arg-type]
    response.begin()
    cookies = response.headers.get_all("Set-Cookie") or []
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(response.status, headers, cookies, response.read())


class _Received:
    """Bytes in the clothes of a socket, which is all that http.client asks for."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def makefile(self, mode: str) -> io.BytesIO:
        """Return the bytes as a file."""
        return io.BytesIO(self._raw)


class Person:
    """One browser: its cookies and what it does with pages. `url` is the site's address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies: dict[str, str] = {}
        number = next(_addresses)
        self.address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"

    @classmethod
    async def guest(cls, url: str) -> Person:
        """Return somebody who has come in by the guests' door."""
        person = cls(url)
        await person.get("/")
        answer = await person.post_form("/accounts/guest/", {"next": "/"})
        assert answer.status == 302, f"the guests' door answered {answer.status}"
        assert "sessionid" in person.cookies
        return person

    @classmethod
    def of(cls, url: str, cookie: str) -> Person:
        """Return somebody who is logged in already, by their session's cookie (bench.prepare)."""
        person = cls(url)
        person.cookies = {"csrftoken": "a" * 32} | dict([cookie.split("=", 1)])  # Django takes any of this form
        return person

    async def get(self, path: str, *, at: str = "") -> Answer:
        """GET a page; `at` is another address of the same site."""
        return await self._send("GET", path, at, {})

    async def post_form(self, path: str, fields: dict[str, Any]) -> Answer:
        """Send a form, as its button would."""
        content = {"Content-Type": "application/x-www-form-urlencoded"}
        return await self._send("POST", path, "", content, urlencode(fields).encode())

    async def post_json(self, path: str, value: Any, *, at: str = "") -> Answer:
        """Send a request to the REST door."""
        return await self._send("POST", path, at, {"Content-Type": "application/json"}, json.dumps(value).encode())

    async def ask(self, match: str, kind: str, token: str, *, at: str = "", **fields: Any) -> Answer:
        """Make one request of a match over REST."""
        return await self.post_json(
            f"/api/v1/matches/{match}/requests", {"type": kind, "token": token, **fields}, at=at
        )

    async def frame(self, match: str) -> dict[str, Any]:
        """Return the match as REST shows it to this person now."""
        answer = await self.get(f"/api/v1/matches/{match}")
        assert answer.status == 200, answer.body
        frame: dict[str, Any] = answer.json()["frame"]
        return frame

    async def open_table(self, **chosen: Any) -> str:
        """Open a table for two with a long time a move and return the match's id."""
        fields = {"seats": 2, "clock_kind": "per_move", "per_move": 600, "listed": "on", "watchers": "on"}
        options = {"option_teams": "null", "option_draw": '"auto"'}
        answer = await self.post_form("/tables/new/sequence/", fields | options | chosen)
        assert answer.status == 302, answer.body.decode()
        return answer.headers["location"].strip("/").split("/")[-1]

    async def _send(self, method: str, path: str, at: str, headers: dict[str, str], body: bytes = b"") -> Answer:
        own = {"Cookie": self.cookie, "X-Forwarded-For": self.address, "X-CSRFToken": self.cookies.get("csrftoken", "")}
        answer = await fetch((at or self.url) + path, method, own | headers, body)
        for line in answer.cookies:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return answer

    @property
    def cookie(self) -> str:
        """The Cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


def socket_of(person: Person, match: str) -> connect:
    """Return the socket of somebody's page of a match, to be opened."""
    address = f"{person.url.replace('http', 'ws', 1)}/ws/matches/{match}/"
    return connect(address, origin=Origin(person.url), additional_headers={"Cookie": person.cookie})
