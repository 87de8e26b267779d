"""The judge: pages that play as browsers do, keep their own record of all they asked and were told, and compare it
with the log afterwards. Whatever was answered or shown must be there, once, at that number (Jepsen's method)."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Protocol, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tests.live.people import Person
from tests.stack import Stack

FIRST_WAIT, LONGEST_WAIT = 0.1, 1.0  # s between two attempts to connect
PING_EVERY = 1.0
FINAL_CODES = {4401, 4403, 4404}
Json = dict[str, Any]


class RefusedError(Exception):
    """The server's refusal of a request."""

    def __init__(self, error: Json) -> None:
        super().__init__(error["code"], error["message"])
        self.code: str = error["code"]
        self.error = error


@dataclass
class Call:
    """One request and every answer it got."""

    match: str
    body: Json
    accepted: list[int] = field(default_factory=list)
    refused: list[Json] = field(default_factory=list)
    done: asyncio.Future[int] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def token(self) -> str:
        """The sender's id of the request."""
        return str(self.body["token"])


class Page:
    """One open page of a match. Connects again by itself, resends what has no answer, asks anew after a gap."""

    def __init__(self, person: Person, match: str, *, at: str = "") -> None:
        self.person, self.match = person, match
        self.base = at or person.url
        self.recent: deque[tuple[float, Json]] = deque(maxlen=8)  # the last frames and when they came
        self.synced = False
        self.closed_with: int | None = None
        self.calls: dict[str, Call] = {}
        self.shown: list[tuple[int, str, int, int]] = []  # number, kind, seat, at: of each entry that came
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(self._stay()), asyncio.create_task(self._beat())]
        await self.until(lambda: self.synced)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, e: BaseException | None, at: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def request(self, kind: str, *, token: str = "", **fields: Any) -> int:
        """Make a request and return its number in the log, however often the connection breaks; raises RefusedError."""
        call = Call(self.match, {"type": kind, "token": token or secrets.token_urlsafe(12), **fields})
        self.calls[call.token] = call
        if self.synced:
            await self._send(call.body)
        return await call.done

    async def until(self, probe: Any, seconds: float = 60.0) -> None:
        """Wait until the probe says true, looked at after each message; raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while not probe():
                self._changed.clear()
                await self._changed.wait()

    async def reach(self, number: int) -> None:
        """Wait until the page knows of an entry."""
        await self.until(lambda: self.number >= number)

    @property
    def frame(self) -> Json:
        """What the page shows; nothing at first."""
        return self.recent[-1][1] if self.recent else {}

    @property
    def number(self) -> int:
        """The number of the last entry that the page knows of."""
        return int(self.frame.get("number", -1))

    @property
    def over(self) -> bool:
        """The match is over, as far as the page knows."""
        return self.frame.get("status") in {"finished", "aborted"}

    @property
    def my_turn(self) -> bool:
        """The page may move now."""
        return self.synced and self.frame.get("seat", -1) in self.frame.get("turn", [])

    # --- the connection ---

    async def _stay(self) -> None:
        wait = FIRST_WAIT
        while self.closed_with not in FINAL_CODES:
            with suppress(OSError, WebSocketException, TimeoutError):
                await self._listen()
            wait = FIRST_WAIT if self.synced else min(LONGEST_WAIT, wait * 2)
            self.synced = False
            self._changed.set()
            await asyncio.sleep(wait * random.uniform(0.7, 1))

    async def _listen(self) -> None:
        address = f"{self.base.replace('http', 'ws', 1)}/ws/matches/{self.match}/"
        cookie = {"Cookie": self.person.cookie}
        options: Json = {"compression": None, "ping_interval": None, "open_timeout": 5, "close_timeout": 0.5}
        async with connect(
            address, origin=Origin(self.base), additional_headers=cookie, max_size=None, **options
        ) as socket:
            self._socket = socket
            try:
                async for text in socket:
                    await self._receive(json.loads(text))
            finally:
                self.closed_with = socket.close_code

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            if self.synced:
                await self._send({"type": "ping"})

    async def _send(self, body: Json) -> None:
        assert self._socket is not None
        with suppress(WebSocketException):  # it goes again after the reconnect
            await self._socket.send(json.dumps(body))

    # --- what the server says ---

    async def _receive(self, message: Json) -> None:
        handler = getattr(self, f"_on_{message['type']}", None)
        if handler is not None:
            await handler(message)
        self._changed.set()

    async def _on_state(self, message: Json) -> None:
        first, self.synced = not self.synced, True
        if first:
            self.recent.clear()
        self._show(message["frame"])
        if first:
            for call in [call for call in self.calls.values() if not call.done.done()]:
                await self._send(call.body)

    def _show(self, frame: Json) -> None:
        self.recent.append((time.monotonic(), frame))

    async def _on_entry(self, message: Json) -> None:
        self.shown.append((message["number"], message["kind"], message.get("seat", -1), message["at"]))
        if message["number"] == self.number + 1:
            self._show(message["frame"])
        elif message["number"] > self.number:
            await self._send({"type": "resync"})

    async def _on_pong(self, message: Json) -> None:
        if message["number"] > self.number:
            await self._send({"type": "resync"})

    async def _on_accepted(self, message: Json) -> None:
        call = self.calls[message["token"]]
        call.accepted.append(message["number"])
        if not call.done.done():
            call.done.set_result(message["number"])

    async def _on_refused(self, message: Json) -> None:
        call = self.calls[message["token"]]
        error = message["error"]
        if error["code"] == "try_again":
            asyncio.get_running_loop().call_later(random.uniform(0.1, 1), self._send_again, call)
            return
        call.refused.append(error)
        if not call.done.done():
            call.done.set_exception(RefusedError(error))

    def _send_again(self, call: Call) -> None:
        if self.synced and not call.done.done():
            self._tasks.append(asyncio.create_task(self._send(call.body)))


# --- tables ---


async def seat_two(host: Person, guest: Person, **chosen: Any) -> str:
    """Open a table, seat both and start; return the match's id."""
    match = await host.open_table(**chosen)
    steps: list[tuple[Person, str, Json]] = [
        (guest, "join", {}),
        (guest, "ready", {"ready": True}),
        (host, "start", {}),
    ]
    for person, kind, fields in steps:
        answer = await person.ask(match, kind, secrets.token_urlsafe(12), **fields)
        assert answer.status == 200, answer.body
    return match


