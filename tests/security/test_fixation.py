"""A session key that somebody else has planted is worth nothing once its browser has become a person (E4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, SIGNUP, enter_code, last_code
from tests.programs import new_token

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
BORIS = "boris@example.org"


@pytest.fixture(autouse=True)
def boris(settings, db) -> User:
    """A member, and mail that stays in the outbox."""
    settings.EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"
    user = User.objects.create_user("Boris", BORIS, PASSWORD)
    EmailAddress.objects.create(user=user, email=BORIS, verified=True, primary=True)
    return user


def plant(browser: Client) -> str:
    """Give a browser a session that somebody else has made, and return its key."""
    session = browser.session
    session["planted"] = True
    session.save()
    browser.cookies["sessionid"] = session.session_key
    return session.session_key


def log_in(browser: Client) -> None:
    browser.post("/accounts/login/", {"login": BORIS, "password": PASSWORD})


def log_in_unproven(browser: Client) -> None:
    EmailAddress.objects.update(verified=False)
    log_in(browser)
    enter_code(browser, last_code(BORIS))


def sign_up(browser: Client) -> None:
    browser.post("/accounts/signup/", SIGNUP)


def forget_password(browser: Client) -> None:
    browser.post("/accounts/password/reset/", {"email": BORIS})
    enter_code(browser, last_code(BORIS), "/accounts/password/reset/confirm/")
    browser.post("/accounts/password/reset/complete/", {"password1": "another calm sentence"})


def confirm(browser: Client) -> None:
    enter_code(browser, last_code(SIGNUP["email"]))


def enter(path: str, **fields: str) -> Callable[[Client], None]:
    def walk_in(browser: Client) -> None:
        browser.post(path, fields)

    return walk_in


QUICK = {"game": "sequence", "seats": "2", "rated": "0", "bots_after": "30"}
WAYS: dict[str, Callable[[Client], None]] = {
    "a password": log_in,
    "a password and the code of an address": log_in_unproven,
    "a sign-up": sign_up,
    "a forgotten password": forget_password,
    "the guests' door": enter("/accounts/guest/"),
    "a match against a bot": enter("/play/sequence/"),
    "a quick match": enter("/lobby/quick/", **QUICK),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_who_comes_in_gets_another_key_and_the_old_one_is_dead(client, way):
    before = plant(client)
    way(client)
    assert "_auth_user_id" in client.session
    assert_dead(before, client)


def test_who_confirms_an_address_gets_another_key_again(client):
    sign_up(client)
    before = client.session.session_key
    confirm(client)
    assert User.objects.get(pk=client.session["_auth_user_id"]).email == SIGNUP["email"]
    assert_dead(before, client)


def test_a_guest_who_logs_in_gets_another_key(client, boris):
    enter("/accounts/guest/")(client)
    before = client.session.session_key
    log_in(client)
    assert client.session["_auth_user_id"] == str(boris.pk)
    assert_dead(before, client)


def assert_dead(before: str, browser: Client) -> None:
    assert browser.session.session_key != before
    assert not Session.objects.filter(pk=before).exists()
    thief = Client()
    thief.cookies["sessionid"] = before
    assert thief.get("/account/").url.startswith("/accounts/login/")


def test_a_token_logs_no_session_in(boris):
    program = Client(headers={"Authorization": f"Bearer {new_token(boris)}"})
    before = plant(program)
    answer = program.get("/api/v1/account")
    assert answer.json()["name"] == "Boris"
    assert "sessionid" not in answer.cookies
    thief = Client()
    thief.cookies["sessionid"] = before
    assert thief.get("/api/v1/account").status_code == 401
    assert thief.get("/account/").url.startswith("/accounts/login/")
