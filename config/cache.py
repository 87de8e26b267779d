"""The shared cache, which holds counters and nothing that anybody would miss: without Redis it is simply empty.

Either kind counts (`count`) in one step, so that no count is lost between two threads or processes.

Django makes a cache object for every context that asks, and each request, socket and stream is one: with connections of
its own each of them would hold one to Redis as long as it lives, with 75 KiB of buffers, and pay a handshake at first.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

log = logging.getLogger(__name__)
T = TypeVar("T")
_clients: dict[str, Any] = {}  # one for each Redis of this process, with its pool of connections
AWAY = 3.0  # s for which an absent Redis is not asked to count: each try may take a second


class CountingMemory(LocMemCache):
    """The cache of a site that is one process."""

    def count(self, key: str, seconds: int, now: float) -> int:
        """Count one more under a key in this window, and return how many there were."""
        of_window = f"{key}:{int(now // seconds)}"
        self.add(of_window, 0, seconds + 1)
        try:
            return self.incr(of_window)
        except ValueError:  # the window has ended in between
            return 1


class ForgivingRedisCache(RedisCache):
    """Redis, but nobody is kept from logging in because it is away: limits that count there then pause."""

    @cached_property
    def _cache(self) -> Any:
        kept = vars(self)  # which its stubs do not know
        made = kept["_class"](kept["_servers"], **kept["_options"])
        return _clients.setdefault(repr((kept["_servers"], kept["_options"])), made)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Store a value unless there is one; an absent Redis lets everybody be first."""
        return _or(True, super().add, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return a value; an absent Redis knows none."""
        return _or(default, super().get, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Store a value, if Redis is there."""
        _or(None, super().set, *args, **kwargs)

    _away_until = 0.0

    def count(self, key: str, seconds: int, now: float) -> int | None:
        """Count one more under a key in this window, and return how many there were; None: Redis is away."""
        if time.monotonic() < ForgivingRedisCache._away_until:
            return None
        found = _or(None, self._count, self.make_and_validate_key(f"{key}:{int(now // seconds)}"), seconds)
        if found is None:
            ForgivingRedisCache._away_until = time.monotonic() + AWAY
        return found

    def _count(self, name: str, seconds: int) -> int:
        with self._cache.get_client(None, write=True).pipeline() as together:
            together.incr(name)
            together.expire(name, seconds + 1)
            return int(together.execute()[0])

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Forget a value, if Redis is there."""
        return _or(False, super().delete, *args, **kwargs)


def _or(otherwise: T, call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    try:
        return call(*args, **kwargs)
    except (NoConnection, NoAnswer) as error:
        log.warning("the cache is away: %s", error)
        return otherwise
