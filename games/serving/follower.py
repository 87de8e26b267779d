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

from msgspec.structs import replace

from games.clocks import alarms
from games.door.folding import fold
from games.door.loaded import ACTIVE, Entry, Loaded
from games.errors import Refused
from games.log import storing
from games.log.changes import Change, fold_in
from games.serving.reads import read
from games.serving.recorder import Outcome, Recorder
from rules.contract import Event

log = logging.getLogger(__name__)
Job = Callable[[], Awaitable[None]]
Answer = int | Refused  # an entry's number, or why there is none


class Office(Protocol):
    """What a match needs of its process to follow and extend its log."""

    recorder: Recorder
    process: str  # the process's id

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
        self.failures = 0  # jobs, since it was loaded last
        self._wanted: dict[alarms.Key, int] | None = None  # the alarms of `loaded`, where they are known
        self._queue: deque[Job] = deque()
        self._appending = False  # an entry is on its way to the disk without a job that waits for it
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
        return self._task is None and not self._appending

    # --- the queue ---
    def submit(self, job: Job) -> None:
        """Do something when all that was submitted before is done."""
        self._queue.append(job)
        self._go_on()

    def _go_on(self) -> None:
        if self._queue and self.idle:
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
                    self.stale, self.failures = True, self.failures + 1
        finally:
            self._task = None

    # --- the log ---
    async def commit(self, entry: Entry, reply: Callable[[Answer], None]) -> bool:
        """Fold an entry in, bring it to disk, then answer, then show; False: the number or the token was taken."""
        change, events = self._fold_in(entry)
        if not await self._office.recorder.written(change):
            return False
        self._is_written(change, reply)
        try:
            await self.show(entry, events)
        except Exception:
            self._failed_to_show(entry)
        return True

    def commit_move(self, entry: Entry, reply: Callable[[Answer], None], otherwise: Job) -> None:
        """Do what `commit` does for a move, while nothing else is done with the match, without a job that waits.

        `otherwise`: the job that comes next if the number or the token was taken.
        """

        def told(outcome: Outcome) -> None:
            self._appending = False
            try:
                if outcome is True:
                    self._is_written(change, reply)
                    self._show_move(entry, events)
                elif isinstance(outcome, Refused):
                    reply(outcome)
                else:
                    self._queue.appendleft(otherwise)
            except Exception:  # the recorder has others to tell
                log.exception("match %s: something failed", self.match_id)
                self.stale = True
            self._go_on()

        change, events = self._fold_in(entry)
        self._appending = True
        self._office.recorder.append(change, told)

    def _fold_in(self, entry: Entry) -> tuple[Change, list[Event]]:
        starting = self.loaded.status != ACTIVE
        loaded, self.stale = self.loaded, True  # until the database has said yes
        change, events = fold_in(loaded, entry, self.wanted())
        if loaded.status == ACTIVE and (starting or self.taking_over):
            change = replace(change, owner=self._office.process)
        return change, events

    def _is_written(self, change: Change, reply: Callable[[Answer], None]) -> None:
        """Answer, and tell the other processes first: those over there have the longer way."""
        self.stale, self._wanted = False, change.wanted
        if change.owner is not None:
            self.owner = change.owner
        reply(change.entry.number)
        self.changed()
        self._office.publish(self.match_id, change.entry)

    def _show_move(self, entry: Entry, events: list[Event]) -> None:
        try:
            self.shown(entry, events)
        except Exception:
            self._failed_to_show(entry)

    def _failed_to_show(self, entry: Entry) -> None:
        """Go on: it has been answered by now, and a fault in showing it is no reason to answer again."""
        log.exception("match %s: entry %s could not be shown", self.match_id, entry.number)
        self.stale = True

    def changed(self) -> None:
        """Take note that the match is not as it was, or its owner another."""

    async def show(self, entry: Entry, events: list[Event]) -> None:
        """Show an entry; one that is no move may have changed who sits where."""
        if entry.kind != "move":
            await self.reseated()
        self.shown(entry, events)

    async def reseated(self) -> None:
        """See who sits where."""

    def shown(self, entry: Entry, events: list[Event]) -> None:
        """Show those who are here an entry that is in the log and folded in."""

    async def fresh(self) -> Loaded:
        """Return the match as its log says, loaded again where that is not sure."""
        if self.stale:
            self._wanted = None
            self.loaded, self.owner = await read(storing.load_owned, self.match_id)
            self.stale = False
            self.changed()
            await self.reloaded()
            self.failures = 0
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
            await self.show(entry, events)


def _entries(match_id: str, number: int) -> list[Entry]:
    return storing.entries_after(match_id, number)
