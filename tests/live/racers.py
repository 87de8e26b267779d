"""Equal players of Red-Handed, each at the end of a line of their own, and who of them was first.

A player sees a change of the table when it comes to their socket and reacts after a time drawn from a normal
distribution; then the line takes its time again. So whoever measures reactions rightly gives all the same share.
"""

from __future__ import annotations

import asyncio
import math
import os
import random
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from tests.live.judge import Page, RefusedError
from tests.live.people import Person
from tests.live.proxy import running
from tests.stack import Stack

SOAK = os.environ.get("SOAK") == "1"
CLAIMS, OFF = 3_000, 0.03  # of so many claims the shares may be off by so much
MEAN, SPREAD = 0.5, 0.03  # s: a player's reaction
LEAST = 0.2  # s; the photo finish makes no difference below 0.15
WARM_UP = 4.0  # s until every line has been measured and every process told
PATIENCE = 10.0  # s in which the last requests are answered
AT_ONCE = 4  # tables that are being set up
OPTIONS = {"variant": '"standard"', "pace_ms": 800, "point_ms": 2500}
Json = dict[str, Any]
T = TypeVar("T")


class Line(NamedTuple):
    """How long a line is, there and back, and how long its pongs are held back; s."""

    trip: float
    hold: float = 0.0


class Place(NamedTuple):
    """Where a player sits: the line, and the server process at its end."""

    line: Line
    process: int


class Plan(NamedTuple):
    """One table: who sits where, and which process judges it."""

    places: Sequence[Place]
    owner: int


def bound(claims: int) -> float:
    """Return how far a share may be off: by as many standard deviations as it may with the full number of claims."""
    return OFF * math.sqrt(max(1.0, CLAIMS / max(1, claims)))


# --- tables ---


async def open_race(people: Sequence[Person], game: str, owner: str, **options: Any) -> str:
    """Open a table, seat these people in this order and start it at the process `owner`; return the match's id."""
    seconds = {name: value / 1000 for name, value in options.items() if name.endswith("_ms")}
    chosen = {f"option_{name}": value for name, value in (options | seconds).items()}
    clock = {"seats": len(people), "clock_kind": "main", "main": 60, "increment": 0}
    answer = await people[0].post_form(f"/tables/new/{game}/", clock | chosen)
    assert answer.status == 302, answer.body.decode()
    match = answer.headers["location"].strip("/").split("/")[-1]
    for person in people[1:]:
        await _ask(person, match, "join")
        await _ask(person, match, "ready", ready=True)
    await _ask(people[0], match, "start", at=owner)
    return match


async def _ask(person: Person, match: str, kind: str, **fields: Any) -> None:
    answer = await person.ask(match, kind, secrets.token_urlsafe(12), **fields)
    assert answer.status == 200, answer.body


async def at_once(work: Callable[[int], Awaitable[T]], count: int) -> list[T]:
    """Do something so many times, a few at once."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> T:
        async with gate:
            return await work(number)

    return list(await asyncio.gather(*map(one, range(count))))


@asynccontextmanager
async def lines_to(urls: Sequence[str], lines: Iterable[Line]) -> AsyncIterator[dict[tuple[int, Line], str]]:
    """Open a line of each kind to each process; yield the addresses at this end by (process, line)."""
    async with AsyncExitStack() as exits:
        found = {}
        for line in set(lines):
            for process, url in enumerate(urls):
                ways = {"up": line.trip / 2, "down": line.trip / 2, "hold_pongs": line.hold}
                proxy = await exits.enter_async_context(running(int(url.rpartition(":")[2]), **ways))
                found[process, line] = f"http://127.0.0.1:{proxy.port}"
        yield found


@asynccontextmanager
async def grabbers(stack: Stack, gallery: Gallery) -> AsyncIterator[list[Grabber]]:
    """Seat the same few people at all tables of the gallery's plans, and let them play."""
    seats = max(len(plan.places) for plan in gallery.plans)
    people = [await Person.guest(stack.url) for _ in range(seats)]
    every = [place.line for plan in gallery.plans for place in plan.places]
    async with lines_to(stack.own_urls, every) as ends, AsyncExitStack() as exits:

        async def seat(table: int) -> list[Grabber]:
            places, owner = gallery.plans[table]
            match = await open_race(people[: len(places)], "red-handed", stack.own_urls[owner], **OPTIONS)
            return [
                await exits.enter_async_context(Grabber(person, match, gallery, table, ends[place.process, place.line]))
                for person, place in zip(people, places, strict=False)
            ]

        pages = [page for pages in await at_once(seat, len(gallery.plans)) for page in pages]
        yield pages
        await answered(pages)


