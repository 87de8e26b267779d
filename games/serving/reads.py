"""Work on the database in a thread, for the hub. While the database is away nobody queues up for it.

All of it stands in one queue, and to find out that the database is away takes as long as the pool waits for a
connection: without this, the last of a hundred matches would hear of it after minutes. A server has a second queue for
what is read before a page is let in: hundreds that come at once must not hold up the matches that are being played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import local
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.db import connection

from games.errors import DATABASE_AWAY, try_again

AWAY = 0.5  # s for which the database counts as away after it has failed
RESTED = 2.0  # s after which a thread, the pages' that is, looks first whether its connection still stands
_P = ParamSpec("_P")
_T = TypeVar("_T")
_away_until = 0.0
_used = local()  # when this thread has read last
_threads: list[ThreadPoolExecutor] = []  # a server's: for what matches wait for, for what pages wait for


def read_apart() -> None:
    """Read in two threads of the server's own from now on, which keep their connections: see `let_go`."""
    _threads[:] = [ThreadPoolExecutor(1, name) for name in ("matches", "pages")]


async def let_go() -> None:
    """Give the threads and their connections back."""
    threads = _threads.copy()
    _threads.clear()
    for thread in threads:
        await asyncio.get_running_loop().run_in_executor(thread, _close)
        thread.shutdown()


async def read(call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
    """Return what the call returns; raises what it raises, but Refused (try_again) for a database that is away."""
    return await _read(0, partial(call, *args, **named))


async def read_for_page(call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
    """Read as `read` does, where it is a page that waits and not a match."""
    return await _read(1, partial(call, *args, **named))


async def _read(thread: int, call: Callable[[], _T]) -> _T:
    """Read in a server's thread, or in the thread that all pages wait for where there is none.

    database_sync_to_async would take three times as long, and take and give back a connection each time.
    """
    if _threads:
        return await asyncio.get_running_loop().run_in_executor(_threads[thread], _keeping_the_connection, call)
    found: _T = await database_sync_to_async(_unless_away)(call)
    return found


def _close() -> None:
    connection.close()  # this thread's own


def _keeping_the_connection(call: Callable[[], _T]) -> _T:
    try:
        if monotonic() - getattr(_used, "at", 0.0) >= RESTED:
            _drop_dead()
        return _unless_away(call)
    finally:
        _used.at = monotonic()
        if connection.errors_occurred:
            connection.close()


def _drop_dead() -> None:
    """Let this thread's connection go if the database was restarted meanwhile, and all that wait in the pool."""
    if connection.connection is None or connection.is_usable():
        return
    connection.close()
    if pool := _pool():
        pool.check()


def _pool() -> Any:
    return getattr(connection, "pool", None)  # SQLite has none, nor have we where DB_POOL is off


def note_away() -> None:
    """Remember that the database has just failed: for a moment nobody needs to ask it."""
    global _away_until  # noqa: PLW0603 - one a process, as its database
    _away_until = monotonic() + AWAY


def _unless_away(call: Callable[[], _T]) -> _T:
    if monotonic() < _away_until:
        raise try_again()
    try:
        return call()
    except DATABASE_AWAY as error:
        note_away()
        raise try_again() from error
