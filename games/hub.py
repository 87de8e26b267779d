"""The hub of a server process: the matches that its sockets have open, kept at the head of their logs.

Each room folds entries one after the other and sends every viewer a view of their own, serialised once a viewer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Protocol

import msgspec
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games import carrier, frames, live
from games.chat import recent_lines
from games.door.folding import fold
from games.door.loaded import OPEN, Entry, Loaded
from games.people import PublicName, people_at
from games.presence import Presence
from games.upkeep import upkeep

log = logging.getLogger(__name__)
CHECK_EVERY = 1.0  # s between two looks at the numbers of all open matches
CLOSE_LOGGED_OUT, CLOSE_FORBIDDEN = 4401, 4403


class Socket(Protocol):
    """One page: what the hub needs to know of it and do with it."""

    user_id: int | None  # None: not logged in
    session_key: str
    person: object  # whose limits it counts for

    def push(self, frame: str | int) -> None:
        """Send a frame, or close with a code that tells the page why. Never waits: see games.outbox."""


class Room:
    """One match that this process has sockets of."""

    def __init__(self, loaded: Loaded, people: dict[int, PublicName]) -> None:
        self.loaded = loaded
        self.people = people
        self.sockets: set[Socket] = set()
        self.arriving: set[Socket] = set()  # these get their first state before anything else
        self.presence = Presence()
        self.lock = asyncio.Lock()

    @property
    def match_id(self) -> str:
        """The match's id."""
        return self.loaded.facts.match

    @property
    def empty(self) -> bool:
        """Nobody is here, and nobody is about to be."""
        return not self.sockets and not self.arriving

    def viewers(self) -> dict[int | None, list[Socket]]:
        """Return the sockets by seat; None: those who watch."""
        result: dict[int | None, list[Socket]] = {}
        for socket in self.sockets:
            result.setdefault(self.loaded.seat_of(socket.user_id), []).append(socket)
        return result

    async def send_state(self, socket: Socket) -> None:
        """Send one socket the whole view and the last of the chat."""
        async with self.lock:
            chat = await database_sync_to_async(recent_lines)(self.match_id)
            self._push_state(socket, {"chat": chat})
            self.arriving.discard(socket)
            self.sockets.add(socket)

    async def send_line(self, line: dict[str, Any]) -> None:
        """Send everybody a line of chat."""
        async with self.lock:
            push_all(self.sockets, encode({"type": "chat", "line": line}))

    def _push_state(self, socket: Socket, more: dict[str, Any]) -> None:
        seat = self.loaded.seat_of(socket.user_id)
        if seat is None and not self._open_to_watchers():
            socket.push(CLOSE_FORBIDDEN)
            return
        frame = frames.frame(self.loaded, self.people, seat)
        socket.push(encode({"type": "state", "frame": frame, "presence": self.presence.as_json()} | more))

    async def catch_up(self, hint: Entry | None = None) -> None:
        """Bring the match to the head of its log: by the hint if it is the next entry, else from the database."""
        async with self.lock:
            try:
                await self._advance(hint)
            except Exception:
                log.exception("match %s: could not follow its log, loading it again", self.match_id)
                self.loaded = await database_sync_to_async(carrier.load)(self.match_id)
                for socket in list(self.sockets):
                    self._push_state(socket, {})

    async def _advance(self, hint: Entry | None) -> None:
        known = self.loaded.number
        if hint is not None and hint.number <= known:
            return
        if hint is not None and hint.number == known + 1:
            entries = [hint]
        else:
            entries = await database_sync_to_async(_entries)(self.match_id, known)
        for entry in entries:
            await self._show(entry)

    async def _show(self, entry: Entry) -> None:
        events = fold(self.loaded, entry)
        if entry.kind != "move":
            self.people = await database_sync_to_async(people_at)(self.loaded)
        for seat, sockets in self.viewers().items():
            if seat is None and not self._open_to_watchers():
                push_all(sockets, CLOSE_FORBIDDEN)
            else:
                push_all(sockets, encode(frames.entry_json(self.loaded, self.people, entry, events, seat)))

    def _open_to_watchers(self) -> bool:
        return self.loaded.facts.watchers or self.loaded.status == OPEN


