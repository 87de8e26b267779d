"""The recorder: one queue a process, and group commit. What waits together is written together, in one statement.

An entry that lost its number, or whose token is there already, does not come back; who asked then looks why. Rows are
sorted by match and number: unsorted, two processes would deadlock within seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import msgspec
import psycopg
from channels.db import database_sync_to_async
from django.db import OperationalError, connections

from games import measures
from games.errors import Refused, try_again
from games.log.changes import Change
from games.log.storing import write_all
from games.serving.reads import note_away

log = logging.getLogger(__name__)
BATCH = 256  # changes in one statement
QUIET, TURNS = 2, 32  # turns of the loop that bring nothing more until a batch is closed, and the most it waits for
GIVE_UP = 2.5  # s of trying to reach the database before those who wait, and come, are told to try again
STATEMENT = 4.0  # s that one statement may take
Outcome = bool | Refused  # it was written, or its number or token was taken; or why nobody can say
Told = Callable[[Outcome], None]  # must not raise: others wait to be told as well
_json = msgspec.json.Encoder()
_OF_DJANGO = {"context", "cursor_factory", "prepare_threshold"}


class Writer(Protocol):
    """What brings a batch to disk."""

    async def write(self, changes: list[Change]) -> list[bool]:
        """Write and commit; return for each change whether it was written, or lost its number or token to another.

        Raises what its database raises; ConnectionError or an OperationalError where trying again may help.
        """

    async def close(self) -> None:
        """Let the connection go."""


class DjangoWriter:
    """Writes through Django's connection, in a thread: for SQLite, and inside a test's transaction."""

    async def write(self, changes: list[Change]) -> list[bool]:
        """See Writer."""
        written: list[bool] = await database_sync_to_async(write_all)(changes)
        return written

    async def close(self) -> None:
        """Django closes its own."""


class PostgresWriter:
    """Writes through a connection of its own on the loop: no thread, no ORM, one statement a batch."""

    def __init__(self) -> None:
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def write(self, changes: list[Change]) -> list[bool]:
        """See Writer."""
        try:
            async with asyncio.timeout(STATEMENT):
                connection = await self._open()
                cursor = await connection.execute(*statement(changes))
                rows = await cursor.fetchall()
        except BaseException:
            await self.close()  # whatever it was: what the server still does with it is no longer our concern
            raise
        written = set(rows)
        return [(change.match, change.entry.number) in written for change in changes]

    async def close(self) -> None:
        """Let the connection go."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, OSError):
                await connection.close()

    async def _open(self) -> psycopg.AsyncConnection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = await psycopg.AsyncConnection.connect(**_parameters())
        return self._connection


def _parameters() -> dict[str, Any]:
    """Return how Django connects, its encryption too, without what is its own alone; read anew, for tests change it."""
    told = connections["default"].get_connection_params()
    shared = {name: value for name, value in told.items() if name not in _OF_DJANGO}
    return shared | {"autocommit": True, "connect_timeout": 2}


