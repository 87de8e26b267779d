"""The cache: one connection for however many ask, and none is needed."""

import time
from contextvars import Context

import pytest
import redis
from django.conf import settings
from django.core.cache import cache

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


@pytest.mark.skipif(not settings.REDIS_URL, reason="this lane has no services")
def test_streams_and_sockets_which_live_in_contexts_of_their_own_do_not_hold_a_connection_each():
    client = redis.Redis.from_url(settings.REDIS_URL)
    ours = str(client.connection_pool.connection_kwargs["db"])  # other workers have others of the same server

    def connections() -> int:
        return sum(one["db"] == ours for one in client.client_list())

    counted = [cache.count("crowd", 600, now := time.time())]
    before = connections()
    contexts = [Context() for _ in range(20)]  # held, as open streams hold theirs
    counted += [context.run(lambda: cache.count("crowd", 600, now)) for context in contexts]
    assert counted == list(range(1, 22))
    assert connections() <= before + 2
    client.close()
