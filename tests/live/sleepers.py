"""Sockets that ask and do not read: what the server sends them stays with it.

Their kernels take a few KiB, in segments of a real line's size: over loopback's own the server's kernel would take
megabytes before it says that a socket is full.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar
from urllib.parse import urlsplit

from bench.load.play import RESYNC
from tests.live.crowd import Crowd, Told, Witness, Witnessed
from tests.live.footing import Town

BUFFER, SEGMENT = 4096, 536  # bytes
CLOSED = 7  # the state in TCP_INFO of a connection that the other end has reset
LOOK_EVERY, NAG_EVERY = 0.1, 1.0  # s
BUSY = {"diamoniak", "blitz"}  # a turn game and a race in which much is told


# As much as a page is sent when it opens (games.talk.chat).
TALK = """
INSERT INTO games_chatline (match_id, user_id, text, phrase, at, token)
SELECT seat.match_id, seat.user_id, repeat('\u265e', 160), '', line, 'talk' || line
FROM games_seatrow seat JOIN games_match match ON match.id = seat.match_id, generate_series(1, 50) line
WHERE seat.seat = 0 AND match.game = ANY(%s)
ON CONFLICT DO NOTHING
"""  # a test that is measured again finds the lines of its last try


class Beside(Witnessed):
    """A match as somebody sees it who asks for nothing."""

    def __init__(self, crowd: Crowd, match: str) -> None:
        super().__init__(crowd, {"match": match, "cookies": []})

    def look(self, player: Any) -> None:
        """Do nothing."""


class Sleeper(Witness):
    """One more socket of a player, or of a watcher, that can stop reading; awake it is a page like any other."""

    __slots__ = ("asleep", "game", "since", "took")

    def __init__(self, crowd: Crowd, match: str, seat: int, cookie: str, game: str) -> None:
        super().__init__(Beside(crowd, match), seat, cookie)
        self.game = game
        self.asleep = False
        self.since = 0.0  # when it fell asleep
        self.took = 0.0  # s until the server cut it off, if it did

    async def dial(self) -> None:
        """Open a connection that can take little; raises OSError."""
        parts, loop = urlsplit(self.url), asyncio.get_running_loop()
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
        line.setblocking(False)
        try:
            await loop.sock_connect(line, (parts.hostname, parts.port))
            await loop.create_connection(lambda: self, sock=line)
        except BaseException:
            line.close()
            raise

    async def sleep(self) -> None:
        """Read nothing from now on; waits until the match is shown."""
        async with asyncio.timeout(20):
            while self.frame is None or self._transport is None:
                await asyncio.sleep(0.02)
        self._transport.pause_reading()
        self.asleep, self.since = True, perf_counter()

    def wake(self) -> None:
        """Read on, or come back."""
        self.asleep = False
        if self._transport is not None:
            self._transport.resume_reading()
        elif not self.table.closed:
            self.crowd.connect(self)

    def lost(self, code: int) -> None:
        """Asleep nobody comes back."""
        if self.asleep:
            self.crowd.tally.events[f"closed {code}"] += 1
            self.frame = None
        else:
            super().lost(code)

    def nag(self) -> None:
        """Ask for the whole state again and again, awake or asleep."""
        if not self.table.closed:
            self.say(RESYNC)
            self.crowd.later(NAG_EVERY, self.nag)

    def is_cut(self) -> bool:
        """Return whether the server has given the connection up; asleep one hears nothing of it."""
        return self._transport is None or is_reset(self._transport.get_extra_info("socket"))

    @property
    def port(self) -> int:
        """This end's port."""
        return int(self._transport.get_extra_info("sockname")[1]) if self._transport is not None else 0