class Recorder:
    """The queue in front of a writer."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._waiting: list[tuple[Change, Told]] = []
        self._task: asyncio.Task[None] | None = None
        self._failing_since: float | None = None  # loop time

    def append(self, change: Change, told: Told) -> None:
        """Write a change, then tell whether it was written: Refused (try_again) when nobody can say."""
        self._waiting.append((change, told))
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    async def written(self, change: Change) -> bool:
        """Write a change; return whether it was written, raises Refused (try_again) when nobody can say."""
        found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.append(change, partial(_settle, found))
        return await found

    async def drain(self) -> None:
        """Write what waits, then let the connection go."""
        if self._task is not None:
            await self._task
        await self._writer.close()

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._gather()
                batch = sorted(self._waiting[:BATCH], key=lambda each: (each[0].match, each[0].entry.number))
                del self._waiting[:BATCH]
                await self._write(batch)
        finally:
            self._task = None

    async def _gather(self) -> None:
        """Let in what is being read and judged just now: one large batch costs far less than two small ones."""
        quiet = 0
        for _ in range(TURNS):
            known = len(self._waiting)
            await asyncio.sleep(0)
            quiet = quiet + 1 if len(self._waiting) == known else 0
            if quiet == QUIET or known >= BATCH:
                break

    async def _write(self, batch: Sequence[tuple[Change, Told]]) -> None:
        try:
            written = await self._persist([change for change, _ in batch])
        except Exception as error:
            if len(batch) > 1 and not _away(error):  # one bad row among good ones
                for each in batch:
                    await self._write([each])
                return
            for change, told in batch:
                log.error("match %s: an entry could not be written: %r", change.match, error)
                told(try_again())
            return
        measures.note_batch(len(batch))
        for (_, told), success in zip(batch, written, strict=True):
            told(success)

    async def _persist(self, changes: list[Change]) -> list[bool]:
        """Write, again and again while the database is away: what a lost answer had written does not come back twice.

        Such a row counts as lost, and who asked finds it by its token.
        """
        loop = asyncio.get_running_loop()
        while True:
            try:
                written = await self._writer.write(changes)
            except Exception as error:
                if not _away(error):
                    raise
                if (
                    self._failing_since is not None
                ):  # the first time it may be a connection that has died in a quiet while
                    note_away()
                self._failing_since = self._failing_since or loop.time()
                if loop.time() >= self._failing_since + GIVE_UP:  # of them all: who comes later waits no longer
                    raise
                await asyncio.sleep(0.1)
            else:
                self._failing_since = None
                return written


def _away(error: Exception) -> bool:
    return isinstance(error, (psycopg.OperationalError, OperationalError, OSError, TimeoutError))


def _settle(future: asyncio.Future[bool], outcome: Outcome) -> None:
    if future.done():  # nobody waits any more
        return
    if isinstance(outcome, Refused):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


# --- the statement: one JSON document in, for that is quicker than arrays; what no change has is not in its text ---

_ENTRIES = """
WITH entry AS (
    SELECT * FROM json_to_recordset(%s::json) AS entry (
        match text, number int, kind text, seat int, ply int, body jsonb, at bigint, token text, asked text,
        status text, changed_at bigint, started_at bigint, owner text, summary jsonb, snapshot jsonb)
), fresh AS (
    INSERT INTO games_entryrow (match_id, number, kind, seat, ply, body, at, token, asked)
    SELECT match, number, kind, seat, ply, body, at, token, asked FROM entry
    ON CONFLICT DO NOTHING RETURNING match_id, number
), heads AS (
    UPDATE games_matchlive live
    SET number = entry.number, status = entry.status, at = entry.changed_at, started_at = entry.started_at,
        owner = coalesce(entry.owner, live.owner), summary = entry.summary,
        snapshot = coalesce(entry.snapshot, live.snapshot)
    FROM entry JOIN fresh ON fresh.match_id = entry.match AND fresh.number = entry.number
    WHERE live.match_id = entry.match
)"""
_DUE = """, due AS (
    INSERT INTO games_alarm (match_id, seat, kind, due_at, claimed_until)
    SELECT match, alarm.seat, alarm.kind, alarm.due_at, 0
    FROM json_to_recordset(%s::json) AS alarm (match text, number int, kind text, seat int, due_at bigint)
    JOIN fresh ON fresh.match_id = alarm.match AND fresh.number = alarm.number
    ON CONFLICT (match_id, seat, kind)
    DO UPDATE SET due_at = excluded.due_at, claimed_until = 0, move = NULL, seen = NULL
)"""
_GONE = """, gone AS (
    DELETE FROM games_alarm row
    USING json_to_recordset(%s::json) AS alarm (match text, number int, kind text, seat int)
    JOIN fresh ON fresh.match_id = alarm.match AND fresh.number = alarm.number
    WHERE row.match_id = alarm.match AND row.seat = alarm.seat AND row.kind = alarm.kind
)"""
_SEATS = """, seats AS (
    UPDATE games_seatrow row SET user_id = place.user_id, bot = place.bot, over = place.over
    FROM json_to_recordset(%s::json)
    AS place (match text, number int, seat int, user_id bigint, bot text, over boolean)
    JOIN fresh ON fresh.match_id = place.match AND fresh.number = place.number
    WHERE row.match_id = place.match AND row.seat = place.seat
)"""
_CLOCKS = """, clocks AS (
    UPDATE games_match slowed SET pace = 'mail', live_clock = slowed.clock, clock = pace.clock
    FROM json_to_recordset(%s::json) AS pace (match text, number int, clock jsonb)
    JOIN fresh ON fresh.match_id = pace.match AND fresh.number = pace.number
    WHERE slowed.id = pace.match AND slowed.live_clock IS NULL
)"""
Json = dict[str, Any]


def statement(changes: list[Change]) -> tuple[str, list[str]]:
    """Return the one statement that writes these changes, with its parameters; it yields (match, number) written."""
    text, values = _ENTRIES, [_text([_entry(change) for change in changes])]
    special = [change for change in changes if change.due or change.gone or change.seats or change.clock]  # few are
    for part, rows in ((_DUE, _due), (_GONE, _gone), (_SEATS, _seats), (_CLOCKS, _clocks)):
        if found := [row for change in special for row in rows(change)]:
            text += part
            values.append(_text(found))
    return text + " SELECT match_id, number FROM fresh", values  # noqa: S608 - of our own constants


def _entry(change: Change) -> Json:
    entry = change.entry
    row: Json = {
        "match": change.match, "number": entry.number, "kind": entry.kind, "seat": entry.seat, "ply": entry.ply,
        "body": entry.body, "at": entry.at, "token": entry.token, "asked": entry.asked, "status": change.status,
        "changed_at": change.at, "started_at": change.started_at, "owner": change.owner, "summary": change.summary,
    }  # fmt: skip
    if change.snapshot is not None:
        row["snapshot"] = change.snapshot
    return row


def _due(change: Change) -> Iterator[Json]:
    for (kind, seat), due_at in change.due.items():
        yield {"match": change.match, "number": change.entry.number, "kind": kind, "seat": seat, "due_at": due_at}


def _gone(change: Change) -> Iterator[Json]:
    for kind, seat in change.gone:
        yield {"match": change.match, "number": change.entry.number, "kind": kind, "seat": seat}


def _seats(change: Change) -> Iterator[Json]:
    for seat, user, bot in change.seats:
        row: Json = {"match": change.match, "number": change.entry.number, "seat": seat}
        yield row | {"user_id": user, "bot": bot, "over": change.over}


def _clocks(change: Change) -> Iterator[Json]:
    if change.clock is not None:
        yield {"match": change.match, "number": change.entry.number, "clock": change.clock}


def _text(rows: list[Json]) -> str:
    return _json.encode(rows).decode()
