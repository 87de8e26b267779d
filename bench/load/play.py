"""Players at their tables: each has one socket, reads of a message what it needs for the next move, and plays.

Players keep the rules of docs/api.md: what has no answer goes again after `try_again` and after a reconnect, with the
same token, and a gap in the numbers is answered with `resync`.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec

from bench.load.tally import Tally
from bench.load.wire import Link, handshake

AGAIN = (0.1, 0.5)  # s until what was refused with try_again, or a lost connection, is tried again
FINAL_CODES = {403, 4401, 4403, 4404}
ACTIVE = "active"
RESYNC = b'{"type":"resync"}'
FRESH = 90.0  # s for which a match that nobody has open may be used: after 120 the site closes it
PATIENCE = 60.0  # s in which every table must have been shown
_tokens = itertools.count(1)
Meter = Callable[[], dict[str, float]]
Prepared = dict[str, Any]  # {"match": id, "cookies": [by seat]}, see bench.prepare


class Frame(msgspec.Struct):
    """What a player needs of a frame. A legal move is sent back as it came, so nobody reads it."""

    number: int
    status: str
    ply: int = 0
    turn: list[int] = []
    legal: list[msgspec.Raw] = []
    view: msgspec.Raw = msgspec.Raw()


class Error(msgspec.Struct):
    """A refusal's code."""

    code: str


class Message(msgspec.Struct):
    """Any message of the server."""

    type: str
    number: int = -1
    kind: str = ""
    seat: int = -1
    ply: int = -1
    token: str = ""
    frame: Frame | None = None
    error: Error | None = None


_read = msgspec.json.Decoder(Message).decode


class Player(Link):
    """One seat's page: its socket, what it knows, what it has asked and not been told."""

    __slots__ = ("_out", "asked", "frame", "seat", "table")
    again = AGAIN

    def __init__(self, table: Table, seat: int, cookie: str) -> None:
        host = urlsplit(table.hall.url).netloc
        super().__init__(handshake(host, f"/ws/matches/{table.match}/", cookie))
        self.table, self.seat = table, seat
        self.frame: Frame | None = None  # nothing is shown yet
        self.asked: dict[str, tuple[bytes, float]] = {}  # by token: the request and when it was first sent
        self._out: set[str] = set()  # tokens that this connection has still to answer

    def heard(self, text: bytes, arrived: float) -> None:
        """Take one message of the server in."""
        message = _read(text)
        if message.type == "entry":
            self._show(message, arrived)
        elif message.type == "accepted":
            self._answered(message, arrived, "")
        elif message.type == "refused" and message.error is not None:
            self._refused(message, arrived, message.error.code)
        elif message.type == "state":
            first, self.frame = self.frame is None, message.frame
            for token in list(self.asked) if first else []:
                self.ask(token)
            self.table.look(self)

    def lost(self, code: int) -> None:
        """Come back, as a page does, unless the table is done with or the server said no."""
        self.frame = None
        self._out.clear()
        if not self.table.closed:
            self.table.hall.tally.events[f"closed {code}"] += 1
            if code not in FINAL_CODES:
                self.table.hall.later(self.table.hall.random.uniform(*self.again), self.table.hall.connect, self)

    def play(self, move: bytes, number: int | None = None) -> None:
        """Ask for a move; `number` is the place in the log where it is meant to be made."""
        token = f"t{next(_tokens)}"
        place = b"" if number is None else b'"number":%d,' % number
        body = b'{"type":"move","token":"%b",%b"move":%b}' % (token.encode(), place, move)
        self.asked[token] = body, perf_counter()
        self.ask(token)

    def ask(self, token: str) -> None:
        """Send a request, unless it has its answer or waits for one. As in a page, nothing goes before all is shown.

        So each connection answers each sending once, and a second answer is a fault of the server.
        """
        if self.frame is not None and token in self.asked and token not in self._out:
            self._out.add(token)
            self.say(self.asked[token][0])

    def _show(self, message: Message, arrived: float) -> None:
        known = self.frame.number if self.frame is not None else message.number
        if message.number > known + 1:
            self.table.hall.tally.events["gaps"] += 1
            self.say(RESYNC)
        elif message.number == known + 1:
            self.frame = message.frame
            self.table.entered(self, message, arrived)
            self.table.look(self)

    def _answered(self, message: Message, arrived: float, code: str) -> None:
        self._note_answer_to(message.token)
        if asked := self.asked.pop(message.token, None):
            self.table.answered(self, asked[1], arrived, code)

    def _refused(self, message: Message, arrived: float, code: str) -> None:
        self.table.hall.tally.events[code] += 1
        if code == "try_again":
            self._note_answer_to(message.token)
            self.table.hall.later(self.table.hall.random.uniform(*AGAIN), self.ask, message.token)
        else:
            self._answered(message, arrived, code)

    def _note_answer_to(self, token: str) -> None:
        if token in self._out:
            self._out.discard(token)
        else:
            self.table.hall.tally.events["answered twice"] += 1


