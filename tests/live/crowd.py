"""A crowd at all five games that keeps a record of all it asked, was told and was shown.

They are the bench's players (bench.load), who resend what has no answer and come back when their socket is gone; the
record is compared with the log afterwards (tests.live.judge).
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from dataclasses import dataclass, field
from itertools import chain, pairwise, zip_longest
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, Self
from urllib.parse import urlsplit

import msgspec

from bench.load import kinds
from bench.load.play import Error, Frame, Hall, Player, Prepared, Table
from bench.load.wire import handshake
from tests.live.footing import Town
from tests.live.judge import faults, log_of
from tests.live.people import fetch

PAGE_RETURNS = (0.0, 0.1)  # s until a page whose connection ended opens another one (static/js/link.js)
GAMES: dict[str, dict[str, Any]] = {
    "blue-diamond": {"seats": 2},
    "red-handed": {"seats": 3, "pace_ms": 3000},
    "sequence": {"seats": 2},
    "diamoniak": {"seats": 3},
    "blitz": {"seats": 3, "rounds": 10, "break_ms": 1000},
}
_TOKEN = re.compile(rb'"token":"([\w-]+)"')


class Told(msgspec.Struct):
    """What the record needs of a message of the server."""

    type: str
    number: int = -1
    kind: str = ""
    seat: int = -1
    at: int = -1
    token: str = ""
    error: Error | None = None


_read = msgspec.json.Decoder(Told).decode


class Wait(NamedTuple):
    """One sending of a request and the answer to it: when (perf_counter) and what; code "" is an acceptance."""

    sent: float
    answered: float
    code: str


@dataclass(slots=True)
class Asked:
    """A request: every number it was accepted with, every answer, and when it was sent without one as yet."""

    token: str
    first: float
    accepted: list[int] = field(default_factory=list)
    waits: list[Wait] = field(default_factory=list)
    open_since: float = 0.0  # 0: no answer can be under way

    @property
    def settled(self) -> float | None:
        """When it was answered for good."""
        return next((wait.answered for wait in self.waits if wait.code != "try_again"), None)


class Witness(Player):
    """A player with a record, who keeps to one of the servers."""

    __slots__ = ("calls", "cookie", "match", "recent", "shown", "url")

    def __init__(self, table: Table, seat: int, cookie: str) -> None:
        super().__init__(table, seat, cookie)
        self.match, self.cookie = table.match, cookie
        self.url = self.crowd.urls[(seat + int(table.match, 36)) % len(self.crowd.urls)]
        self._handshake = handshake(urlsplit(self.url).netloc, f"/ws/matches/{table.match}/", cookie)
        self.calls: dict[str, Asked] = {}
        self.shown: list[tuple[int, str, int, int]] = []  # number, kind, seat, at: of each entry that came
        self.recent: deque[Frame] = deque(maxlen=8)

    def say(self, text: bytes) -> None:
        """Note when a request goes out, the first time or again."""
        if self._transport is not None and (found := _TOKEN.search(text)):
            token, now = found[1].decode(), perf_counter()
            self.calls.setdefault(token, Asked(token, now)).open_since = now
        super().say(text)

    def heard(self, text: bytes, arrived: float) -> None:
        """Note what the server says."""
        told = _read(text)
        if told.type == "entry":
            self.shown.append((told.number, told.kind, told.seat, told.at))
        elif told.token:
            self._note_answer(self.calls[told.token], told, arrived)
        super().heard(text, arrived)
        if self.frame is not None and (not self.recent or self.recent[-1] is not self.frame):
            self.recent.append(self.frame)
            self.crowd.saw(self, told, arrived)

    def lost(self, code: int) -> None:
        """Expect no answer any more to what was sent over this socket."""
        for token in self.asked:
            if token in self.calls:
                self.calls[token].open_since = 0.0
        super().lost(code)

    async def dial(self) -> None:
        """Open a connection; raises OSError."""
        parts = urlsplit(self.url)
        await asyncio.get_running_loop().create_connection(lambda: self, parts.hostname, parts.port)

    @property
    def crowd(self) -> Crowd:
        """The hall, which is always a crowd here."""
        assert isinstance(self.table.hall, Crowd)
        return self.table.hall

    def _note_answer(self, asked: Asked, told: Told, arrived: float) -> None:
        code = told.error.code if told.error else ""
        if not told.error:
            asked.accepted.append(told.number)
            self.crowd.accepted.append(arrived)
        asked.waits.append(Wait(asked.open_since, arrived, code))
        asked.open_since = 0.0


class Witnessed(Table):
    """A table whose players are witnesses."""

    def __init__(self, hall: Hall, prepared: Prepared) -> None:
        super().__init__(hall, prepared)
        assert isinstance(hall, Crowd)
        self.opened = perf_counter()
        self.players = [hall.witness(self, seat, cookie) for seat, cookie in enumerate(prepared["cookies"])]


class Turns(Witnessed, kinds.Turns):
    """A turn game."""


class Race(Witnessed, kinds.Race):
    """Red-Handed: besides what they see, players now and then point to any cards."""

    def act(self, player: Player, frame: Frame) -> None:
        """Perhaps grab, perhaps wildly."""
        super().act(player, frame)
        view = msgspec.json.decode(frame.view)
        if len(view["open"]) >= 3 and not player.asked and self.hall.random.random() < 0.03:
            cards = self.hall.random.sample([card["n"] for card in view["open"]], self.hall.random.choice((2, 3)))
            player.play(msgspec.json.encode({"type": "grab", "cards": cards, "filling": view["filling"]}))


class Rush(Witnessed, kinds.Rush):
    """Blitz, at the crowd's speed."""

    def __init__(self, hall: Crowd, prepared: Prepared) -> None:
        super().__init__(hall, prepared)
        self.every = hall.rush