class Dormitory(Crowd):
    """A crowd at whose tables others look on, who may fall asleep; those who are cut off come again and sleep on."""

    games: ClassVar = {
        "blue-diamond": {"seats": 2},
        "red-handed": {"seats": 6, "pace_ms": 1000},
        "sequence": {"seats": 2},
        "diamoniak": {"seats": 4},
        "blitz": {"seats": 8, "rounds": 10, "break_ms": 1000},
    }
    spare: ClassVar = dict.fromkeys(games, 20)
    rush = (0.25, 0.42)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.beds: list[Sleeper] = []
        self.guests: list[Sleeper] = []  # who ever lay in one
        self.shown_to_others: list[tuple[str, int, float]] = []  # of each entry that came to who is awake: when
        self.fullest: dict[int, int] = {}  # the most bytes that the server's kernel has held, by the sleeper's port
        self.memory = 0  # the most KiB that the servers have had

    def saw(self, player: Witness, told: Told, arrived: float) -> None:
        """Note when an entry has come."""
        super().saw(player, told, arrived)
        if told.type == "entry" and not isinstance(player, Sleeper):
            self.shown_to_others.append((player.match, told.number, arrived))

    def updates(self, begin: float, end: float) -> list[float]:
        """Return how many s after its sending each move has come to each player awake, of those sent meanwhile."""
        calls = [(witness.match, call) for witness in self.witnesses for call in witness.calls.values()]
        sent = {(match, number): call.waits[-1].sent for match, call in calls for number in call.accepted}
        came = [(sent[match, n], arrived) for match, n, arrived in self.shown_to_others if (match, n) in sent]
        return [arrived - since for since, arrived in came if begin <= since < end]

    def playing(self) -> list[Witness]:
        """Return who is awake."""
        awake = [sleeper for sleeper in self.guests if not sleeper.asleep and not sleeper.table.closed]
        return [*super().playing(), *awake]

    async def close(self) -> None:
        """Send everybody home."""
        for sleeper in self.guests:
            sleeper.table.close()
            sleeper.hang_up()
        await super().close()

    async def make_beds(self, site: Town, count: int) -> None:
        """Let so many look on, by turns as players of the table and as watchers; much has been said at their tables."""
        await asyncio.to_thread(site.query, TALK, [sorted(BUSY)])
        self.beds = [self._newcomer(number) for number in range(count)]
        async with asyncio.timeout(20):
            while any(sleeper.frame is None for sleeper in self.beds):
                await asyncio.sleep(0.02)

    async def night(self, site: Town, least: float, most: float) -> None:
        """Let them sleep until the server has cut off everybody who lay down first, and for so long; then wake all."""
        begun, first = perf_counter(), list(self.beds)
        await asyncio.gather(*(sleeper.sleep() for sleeper in first))
        while (now := perf_counter() - begun) < most and (now < least or not all(each.took for each in first)):
            for port, size in held_for({sleeper.port for sleeper in self.beds}).items():
                self.fullest[port] = max(size, self.fullest.get(port, 0))
            self.memory = max(self.memory, resident(site.servers()))
            await asyncio.gather(*(self._change(number) for number in range(len(self.beds))))
            await asyncio.sleep(LOOK_EVERY)
        for sleeper in self.guests:
            sleeper.wake()

    @property
    def cut(self) -> list[Sleeper]:
        """Return who were cut off asleep."""
        return [sleeper for sleeper in self.guests if sleeper.took]

    @property
    def kernel(self) -> int:
        """Return the most KiB that the kernel has held for one of them."""
        return max(self.fullest.values(), default=0) // 1024

    def lay_down(self, match: str, seat: int, cookie: str, game: str = "") -> Sleeper:
        """Open one more socket of a player or, with an empty cookie, of a watcher."""
        sleeper = Sleeper(self, match, seat, cookie, game)
        self.guests.append(sleeper)
        self.witnesses.append(sleeper)
        self.connect(sleeper)
        sleeper.nag()
        return sleeper

    async def _change(self, number: int) -> None:
        """Put another sleeper into the bed of one who was cut off."""
        old = self.beds[number]
        if old.is_cut():
            old.took = perf_counter() - old.since
            self.beds[number] = self._newcomer(number)
            await self.beds[number].sleep()

    def _newcomer(self, number: int) -> Sleeper:
        busy = [table for table in self.tables if table.prepared["game"] in BUSY]
        table = sorted(busy, key=lambda table: table.match)[number % len(busy)]
        place = number // len(busy) % (len(table.players) + 1)
        return self.lay_down(table.match, place, [*table.prepared["cookies"], ""][place], table.prepared["game"])


def is_reset(line: socket.socket) -> bool:
    """Return whether the other end has reset this connection, though nobody reads here."""
    return bool(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)[0] == CLOSED)


def held_for(ports: set[int]) -> dict[int, int]:
    """Return how many bytes this machine's kernel holds that these ports have not taken, where /proc tells it."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    remote = ((int(row[2].partition(":")[2], 16), int(row[4].partition(":")[0], 16)) for row in rows)
    return {port: size for port, size in remote if port in ports}


def resident(processes: Iterable[int]) -> int:
    """Return how many KiB these processes have in memory."""
    told = (Path(f"/proc/{process}/status").read_text() for process in processes)
    return sum(int(text.partition("VmRSS:")[2].split()[0]) for text in told)
