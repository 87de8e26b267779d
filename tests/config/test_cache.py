"""The cache without a Redis."""

import pytest

from config.cache import ForgivingRedisCache
from tests.services import free_port


@pytest.fixture
def absent() -> ForgivingRedisCache:
    return ForgivingRedisCache(f"redis://127.0.0.1:{free_port()}/0", {"OPTIONS": {"socket_connect_timeout": 1}})


def test_an_absent_redis_is_an_empty_cache_that_stops_nobody(absent):
    absent.set("key", 1)
    assert absent.get("key", "nothing") == "nothing"
    assert absent.add("lock", True)
    assert not absent.delete("key")