def _table(hall: Hall, prepared: Prepared) -> Table:
    kind = {"red-handed": Race, "blitz": Rush}.get(prepared["game"], Turns)
    return kind(hall, prepared)


class Crowd(Hall):
    """Tables of all games, kept going; and since when each player knows what the log held at a certain instant.

    The players of a table are spread over all servers.
    """

    games = GAMES
    witness = Witness  # what its players are
    spare: ClassVar = {"red-handed": 3, "blitz": 3}  # times as many prepared matches as tables: races are over soon
    rush = (1.0, 3.0)  # s between two moves of a player of Blitz

    def __init__(self, urls: list[str], *, think: tuple[float, float], seed: int = 1) -> None:
        super().__init__(urls[0], _table, think=think, seed=seed)  # type: ignore[arg-type]
        self.urls = urls
        self.accepted: list[float] = []  # when each acceptance came
        self.witnesses: list[Witness] = []
        self.seen: dict[str, list[float]] = {}  # by match: when somebody there was shown a new entry
        self._heads: dict[Witness, int] = {}
        self._marked = 0.0
        self._delays: list[float] = []
        self._checks = asyncio.Semaphore(4)

    @classmethod
    async def gathered(
        cls, site: Town, tables: int, think: tuple[float, float], *, urls: list[str] | None = None
    ) -> Self:
        """Return a crowd at so many tables, as many of each game, that sees its matches and plays.

        Its players come by `urls`, else by those of the servers.
        """
        crowd, each = cls(urls or site.own_urls, think=think), tables // len(cls.games)
        made = await asyncio.gather(*(asyncio.to_thread(crowd.prepared, site, game, each) for game in cls.games))
        crowd.add([match for row in zip_longest(*made) for match in row if match])
        await crowd.open(each * len(cls.games))
        crowd.begin()
        return crowd

    def prepared(self, site: Town, game: str, tables: int) -> list[Prepared]:
        """Return matches for so many tables, and more to follow them."""
        made = site.prepare(game, matches=tables * self.spare.get(game, 2), tables=tables, **self.games[game])
        return [match | {"game": game} for match in made]

    def saw(self, player: Witness, told: Told, arrived: float) -> None:
        """A player has been shown something."""
        if told.type == "entry":
            times = self.seen.setdefault(player.match, [])
            if not times or arrived - times[-1] > 0.05:
                times.append(arrived)
        if player in self._heads and self._knows(player):
            del self._heads[player]
            self._delays.append(arrived - self._marked)

    def expect(self, heads: dict[str, int]) -> None:
        """From now on count how long each player takes to know of these numbers."""
        self._marked, self._delays = perf_counter(), []
        self._heads = {player: heads[player.match] for player in self.playing()}
        for player in [player for player in self._heads if self._knows(player)]:
            del self._heads[player]
            self._delays.append(0.0)

    async def all_right(self, within: float) -> list[float]:
        """Return the delays, sorted, once every player knows; raises AssertionError with those who still do not."""
        until = perf_counter() + within
        while self._heads and perf_counter() < until:
            await asyncio.sleep(0.05)
        assert not self._heads, [(p.match, p.frame and p.frame.number, number) for p, number in self._heads.items()]
        return sorted(self._delays)

    def playing(self) -> list[Witness]:
        """Return the players at the open tables."""
        return [player for table in self.tables if not table.closed for player in table.players]  # type: ignore[misc]

    def finished(self, table: Table) -> None:
        """Put a match of the same game in the place of one that is over."""
        self._waiting.sort(key=lambda each: each[1]["game"] != table.prepared["game"])
        super().finished(table)

    def gaps(self, begin: float, end: float) -> list[float]:
        """Return, sorted, the longest time without a new entry between these instants at each table."""
        found = []
        for table in self.tables:
            start = max(begin, min(table.opened, end)) if isinstance(table, Witnessed) else begin
            times = [start, *(t for t in self.seen.get(table.match, []) if start < t < end), end]
            found.append(max(after - before for before, after in pairwise(times)))
        return sorted(found)

    def waits(self, begin: float) -> list[Wait]:
        """Return all answers to what was sent since then."""
        asked = chain.from_iterable(witness.calls.values() for witness in self.witnesses)
        return [wait for call in asked for wait in call.waits if wait.sent >= begin]

    async def settle(self) -> None:
        """Stop playing; every request gets its answer. Raises AssertionError with those that do not."""
        self.going = False
        await self._answers(20.0)
        open_still = [(player.match, token) for player in self.playing() for token in player.asked]
        assert open_still == [], f"never answered: {open_still}"

    async def verdict(self, site: Town) -> None:
        """Settle, and compare everything with the log, the replay and the views as they are; close the tables."""
        await self.settle()
        await asyncio.gather(*(self._compare(player) for player in self.playing()))
        await self.close()
        matches = sorted({witness.match for witness in self.witnesses})
        with site.held():
            log = await asyncio.to_thread(log_of, site)
            replayed = await asyncio.to_thread(site.manage, "replay", *matches, check=False)
        assert faults(self.witnesses, log) == []
        assert replayed.stdout == f"{len(matches)} matches are as their logs say\n", replayed.stderr

    # --- inside ---

    def _knows(self, player: Witness) -> bool:
        return player.frame is not None and player.frame.number >= self._heads[player]

    def _next(self) -> Table:
        table = super()._next()
        self.witnesses += table.players  # type: ignore[arg-type]
        return table

    async def _connect(self, player: Player) -> None:
        assert isinstance(player, Witness)
        try:
            await player.dial()
        except OSError:
            player.lost(0)

    async def _compare(self, player: Witness) -> None:
        """Wait until the player has what REST would show; clocks of races go on meanwhile."""
        until = perf_counter() + 60
        while not player.table.closed:
            async with self._checks:
                told = await fetch(f"{player.url}/api/v1/matches/{player.match}", "GET", {"Cookie": player.cookie})
            assert told.status == 200, told.body
            fresh = _plain(msgspec.json.decode(json.dumps(told.json()["frame"]), type=Frame))
            if any(_plain(frame) == fresh for frame in list(player.recent)):
                return
            assert perf_counter() < until, (player, [_plain(frame) for frame in player.recent][-3:], fresh)
            await asyncio.sleep(0.2)


def _plain(frame: Frame) -> dict[str, Any]:
    """Return what a frame says; its raw parts may be written in two ways."""
    parts = {"view": frame.view, "legal": msgspec.json.encode(frame.legal)}
    told = {name: json.loads(bytes(part) or b"null") for name, part in parts.items()}
    return told | {"number": frame.number, "status": frame.status, "ply": frame.ply, "turn": frame.turn}
