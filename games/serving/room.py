"""A room: a match that this process has sockets of. Every viewer gets a view of their own, serialised once a viewer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Protocol

from accounts.models import User
from games import frames
from games.door import requests
from games.door.loaded import OPEN, Entry, Loaded
from games.frames import encode
from games.instants import now_ms
from games.log import storing
from games.people import PublicName, people_at
from games.serving.absences import Absences
from games.serving.actor import Actor, Desk
from games.serving.presence import Presence
from games.serving.reads import read, read_for_page
from games.talk.chat import recent_lines
from rules.contract import Event

CLOSE_FORBIDDEN = 4403
KEEP, MOST_KEPT = 60.0, 5_000  # s that a server keeps a room in which nobody is, and how many of them
LONGEST_REST = 6  # times that the number of looks until the next try is doubled
Json = dict[str, Any]


class Socket(Protocol):
    """One page: what a room needs to know of it and do with it."""

    user_id: int | None  # None: not logged in
    session_key: str
    person: object  # whose limits it counts for
    staff: User | None  # who looks after the site may look into any match

    def round_trip(self, now: float) -> float | None:
        """Return the line's lowest round trip of the last minute in ms; `now` is time.monotonic()."""

    def push(self, frame: bytes | int) -> None:
        """Send a frame, or close with a code that tells the page why. Never waits: see games.serving.outbox."""


