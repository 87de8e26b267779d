"""Limits: counted by all processes together, told by name, and still there when Redis is not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts import limits
from accounts.limits import Limit
from accounts.models import Tally, User
from accounts.refusals import Refused
from config.cache import CountingMemory, ForgivingRedisCache
from games.serving.ndjson import Stream
from matchmaking import feed
from tests.programs import Program, failed
from tests.services import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
THREE = Limit("three", 3, 60)


@pytest.fixture(autouse=True)
def _fresh(monkeypatch):
    monkeypatch.setattr(ForgivingRedisCache, "_away_until", 0.0)


@pytest.fixture
def anna(db) -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def redis_away(monkeypatch):
    absent = ForgivingRedisCache(f"redis://127.0.0.1:{free_port()}/0", {"OPTIONS": {"socket_connect_timeout": 1}})
    monkeypatch.setattr(limits, "cache", absent)


def times_taken(limit: Limit, who: object, tries: int) -> int:
    taken = 0
    for _ in range(tries):
        try:
            limits.take(limit, who)
            taken += 1
        except Refused as refusal:
            assert (refusal.code, refusal.details["limit"]) == ("slow_down", limit.name)
            assert 1 <= refusal.details["retry_after"] <= limit.seconds + 1
    return taken


def test_each_person_has_as_many_as_the_limit_says():
    assert times_taken(THREE, 1, 5) == 3
    assert times_taken(THREE, 2, 2) == 2
    assert times_taken(Limit("other", 3, 60), 1, 5) == 3


def test_the_next_window_begins_anew(monkeypatch):
    monkeypatch.setattr(limits, "_now", lambda: 6_000.0)
    assert times_taken(THREE, 1, 5) == 3
    monkeypatch.setattr(limits, "_now", lambda: 6_060.0)
    assert times_taken(THREE, 1, 5) == 3


def test_without_redis_a_short_window_in_the_database_counts(redis_away, monkeypatch):
    now = [6_000.0]
    monkeypatch.setattr(limits, "_now", lambda: now[0])
    sixty = Limit("sixty", 60, 60)
    assert times_taken(sixty, 1, 15) == 10  # a sixth of the window, a sixth of the number
    now[0] += limits.SHORT
    assert times_taken(sixty, 1, 15) == 10
    assert Tally.objects.count() == 1
    now[0] += limits.SHORT
    limits.forget_tallies()
    assert not Tally.objects.exists()


def test_an_absent_redis_is_not_asked_again_and_again(redis_away, monkeypatch):
    asked = []
    monkeypatch.setattr(limits.cache, "_count", lambda *_: asked.append(1))
    times_taken(THREE, 1, 5)
    assert len(asked) == 1


def test_no_count_is_lost_among_threads():
    memory = cache if isinstance(cache._connections[cache._alias], ForgivingRedisCache) else CountingMemory("t", {})
    with ThreadPoolExecutor(8) as threads:
        counts = sorted(threads.map(lambda _: memory.count("key", 600, 6_000.0), range(400)))
    assert counts == list(range(1, 401))


@pytest.mark.django_db(transaction=True)
def test_no_count_is_lost_among_connections():
    def count(_: int) -> int:
        try:
            return limits._count_in_database("key", 60, 6_000.0)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(count, range(40))) == list(range(1, 41))


# --- over REST ---

NAMED = [
    ("GET", "account", "requests"), ("GET", "tables", "requests"), ("POST", "tables", "tables"),
    ("POST", "matches/2222222222222222/moves", "moves"), ("POST", "matches/2222222222222222/requests", "moves"),
    ("POST", "matches/2222222222222222/chat", "chat"), ("GET", "tickets", "tickets"), ("POST", "tickets", "tickets"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "name"), NAMED)
def test_who_asks_too_often_is_told_which_limit_it_was_and_when_to_come_back(method, path, name, anna, settings):
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (1_000, 60)) | {name: (2, 60)}
    client = Program(anna).client
    answers = [client.generic(method, f"/api/v1/{path}", "{}", content_type="application/json") for _ in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    assert failed(answers[-1]) == (429, "slow_down")
    error = answers[-1].json()["error"]
    assert error["limit"] == name
    assert answers[-1]["Retry-After"] == str(error["retry_after"])
    assert 1 <= error["retry_after"] <= 61


def test_pages_and_programs_of_a_person_count_together_and_strangers_by_address(anna, client, settings):
    settings.LIMITS = dict(settings.LIMITS) | {"requests": (3, 60), "visitors": (1, 60)}
    client.force_login(anna)
    program = Program(anna)
    answers = [program.get("account") if turn % 2 else client.get("/api/v1/account") for turn in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [Program().get("games").status_code for _ in range(2)] == [200, 429]


def test_tokens_are_not_tried_out_without_end(settings):
    settings.LIMITS = dict(settings.LIMITS) | {"bad_tokens": (2, 60)}
    wrong = Program().client
    answers = [wrong.get("/api/v1/account", headers={"Authorization": f"Bearer no{n}"}) for n in range(3)]
    assert [answer.status_code for answer in answers] == [401, 401, 429]
    assert answers[-1].json()["error"]["limit"] == "bad_tokens"


def test_all_devices_of_one_line_of_version_six_count_together_over_rest(settings):
    settings.LIMITS = dict(settings.LIMITS) | {"visitors": (1, 60)}
    answers = [Client(REMOTE_ADDR=f"2001:db8:1:2::{host}").get("/api/v1/games").status_code for host in (5, 9)]
    assert answers == [200, 429]
    assert Client(REMOTE_ADDR="2001:db8:1:3::5").get("/api/v1/games").status_code == 200


def test_visitors_behind_a_proxy_are_told_apart_and_one_line_is_one_at_sockets_and_streams(settings):
    """Else all who look at the lobby without a login would share the few sockets of the proxy's own address."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    nobody, session = AnonymousUser(), SimpleNamespace(session_key="")

    def counted_as(address: str) -> set[object]:
        headers = [(b"x-forwarded-for", f"192.0.2.9, {address}".encode())]
        scope = {"user": nobody, "session": session, "cookies": {}, "client": ("172.18.0.2", 1), "headers": headers}
        return {feed._page(scope, None).person, Stream(scope, None, None, user=nobody, stamp="").person}

    one, again, other = map(counted_as, ("2001:db8:1:2::5", "2001:db8:1:2::9", "198.51.100.7"))
    assert one == again
    assert len(one) == len(other) == 1
    assert one != other
