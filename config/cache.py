"""The shared cache, which holds counters and nothing that anybody would miss: without Redis it is simply empty."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

log = logging.getLogger(__name__)
T = TypeVar("T")


class ForgivingRedisCache(RedisCache):
    """Redis, but nobody is kept from logging in because it is away: limits that count there then pause."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Store a value unless there is one; an absent Redis lets everybody be first."""
        return _or(True, super().add, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return a value; an absent Redis knows none."""
        return _or(default, super().get, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Store a value, if Redis is there."""
        _or(None, super().set, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Forget a value, if Redis is there."""
        return _or(False, super().delete, *args, **kwargs)


def _or(otherwise: T, call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    try:
        return call(*args, **kwargs)
    except (NoConnection, NoAnswer) as error:
        log.warning("the cache is away: %s", error)
        return otherwise
