"""Time of day as the platform counts it: whole milliseconds since 1970, UTC.

In a process that has asked, the database's time at that moment and what a steady clock has counted since: all
processes agree, and a machine whose clock is set does not move anybody's deadline.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext

TRIES = 9  # of which the quickest answer counts
_offset: int | None = None  # ns from this process's steady clock to the database's time


def now_ms() -> int:
    """Return the present instant."""
    if _offset is None:
        return time.time_ns() // 1_000_000
    return (time.monotonic_ns() + _offset) // 1_000_000


def call_at(at: int, call: Callable[[], object]) -> None:
    """Call on the running loop at an instant (ms since 1970) or soon after it, never before.

    A loop counts by a clock of its own, in whole milliseconds: by itself it calls up to one too early.
    """
    wait = at - now_ms()
    if wait > 0:
        asyncio.get_running_loop().call_later(wait / 1000, call_at, at, call)
    else:
        asyncio.get_running_loop().call_soon(call)


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


def exact_words(instant: int, zone: tzinfo) -> str:
    """Return an instant (ms since 1970 UTC) in a time zone and the active language: "Thu 3 Dec 2026, 18:05 (UTC+3)".

    With the offset, for on the night when the clocks are put back an hour comes twice. Full minutes, so that a deadline
    is never told too late. static/js/times.js says it likewise.
    """
    local = datetime.fromtimestamp(instant // 1000, zone)
    words = date_format(local, pgettext("date and time", "D j M Y, H:i"))
    if get_language() != "en":
        words = words.lower()  # Django begins days and months with capitals, as only English does within a sentence
    return f"{words} ({_offset_words(local.utcoffset() or timedelta())})"


def _offset_words(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '−'}{hours}{f':{rest:02}' if rest else ''}"
