"""What an actor records before anything else is judged: an outage of ours, a clock's move, a time-out."""

from __future__ import annotations

from games import measures
from games.clocks import deadlines
from games.door import precedence, requests
from games.door.deciding import order, overdue
from games.door.loaded import MAIL, NO_SEAT
from games.errors import Refused, try_again
from games.serving.follower import Follower
from games.serving.reads import read

TRIES = 8  # writers of other processes may be quicker so many times


class Timely(Follower):
    """A match whose log has what time brings."""

    async def life(self) -> precedence.Life | None:
        """Return since when the servers run, or None while they do not."""
        raise NotImplementedError

    @property
    def held(self) -> bool:
        """The table may not change just now."""
        return False

    async def order(self, request: requests.Ordered, now: int) -> None:
        """Carry out what the clock orders, as a job of the queue; raises Refused (not_due) when it no longer fits."""
        for _ in range(TRIES):
            loaded = await self.fresh()
            entry = order(loaded, request, now)
            if await self.commit(entry, lambda _: None):
                if entry.kind == "move":
                    door = "clock" if entry.seat == NO_SEAT else "bot"
                    measures.count_move(loaded.facts.game.slug, door)
                return
        raise try_again()

    async def _time_first(self, now: int) -> None:
        """Record an outage of ours and time that has run out before anything else is judged."""
        if await self._outage_first(now) and not self.held and (late := await self._overdue(now)):
            await self._unless_done(late, now)

    async def _overdue(self, now: int) -> requests.Ordered | None:
        """Return what the clock is to do; by mail, holidays that the log lacks are counted before time is called."""
        while (late := overdue(self.loaded, now)) and self.loaded.pace == MAIL:
            holiday = await read(deadlines.uncounted, self.loaded)
            if holiday is None:
                break
            await self._unless_done(holiday, now)
        return late

    async def _outage_first(self, now: int) -> bool:
        """Give an outage of ours back, if there was one; return whether time may be called."""
        if not precedence.may_hold_outage(self.loaded, now):
            return True
        servers = await self.life()
        if outage := precedence.outage(self.loaded, servers):
            await self._unless_done(outage, now)
        return servers is not None

    async def _unless_done(self, request: requests.Ordered, now: int) -> None:
        try:
            await self.order(request, now)
        except Refused as error:
            if error.code != "not_due":  # else somebody was quicker
                raise
