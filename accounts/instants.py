"""Time of day as the platform counts it: whole milliseconds since 1970, UTC.

In a process that has asked, the database's time at that moment and what a steady clock has counted since: all
processes agree, and a machine whose clock is set does not move anybody's deadline.
"""

from __future__ import annotations

import time

from django.db import connection
from django.db.backends.utils import CursorWrapper

TRIES = 9  # of which the quickest answer counts
_offset: int | None = None  # ns from this process's steady clock to the database's time


def now_ms() -> int:
    """Return the present instant."""
    if _offset is None:
        return time.time_ns() // 1_000_000
    return (time.monotonic_ns() + _offset) // 1_000_000


def keep_time() -> None:
    """Take the time from the database, once, when a long-lived process starts; SQLite's is this machine's own."""
    global _offset  # noqa: PLW0603 - one a process
    if connection.vendor != "postgresql":
        _offset = time.time_ns() - time.monotonic_ns()
        return
    with connection.cursor() as cursor:  # connected from here on: the way there is not to be taken for the clocks' gap
        _, _offset = min(_asked(cursor) for _ in range(TRIES))


def _asked(cursor: CursorWrapper) -> tuple[int, int]:
    """Return how long an answer of the database took and the offset by it, wrong by half of that at most; ns."""
    before = time.monotonic_ns()
    cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
    now = cursor.fetchone()[0] * 1_000
    after = time.monotonic_ns()
    return after - before, now - (before + after) // 2