class Tables:
    """Matches of two guests each, a page for each of them, moves at random while `open_gate` holds."""

    def __init__(self, url: str, matches: int, *, seed: int = 1, think: tuple[float, float] = (0.05, 0.4)) -> None:
        self.url, self.count, self._think = url, matches, think
        self.pages: list[Page] = []
        self.gate = asyncio.Event()
        self._random = random.Random(seed)
        self._exit = AsyncExitStack()
        self._players: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        pairs = [(await Person.guest(self.url), await Person.guest(self.url)) for _ in range(self.count)]
        for host, guest in pairs:
            match = await seat_two(host, guest)
            for person in (host, guest):
                self.pages.append(await self._exit.enter_async_context(Page(person, match)))
        self._players = [asyncio.create_task(self._play(page)) for page in self.pages]
        return self

    async def __aexit__(self, *error: Any) -> None:
        for task in self._players:
            task.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)
        await self._exit.aclose()

    async def settle(self) -> None:
        """Stop playing and wait until every request has its answer; raises what went wrong at a table."""
        self.gate.clear()
        async with asyncio.timeout(20):
            for page in self.pages:
                for call in list(page.calls.values()):
                    await asyncio.wait([call.done])
        for task in self._players:
            if task.done():
                task.result()

    async def _play(self, page: Page) -> None:
        while not page.over:
            await self.gate.wait()
            await page.until(lambda: page.my_turn or page.over, seconds=120)
            await asyncio.sleep(self._random.uniform(*self._think))
            if self.gate.is_set() and page.my_turn:
                move = self._random.choice(page.frame["legal"])
                await page.request("move", number=page.number, move=move)
                await page.until(lambda: not page.synced or not page.my_turn, seconds=120)


# --- the verdict ---

Row = tuple[str, int, str, int, str | None, int]


def log_of(stack: Stack) -> list[Row]:
    """Return (match, number, kind, seat, token, at) of all entries in order."""
    columns = "match_id, number, kind, seat, token, at"
    rows: Any = stack.query(f"SELECT {columns} FROM games_entryrow ORDER BY match_id, number")  # noqa: S608
    return list(rows)


class Called(Protocol):
    """A request and the numbers it was accepted with."""

    accepted: list[int]

    @property
    def token(self) -> str:
        """The sender's id of it."""


class Witness(Protocol):
    """Somebody with a record of one match: a Page, or a player of tests.live.crowd."""

    match: str
    shown: list[tuple[int, str, int, int]]

    @property
    def calls(self) -> Mapping[str, Called]:
        """All requests, by token."""


def faults(witnesses: Iterable[Witness], log: list[Row]) -> list[str]:
    """Return what people were told and the log does not bear out; nothing, if every promise was kept."""
    rows: dict[str, dict[int, Row]] = {}
    for row in log:
        rows.setdefault(row[0], {})[row[1]] = row
    told = [fault for witness in witnesses for fault in _faults_of(witness, rows.get(witness.match, {}))]
    return [*_holes(log), *_doubles(log), *told]


def _holes(log: list[Row]) -> list[str]:
    numbers: dict[str, list[int]] = {}
    for match, number, *_ in log:
        numbers.setdefault(match, []).append(number)
    return [f"{m}: numbers {n}" for m, n in numbers.items() if n != list(range(1, len(n) + 1))]


def _doubles(log: list[Row]) -> list[str]:
    counted = Counter((match, token) for match, _, _, _, token, _ in log if token)
    return [f"{match}: token {token} is there {count} times" for (match, token), count in counted.items() if count > 1]


def _faults_of(witness: Witness, rows: dict[int, Row]) -> list[str]:
    found = []
    for call in witness.calls.values():
        for number in call.accepted:
            if number not in rows or rows[number][4] != call.token:
                found.append(f"{witness.match}: {call.token} was answered with {number}, and the log has it not there")
    for number, kind, seat, at in witness.shown:
        row = rows.get(number)
        if row is None or (row[2], row[3], row[5]) != (kind, seat, at):
            found.append(f"{witness.match}: entry {number} ({kind}) was shown, and the log has {row}")
    return found
