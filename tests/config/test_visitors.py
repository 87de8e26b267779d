"""Who opens a socket is known by its session's cookie, and the session stays as it is."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from accounts.refusals import Refused
from config import visitors
from config.visitors import Visitors
from games.errors import try_again

pytestmark = pytest.mark.django_db(transaction=True)


ASKED = {"type": "websocket", "path": "/ws/notices/"}


@pytest.fixture
def browser() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("Boris", "boris@example.org"), settings.AUTHENTICATION_BACKENDS[0])
    return client


def scope_of(cookie: str) -> dict[str, Any]:
    """Return the scope that a socket with this Cookie header is served with."""
    seen: list[dict[str, Any]] = []

    async def serve(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(scope)

    asked = {**ASKED, "headers": [(b"host", b"testserver"), (b"cookie", cookie.encode())]}
    async_to_sync(Visitors(serve))(asked, None, None)
    return seen[0]


def cookie_of(client: Client) -> str:
    return f"theme=dark; {settings.SESSION_COOKIE_NAME}={client.session.session_key}"


def stored() -> list[tuple[str, str]]:
    return list(Session.objects.values_list("session_key", "session_data"))


def test_a_socket_is_the_persons_whose_session_it_names(browser):
    scope = scope_of(cookie_of(browser))
    assert scope["user"].username == "Boris"
    assert scope["session"].session_key == browser.session.session_key
    assert scope["cookies"]["theme"] == "dark"


@pytest.mark.parametrize("cookie", ["", "sessionid=", "sessionid=nosuchkey", "sessionid"])
def test_without_a_session_it_is_nobodys(cookie):
    assert not scope_of(cookie)["user"].is_authenticated


def test_a_session_that_has_been_ended_everywhere_lets_nobody_in_and_is_left_as_it_is(browser):
    cookie, before = cookie_of(browser), stored()
    User.objects.update(session_epoch=1)
    assert not scope_of(cookie)["user"].is_authenticated
    assert stored() == before


def test_who_may_not_log_in_any_more_is_nobody(browser):
    User.objects.update(is_active=False)
    assert not scope_of(cookie_of(browser))["user"].is_authenticated


def test_a_session_of_a_way_to_log_in_that_is_closed_lets_nobody_in(browser):
    session = browser.session
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.RemoteUserBackend"
    session.save()
    assert not scope_of(cookie_of(browser))["user"].is_authenticated


def test_bad_tokens_are_counted_by_address_together_with_those_of_rest(settings):
    settings.LIMITS = settings.LIMITS | {"bad_tokens": (3, 60)}
    asked = {**ASKED, "client": ["127.0.0.1", 1], "headers": [(b"authorization", b"Bearer quintet_wrong")]}
    wrong = {"HTTP_AUTHORIZATION": "Bearer quintet_wrong"}
    assert [Client().get("/api/v1/account", **wrong).status_code for _ in range(2)] == [401, 401]
    codes = []

    async def serve(scope: dict[str, Any], receive: Any, send: Any) -> None:
        codes.append(scope["refusal"].code)

    for _ in range(2):
        async_to_sync(Visitors(serve))(asked, None, None)
    assert codes == ["bad_token", "slow_down"]
    assert Client().get("/api/v1/account", **wrong).status_code == 429


# --- while the database is away ---


@pytest.fixture
def away(monkeypatch) -> None:
    async def read(*_: object) -> None:
        raise try_again()

    monkeypatch.setattr(visitors, "read_for_page", read)


def served(asked: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the scopes that came through, and what was sent instead."""
    seen: list[dict[str, Any]] = []
    sent: list[dict[str, Any]] = []

    async def serve(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(scope)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async_to_sync(Visitors(serve))({**asked, "headers": []}, None, send)
    return seen, sent


def test_a_socket_is_told_in_the_handshake_to_come_again(away):
    seen, sent = served({**ASKED, "extensions": {"websocket.http.response": {}}})
    assert seen == []
    assert [message["type"] for message in sent] == ["websocket.http.response.start", "websocket.http.response.body"]
    assert sent[0]["status"] == 503
    assert (b"retry-after", b"1") in sent[0]["headers"]


def test_where_a_server_cannot_say_so_the_handshake_is_refused(away):
    assert served(ASKED) == ([], [{"type": "websocket.close", "code": 1013}])


def test_a_stream_gets_the_one_shape_of_errors(away):
    (scope,), sent = served({"type": "http", "path": "/api/v1/stream"})
    assert sent == []
    assert isinstance(scope["refusal"], Refused)
    assert scope["refusal"].code == "try_again"
    assert not scope["user"].is_authenticated