class Hub(live.Receiver):
    """All rooms of this process, its channel, and the look at the database once a second."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._steady: list[asyncio.Task[None]] = []
        self._channel = ""

    async def enter(self, socket: Socket, match_id: str) -> Room:
        """Add a socket to its match's room, sending it the whole view first."""
        room = await self._room(match_id)
        first = room.empty
        room.arriving.add(socket)  # from here on the room stays open, and with it what runs below
        if not self._steady:
            self._begin()
        try:
            if first:
                await self._group("group_add", match_id)
            await room.catch_up()
            await room.send_state(socket)
        except BaseException:
            await self.leave(socket, room)
            raise
        self.tell_presence(room, ask=True)
        return room

    async def _room(self, match_id: str) -> Room:
        if match_id not in self.rooms:
            loaded, people = await database_sync_to_async(_load_room)(match_id)
            self.rooms.setdefault(match_id, Room(loaded, people))
        return self.rooms[match_id]

    async def leave(self, socket: Socket, room: Room) -> None:
        """Take a socket out; the last one closes the room."""
        room.sockets.discard(socket)
        room.arriving.discard(socket)
        if room.empty and self.rooms.get(room.match_id) is room:
            del self.rooms[room.match_id]
            await self._group("group_discard", room.match_id)
        self.tell_presence(room)
        if not self.rooms:
            self._end()

    def pages_of(self, person: object) -> int:
        """Return how many sockets a person (user id, or address without a login) has at this process."""
        everybody = (socket for room in self.rooms.values() for socket in room.sockets | room.arriving)
        return sum(socket.person == person for socket in everybody)

    def receive(self, message: live.Message) -> None:
        """Take a message of this process or of another one in."""
        room = self.rooms.get(message["match"])
        if room is not None:
            live.spawn(self._handle(room, message), self._tasks)

    async def _handle(self, room: Room, message: live.Message) -> None:
        if message["kind"] == "entry":
            entry = Entry(*message["entry"])
            await room.catch_up(entry)
            if entry.kind != "move":  # who watched may sit now, and the other way round
                self.tell_presence(room)
        elif message["kind"] == "chat":
            await room.send_line(message["line"])
        else:
            if message["ask"] and message["from"] != live.process_id():
                self.tell_presence(room)
            if room.presence.note(message["from"], message["seats"], message["watchers"]):
                push_all(room.sockets, encode({"type": "presence", **room.presence.as_json()}))

    def tell_presence(self, room: Room, *, ask: bool = False) -> None:
        """Tell every process who of this one has the match open."""
        viewers = room.viewers()
        seats = sorted(seat for seat in viewers if seat is not None)
        watchers = {socket.user_id or socket for socket in viewers.get(None, ())}  # people, not pages
        content = {"from": live.process_id(), "seats": seats, "watchers": len(watchers), "ask": ask}
        live.announce(room.match_id, {"kind": "presence", **content})

    # --- what runs as long as somebody is here ---

    def _begin(self) -> None:
        self._steady = [asyncio.create_task(self._watch())]
        if get_channel_layer() is not None:
            self._steady.append(asyncio.create_task(self._listen()))

    def _end(self) -> None:
        for task in self._steady:
            task.cancel()
        self._steady, self._channel = [], ""

    async def _open_channel(self) -> None:
        """Get a channel and put it into every open match's group."""
        async with asyncio.timeout(live.LAYER_TIMEOUT):
            self._channel = await get_channel_layer().new_channel()
        await self._join_groups()
        for room in self.rooms.values():
            self.tell_presence(room, ask=True)

    async def _join_groups(self) -> None:
        await asyncio.gather(*(self._group("group_add", match_id) for match_id in self.rooms))

    async def _group(self, call: str, match_id: str) -> None:
        """Join or leave a match's group; without Redis the look once a second must do."""
        if not self._channel:
            return
        try:
            async with asyncio.timeout(live.LAYER_TIMEOUT):
                await getattr(get_channel_layer(), call)(live.group_of(match_id), self._channel)
        except Exception as error:
            log.warning("the channel layer refused %s: %r", call, error)

    async def _listen(self) -> None:
        while True:
            try:
                if not self._channel:
                    await self._open_channel()
                message = await get_channel_layer().receive(self._channel)
                if message["origin"] != live.process_id():
                    self.receive(message)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # Redis comes back, and until then the watch does the work
                log.warning("the channel layer is away: %r", error)
                await asyncio.sleep(1)

    async def _watch(self) -> None:
        tick = 0
        while True:
            await asyncio.sleep(CHECK_EVERY)
            try:
                await self._look(tick)
            except Exception as error:
                log.warning("could not look at the matches' numbers: %r", error)
            tick += 1

    async def _look(self, tick: int) -> None:
        rooms = dict(self.rooms)
        people = [(room, s) for room in rooms.values() for s in room.sockets if s.user_id is not None]
        pairs = {(s.session_key, s.user_id) for _, s in people}
        seated = [(room.match_id, s.user_id) for room, s in people]
        numbers, valid = await database_sync_to_async(upkeep)(list(rooms), pairs, seated if tick % 5 == 0 else [])
        push_all([s for _, s in people if (s.session_key, s.user_id) not in valid], CLOSE_LOGGED_OUT)
        behind = [rooms[match_id] for match_id, number in numbers.items() if number > rooms[match_id].loaded.number]
        await asyncio.gather(*(room.catch_up() for room in behind), return_exceptions=True)
        if tick % 10 == 0:
            await self._renew()

    async def _renew(self) -> None:
        """Say again what may have been forgotten: a Redis that was restarted knows nothing of us."""
        for room in self.rooms.values():
            self.tell_presence(room)
        await self._join_groups()


def hub() -> Hub:
    """Return the running loop's hub."""
    loop = asyncio.get_running_loop()
    found = live.hub_of(loop)
    if found is None:
        found = Hub()
        live.register(loop, found)
    assert isinstance(found, Hub)
    return found


def encode(value: dict[str, Any]) -> str:
    """Return the JSON text of a server message."""
    return msgspec.json.encode(value).decode()


def push_all(sockets: Iterable[Socket], frame: str | int) -> None:
    """Send one frame to many sockets; one that is slow or gone harms no other."""
    for socket in list(sockets):
        socket.push(frame)


def _entries(match_id: str, number: int) -> list[Entry]:
    return list(carrier.entries_after(match_id, number))


def _load_room(match_id: str) -> tuple[Loaded, dict[int, PublicName]]:
    loaded = carrier.load(match_id)
    return loaded, people_at(loaded)
