"""The hub of a server process: its rooms, kept at the head of their logs, and what it hears from the others."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections import Counter
from concurrent.futures import Future

import msgspec
from channels.db import database_sync_to_async
from django.db import connection

from games import live, measures
from games.clocks import beats
from games.door import precedence, requests
from games.door.finish import MOST_CREDIT, credit_of
from games.door.loaded import Entry
from games.errors import Refused, try_again
from games.instants import now_ms
from games.models import Match, is_match_id
from games.moderation.looks import note_look
from games.serving import partings, racers
from games.serving.actor import Actor
from games.serving.asks import Ask
from games.serving.follower import Answer
from games.serving.forwards import Forwards
from games.serving.grabs import Line
from games.serving.reactions import NOTHING, Lags
from games.serving.reads import let_go, read, read_apart, read_for_page
from games.serving.recorder import DjangoWriter, PostgresWriter, Recorder
from games.serving.refusals import Refusals
from games.serving.room import Room, Socket
from games.serving.upkeep import Upkeep, leave, load
from games.serving.watch import CHECK_EVERY, Watch
from games.serving.wire import Wire

MOST_LAG = 60  # ms that a move waits for another one; an answer must not take long
ANSWER_WITHIN = 10.0  # s for a thread's request


class Hub(live.Receiver):
    """All rooms of this process, the look at the database once a second, and the word to other processes."""

    def __init__(self) -> None:
        self.process = live.process_id()
        self.rooms: dict[str, Room] = {}
        self.recorder = Recorder(DjangoWriter())
        self.wire = Wire(self.receive)
        self.forwards = Forwards(self.wire.send)
        self.refusals = Refusals()
        self.peers: set[str] = set()  # other server processes that are alive
        self._life: tuple[float, precedence.Life | None] = (-1e9, None)
        self._lags = Lags()
        self._pages: Counter[object] = Counter()  # sockets by person
        self._tasks: set[asyncio.Task[None]] = set()
        self.watch = Watch(self)

    # --- a server's life ---
    async def serve(self) -> None:
        """Work for a server process from now on."""
        self.serving = True
        if connection.vendor == "postgresql":
            self.recorder = Recorder(PostgresWriter())
            read_apart()
        self.peers = await read(beats.servers) - {self.process}  # before the first request: what they own is theirs
        self._begin()

    async def drain(self) -> None:
        """Bring to disk what waits, and leave all matches to other processes."""
        self.serving = False
        await self.recorder.drain()
        owned = [room.match_id for room in self.rooms.values() if room.owned]
        await database_sync_to_async(leave)(owned, self.process)
        await let_go()
        self._end()

    # --- sockets come and go ---
    async def enter(self, socket: Socket, match_id: str) -> Room:
        """Add a socket to its match's room, sending it the whole view first.

        Raises Match.DoesNotExist, also for a match that is closed to this person: the same answer.
        """
        room = await self.room(match_id)
        if not room.is_open_to(socket):
            await room.run(room.follow)  # perhaps they have just sat down, by another process
        if not room.is_open_to(socket):
            raise Match.DoesNotExist(match_id)
        if socket.staff is not None:
            await read_for_page(note_look, match_id, socket.staff)  # before anything is seen
        room.arriving[socket] = []  # from here on the room stays open, and with it what runs below
        self._pages[socket.person] += 1
        self.watch.arrived.append((match_id, socket.user_id or 0))
        self._begin()
        try:
            await room.send_state(socket)
        except BaseException:
            await self.leave(socket, room)
            raise
        self.tell_presence(room, ask=True)
        return room

    async def room(self, match_id: str) -> Room:
        """Return a match's room; raises Match.DoesNotExist."""
        if match_id not in self.rooms:
            if not is_match_id(match_id):
                raise Match.DoesNotExist(match_id)
            loaded, owner, people = await read_for_page(load, match_id)
            self.rooms.setdefault(match_id, Room(match_id, self, loaded, owner, people)).wind()
        room = self.rooms[match_id]
        room.used_at = asyncio.get_running_loop().time()
        return room

    async def leave(self, socket: Socket, room: Room) -> None:
        """Take a socket out; outside of a server the last one closes the room."""
        room.dismiss(socket)
        self._pages[socket.person] -= 1
        if not self._pages[socket.person]:
            del self._pages[socket.person]
        if room.empty and not self.serving and self.rooms.get(room.match_id) is room:
            del self.rooms[room.match_id]
        self.tell_presence(room)
        if not self.rooms and not self.serving:
            self._end()

    def pages_of(self, person: object) -> int:
        """Return how many sockets a person (user id, or address without a login) has at this process."""
        return self._pages[person]

    # --- requests ---
    def perform(self, match_id: str, user_id: int, request: requests.Asked, arrived: int) -> int:
        """See live.Receiver."""
        if connection.in_atomic_block:
            raise RuntimeError("a move may not be answered inside a transaction: that may still be rolled back")
        connection.close()  # back to the pool: the hub's own queries must never wait for threads that wait for the hub
        loop = next(loop for loop, hub in live.hubs() if hub is self)
        answer: Future[Answer] = Future()
        ask = Ask(user_id, request, arrived, answer.set_result, door=measures.door())
        # A context of its own: the caller's would have the hub's queries wait for the caller's thread.
        loop.call_soon_threadsafe(
            lambda: live.spawn(self._perform(match_id, ask, answer), self._tasks),
            context=contextvars.Context(),
        )
        try:
            told = answer.result(ANSWER_WITHIN)
        except TimeoutError:
            raise try_again() from None
        if isinstance(told, Refused):
            raise told
        return told

    async def _perform(self, match_id: str, ask: Ask, answer: Future[Answer]) -> None:
        try:
            room = await self.room(match_id)
        except Exception as error:
            answer.set_exception(error)
            return
        room.ask(ask)

    # --- what an actor needs of its process ---
    async def life(self) -> precedence.Life | None:
        """Return since when the servers run; what was read in the last second counts."""
        now = asyncio.get_running_loop().time()
        if now - self._life[0] > CHECK_EVERY * 1.5:
            self._life = now, await read(beats.life)
        return self._life[1]

    def publish(self, match_id: str, entry: Entry) -> None:
        """Tell the other processes of an entry, if there are any; a new one asks for the numbers within a second."""
        if self.peers:
            self.wire.send(live.SERVERS, {"match": match_id, **live.entry_message(entry)})

    def is_alive(self, process: str) -> bool:
        """Return whether another server process can be asked."""
        return process in self.peers

    def forward(self, actor: Actor, ask: Ask) -> None:
        """Let the match's owner judge a request; without Redis it cannot be asked, and play goes on without it."""
        if live.layer_is_away():
            actor.submit(lambda: actor.serve(ask, direct=True))
        else:
            self.forwards.forward(actor, ask)

    def lines(self, actor: Actor) -> dict[int, Line]:
        """Return what each person's line costs them, by seat: what this process and the others have measured."""
        room = self.rooms[actor.match_id]
        told = {**room.lines, self.process: self._lines_of(room)}
        found: dict[int, Line] = {}
        for process, lines in told.items():
            if process != self.process and not self.is_alive(process):
                continue
            lag = 0 if process == self.process else self._lags.of(process, now_ms())
            for seat, line in lines:
                known = found.get(seat, Line(MOST_CREDIT, 0))
                found[seat] = Line(min(known.credit, credit_of([line])), max(known.lag, lag))
        return found

    def lag(self, actor: Actor) -> int:
        """Return how much later than it was made a move may be here; nought where grabs have a window of their own."""
        game = actor.loaded.facts.game
        if not game.race or game.contested:
            return 0
        elsewhere = self.rooms[actor.match_id].presence.elsewhere(self.process)
        return min(MOST_LAG, self._lags.most([each for each in elsewhere if self.is_alive(each)], now_ms()))

    def _note_lag(self, room: Room, process: str, ask: Ask) -> None:
        """Learn how late a request is that another process has sent, if it tells since when that had shown the table.

        A person with a page here as well may have seen more by it: what their other process has shown does not count.
        """
        if room.loaded.seat_of(ask.user) in room.viewers():
            ask.saw = NOTHING
        elif room.shown_at.at(ask.saw[0]) is not None:
            self._lags.note(process, ask.came, ask.came - room.made_at(ask))

    def _lines_of(self, room: Room) -> list[tuple[int, float]]:
        """Return the lowest round trip of each person with a socket here, by seat; races alone are measured."""
        if not room.loaded.facts.game.contested:
            return []
        now, lines = time.monotonic(), []
        for seat, sockets in room.viewers().items():
            known = [line for s in sockets if seat is not None and (line := s.round_trip(now)) is not None]
            if known and seat is not None:
                lines.append((seat, min(known)))
        return lines

    # --- messages ---
    def receive(self, message: live.Message) -> None:
        """Take a message of this process or of another one in."""
        kind = message["kind"]
        if kind in _HANDLERS:
            _HANDLERS[kind](self, message)
        elif kind in live.listeners:
            live.listeners[kind](message)

    def _take_entry(self, message: live.Message) -> None:
        room = self.rooms.get(message["match"])
        if room is None:
            return
        entry = Entry(*message["entry"])
        room.submit(lambda: room.follow(entry))
        if entry.kind != "move":  # who watched may sit now, and the other way round
            room.submit(lambda: self._tell_presence(room))

    def _take_line(self, message: live.Message) -> None:
        if room := self.rooms.get(message["match"]):
            room.say(message["line"], message["unheard_by"])

    def _take_presence(self, message: live.Message) -> None:
        room = self.rooms.get(message["match"])
        if room is None:
            return
        if message["ask"] and message["from"] != self.process:
            self.tell_presence(room)
        room.lines[message["from"]] = message["lines"]
        if room.presence.note(message["from"], message["seats"], message["watchers"]):
            room.tell_presence()

    def _take_bot(self, message: live.Message) -> None:
        room = self.rooms.get(message["match"])
        if room is not None and room.owned:
            order = msgspec.convert(message["order"], requests.BotMove)
            racers.keep(lambda: self.rooms.get(room.match_id), order, message["at"])

    def _take_ask(self, message: live.Message) -> None:
        live.spawn(self._serve(message), self._tasks)

    async def _serve(self, message: live.Message) -> None:
        ask = self.forwards.asked(message)
        try:
            room = await self.room(message["match"])
        except Refused as away:
            ask.answer(away)
            return
        if room.loaded.facts.game.race:
            self._note_lag(room, message["from"], ask)
        room.ask_in_turn(ask, direct=True)

    def _take_answer(self, message: live.Message) -> None:
        self.forwards.take_answer(message)

    def _take_logins(self, message: live.Message) -> None:
        if here := partings.sockets_of(message["people"], self.rooms.values()):
            live.spawn(partings.close_ended(here), self._tasks)

    def tell_presence(self, room: Room, *, ask: bool = False) -> None:
        """Tell every process who of this one has the match open."""
        viewers = room.viewers()
        seats = sorted(seat for seat in viewers if seat is not None)
        watchers = {socket.user_id or socket for socket in viewers.get(None, ())}  # people, not pages
        content = {"from": self.process, "seats": seats, "watchers": len(watchers), "ask": ask}
        message = {"kind": "presence", "match": room.match_id, **content, "lines": self._lines_of(room)}
        self._take_presence(message)
        if self.peers:
            self.wire.send(live.SERVERS, message)

    async def _tell_presence(self, room: Room) -> None:
        self.tell_presence(room)

    # --- what runs as long as somebody is here ---
    def _begin(self) -> None:
        if self.watch.begin():
            self.wire.open()

    def _end(self) -> None:
        self.watch.end()
        self.wire.close()

    def learn(self, found: Upkeep) -> None:
        """Take in who else serves, and since when the servers run, as the database has just told."""
        self.peers, self._life = found.peers, (asyncio.get_running_loop().time(), found.life)
        self._lags.keep(found.peers)


_HANDLERS = {
    "entry": Hub._take_entry,
    "chat": Hub._take_line,
    "presence": Hub._take_presence,
    "bot": Hub._take_bot,
    "ask": Hub._take_ask,
    "answer": Hub._take_answer,
    partings.LOGINS: Hub._take_logins,
}


def hub() -> Hub:
    """Return the running loop's hub."""
    loop = asyncio.get_running_loop()
    found = live.hub_of(loop)
    if found is None:
        found = Hub()
        live.register(loop, found)
    assert isinstance(found, Hub)
    return found