# --- players ---


class Claim(NamedTuple):
    """A grab that was decided: at which table, and who won it."""

    plan: Plan
    winner: int

    @property
    def place(self) -> Place:
        """Where the winner sits."""
        return self.plan.places[self.winner]


@dataclass
class Gallery:
    """All tables of a test: what is drawn for them, and what is noted."""

    plans: Sequence[Plan] = ()
    claims: list[Claim] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)  # of refusals
    counting: bool = False
    closed: bool = False  # nobody reacts any more
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def reaction(self) -> float:
        """Draw a reaction."""
        return max(LEAST, self.chance.gauss(MEAN, SPREAD))

    async def run(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> float:
        """Let them play and count for so long, or until there is enough; return the seconds it took."""
        await asyncio.sleep(WARM_UP)
        began, self.counting = time.monotonic(), True
        while not enough() and time.monotonic() < began + seconds:
            await asyncio.sleep(0.1)
        self.counting, self.closed = False, True
        took = time.monotonic() - began
        await asyncio.sleep(1.5)  # what is under way is answered
        return took

    def shares(self, key: Callable[[Claim], Any]) -> dict[Any, float]:
        """Return the share of each kind of winner."""
        counted = Counter(map(key, self.claims))
        return {kind: round(count / len(self.claims), 4) for kind, count in sorted(counted.items())}


class Grabber(Page):
    """A player of Red-Handed: sees cards turn, reacts, and claims the first two. What they are does not matter."""

    def __init__(self, person: Person, match: str, gallery: Gallery, table: int, at: str) -> None:
        super().__init__(person, match, at=at)
        self.gallery, self.plan = gallery, gallery.plans[table]
        self.gains: list[float] = []  # s: how much shorter than they were the reactions were shown
        self._reacting: asyncio.TimerHandle | None = None
        self._took = 0.0  # the reaction to what is on the table now, once the claim is out

    @property
    def place(self) -> Place:
        """Where the player sits."""
        return self.plan.places[self.frame["seat"]]

    async def _on_entry(self, message: Json) -> None:
        seen = time.monotonic()
        await super()._on_entry(message)
        if "finish" in message:
            self._decided(message)
        if any(event["type"] == "flipped" for event in message["events"]):
            self._took = 0.0  # an older claim is shown against this flip
            if self._reacting is None and not self.gallery.closed:
                later = asyncio.get_running_loop().call_later
                self._reacting = later(self.gallery.reaction(), self._grab, seen)

    def _grab(self, seen: float) -> None:
        self._took = time.monotonic() - seen
        self._tasks.append(asyncio.create_task(self._claim(self.frame["view"]["filling"])))

    async def _claim(self, filling: int) -> None:
        try:
            await self.request("move", move={"type": "grab", "cards": [0, 1], "filling": filling})
        except RefusedError as error:
            self.gallery.codes[error.code] += 1

    def _decided(self, message: Json) -> None:
        if self._reacting is not None:
            self._reacting.cancel()
        own = [one["reaction"] for one in message["finish"] if one["seat"] == self.frame["seat"]]
        if self.gallery.counting and own and self._took:
            self.gains.append(self._took - own[0] / 1000)
        if self.gallery.counting and self.frame["seat"] == 0:
            self.gallery.claims.append(Claim(self.plan, message["seat"]))
        self._reacting, self._took = None, 0.0


async def answered(pages: Sequence[Page]) -> None:
    """Wait until no request is without an answer; what has none after that is a fault."""
    until = time.monotonic() + PATIENCE
    while 0 in answers_of(pages) and time.monotonic() < until:
        await asyncio.sleep(0.05)


def answers_of(pages: Iterable[Page]) -> Counter[int]:
    """Count the requests by how many answers they got."""
    return Counter(len(call.accepted) + len(call.refused) for page in pages for call in page.calls.values())
