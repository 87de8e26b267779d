"""Every move is sent three times at once, over a socket to each server and by REST: one row, and three equal answers.

All five games, the players of a race all at once. SOAK=1: the full size. What is measured is printed.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import pytest

from bench.load.play import FRESH, Prepared
from tests.live.crowd import GAMES
from tests.live.footing import Town
from tests.live.judge import Page, RefusedError, faults, log_of
from tests.live.people import Person

pytestmark = pytest.mark.live
SOAK = os.environ.get("SOAK") == "1"
MOVES = 10_000 if SOAK else 300
TABLES = 6  # of each game
RACES = {"red-handed", "blitz"}
OPTIONS = GAMES | {"red-handed": {"seats": 3, "pace_ms": 800}}
SLOW, SLOW_TABLES = "red-handed", 24 if SOAK else 8  # a table has a grab every two seconds and no more
PAUSE = (0.0, 0.3)  # s between two moves of a player in a race
BEATEN = {"too_late", "illegal_move", "game_over"}  # in a race
Json = dict[str, Any]


@dataclass
class Sent:
    """One move of one game, sent three times, and the answers: numbers, or codes of refusals."""

    match: str
    game: str
    token: str
    answers: list[int | str] = field(default_factory=list)

    @property
    def taken(self) -> bool:
        """At least one copy was accepted."""
        return any(isinstance(answer, int) for answer in self.answers)


class Player:
    """A person with a page at each server, who also knows REST."""

    def __init__(self, urls: Sequence[str], match: str, cookie: str) -> None:
        self.pages = [Page(Person.of(url, cookie), match) for url in urls]
        self._match = match
        self._turns = itertools.cycle(self.pages)

    async def ask(self, body: Json) -> list[int | str]:
        """Send a request over both pages and by REST at the same time; return the answers."""
        kind, rest = body.pop("type"), next(self._turns).person
        ways = [self._over(page, kind, body) for page in self.pages]
        return list(await asyncio.gather(*ways, self._by_rest(rest, kind, body)))

    async def _over(self, page: Page, kind: str, fields: Json) -> int | str:
        try:
            return await page.request(kind, **fields)
        except RefusedError as error:
            return error.code

    async def _by_rest(self, person: Person, kind: str, fields: Json) -> int | str:
        while True:
            answer = (await person.ask(self._match, kind, **fields)).json()
            if "number" in answer:
                return int(answer["number"])
            if answer["error"]["code"] != "try_again":
                return str(answer["error"]["code"])
            await asyncio.sleep(0.1)


class Table:
    """One match: whoever may move does, three times at once."""

    def __init__(self, hall: Hall, prepared: Prepared) -> None:
        self.hall, self.match = hall, prepared["match"]
        self.players = [Player(hall.urls, self.match, cookie) for cookie in prepared["cookies"]]

    async def run(self) -> None:
        """Play until the match is over, or until there are moves enough."""
        async with AsyncExitStack() as exits:
            for page in (page for player in self.players for page in player.pages):
                await exits.enter_async_context(page)
                self.hall.pages.append(page)
            await asyncio.gather(*map(self._play, self.players))

    async def _play(self, player: Player) -> None:
        page = player.pages[0]
        while not page.over and not self.hall.enough:
            if (move := self._choice(page)) is None:
                await asyncio.sleep(0.02)
                continue
            sent = Sent(self.match, self.hall.game, secrets.token_urlsafe(12))
            body = {"type": "move", "token": sent.token, "move": move}
            self.hall.sent.append(sent)
            sent.answers = await player.ask(body if self.hall.race else body | {"number": page.number})
            self.hall.count += sent.taken
            if sent.taken:
                await page.reach(min(answer for answer in sent.answers if isinstance(answer, int)))
            if self.hall.race:
                await asyncio.sleep(self.hall.chance.uniform(*PAUSE))

    def _choice(self, page: Page) -> Json | None:
        """Return a move that may be made now: one at random, in Red-Handed any two cards."""
        if self.hall.game == "red-handed":
            view, count = page.frame["view"], len(page.frame["view"]["open"])
            cards = sorted(self.hall.chance.sample(range(count), 2)) if count >= 2 else []
            return {"type": "grab", "cards": cards, "filling": view["filling"]} if cards else None
        if not (self.hall.race or page.my_turn) or not (legal := page.frame.get("legal")):
            return None
        chosen: Json = self.hall.chance.choice(legal)
        return chosen


class Hall:
    """All tables of a game."""

    def __init__(self, game: str, urls: Sequence[str]) -> None:
        self.game, self.urls = game, urls
        self.race = game in RACES
        self.tables = SLOW_TABLES if game == SLOW else TABLES
        self.wanted = MOVES // 10 if game == SLOW else (MOVES - MOVES // 10) // (len(GAMES) - 1)
        self.count, self.seconds = 0, 0.0  # moves that are in the log, and how long that took
        self.sent: list[Sent] = []
        self.pages: list[Page] = []
        self.chance = random.Random(1)
        self._preparing, self._prepared_at = asyncio.Lock(), 0.0
        self._ready: list[Prepared] = []

    @property
    def taken(self) -> list[Sent]:
        """What is in the log."""
        return [sent for sent in self.sent if sent.taken]

    @property
    def enough(self) -> bool:
        """There are as many moves as there should be."""
        return self.count >= self.wanted

    async def run(self, site: Town) -> None:
        """Play a few matches at a time until there are moves enough."""
        began = perf_counter()

        async def play() -> None:
            while not self.enough:
                await Table(self, await self._next(site)).run()

        await asyncio.gather(*(play() for _ in range(self.tables)))
        self.seconds = perf_counter() - began

    async def _next(self, site: Town) -> Prepared:
        """Return a prepared match; one that nobody opens is closed by the site after two minutes."""
        async with self._preparing:
            if not self._ready or perf_counter() - self._prepared_at > FRESH:
                size = {"matches": 2 * self.tables, "tables": self.tables}
                self._ready = await asyncio.to_thread(site.prepare, self.game, **size, **OPTIONS[self.game])
                self._prepared_at = perf_counter()
            return self._ready.pop()


async def test_a_move_that_is_sent_three_times_at_once_is_one_row_with_one_answer(site, figures):
    halls = [Hall(game, site.own_urls) for game in GAMES]
    await asyncio.gather(*(hall.run(site) for hall in halls))
    with site.held():
        log = log_of(site)
    rows = Counter((row[0], row[4]) for row in log if row[2] == "move")
    for hall in halls:
        refused = Counter(answer for sent in hall.sent for answer in sent.answers if isinstance(answer, str))
        print(f"\n{hall.game}: {len(hall.taken)} moves of {len(hall.sent)} in {hall.seconds:.0f} s, {dict(refused)}")
    assert faults([page for hall in halls for page in hall.pages], log) == []
    moves = [sent for hall in halls for sent in hall.taken]
    assert [sent for sent in moves if len(sent.answers) != 3 or len(set(sent.answers)) != 1] == []
    figures(
        "rows of a move", [rows[s.match, s.token] for s in moves], limit=1, size=f"{len(moves)} moves, three times each"
    )
    assert {rows[sent.match, sent.token] for sent in moves} == {1}
    closed = {row[0] for row in log if row[2] == "abort"}  # had waited for their turn longer than the site keeps them
    in_vain = [sent for hall in halls for sent in hall.sent if not sent.taken and sent.match not in closed]
    assert [sent for sent in in_vain if not set(sent.answers) <= BEATEN or sent.game not in RACES] == []
