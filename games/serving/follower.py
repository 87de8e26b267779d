"""A match in the memory of a server process: its queue, its place in the log, and how it is carried forward.

What is done with the match is done in the queue, one thing after the other, with one append in flight. The state is a
cache of the log: whatever goes wrong drops it, and it is loaded again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

from games import alarms, storing
from games.changes import fold_in
from games.door.folding import fold
from games.door.loaded import ACTIVE, Entry, Loaded
from games.errors import Refused
from games.serving.reads import read
from games.serving.recorder import Recorder
from rules.contract import Event

log = logging.getLogger(__name__)
Job = Callable[[], Awaitable[None]]
Answer = int | Refused  # an entry's number, or why there is none


class Office(Protocol):
    """What a match needs of its process to follow and extend its log."""

    recorder: Recorder

    @property
    def process(self) -> str:
        """The process's id."""

    def publish(self, match_id: str, entry: Entry) -> None:
        """Tell the other processes of an entry."""


class Follower:
    """A match that follows its log, and extends it."""

    def __init__(self, match_id: str, office: Office, loaded: Loaded, owner: str) -> None:
        self.match_id = match_id
        self._office = office
        self.loaded = loaded
        self.owner = owner
        self.taking_over = False  # the next entry makes this process the owner
        self.stale = False  # nobody knows whether `loaded` is what the log says
        self._wanted: dict[alarms.Key, int] | None = None  # the alarms of `loaded`, where they are known
        self._queue: deque[Job] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def owned(self) -> bool:
        """This process judges the match."""
        return self.owner == self._office.process

    def wanted(self) -> dict[alarms.Key, int]:
        """Return the alarms that the match wants."""
        if self._wanted is None:
            self._wanted = alarms.wanted(self.loaded)
        return self._wanted

    @property
    def idle(self) -> bool:
        """Nothing is being done and nothing waits."""
        return self._task is None

    # --- the queue ---
    def submit(self, job: Job) -> None:
        """Do something when all that was submitted before is done."""
        self._queue.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    async def run(self, job: Job) -> None:
        """Do something in its turn and wait for it; raises what it raises."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def report() -> None:
            try:
                await job()
            except Exception as error:
                done.set_exception(error)
            else:
                done.set_result(None)

        self.submit(report)
        await done

    async def _work(self) -> None:
        try:
            while self._queue:
                try:
                    await self._queue.popleft()()
                except Exception:
                    log.exception("match %s: something failed", self.match_id)
                    self.stale = True
        finally:
            self._task = None

    # --- the log ---
    async def commit(self, entry: Entry, reply: Callable[[Answer], None]) -> bool:
        """Fold an entry in, bring it to disk, then answer, then show; False: the number or the token was taken."""
        starting = self.loaded.status != ACTIVE
        loaded, self.stale = self.loaded, True  # until the database has said yes
        change, events = fold_in(loaded, entry, self.wanted())
        if loaded.status == ACTIVE and (starting or self.taking_over):
            change = change._replace(owner=self._office.process)
        if not await self._office.recorder.append(change):
            return False
        self.stale, self._wanted = False, change.wanted
        if change.owner is not None:
            self.owner = change.owner
        reply(entry.number)
        self.changed()
        self._office.publish(self.match_id, entry)  # first: those over there have the longer way
        await self._show(entry, events)
        return True

    async def _show(self, entry: Entry, events: list[Event]) -> None:
        """Show what has been answered by now: a fault in here is no reason to answer again."""
        try:
            await self.shown(entry, events)
        except Exception:
            log.exception("match %s: entry %s could not be shown", self.match_id, entry.number)
            self.stale = True

    def changed(self) -> None:
        """Take note that the match is not as it was, or its owner another."""

    async def shown(self, entry: Entry, events: list[Event]) -> None:
        """Show those who are here an entry that is in the log and folded in."""

    async def fresh(self) -> Loaded:
        """Return the match as its log says, loaded again where that is not sure."""
        if self.stale:
            self._wanted = None
            self.loaded, self.owner = await read(storing.load_owned, self.match_id)
            self.stale = False
            self.changed()
            await self.reloaded()
        return self.loaded

    async def reloaded(self) -> None:
        """Show those who are here what was loaded again: what they have seen last is not known."""

    async def follow(self, hint: Entry | None = None) -> None:
        """Bring the match to the head of its log: by the hint if it is the next entry, else from the database."""
        if self.stale:
            await self.fresh()
            return
        known = self.loaded.number
        if hint is not None and hint.number <= known:
            return
        if hint is not None and hint.number == known + 1:
            entries = [hint]
        else:
            entries = await read(_entries, self.match_id, known)
        for entry in entries:
            self.stale = True
            events = fold(self.loaded, entry)
            self.stale, self._wanted = False, None
            self.changed()
            await self.shown(entry, events)


def _entries(match_id: str, number: int) -> list[Entry]:
    return list(storing.entries_after(match_id, number))
