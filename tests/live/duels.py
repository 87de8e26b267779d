"""Duels between a move and the end of the mover's time: tables whose players let their clocks run to the last ms.

Who is to move sends so that the move arrives within some ms of the deadline, before or after. Meanwhile nobody else
does anything, or another player asks for something at the same instant, or a clock of the test's calls time right then.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median
from typing import IO, Any

from bench.load.play import Prepared
from tests.live.judge import Page, RefusedError
from tests.live.people import Person

CLOSE = 5.0  # ms between an arrival and the deadline
NOBODY, OTHER, CLOCK = "nobody else", "another player", "a hasty clock"  # the move's rivals
RIVALS = (NOBODY, OTHER, CLOCK)
OVER = {"give_up", "take_over"}
SPIN = 0.002  # s before an instant from which on a sleep would be too coarse


@dataclass
class Duel:
    """One move that was sent to arrive close to the mover's deadline; instants in ms since 1970."""

    match: str
    seat: int
    number: int  # of the last entry that the mover had seen
    due: int
    rival: str
    home: bool  # the mover's page is at the process that judges the match
    token: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    arrived: float = 0.0  # as the log tells; else as requests to that process arrived lately
    answer: int | str = ""  # the number, or the refusal's code

    @property
    def won(self) -> bool:
        """The move was accepted."""
        return isinstance(self.answer, int)

    @property
    def early(self) -> float:
        """By how many ms the move was early; late below nought."""
        return self.due - self.arrived


def called(page: Page, duel: Duel) -> int:
    """Return the number of the time-out that ended a duel; nought if the page has been shown all anew instead."""
    return next((number for number, kind, *_ in page.shown if number > duel.number and kind in OVER), 0)


class Aim:
    """How much later than it was sent a request arrives at one process, on its clock."""

    def __init__(self) -> None:
        self._leads: deque[float] = deque(maxlen=64)

    def note(self, sent: float, at: int) -> None:
        """Take a request whose arrival the log tells; `sent` is time.monotonic()."""
        self._leads.append(at + 0.5 - 1000 * sent)

    def arrival(self, sent: float) -> float:
        """Return when a request sent then arrives."""
        return 1000 * sent + median(self._leads)

    async def wait(self, instant: float) -> float:
        """Wait until it is time to send what is to arrive at an instant; return when that was."""
        when = (instant - median(self._leads)) / 1000
        await asyncio.sleep(max(0.0, when - SPIN - time.monotonic()))
        while time.monotonic() < when:
            await asyncio.sleep(0)
        return time.monotonic()


@dataclass
class Ring:
    """All tables of a test, and what came of their duels."""

    urls: Sequence[str]
    clock: IO[str]  # the hasty one's standard input
    pace: int  # ms a move
    wanted: int
    duels: list[Duel] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        self.aims = {url: Aim() for url in self.urls}

    @property
    def ties(self) -> list[Duel]:
        """The duels in which the move did arrive as close to the deadline as it should."""
        return [duel for duel in self.duels if duel.answer and abs(duel.early) <= CLOSE]

    async def run(self, ready: list[Prepared], tables: int) -> None:
        """Play so many tables at once until there are duels enough, or no matches."""

        async def play(number: int) -> None:
            await asyncio.sleep(self.pace / 1000 * number / tables)  # so that not all have their deadline at once
            while ready and len(self.ties) < self.wanted:
                await Table(self, ready.pop(), number).run()

        async with asyncio.TaskGroup() as playing:
            for number in range(tables):
                playing.create_task(play(number))

    def call_time(self, match: str, instant: int) -> None:
        """Have the hasty clock call time then."""
        self.clock.write(f"{match} {instant}\n")
        self.clock.flush()

    def near(self) -> float:
        """Draw how far from the deadline something is to be."""
        return self.chance.uniform(-CLOSE, CLOSE)


