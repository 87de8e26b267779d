"""Work on the database in a thread, for the hub. While the database is away nobody queues up for it.

All of it stands in one queue, and to find out that the database is away takes as long as the pool waits for a
connection: without this, the last of a hundred matches would hear of it after minutes. A server has a second queue for
what is read before a page is let in: hundreds that come at once must not hold up the matches that are being played.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError

from games.errors import try_again

AWAY = 0.5  # s for which the database counts as away after it has failed
_P = ParamSpec("_P")
_T = TypeVar("_T")
_away_until = 0.0
_thread: ThreadPoolExecutor | None = None  # without one, all is read by the thread that pages wait for


def read_apart() -> None:
    """Read in a thread of its own from now on what matches wait for."""
    global _thread  # noqa: PLW0603 - one a process
    _thread = ThreadPoolExecutor(1, "read")


async def read(call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
    """Return what the call returns; raises what it raises, but Refused (try_again) for a database that is away."""
    apart = {"thread_sensitive": False, "executor": _thread} if _thread else {}
    found: _T = await database_sync_to_async(_unless_away, **apart)(call, *args, **named)
    return found


async def read_for_page(call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
    """Read as `read` does, where it is a page that waits and not a match."""
    found: _T = await database_sync_to_async(_unless_away)(call, *args, **named)
    return found


def note_away() -> None:
    """Remember that the database has just failed: for a moment nobody needs to ask it."""
    global _away_until  # noqa: PLW0603 - one a process, as its database
    _away_until = monotonic() + AWAY


def _unless_away(call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
    if monotonic() < _away_until:
        raise try_again()
    try:
        return call(*args, **named)
    except (OperationalError, InterfaceError) as error:
        note_away()
        raise try_again() from error
