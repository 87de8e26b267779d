"""Who comes by plain HTTP: two guests who play two matches over REST, and readers of pages; all they are told is kept.

They resend what is answered with try_again, with the same token, as docs/api.md says.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections import Counter
from time import perf_counter
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests.live.judge import Row, seat_two
from tests.live.people import Answer, Person
from tests.stack import Stack

PAUSE = 0.1  # s between an answer and the next request
PATIENCE = 30.0  # s in which a move has to be accepted after all
TRACES = (b"Traceback", b"OperationalError", b"psycopg", b"Exception")
MOVE, FRAME, PAGE, ALIVE = "move", "frame", "page", "alive"


class Heard(NamedTuple):
    """One answer: to what, when it was asked (perf_counter), after how many s, and what it said."""

    what: str
    sent: float
    took: float
    answer: Answer

    def fault(self, within: float) -> str:
        """Return what is wrong with it, or nothing: late, no sentence for people, no error for programs."""
        told = f"{self.what}: {self.answer.status} after {self.took:.2f} s: {self.answer.body[:200]!r}"
        return "" if self.took <= within and self._is_kind() else told

    def _is_kind(self) -> bool:
        if self.answer.status == 200:
            return True
        if self.answer.status != 503 or "retry-after" not in self.answer.headers or self.what == ALIVE:
            return False
        if self.what == PAGE:
            return b"back in a moment" in self.answer.body and not any(trace in self.answer.body for trace in TRACES)
        return bool(self.answer.headers["content-type"] == "application/json" and self.code == "try_again")

    @property
    def code(self) -> str:
        """The error's code."""
        return str(self.answer.json()["error"]["code"])


class Visitors:
    """The two and the readers, on both servers in turn; a context manager in which they do not stop."""

    def __init__(self, site: Stack, matches: int) -> None:
        self.heard: list[Heard] = []
        self.accepted: dict[str, tuple[str, int]] = {}  # match and number by token
        self._site, self._count = site, matches
        self._turns = itertools.cycle(site.own_urls)
        self._going = True
        self._gate, self._about_to_move = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self.people = await Person.guest(self._site.url), await Person.guest(self._site.url)
        self.matches = [await seat_two(*self.people) for _ in range(self._count)]
        stranger = Person(self._site.url)
        pages = ["/", f"/m/{self.matches[0]}/", "/rules/sequence/", "/tables/new/sequence/"]
        self._gate.set()
        jobs = [self._play(self.matches[::2], self._gate), self._play(self.matches[1::2], None)]
        jobs += [self._read(person, PAGE, pages) for person in (self.people[0], stranger)]
        frames = [f"/api/v1/matches/{match}" for match in self.matches]
        jobs += [self._read(person, FRAME, frames) for person in (*self.people, stranger)]
        self._tasks = [asyncio.create_task(job) for job in (*jobs, self._read(stranger, ALIVE, ["/healthz"]))]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._going = False
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._tasks)

    async def hold(self) -> None:
        """Return when one of them has a move to send, and will not send it before `go_on`."""
        self._gate.clear()
        self._about_to_move.clear()
        async with asyncio.timeout(PATIENCE):
            await self._about_to_move.wait()

    def go_on(self) -> None:
        """Let them move again."""
        self._gate.set()

    def told(self, begin: float, end: float) -> Counter[str]:
        """Return how many answers of each kind and status there were to what was asked between two instants."""
        return Counter(f"{heard.what} {heard.answer.status}" for heard in self.heard if begin <= heard.sent < end)

    def faults(self, log: list[Row], within: float) -> list[str]:
        """Return what was late, unkind or untrue."""
        there = {(row[0], row[1], row[4]) for row in log}
        untrue = [told for token, told in self.accepted.items() if (*told, token) not in there]
        return [*filter(None, (heard.fault(within) for heard in self.heard)), *map(repr, untrue)]

    async def _read(self, person: Person, what: str, paths: list[str]) -> None:
        for path in itertools.cycle(paths):
            if not self._going:
                return
            await self._hear(what, person, path)

    async def _play(self, matches: list[str], gate: asyncio.Event | None) -> None:
        """Play these, one after the other; each move waits for the gate, if there is one."""
        left = list(matches)
        while self._going and left:
            for person in self.people:
                answer = await self._hear(FRAME, person, f"/api/v1/matches/{left[0]}")
                frame = answer.json()["frame"] if answer.status == 200 else {"turn": [], "status": "active"}
                if frame["status"] != "active":
                    del left[0]
                    break
                if frame["turn"] == [frame.get("seat")]:
                    move = {"number": frame["number"], "move": secrets.choice(frame["legal"])}
                    if gate is not None:
                        self._about_to_move.set()
                        await gate.wait()
                    await self._insist(person, left[0], move)

    async def _insist(self, person: Person, match: str, fields: dict[str, Any]) -> None:
        """Ask for a move, with one token, until it is accepted."""
        body = {"type": "move", "token": secrets.token_urlsafe(9), **fields}
        async with asyncio.timeout(PATIENCE):
            while (answer := await self._hear(MOVE, person, f"/api/v1/matches/{match}/requests", body)).status != 200:
                pass
        self.accepted[body["token"]] = match, answer.json()["number"]

    async def _hear(self, what: str, person: Person, path: str, body: dict[str, Any] | None = None) -> Answer:
        at, sent = next(self._turns), perf_counter()
        answer = await (person.get(path, at=at) if body is None else person.post_json(path, body, at=at))
        self.heard.append(Heard(what, sent, perf_counter() - sent, answer))
        await asyncio.sleep(PAUSE)
        return answer