class Table:
    """One match. Seats are at both processes in turn; the host's judges."""

    def __init__(self, ring: Ring, prepared: Prepared, number: int) -> None:
        self.ring, self.match = ring, prepared["match"]
        ends = [ring.urls[(seat + number) % 2] for seat in range(len(prepared["cookies"]))]
        people = [Person.of(at, cookie) for at, cookie in zip(ends, prepared["cookies"], strict=True)]
        self.pages = [Page(person, self.match) for person in people]
        self._pokes: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        """Start, and make every move at the last moment."""
        async with AsyncExitStack() as exits:
            for page in self.pages:
                await exits.enter_async_context(page)
            self.ring.pages += self.pages
            for page in self.pages[1:]:  # which tells at first how long requests take
                await self._ask(page, time.monotonic(), "ready", ready=True)
            await self._ask(self.pages[0], time.monotonic(), "start")
            while len(self.ring.ties) < self.ring.wanted and (page := await self._next()):
                await self._duel(page)
            await asyncio.gather(*self._pokes)

    async def _next(self) -> Page | None:
        """Return the page whose move is awaited, once it has been shown everything; None when no person plays any more.

        Whoever has lost all their time has a bot in their place, and bots among themselves may go on for minutes.
        """
        async with asyncio.timeout(60):
            while not all(page.over or _gave_up(page) for page in self.pages):
                newest = max(page.number for page in self.pages)
                for page in self.pages:
                    if page.number == newest and page.my_turn and "legal" in page.frame:
                        return page
                await asyncio.sleep(0.02)
        return None

    async def _duel(self, page: Page) -> None:
        clocks, seat = page.frame["clocks"], page.frame["seat"]
        due, rival = clocks["at"] + clocks["left"][seat], self.ring.chance.choice(RIVALS)
        duel = Duel(self.match, seat, page.number, due, rival, page.base == self.pages[0].base)
        self.ring.duels.append(duel)
        move = self._move(page)
        if rival == CLOCK:
            self.ring.call_time(self.match, due + 1)
        elif rival == OTHER:
            other = self.pages[(seat + 1) % len(self.pages)]
            self._pokes.append(asyncio.create_task(self._poke(other, due + self.ring.near())))
        sent = await self.ring.aims[page.base].wait(due + self.ring.near())
        duel.arrived = self.ring.aims[page.base].arrival(sent)
        answer, at = await self._ask(page, sent, "move", token=duel.token, **move)
        if at is None and rival == NOBODY:  # then the move itself has had time called
            await page.reach(duel.number + 1)
            at = self._noted(page, sent, called(page, duel))
        duel.arrived = duel.arrived if at is None else at
        duel.answer = answer

    async def _poke(self, page: Page, instant: float) -> None:
        """Ask for something that is none of the mover's business."""
        sent = await self.ring.aims[page.base].wait(instant)
        await self._ask(page, sent, "offer_draw")

    async def _ask(self, page: Page, sent: float, kind: str, **fields: Any) -> tuple[int | str, int | None]:
        """Make a request; return its number or the refusal's code, and when it arrived if the log tells."""
        try:
            number = await page.request(kind, **fields)
        except RefusedError as error:
            return error.code, None
        await page.reach(number)
        return number, self._noted(page, sent, number)

    def _noted(self, page: Page, sent: float, number: int) -> int | None:
        """Return when the request arrived that made an entry, and learn from it."""
        at = next((at for shown, *_, at in reversed(page.shown) if shown == number), None)
        if at is not None:
            self.ring.aims[page.base].note(sent, at)
        return at

    def _move(self, page: Page) -> dict[str, Any]:
        """Return a move that ends the turn, as a request's fields."""
        ending = [move for move in page.frame["legal"] if move["type"] != "exchange"]
        return {"number": page.number, "move": self.ring.chance.choice(ending or page.frame["legal"])}


def _gave_up(page: Page) -> bool:
    seat = page.frame.get("seat")
    return seat is not None and bool(page.frame["seats"][seat].get("gave_up"))
