"""Limits hold however many ask at the same time, from wherever they say that they come (E7)."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.utils import timezone
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from accounts import limits
from accounts.limits import Limit
from accounts.models import Tally, User
from accounts.refusals import Refused
from config.cache import CountingMemory, ForgivingRedisCache
from tests.programs import Program, new_token
from tests.rules.positions import SOAK
from tests.services import free_port

TWENTY = Limit("twenty", 20, limits.SHORT)  # the window in the database is no shorter
TRIES, ASKED = 10, 200
GUESSES, ADDRESSES = (1_000, 50) if SOAK else (120, 8)
BORIS, PASSWORD = "boris@example.org", "a calm table for five"


@pytest.fixture
def boris(transactional_db: Any) -> User:
    user = User.objects.create_user("Boris", BORIS, PASSWORD)
    EmailAddress.objects.create(user=user, email=BORIS, verified=True, primary=True)
    return user


@pytest.fixture
def redis_away(monkeypatch):
    """A Redis that is not there, for our counts and for allauth's."""
    monkeypatch.setattr(ForgivingRedisCache, "_away_until", 0.0)
    absent = ForgivingRedisCache(f"redis://127.0.0.1:{free_port()}/0", {"OPTIONS": {"socket_connect_timeout": 1}})
    monkeypatch.setattr(limits, "cache", absent)
    monkeypatch.setattr("allauth.core.internal.ratelimit.cache", absent)


def at_once(do: Any, what: Any, threads: int = 8) -> list[Any]:
    """Return what `do` returns for each, done by several threads at a time, each with a connection of its own."""

    def do_one(one: Any) -> Any:
        try:
            return do(one)
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(do_one, what))


# --- two hundred at a limit of twenty ---


def passes(_: int) -> bool:
    try:
        limits.take(TWENTY, "boris")
    except Refused as refusal:
        assert refusal.code == "slow_down"
        return False
    return True


@pytest.mark.sqlite_lane
def test_exactly_twenty_of_two_hundred_pass_where_the_cache_counts(monkeypatch):
    assert sum(at_once(passes, range(ASKED), 20)) == 20
    monkeypatch.setattr(limits, "cache", CountingMemory("twenty", {}))
    assert sum(at_once(passes, range(ASKED), 20)) == 20


@pytest.mark.sqlite_lane
@pytest.mark.django_db(transaction=True)
def test_exactly_twenty_of_two_hundred_pass_where_the_database_counts(redis_away):
    assert sum(at_once(passes, range(ASKED))) == 20
    assert Tally.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_exactly_twenty_of_two_hundred_requests_are_answered(boris, settings):
    settings.LIMITS = dict(settings.LIMITS) | {"requests": (20, 60)}
    header = {"Authorization": f"Bearer {new_token(boris)}"}
    statuses = Counter(at_once(lambda _: Client(headers=header).get("/api/v1/account").status_code, range(ASKED)))
    assert statuses == {200: 20, 429: ASKED - 20}


# --- wrong passwords, many at a time ---


def guess(address: str, word: str = "wrong", **more: str) -> str:
    """Try a password and return what came of it."""
    answer = Client(REMOTE_ADDR=address, **more).post("/accounts/login/", {"login": BORIS, "password": word})
    if answer.status_code == 302:
        return "in"
    text = answer.content.decode()
    return "tried" if "do not belong together" in text else "stopped" if "Too many tries" in text else text


def test_wrong_passwords_from_one_address_are_ten_tries_and_the_owner_comes_in(boris):
    found = Counter(at_once(lambda _: guess("10.1.1.1"), range(GUESSES)))
    assert set(found) == {"tried", "stopped"}
    assert 1 <= found["tried"] <= TRIES
    assert guess("10.1.1.1", PASSWORD) == "stopped"
    assert guess("10.9.9.9", PASSWORD) == "in"


def test_wrong_passwords_from_many_addresses_are_ten_tries_each(boris):
    addresses = [f"10.1.{number}.1" for number in range(ADDRESSES)] * (GUESSES // ADDRESSES)
    found = zip(addresses, at_once(guess, addresses), strict=True)
    tried = Counter(address for address, what in found if what == "tried")
    assert len(tried) == ADDRESSES
    assert max(tried.values()) <= TRIES
    assert guess("10.9.9.9", PASSWORD) == "in"


def test_the_owner_is_not_locked_out_for_ever_where_the_guesses_came_from(boris):
    assert "stopped" in [guess("10.1.1.1") for _ in range(TRIES + 1)]
    assert guess("10.1.1.1", PASSWORD) == "stopped"
    with time_machine.travel(timezone.now().timestamp() + 15 * 60 + 1, tick=True):
        assert guess("10.1.1.1", PASSWORD) == "in"


def test_while_redis_is_away_no_more_passwords_are_tried(boris, redis_away):
    found = Counter(at_once(lambda _: guess("10.1.1.1"), range(40)))
    assert found["tried"] == TRIES
    assert guess("10.9.9.9", PASSWORD) == "in"


# --- where somebody says that they come from ---


@pytest.mark.parametrize("proxies", [0, 1])
def test_a_forged_address_counts_for_nothing_at_the_login(proxies, boris, settings):
    """With a proxy the last word of the header is its own; all before it anybody may write."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    found = Counter(guess("10.1.1.1", HTTP_X_FORWARDED_FOR=forged(number, proxies)) for number in range(15))
    assert found == {"tried": TRIES, "stopped": 5}


@pytest.mark.parametrize("proxies", [0, 1])
@pytest.mark.django_db
def test_a_forged_address_counts_for_nothing_over_rest(proxies, settings):
    settings.LIMITS = dict(settings.LIMITS) | {"visitors": (3, 60), "bad_tokens": (3, 60)}
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    for header, refused in (({}, 200), ({"Authorization": "Bearer quintet_wrong"}, 401)):
        asked = [
            Program().get("games", headers={"X-Forwarded-For": forged(number, proxies), **header}).status_code
            for number in range(6)
        ]
        assert asked == [refused] * 3 + [429] * 3


def forged(number: int, proxies: int) -> str:
    """Return a header that somebody has sent, with what the proxies have added."""
    return ", ".join([f"192.0.2.{number}", *["10.1.1.1"] * proxies])


@pytest.mark.parametrize(
    ("line", "header", "found"),
    [
        ("198.51.100.7", "192.0.2.1", "198.51.100.7"),  # not by our proxy: nothing in it counts
        ("127.0.0.1", "192.0.2.1, 198.51.100.7", "198.51.100.7"),  # by our proxy: its own word counts
    ],
)
async def test_the_server_believes_its_own_proxy_and_of_it_the_last_word(line, header, found):
    seen: list[str] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    scope = {"type": "http", "client": (line, 1), "headers": [(b"x-forwarded-for", header.encode())]}
    await ProxyHeadersMiddleware(inner, trusted_hosts="127.0.0.1")(scope, None, None)
    assert seen == [found]
