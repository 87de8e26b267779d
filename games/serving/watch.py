"""What a server process looks at once a second, all its open matches together, as long as somebody is here."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from channels.db import database_sync_to_async

from games import live
from games.log import storing
from games.serving import partings, staff
from games.serving.reads import read
from games.serving.room import Room, quiet_ones
from games.serving.upkeep import Upkeep, upkeep

if TYPE_CHECKING:
    from games.serving.hub import Hub

log = logging.getLogger(__name__)
CHECK_EVERY = 1.0  # s between two looks at the number of an open match
SEEN_EVERY = 20  # looks until it is written down again who is here: much less than a match is kept without anybody
AT_ONCE = 150  # matches looked at in one go: with more the moves of that moment would have to wait


class Watch:
    """The look at the database for a hub's rooms, so that nothing that happens behind their back stays unseen."""

    def __init__(self, hub: Hub) -> None:
        self.arrived: list[tuple[str, int]] = []  # (match, user) of who has come and is not written down yet
        self._hub = hub
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Return whether somebody looks."""
        return self._task is not None

    def begin(self) -> bool:
        """Look from now on; returns whether that is new."""
        if self._task is not None:
            return False
        self._task = asyncio.create_task(self._run())
        return True

    def end(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        tick = 0
        while True:
            here = [room for room in self._hub.rooms.values() if not room.empty]
            parts = [here[at : at + AT_ONCE] for at in range(0, len(here), AT_ONCE)] or [[]]
            for part in parts:
                await asyncio.sleep(CHECK_EVERY / len(parts))
                try:
                    await self._look({room.match_id: room for room in part if not room.empty}, tick)
                except Exception as error:
                    log.warning("could not look at the matches' numbers: %r", error)
            if live.layer_is_away():  # else it would be forgotten where nobody says anything for a while
                self._hub.wire.probe()
            await self._tidy(tick)
            tick += 1

    async def _look(self, rooms: dict[str, Room], tick: int) -> None:
        """Ask the database, in one go, what has changed in these rooms behind our back."""
        owners = {match_id: room.owner for match_id, room in rooms.items()}
        people = [(room, s) for room in rooms.values() for s in list(room.sockets) if s.user_id is not None]
        pairs = {(s.session_key, s.user_id or 0) for _, s in people}
        here = [(room.match_id, s.user_id or 0) for room, s in people] if tick % SEEN_EVERY == 0 else []
        new = len(self.arrived)
        wish = list(rooms), pairs, self.arrived + here, self._hub.process
        found = await read(upkeep, *wish, serving=self._hub.serving)
        del self.arrived[:new]  # not before it is written down: a look may fail
        self._hub.learn(found)
        partings.push_ended([s for _, s in people], found.ended)
        await staff.check(people)
        _show(found, rooms, owners, tick)
        for room in rooms.values():
            ask = room.look_for_absent()
            if ask or tick % 10 == 0 or (tick % 2 == 0 and room.loaded.facts.game.contested):
                self._hub.tell_presence(room, ask=ask)

    async def _tidy(self, tick: int) -> None:
        try:
            if self._hub.serving:
                await self._forget_quiet_rooms()
            if tick % 10 == 0:
                await self._hub.wire.renew()
        except Exception as error:
            log.warning("could not leave what is quiet: %r", error)

    async def _forget_quiet_rooms(self) -> None:
        """Drop the rooms in which nobody is and nothing has happened for a while, the longest quiet first."""
        gone = quiet_ones(self._hub.rooms.values(), asyncio.get_running_loop().time())
        for room in gone:
            room.unwind()
            del self._hub.rooms[room.match_id]
        if owned := [room.match_id for room in gone if room.owned]:
            await database_sync_to_async(storing.release)(owned, self._hub.process)


def _show(found: Upkeep, rooms: dict[str, Room], owners: dict[str, str], tick: int) -> None:
    """Let rooms know their new owner and follow what was written by others; `owners`: as before the look."""
    for match_id, (number, owner) in found.heads.items():
        room = rooms[match_id]
        if room.owner == owners[match_id] != owner:  # else it has changed meanwhile, and we know more
            room.owner = owner
            room.wind()
        if number > room.loaded.number or room.needs_look(tick):
            room.submit(room.follow)
