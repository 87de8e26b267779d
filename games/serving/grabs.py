"""Grabs of a race that wait for the photo finish (games.door.finish): unanswered until the window is over.

They live in the owner's memory alone. If the process dies nobody has been answered, and the clients send again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from msgspec.structs import replace

from games.door.finish import PhotoFinish, margins
from games.door.loaded import Entry, Loaded
from games.errors import Refused
from games.instants import now_ms
from games.serving.follower import Answer
from rules.chance import match_seed

Reply = Callable[[Answer], None]
Judge = Callable[[], Awaitable[Entry | int]]


READ_FIRST = 0.001  # s


class Line(NamedTuple):
    """What a seat's line costs it, and how much later than it was made a grab of it may be here; ms."""

    credit: int
    lag: int


@dataclass(slots=True)
class Grab:
    """One grab: whose, when it came in (ms since 1970; see finish), how it is judged, and where the answer goes."""

    seat: int
    came: int
    judge: Judge  # returns its entry, or the number of the one it has made; raises Refused
    reply: Reply


class Window:
    """The grabs between the first one and the decision."""

    def __init__(self, loaded: Loaded, changed: int, lines: Mapping[int, Line], decide: Callable[[], None]) -> None:
        credit = {seat: line.credit for seat, line in lines.items()}
        self._finish = PhotoFinish(changed, credit, {seat: line.lag for seat, line in lines.items()})
        self._ply = loaded.ply
        salts = [occupant.salt for occupant in loaded.occupants]
        self._seed = match_seed(loaded.facts.server_seed, salts)
        self._decide = decide
        self._grabs: list[Grab] = []
        self._timer: asyncio.TimerHandle | None = None

    def add(self, grab: Grab) -> bool:
        """Take a grab in; returns whether all that could be first are in, so that it may be decided at once."""
        self._finish.grab(grab.seat, grab.came)
        self._grabs.append(grab)
        wait = self._finish.closes - now_ms()
        if self._timer is not None:
            self._timer.cancel()
        if wait <= 0:
            return True
        self._timer = asyncio.get_running_loop().call_later(wait / 1000, self._over)
        return False

    def _over(self) -> None:
        """Decide once what has come in is read: after a busy moment timers have their turn before sockets."""
        self._timer = asyncio.get_running_loop().call_later(READ_FIRST, self._decide)

    def ordered(self) -> list[Grab]:
        """Return all grabs, the first by the photo finish first; a seat's further ones and late ones behind."""
        order = [placing.seat for placing in self._finish.placings(self._seed, self._ply)]
        first = [next(grab for grab in self._grabs if grab.seat == seat) for seat in order]
        return first + [grab for grab in self._grabs if grab not in first]

    def seal(self, entry: Entry) -> Entry:
        """Return the deciding entry with what everyone may know of the finish."""
        told = margins(self._finish.placings(self._seed, self._ply))
        return replace(entry, body=entry.body | {"finish": told})

    def close(self) -> None:
        """Wait for nothing more."""
        if self._timer is not None:
            self._timer.cancel()


def beaten(number: int) -> Refused:
    """Return the answer to a grab that has lost against the entry `number`."""
    return Refused("too_late", N_("Somebody else was quicker."), number=number)