class Table:
    """One match and the sockets of its seats. What is played, and when, is said by who inherits."""

    def __init__(self, hall: Hall, prepared: Prepared) -> None:
        self.hall, self.prepared = hall, prepared
        self.match: str = prepared["match"]
        self.closed = False
        self.players = [Player(self, seat, cookie) for seat, cookie in enumerate(prepared["cookies"])]

    def look(self, player: Player) -> None:
        """The player has been shown something new."""
        frame = player.frame
        assert frame is not None
        if self.closed:
            return
        if frame.status == ACTIVE:
            self.hall.shown(self)
            if self.hall.going:
                self.act(player, frame)
        elif all(p.frame is not None and p.frame.status != ACTIVE for p in self.players):
            self.close()
            self.hall.finished(self)

    def begin(self) -> None:
        """Play, from what is shown."""
        for player in self.players:
            if player.frame is not None:
                self.look(player)

    def close(self) -> None:
        """Close all sockets."""
        self.closed = True
        for player in self.players:
            player.hang_up()

    def act(self, player: Player, frame: Frame) -> None:
        """Do what this player does on seeing this frame."""
        raise NotImplementedError

    def entered(self, player: Player, message: Message, arrived: float) -> None:
        """A player has been shown an entry."""

    def answered(self, player: Player, sent: float, arrived: float, code: str) -> None:
        """A player has been told that a request was accepted (code "") or refused."""


class Hall:
    """A number of tables that are kept going: a match that is over makes way for a prepared one."""

    def __init__(self, url: str, kind: type[Table], *, think: tuple[float, float] = (0, 0), seed: int = 1) -> None:
        self.url, self.kind, self.think = url, kind, think
        self.random = Random(seed)
        self.tally = Tally()
        self.tables: set[Table] = set()
        self.going = False  # whether players play; else they only look
        self._waiting: list[tuple[float, Prepared]] = []  # with the instant at which each was made or last open
        self._awaited: set[Table] = set()
        self._all_shown = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.get_running_loop()

    def add(self, prepared: list[Prepared]) -> None:
        """Take matches that may be played."""
        self._waiting += [(perf_counter(), each) for each in prepared]

    @property
    def ready(self) -> int:
        """How many prepared matches wait."""
        return len(self._fresh())

    async def open(self, tables: int) -> None:
        """Open so many more tables, a few at a time; raises TimeoutError unless all players are shown their match."""
        at_once = asyncio.Semaphore(32)
        fresh = [self._next() for _ in range(tables)]
        await asyncio.gather(*(self._open_slowly(table, at_once) for table in fresh))

    async def measure(
        self, seconds: float, *, windows: int = 1, warm_up: float = 0.0, used: Meter = dict
    ) -> list[Tally]:
        """Let them play, count in windows of so long, stop them; return what was counted and what `used` rose by."""
        self.begin()
        await asyncio.sleep(warm_up)
        tallies = [await self._window(seconds, used) for _ in range(windows)]
        self.going = False
        await self._answers()
        return tallies

    def begin(self) -> None:
        """Let all tables play, from what they have been shown."""
        if not self.going:
            self.going = True
            for table in list(self.tables):
                table.begin()

    async def _window(self, seconds: float, used: Meter) -> Tally:
        before = used()
        self.tally = tally = Tally()
        await asyncio.sleep(seconds)
        tally.close()
        tally.used = {name: value - before[name] for name, value in used().items()}
        return tally

    async def close(self) -> None:
        """Close every table; those not played to the end may be opened again."""
        for table in self.tables:
            table.close()
        self._waiting = [(perf_counter(), table.prepared) for table in self.tables] + self._waiting
        self.tables = set()
        await asyncio.sleep(0.5)

    # --- what tables and players say ---

    def shown(self, table: Table) -> None:
        """A player of this table sees it."""
        if table in self._awaited and all(player.frame is not None for player in table.players):
            self._awaited.discard(table)
            self._all_shown.set()

    def finished(self, table: Table) -> None:
        """Put a prepared match in the place of one that is over."""
        self.tables.discard(table)
        self.tally.events["matches finished"] += 1
        if not self.ready:
            self.tally.events["no match was ready"] += 1
            return
        for player in self._next().players:
            self.connect(player)

    def connect(self, player: Player) -> None:
        """Open a player's socket, again if need be."""
        task = self._loop.create_task(self._connect(player))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def later(self, seconds: float, call: Any, *arguments: Any) -> None:
        """Call back after a while."""
        self._loop.call_later(seconds, call, *arguments)

    # --- inside ---

    def _fresh(self) -> list[tuple[float, Prepared]]:
        """Return what the site still keeps open for its players."""
        oldest = perf_counter() - FRESH
        return [each for each in self._waiting if each[0] >= oldest]

    def _next(self) -> Table:
        (_, prepared), *self._waiting = self._fresh()
        table = self.kind(self, prepared)
        self.tables.add(table)
        return table

    async def _connect(self, player: Player) -> None:
        parts = urlsplit(self.url)
        try:
            await self._loop.create_connection(lambda: player, parts.hostname or "", parts.port or 80)
        except OSError:
            player.lost(0)

    async def _open_slowly(self, table: Table, at_once: asyncio.Semaphore) -> None:
        async with at_once, asyncio.timeout(PATIENCE):
            self._awaited.add(table)
            for player in table.players:
                self.connect(player)
            while table in self._awaited:
                self._all_shown.clear()
                await self._all_shown.wait()

    async def _answers(self, seconds: float = 10.0) -> None:
        """Wait for all answers, so that what comes next begins with none open."""
        until = self._loop.time() + seconds
        while (waiting := self._unanswered()) and self._loop.time() < until:
            await asyncio.sleep(0.05)
        if waiting:
            self.tally.events["never answered"] += waiting

    def _unanswered(self) -> int:
        return sum(len(player.asked) for table in self.tables for player in table.players)