class Room(Actor):
    """An actor with an audience."""

    def __init__(self, match_id: str, desk: Desk, loaded: Loaded, owner: str, people: dict[int, PublicName]) -> None:
        super().__init__(match_id, desk, loaded, owner)
        self.people = people
        self.sockets: set[Socket] = set()
        self.arriving: dict[Socket, list[Json]] = {}  # what is said until they get their first state, before all else
        self.presence = Presence()
        self.absences = Absences()
        self.lines: dict[str, list[tuple[int, float]]] = {}  # round trips by seat, as each process has told
        self.used_at = 0.0  # loop time
        self._viewers: dict[int | None, list[Socket]] | None = None
        self._lasting: bytes | None = None  # the text of what no move changes

    @property
    def empty(self) -> bool:
        """Nobody is here, and nobody is about to be."""
        return not self.sockets and not self.arriving

    def viewers(self) -> dict[int | None, list[Socket]]:
        """Return the sockets by seat; None: those who watch."""
        if self._viewers is None:
            self._viewers = {}
            for socket in self.sockets:
                self._viewers.setdefault(self.loaded.seat_of(socket.user_id), []).append(socket)
        return self._viewers

    def admit(self, socket: Socket) -> None:
        """Let a socket have what is shown from now on."""
        self.arriving.pop(socket, None)
        self.sockets.add(socket)
        self._viewers = None

    def dismiss(self, socket: Socket) -> None:
        """Show a socket nothing more."""
        self.sockets.discard(socket)
        self.arriving.pop(socket, None)
        self._viewers = None

    async def send_state(self, socket: Socket) -> None:
        """Send one socket the whole view and the last of the chat, when it has its turn.

        What must be read is read before: many who come at once, as after a server's death, hold up nobody's clock.
        """
        known = None if self.owned else self.loaded.number
        viewer = socket.user_id
        chat, entries = await read_for_page(_news, self.match_id, self._seats(), viewer, known)

        async def send() -> None:
            for entry in entries:  # an owner has made them all itself, or has just been told of them
                await self.follow(entry)
            await self.fresh()
            late = [line for line in self.arriving.get(socket, ()) if line not in chat]
            self._push_state(socket, {"chat": chat + late})
            self.admit(socket)

        await self.run(send)

    def say(self, line: Json, unheard_by: Collection[int] = ()) -> None:
        """Send a line of chat to everybody but those who have blocked the person who says it."""
        heard = [socket for socket in self.sockets if socket.user_id not in unheard_by]
        push_all(heard, encode({"type": "chat", "line": line}))
        for socket, lines in self.arriving.items():
            if socket.user_id not in unheard_by:
                lines.append(line)

    def tell_presence(self) -> None:
        """Tell everybody here who is here."""
        push_all(self.sockets, encode({"type": "presence", **self.presence.as_json()}))
        self.absences.returned(self)

    def needs_look(self, tick: int) -> bool:
        """Return whether nobody knows what the log says, and nobody has asked since: what they see may be wrong.

        What fails again and again is tried ever more seldom.
        """
        return self.stale and self.idle and tick % 2 ** min(LONGEST_REST, max(0, self.failures - 1)) == 0

    def look_for_absent(self) -> bool:
        """See, once a second, who is to act and away, or back; return whether to ask the other processes for them."""
        if self.loaded.absent:
            self.absences.returned(self)
        return self.absences.look(self)

    async def note(self, request: requests.Ordered) -> None:
        """Put into the log what this process has seen, as a job of the queue, if it still fits."""
        now = now_ms()
        await self._time_first(now)
        await self._unless_done(request, now)

    def shown(self, entry: Entry, events: list[Event]) -> None:
        """Send every viewer an entry."""
        if entry.kind == "move":
            self.shown_at.note(entry.number, now_ms())  # before, so that no reaction seems shorter than it was
        if not (viewers := self.viewers()):
            return
        if self._lasting is None:
            self._lasting = encode(frames.lasting(self.loaded, self.people))
        telling = frames.Telling(self.loaded, self._lasting, entry, events)
        for seat, sockets in viewers.items():
            if seat is None and not self._open_to_watchers():
                push_all([socket for socket in sockets if not socket.staff], CLOSE_FORBIDDEN)
                push_all([socket for socket in sockets if socket.staff], telling.to(seat))
            else:
                push_all(sockets, telling.to(seat))

    async def reseated(self) -> None:
        """See who sits where."""
        self._viewers = self._lasting = None
        self.people = await read(people_at, self.loaded)

    async def reloaded(self) -> None:
        """Send everybody the whole view."""
        await self.reseated()
        for socket in list(self.sockets):
            self._push_state(socket, {})

    def _seats(self) -> dict[int, int]:
        return {o.user: seat for seat, o in enumerate(self.loaded.occupants) if o.user is not None}

    def is_open_to(self, socket: Socket) -> bool:
        """Return whether a socket's person may see the match: its address invites to an open table, see selectors."""
        open_to_all = self._open_to_watchers() or socket.staff is not None
        return open_to_all or self.loaded.seat_of(socket.user_id) is not None

    def _push_state(self, socket: Socket, more: dict[str, Any]) -> None:
        seat = self.loaded.seat_of(socket.user_id)
        if not self.is_open_to(socket):
            socket.push(CLOSE_FORBIDDEN)
            return
        frame = frames.frame(self.loaded, self.people, seat)
        socket.push(encode({"type": "state", "frame": frame, "presence": self.presence.as_json()} | more))

    def _open_to_watchers(self) -> bool:
        return self.loaded.facts.watchers or self.loaded.status == OPEN


def quiet_ones(rooms: Collection[Room], now: float) -> list[Room]:
    """Return the rooms that a server need not keep: nobody has been there for a while, or there are too many.

    `now`: the loop's time.
    """
    quiet = sorted((room for room in rooms if room.empty and room.idle), key=lambda room: room.used_at)
    surplus = max(0, len(rooms) - MOST_KEPT)
    return [room for n, room in enumerate(quiet) if n < surplus or room.loaded.over or now - room.used_at > KEEP]


def push_all(sockets: Iterable[Socket], frame: bytes | int) -> None:
    """Send one frame to many sockets; one that is slow or gone harms no other."""
    for socket in list(sockets):
        socket.push(frame)


def _news(
    match_id: str, seats: dict[int, int], viewer: int | None, known: int | None
) -> tuple[list[Json], list[Entry]]:
    """Return the last of the chat and the entries after the number `known`, if one is."""
    entries = [] if known is None else storing.entries_after(match_id, known)
    return recent_lines(match_id, seats, viewer), entries
