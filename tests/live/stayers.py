"""A crowd that stays connected as pages do (static/js/link.js, static/js/outbox.js), in whatever weather.

Who hears nothing for a while asks, and who gets no answer comes back by another connection; a race's move that could
not be sent fresh is bound to the table that its player saw. When each knew what is kept.
"""

from __future__ import annotations

import asyncio
from itertools import pairwise
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, Self
from urllib.parse import urlsplit

from bench.load.play import Table
from bench.load.wire import Link
from tests.live.crowd import GAMES, PAGE_RETURNS, Crowd, Told, Witness
from tests.live.footing import Town
from tests.live.judge import Row
from tests.live.weather import Weather

QUIET, PATIENCE, MOST_PATIENCE, FRESH, OPEN_WITHIN = 0.8, 0.7, 8.0, 1.5, 10.0  # s
LOOK_EVERY = 0.05
SUPPLY_EVERY = 15.0
PING = b'{"type":"ping"}'
Known = tuple[float, int]  # since when (perf_counter) a page knew of an entry


class Late(NamedTuple):
    """How long a page was wrong, in s, and about which entry."""

    seconds: float
    match: str
    seat: int
    number: int


class Spare(Link):
    """A second connection of somebody who doubts the first; it takes its place with its first word."""

    __slots__ = ("owner", "taken")

    def __init__(self, owner: Stayer, opening: bytes) -> None:
        super().__init__(opening)
        self.owner = owner
        self.taken = False

    def heard(self, text: bytes, arrived: float) -> None:
        """Take over."""
        if not self.taken and self._transport is not None:
            self.taken = True
            self.owner.change_to(self._transport)
        self.owner.heard(text, arrived)

    def data_received(self, data: bytes) -> None:
        """Leave to the owner what is not whole yet."""
        super().data_received(data)
        if self.taken:
            self.owner.go_on_from(self._rest)

    def lost(self, code: int) -> None:
        """Let the owner try another one."""
        if self.owner.spare is self:
            self.owner.spare = None


