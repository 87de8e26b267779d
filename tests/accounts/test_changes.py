"""Changes of address and password, forgotten passwords, and which sessions end by them."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress
from django.utils.formats import date_format

from accounts import selectors, services
from accounts.models import OutgoingMail
from tests.accounts.conftest import PASSWORD, enter_code, last_code, last_mail, log_in, who

OTHER = "another horse battery"
NEW = "new@example.org"


def _ask_for_new_address(client, email: str = NEW):
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client.post("/accounts/email/", {"email": email, "action_add": ""})


def _reset(client, email: str = "boris@example.org"):
    client.post("/accounts/password/reset/", {"email": email})
    return last_code(email)


def _enter_reset_code(client, code: str):
    return enter_code(client, code, "/accounts/password/reset/confirm/")


# --- address ---
def test_a_new_address_needs_the_password_and_the_code(client, person) -> None:
    boris = person()
    log_in(client)
    answer = client.post("/accounts/email/", {"email": NEW, "action_add": ""})
    assert answer.url.startswith("/accounts/reauthenticate/")
    assert not OutgoingMail.objects.exists()
    answer = client.post(answer.url, {"password": PASSWORD})
    assert answer.url == "/accounts/confirm-email/"
    boris.refresh_from_db()
    assert boris.email == "boris@example.org"
    assert enter_code(client, last_code(NEW)).url == "/account/"
    boris.refresh_from_db()
    assert boris.email == NEW
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [(NEW, True, True)]


def test_a_wrong_password_stops_a_change_of_address(client, person) -> None:
    person()
    log_in(client)
    client.post("/accounts/email/", {"email": NEW, "action_add": ""})
    answer = client.post("/accounts/reauthenticate/", {"password": "wrong"})
    assert "This is not your password" in answer.content.decode()
    assert not OutgoingMail.objects.exists()


def test_the_old_address_is_told(client, person) -> None:
    person()
    log_in(client)
    _ask_for_new_address(client)
    enter_code(client, last_code(NEW))
    notice = last_mail("boris@example.org").text
    assert "boris@example.org to new@example.org" in notice
    assert "127.0.0.1" in notice


def test_a_change_of_address_ends_the_other_sessions_only(client, new_client, person) -> None:
    boris = person()
    other = new_client()
    log_in(client)
    log_in(other)
    _ask_for_new_address(client)
    before = client.session.session_key
    enter_code(client, last_code(NEW))
    assert who(client) == boris
    assert client.session.session_key != before
    assert other.get("/account/").status_code == 302
    assert selectors.session_stamps([(other.session.session_key, boris.pk)]) == set()


def test_the_old_address_no_longer_logs_in(client, new_client, person) -> None:
    person()
    log_in(client)
    _ask_for_new_address(client)
    enter_code(client, last_code(NEW))
    other = new_client()
    log_in(other)
    assert who(other) is None
    log_in(other, NEW)
    assert who(other) is not None


def test_an_address_taken_while_the_code_was_out_is_refused(client, person) -> None:
    boris = person()
    log_in(client)
    _ask_for_new_address(client)
    person("Clara", NEW)
    answer = enter_code(client, last_code(NEW))
    assert "belongs to another account" in answer.content.decode()
    boris.refresh_from_db()
    assert boris.email == "boris@example.org"


# --- password ---
def test_a_change_of_password_ends_the_other_sessions_only(client, new_client, person) -> None:
    boris = person()
    other = new_client()
    log_in(client)
    log_in(other)
    answer = client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": OTHER})
    assert answer.url == "/account/"
    assert who(client) == boris
    assert other.get("/account/").status_code == 302
    log_in(other, password=OTHER)
    assert who(other) == boris
    assert "was changed" in last_mail("boris@example.org").text


@pytest.mark.parametrize("zone", ["Asia%2FVladivostok", "America%2FNew_York"])
def test_a_change_is_told_with_its_hour_in_utc_whatever_the_zone_of_the_device(client, person, zone) -> None:
    person()
    log_in(client)
    client.cookies["timezone"] = zone
    instants = [datetime.now(UTC)]
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": OTHER})
    instants.append(datetime.now(UTC))
    text = last_mail("boris@example.org").text
    assert any(f"When: {date_format(at, 'DATETIME_FORMAT')} UTC\n" in text for at in instants), text


def test_a_change_of_password_needs_the_old_one_and_a_good_new_one(client, person) -> None:
    person()
    log_in(client)
    wrong = client.post("/accounts/password/change/", {"oldpassword": "wrong", "password1": OTHER})
    assert "This is not your password" in wrong.content.decode()
    weak = client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": "boris"})
    assert "too short" in weak.content.decode()


def test_a_change_of_password_undoes_no_ended_sessions(client, person) -> None:
    boris = person()
    services.end_other_sessions(type(boris).objects.get(pk=boris.pk))
    services.change_password(boris, OTHER)  # this copy of the row has not seen the step
    boris.refresh_from_db()
    assert boris.session_epoch == 1


# --- forgotten password ---
def test_a_forgotten_password_is_replaced_with_a_code(client, new_client, person) -> None:
    boris = person()
    other = new_client()
    log_in(other)
    code = _reset(client)
    assert _enter_reset_code(client, code).url == "/accounts/password/reset/complete/"
    client.post("/accounts/password/reset/complete/", {"password1": OTHER})
    assert who(client) == boris
    assert other.get("/account/").status_code == 302
    boris.refresh_from_db()
    assert boris.check_password(OTHER)
    assert "was changed" in last_mail("boris@example.org").text


def test_a_reset_code_works_once(client, person) -> None:
    boris = person()
    code = _reset(client)
    _enter_reset_code(client, code)
    client.post("/accounts/password/reset/complete/", {"password1": OTHER})
    client.post("/accounts/logout/")
    assert _enter_reset_code(client, code).url == "/accounts/login/"
    client.post("/accounts/password/reset/complete/", {"password1": "yet another battery"})
    boris.refresh_from_db()
    assert boris.check_password(OTHER)


def test_a_wrong_reset_code_is_refused_and_three_end_it(client, person) -> None:
    person()
    code = _reset(client)
    answers = [_enter_reset_code(client, "BBBB-BBBB") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 302]
    assert _enter_reset_code(client, code).url == "/accounts/login/"


def test_a_reset_code_is_useless_in_another_browser(client, new_client, person) -> None:
    person()
    code = _reset(client)
    assert _enter_reset_code(new_client(), code).url == "/accounts/login/"


def test_a_reset_ends_when_the_address_has_changed(client, new_client, person) -> None:
    boris = person()
    code = _reset(client)
    owner = new_client()
    log_in(owner)
    _ask_for_new_address(owner)
    enter_code(owner, last_code(NEW))
    answer = _enter_reset_code(client, code)
    assert "no longer valid" in answer.content.decode()
    client.post("/accounts/password/reset/complete/", {"password1": OTHER})
    boris.refresh_from_db()
    assert boris.check_password(PASSWORD)


def test_a_reset_ends_when_the_address_changes_after_the_code(client, new_client, person) -> None:
    boris = person()
    _enter_reset_code(client, _reset(client))
    owner = new_client()
    log_in(owner)
    _ask_for_new_address(owner)
    enter_code(owner, last_code(NEW))
    answer = client.post("/accounts/password/reset/complete/", {"password1": OTHER})
    assert "no longer valid" in answer.content.decode()
    boris.refresh_from_db()
    assert boris.check_password(PASSWORD)


def test_an_old_reset_code_is_refused(client, person, monkeypatch) -> None:
    person()
    code = _reset(client)
    later = time.time() + 15 * 60 + 1
    monkeypatch.setattr("time.time", lambda: later)
    assert _enter_reset_code(client, code).url == "/accounts/login/"


def test_asking_for_too_many_resets_is_told_to_wait(client, person) -> None:
    person()
    answers = [client.post("/accounts/password/reset/", {"email": "boris@example.org"}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert re.search("wait a minute", answers[-1].content.decode())
