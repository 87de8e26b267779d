"""How often somebody may ask: counters that all processes share, each changed in one step, so none is lost or doubled.

They stand in the cache: Redis, or memory where there is one process. While Redis is away they stand in the database,
with a shorter window, for a row is dearer: nobody gets more than usual by breaking it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import Tally
from accounts.refusals import Refused

SHORT = 10  # s: the window in the database
_UPSERT = """
INSERT INTO accounts_tally (key, until, count) VALUES (%s, %s, 1)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN accounts_tally.until <= %s THEN 1 ELSE accounts_tally.count + 1 END,
    until = CASE WHEN accounts_tally.until <= %s THEN excluded.until ELSE accounts_tally.until END
RETURNING count, until
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many within so many seconds; the name is told to who is over it."""

    name: str
    most: int
    seconds: int


def named(name: str) -> Limit:
    """Return a limit of the settings."""
    most, seconds = settings.LIMITS[name]
    return Limit(name, most, seconds)


def take(limit: Limit, who: object) -> None:
    """Count one more of somebody; raises Refused (slow_down) with the limit's name and when to come back."""
    now = _now()
    key = f"limit:{limit.name}:{who}"
    count: int | None = cache.count(key, limit.seconds, now)  # type: ignore[attr-defined] # of config.cache
    if count is not None:
        most, left = limit.most, limit.seconds - now % limit.seconds
    else:
        seconds = min(SHORT, limit.seconds)
        most = max(1, limit.most * seconds // limit.seconds)
        count, left = _count_in_database(key, seconds, now)
    if count > most:
        raise _slow_down(limit, left)


def take_meanwhile(limit: Limit, who: object) -> None:
    """Count one more in the database over the whole window, but only while Redis is away; raises Refused (slow_down).

    For what others count in the cache alone and must never be without a bound.
    """
    now = _now()
    key = f"limit:{limit.name}:{who}"
    if cache.count(key, limit.seconds, now) is None:  # type: ignore[attr-defined] # of config.cache
        count, left = _count_in_database(key, limit.seconds, now)
        if count > limit.most:
            raise _slow_down(limit, left)


def _now() -> float:
    return time.time()


def _slow_down(limit: Limit, left: float) -> Refused:
    text = N_("Too many requests; wait a moment.")
    return Refused("slow_down", text, limit=limit.name, retry_after=max(1, round(left + 0.5)))


def _count_in_database(key: str, seconds: int, now: float) -> tuple[int, float]:
    """Return how many there were in the window, this one included, and for how many seconds it goes on."""
    instant = int(now * 1000)
    with connection.cursor() as cursor:
        cursor.execute(_UPSERT, [key[:100], instant + seconds * 1000, instant, instant])
        count, until = cursor.fetchone()
    return count, (until - instant) / 1000


def forget_tallies() -> None:
    """Delete the rows of windows that are over."""
    Tally.objects.filter(until__lte=int(_now() * 1000)).delete()
