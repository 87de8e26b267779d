"""Equal players of Blitz who want the same card on the same stack at the same time, at two server processes.

Eight people at a table turn their packets until two of them, at different processes, can play to one stack. These two
react to the last change as it comes to each, and both send, whatever they see meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tests.live.judge import Page, RefusedError
from tests.live.people import Person
from tests.live.racers import Gallery, answered, at_once, open_race
from tests.stack import Stack

SEATS = 8
OPTIONS = {"rounds": 10, "break_ms": 1000}  # what comes late must not come into the next round
VAIN = 2  # packets that everybody turns before somebody plays what nobody else can
Json = dict[str, Any]


class Rusher(Page):
    """A player of Blitz. Even seats are at the first process, odd ones at the second."""

    def __init__(self, person: Person, match: str, *, at: str) -> None:
        super().__init__(person, match, at=at)
        self.came: dict[int, float] = {}  # when each entry came

    async def _on_entry(self, message: Json) -> None:
        self.came[message["number"]] = time.monotonic()
        await super()._on_entry(message)

    def moves(self, kind: str) -> list[Json]:
        """Return the moves of a kind that the player may make now."""
        return [move for move in self.frame.get("legal", []) if move["type"] == kind]

    def stacks(self) -> dict[int, Json]:
        """Return a move for each stack that the player can play to."""
        return {move["to"]: move for move in self.moves("centre") if move["to"] != "new"}

    async def play(self, move: Json, after: float = 0.0) -> str:
        """Make a move at an instant; return "" or the refusal's code."""
        await asyncio.sleep(max(0.0, after - time.monotonic()))
        try:
            await self.request("move", move=move)
        except RefusedError as error:
            return error.code
        return ""


class Table:
    """One table and its owner. `won` counts, by whether the winner's process is the owner's."""

    def __init__(self, pages: Sequence[Rusher], owner: int, gallery: Gallery) -> None:
        self.pages, self.owner, self.gallery = pages, owner, gallery
        self.won = {True: 0, False: 0}
        self.odd: list[tuple[str, str]] = []  # answers to a pair of which not one was taken, the other too late
        self._vain = 0

    async def run(self) -> None:
        """Play until the gallery closes or the match is over."""
        while not self.gallery.closed and not self.pages[0].over:
            number = max(page.number for page in self.pages)
            for page in self.pages:
                await page.reach(number)
            if self.pages[0].frame["view"]["phase"] in {"ready", "pause"}:
                await self.pages[0].reach(number + 1)
            elif not self.pages[0].over and all(page.number == number for page in self.pages):
                await self._step(number)

    async def _step(self, number: int) -> None:
        if pairs := self._pairs():
            self._vain = 0
            await asyncio.gather(*(self._contest(*pair, number) for pair in pairs))
        elif self._vain < VAIN:
            self._vain += 1
            await asyncio.gather(*(self._turn(page) for page in self.pages))
        else:
            self._vain = 0
            await self._go_on()

    def _pairs(self) -> list[tuple[Rusher, Rusher, int]]:
        """Return pairs at different processes with a stack that both can play to; nobody and no stack twice."""
        pairs: list[tuple[Rusher, Rusher, int]] = []
        taken: set[Any] = set()
        for one in self.pages[::2]:
            for other in self.pages[1::2]:
                common = (one.stacks().keys() & other.stacks().keys()) - taken
                if common and not taken & {one, other}:
                    stack = min(common)
                    pairs.append((one, other, stack))
                    taken |= {one, other, stack}
        return pairs

    async def _contest(self, one: Rusher, other: Rusher, stack: int, number: int) -> None:
        rivals = (one, other)
        moves = [page.stacks()[stack] for page in rivals]
        instants = [page.came.get(number, 0.0) + self.gallery.reaction() for page in rivals]
        plays = (page.play(move, at) for page, move, at in zip(rivals, moves, instants, strict=True))
        codes = await asyncio.gather(*plays)
        if sorted(codes) != ["", "too_late"]:
            self.odd.append((codes[0], codes[1]))
        elif self.gallery.counting:
            self.won[codes.index("") == self.owner] += 1

    async def _turn(self, page: Rusher) -> None:
        ones = [move for move in page.moves("centre") if move["to"] == "new"]
        if move := [*ones, *page.moves("turn")][:1]:
            await page.play(move[0])

    async def _go_on(self) -> None:
        """Let somebody play what nobody else can."""
        for kind in ("centre", "work"):
            if choice := [(page, move) for page in self.pages for move in page.moves(kind)]:
                page, move = self.gallery.chance.choice(choice)
                await page.play(move)
                return


@asynccontextmanager
async def rushing(stack: Stack, gallery: Gallery, tables: int) -> AsyncIterator[list[Table]]:
    """Seat the same eight people at so many tables, and at new ones when these are over, and let them play.

    Each process judges every other one; at an odd number of tables each place has both in turn.
    """
    people = [await Person.guest(stack.url) for _ in range(SEATS)]
    async with AsyncExitStack() as exits:

        async def seat(number: int) -> Table:
            match = await open_race(people, "blitz", stack.own_urls[number % 2], **OPTIONS)
            pages = [Rusher(person, match, at=stack.own_urls[n % 2]) for n, person in enumerate(people)]
            for page in pages:
                await exits.enter_async_context(page)
            return Table(pages, number % 2, gallery)

        async def play(number: int) -> None:
            await found[number].run()
            while not gallery.closed:
                found.append(await seat(number := number + tables))
                await found[-1].run()

        found = await at_once(seat, tables)
        async with asyncio.TaskGroup() as playing:
            for number in range(tables):
                playing.create_task(play(number))
            yield found
        await answered([page for table in found for page in table.pages])
