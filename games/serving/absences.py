"""Who is to act and is not there: known from the pages that are open, and put into the log, which judges by it.

All that claims, buttons and countdowns need is in the log then, the same for every process and every front door. No
client is asked. A process that says so may be wrong, as when it does not hear of pages elsewhere; whoever has a page of
that person open puts it right within a second (`returned`), long before anybody may claim anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

from games import live
from games.door import requests
from games.door.loaded import LIVE
from games.instants import now_ms
from games.models import SeatRow
from games.serving.reads import read

if TYPE_CHECKING:
    from games.serving.room import Room

NOTICED = 3  # a third of the grace passes in silence: pages are loaded anew, trains drive through tunnels


class Absences:
    """What a process knows of the persons who are to act in one match and have no page open."""

    __slots__ = ("_asked", "_since")

    def __init__(self) -> None:
        self._since: dict[int, int] = {}
        self._asked: set[int] = set()

    def look(self, room: Room) -> bool:
        """See who is missing and say so when it is time; return whether to ask the other processes for them first.

        Once a second for every match that is open here: it does next to nothing while all are there who are to act.
        """
        loaded, here = room.loaded, room.presence.seats
        if loaded.pace != LIVE:  # by mail nobody is waited for at the table
            return False
        missing = [seat for seat in loaded.running if seat not in here and loaded.occupants[seat].person]
        if not missing and not self._since:
            return False
        now = now_ms()
        deaf = live.layer_is_away()  # they may well be at another process that we cannot hear
        self._since = {seat: now if deaf else self._since.get(seat, now) for seat in missing}
        self._asked &= {seat for seat, since in self._since.items() if since < now}
        ripe = [seat for seat in missing if now - self._since[seat] >= notice() // 2 and self._is_ours(room, seat)]
        for seat in ripe:
            if seat in self._asked and now - self._since[seat] >= notice():
                self._asked.discard(seat)
                self._submit(room, seat, self._since.pop(seat))  # if that fails, it is counted anew
        unasked = self._since.keys() & set(ripe) - self._asked
        self._asked |= unasked
        return bool(unasked)

    def _is_ours(self, room: Room, seat: int) -> bool:
        """Return whether it is still to be said that this seat's person is away, somebody waits, and we say it."""
        loaded = room.loaded
        if str(seat) in loaded.absent or not grace():
            return False
        others = any(other != seat and loaded.occupants[other].person for other in room.presence.seats)
        return others and room.presence.speaker(room.owner) == live.process_id()

    def _submit(self, room: Room, seat: int, since: int) -> None:
        async def say() -> None:
            seen = max(since, await read(last_seen, room.match_id, seat))  # by REST a person has no page
            now = now_ms()
            if now - seen >= notice():
                await room.note(requests.Absent(seat, seen, now + grace() - notice()))

        room.submit(say)

    def returned(self, room: Room) -> None:
        """Say that those are back who are called absent and have a page open here."""
        for seat in map(int, room.loaded.absent):
            if seat in room.viewers():
                self._welcome(room, seat)

    def _welcome(self, room: Room, seat: int) -> None:
        async def say() -> None:
            await room.note(requests.Back(seat))

        room.submit(say)


def grace() -> int:
    """Return how long (ms) all wait for somebody who is to act and absent; 0: for ever."""
    return round(settings.ABSENCE_GRACE * 1000)


def notice() -> int:
    """Return how much of that passes in silence; the rest is counted down for all to see."""
    return grace() // NOTICED


def last_seen(match_id: str, seat: int) -> int:
    """Return when the person on a seat was last seen by any front door."""
    return SeatRow.objects.values_list("seen_at", flat=True).get(match_id=match_id, seat=seat)
