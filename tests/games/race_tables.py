"""A table of Red-Handed to grab at, its pages, and what they say and are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync

from accounts.models import User
from games import services
from games.door.loaded import Entry
from games.log import storing
from games.models import Match
from games.serving.hub import hub
from games.serving.room import Room
from tests.games.conftest import ask, open_for
from tests.games.socket_pages import Page, open_pages, session_of

MISS = {"type": "grab", "cards": [0, 1], "filling": 0}  # or a hit, as the cards fall: who wins it is what matters
Json = dict[str, Any]


@dataclass
class Table:
    """A match of Red-Handed whose first cards have just been turned, and how long each person's line is."""

    match: Match
    people: list[User]
    lines: dict[int, float]  # ms by user

    def page(self, seat: int | None) -> Page:
        return Page(self.match.id, session_of(self.people[seat]) if seat is not None else "")

    def set_lines(self, *lines: float) -> None:
        self.lines.update({person.pk: line for person, line in zip(self.people, lines, strict=True)})

    @property
    def room(self) -> Room:
        return hub().rooms[self.match.id]

    def moves(self) -> list[Entry]:
        return [e for e in storing.entries_after(self.match.id, 0) if e.kind == "move" and e.seat >= 0]


def begun(people: list[User], seats: int, pace: int) -> Match:
    match = open_for(people[0], game="red-handed", options={"pace_ms": pace}, seats=seats)
    for person in people[1:]:
        ask(match, person, "join")
        ask(match, person, "ready", ready=True)
    for seat in range(len(people), seats):
        ask(match, people[0], "add_bot", seat=seat, policy="greedy")
    ask(match, people[0], "start")
    return match


def grab(token: str = "", **fields: Any) -> Json:
    return {"type": "move", "token": token or services.new_token(), "move": MISS | fields}


def driven(play, *pages: Page) -> Any:
    """Open the pages, run the play on their loop, close them."""

    async def run() -> Any:
        await open_pages(*pages)
        for page in pages:
            await page.quiet(0.05)  # who is here
        try:
            return await play()
        finally:
            for page in pages:
                await page.close()

    return async_to_sync(run)()


async def answer(page: Page) -> Json:
    return await page.next("accepted", "refused")


async def told(*pages: Page) -> list[Json]:
    """Return what each page is told of the deciding entry."""
    return [await page.next("entry") for page in pages]


def assert_too_late(answer: Json, number: int) -> None:
    error = answer["error"]
    assert (error["code"], error["number"]) == ("too_late", number)
    assert error["message"]
