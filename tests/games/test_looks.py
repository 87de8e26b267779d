"""Looks of staff: into any match, as a watcher, each noted once an hour; and no longer than the role lasts."""

from __future__ import annotations

import datetime as dt
import time
from urllib.parse import unquote

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import ModerationAction, User
from games.models import Match
from games.moderation.looks import LOOK, note_look
from tests.games.conftest import started
from tests.games.socket_pages import Page, session_of
from tests.games.stream_readers import Listener
from tests.games.test_refereeing import make_staff
from tests.programs import new_token
from tests.staff import enter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture
def mod(db) -> User:
    return make_staff()


@pytest.fixture
def private(anna, boris) -> Match:
    return started(anna, boris, listed=False, watchers=False)


def looks() -> int:
    return ModerationAction.objects.filter(action=LOOK).count()


def key_of(user: User) -> str:
    """Log staff in with a second factor; return the session's key."""
    return enter(user).session.session_key or ""


ADDRESSES = ["/m/{}/", "/api/v1/matches/{}", "/api/v1/matches/{}/log", "/api/v1/matches/{}/chat", "/m/{}/deal/"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_staff_may_open_a_private_match_and_it_is_noted(private, mod, clara, address):
    where = address.format(private.id)
    assert enter(clara).get(where).status_code == 404
    assert enter(mod).get(where).status_code == 200
    action = ModerationAction.objects.get(action=LOOK)
    assert (action.actor, action.target, action.target_id) == (mod, "match", private.id)


def test_without_a_second_factor_they_are_led_to_it(private, mod):
    client = enter(mod)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
    session.save()
    assert unquote(client.get(f"/m/{private.id}/").url) == f"/accounts/2fa/reauthenticate/?next=/m/{private.id}/"
    assert client.get(f"/api/v1/matches/{private.id}").status_code == 404
    assert looks() == 0


def test_a_token_gives_no_look(private, mod, match):
    client = Client(headers={"authorization": f"Bearer {new_token(mod)}"})
    assert client.get(f"/api/v1/matches/{private.id}").status_code == 404
    assert client.get(f"/api/v1/matches/{match.id}").status_code == 200
    assert looks() == 0


def test_a_socket_and_a_stream_without_a_second_factor_see_nothing(private, mod):
    async def scene() -> tuple[str, int]:
        page = Page(private.id, session)
        await page.open()
        stream = Listener(f"matches/{private.id}/stream", cookie=f"sessionid={session}")
        await stream.open()
        return (await page.next())["type"], stream.status

    session = session_of(mod)
    assert async_to_sync(scene)() == ("close", 404)
    assert looks() == 0


def test_it_is_noted_once_an_hour_and_match_and_person(private, mod, match, monkeypatch):
    for _ in range(3):
        enter(mod).get(f"/m/{private.id}/")
        note_look(private.id, mod)
    assert looks() == 1
    enter(mod).get(f"/m/{match.id}/")
    note_look(private.id, make_staff("other"))
    assert looks() == 3
    now = timezone.now()
    monkeypatch.setattr("games.moderation.looks.timezone.now", lambda: now + dt.timedelta(hours=1))
    note_look(private.id, mod)
    assert looks() == 3 if now.minute == 59 else 4


def test_a_look_at_ones_own_match_is_none(mod, anna):
    own = started(mod, anna)
    assert enter(mod).get(f"/m/{own.id}/").status_code == 200
    assert looks() == 0


def test_staff_see_what_a_watcher_sees_and_no_hand(private, mod):
    frame = enter(mod).get(f"/api/v1/matches/{private.id}").json()["frame"]
    assert "seat" not in frame
    assert "hand" not in frame["view"]
    assert "legal" not in frame
    answer = enter(mod).get(f"/m/{private.id}/steps.json")
    assert answer.status_code == 404  # while it goes on


def test_a_socket_of_staff_is_let_in_is_noted_and_closes_with_the_role(private, mod, clara):
    async def scene() -> tuple[bool, list[str], dict]:
        hers, page = Page(private.id, strangers), Page(private.id, session)
        await hers.open()
        closed = await hers.next()
        await page.open()
        state = await page.next("state")
        assert "seat" not in state["frame"]
        assert "hand" not in state["frame"]["view"]
        assert await sync_to_async(looks)() == 1
        await sync_to_async(mod.groups.clear)()
        return closed["type"] == "close", list(state), await page.next("close", seconds=2.0)

    session, strangers = key_of(mod), session_of(clara)
    refused, _, closing = async_to_sync(scene)()
    assert refused
    assert closing["code"] == 4401  # who falls in rank comes in anew


def test_a_socket_of_staff_gets_the_moves_of_a_private_match(private, mod, anna, boris):
    from tests.games.conftest import ask, to_move

    async def scene() -> dict:
        page = Page(private.id, session)
        await page.open()
        await page.next("state")
        user, legal = await sync_to_async(to_move)(private)
        await sync_to_async(ask)(private, user, "move", move=legal[0])
        try:
            return await page.next("entry", "close")
        finally:
            await page.close()

    session = key_of(mod)
    entry = async_to_sync(scene)()
    assert entry["kind"] == "move"
    assert "hand" not in entry["frame"]["view"]


def test_a_stream_of_staff_is_noted_too(private, mod):
    async def scene() -> int:
        stream = Listener(f"matches/{private.id}/stream", cookie=f"sessionid={session}")
        await stream.open()
        await stream.close()
        return stream.status

    session = key_of(mod)
    assert async_to_sync(scene)() == 200
    assert looks() == 1