class Stayer(Witness):
    """A player whose connection may die without a word."""

    __slots__ = ("heard_at", "known", "opened_at", "patience", "pinged_at", "seen", "spare")
    again = PAGE_RETURNS

    def __init__(self, table: Table, seat: int, cookie: str) -> None:
        super().__init__(table, seat, cookie)
        self.heard_at = self.opened_at = self.pinged_at = 0.0
        self.patience = PATIENCE
        self.spare: Spare | None = None
        self.known: list[Known] = []
        self.seen: dict[str, int] = {}  # by token: the number of the frame that a move was made at

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the state."""
        self.opened_at, self.pinged_at = perf_counter(), 0.0
        super().connection_made(transport)

    def heard(self, text: bytes, arrived: float) -> None:
        """Take a sign of life."""
        self.heard_at, self.pinged_at = arrived, 0.0
        if self.spare is not None:  # the doubt was wrong
            spare, self.spare = self.spare, None
            spare.hang_up()
            self.patience = min(MOST_PATIENCE, self.patience * 2)
        super().heard(text, arrived)

    def lost(self, code: int) -> None:
        """Come back, unless another connection is on its way."""
        super().lost(code)
        self.pinged_at = 0.0
        if self.spare is not None:
            spare, self.spare = self.spare, None
            spare.hang_up()

    def look_after(self, now: float, weather: Weather) -> None:
        """Ask whether the connection is alive; see that there is another one where that is not sure."""
        if self._transport is None:
            return
        if self.frame is None:
            if now - self.opened_at > OPEN_WITHIN or weather.has_cleared(self.url, self.opened_at):
                self._transport.abort()
        elif self.pinged_at:
            if now - self.pinged_at > self.patience:
                self._doubt(now, weather)
        elif now - self.heard_at > QUIET:
            self.pinged_at = now
            self.say(PING)

    def _doubt(self, now: float, weather: Weather) -> None:
        if self.spare is None or weather.has_cleared(self.url, self.opened_at):
            self.opened_at = now
            before, self.spare = self.spare, Spare(self, self._handshake)
            if before is not None:
                before.hang_up()
            assert isinstance(self.crowd, Stayers)
            self.crowd.open_spare(self.spare, self.url)

    def change_to(self, transport: asyncio.Transport) -> None:
        """Use another connection from now on; the old one is as good as dead."""
        old, self.spare = self._transport, None
        for token in self.asked:
            self.calls[token].open_since = 0.0
        self.frame, self.patience = None, PATIENCE
        self._out.clear()
        if old is not None:
            old.set_protocol(asyncio.Protocol())
            old.abort()
        self._transport, self._upgraded = transport, True
        transport.set_protocol(self)

    def go_on_from(self, rest: bytes) -> None:
        """Take what has come of the next message."""
        self._rest = rest

    def play(self, move: bytes, number: int | None = None) -> None:
        """Make a move at the frame that is shown."""
        before = set(self.asked)
        super().play(move, number)
        if number is None and self.frame is not None:
            self.seen |= dict.fromkeys(self.asked.keys() - before, self.frame.number)

    def ask(self, token: str) -> None:
        """Send a request, bound to what was seen where a race has gone on without it."""
        if token in self.asked and token in self.seen:
            body, first = self.asked[token]
            if perf_counter() - first > FRESH:
                self.asked[token] = body[:-1] + b',"number":%d}' % self.seen.pop(token), first
        super().ask(token)


class Stayers(Crowd):
    """Tables of all games in bad weather, kept at a number for as long as it takes."""

    witness = Stayer
    spare: ClassVar = dict.fromkeys(GAMES, 1)  # more are made meanwhile

    @classmethod
    async def in_weather(cls, site: Town, weather: Weather, tables: int, think: tuple[float, float]) -> Self:
        """Return a crowd that sees its matches; `living` lets it play."""
        crowd = cls(weather.urls, think=think)
        crowd.weather = weather
        crowd.each = tables // len(cls.games)
        await crowd.supply(site)
        await crowd.open(crowd.ready)
        return crowd

    weather: Weather
    each = 1  # tables of a game

    def open_spare(self, spare: Spare, url: str) -> None:
        """Open a second connection."""
        parts = urlsplit(url)
        opening = self._loop.create_connection(lambda: spare, parts.hostname or "", parts.port or 80)
        task = self._loop.create_task(opening)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def living(self, site: Town, seconds: float) -> None:
        """Play for so long."""
        self.begin()
        tasks = [asyncio.create_task(work) for work in (self._look_after(), self._supplying(site))]
        try:
            until = perf_counter() + seconds
            while perf_counter() < until and not any(task.done() for task in tasks):
                await asyncio.sleep(0.2)
            if tasks[1].done():
                tasks[1].result()
        finally:
            tasks[1].cancel()
        self._watch = tasks[0]  # goes on: the last answers come by living connections as well

    async def supply(self, site: Town) -> None:
        """Make matches where some are missing."""
        open_now = [table.prepared["game"] for table in self.tables]
        wish = {game: self.each - open_now.count(game) for game in self.games}
        made = await asyncio.gather(*(self._made(site, game, count) for game, count in wish.items() if count > 0))
        self.add([match for matches in made for match in matches])

    def saw(self, player: Witness, told: Told, arrived: float) -> None:
        """Note since when a player knows."""
        super().saw(player, told, arrived)
        assert isinstance(player, Stayer)
        assert player.frame is not None
        if not player.known or player.frame.number > player.known[-1][1]:
            player.known.append((arrived, player.frame.number))

    def late(self, weather: Weather) -> list[Late]:
        """Return how long each page was wrong, each time, the longest first."""
        by_match: dict[str, list[Stayer]] = {}
        for player in self.witnesses:
            assert isinstance(player, Stayer)
            by_match.setdefault(player.match, []).append(player)
        found = [late for players in by_match.values() for late in _late_at(players, weather)]
        return sorted(found, reverse=True)

    def ghosts(self, log: list[Row]) -> list[str]:
        """Return what was refused for good and is in the log, or was never asked and is there."""
        made = {(match, token): kind for match, _, kind, _, token, _ in log if token}
        found = []
        for player in self.witnesses:
            for token, call in player.calls.items():
                if call.waits and call.waits[-1].code not in {"", "try_again"} and (player.match, token) in made:
                    found.append(f"{player.match}: {token} was refused ({call.waits[-1].code}) and is in the log")
        asked = {(player.match, token) for player in self.witnesses for token in player.calls}
        ours = {player.match for player in self.witnesses}
        moves = {key for key, kind in made.items() if kind == "move" and key[0] in ours}
        return found + [f"{match}: {token} was never asked" for match, token in moves - asked]

    async def _made(self, site: Town, game: str, count: int) -> list[dict[str, Any]]:
        return await asyncio.to_thread(self.prepared, site, game, count)

    async def _look_after(self) -> None:
        while True:
            now = perf_counter()
            for player in self.playing():
                assert isinstance(player, Stayer)
                player.look_after(now, self.weather)
            await asyncio.sleep(LOOK_EVERY)

    async def _supplying(self, site: Town) -> None:
        while True:
            await asyncio.sleep(SUPPLY_EVERY)
            await self.supply(site)
            while self.ready:  # whoever is kept away by the weather comes later
                for player in self._next().players:
                    self.connect(player)

    async def close(self) -> None:
        """Close every table."""
        self._watch.cancel()
        await super().close()


def _late_at(players: list[Stayer], weather: Weather) -> list[Late]:
    first: dict[int, float] = {}
    for at, number in sorted(known for player in players for known in player.known):
        for each in range(max(first, default=number - 1) + 1, number + 1):
            first[each] = at
    return [late for player in players for late in late_of(player.known, first, player, weather)]


def late_of(known: list[Known], first: dict[int, float], page: Any, weather: Weather) -> list[Late]:
    """Return how long a page was wrong, each time; `first` is when each entry could be known."""
    found = []
    for (_, before), (at, number) in pairwise(known):
        since = weather.since(page.url, first.get(before + 1, at), at)
        found.append(Late(round(max(0.0, at - since), 3), page.match, page.seat, number))
    return found
