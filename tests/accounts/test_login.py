"""Logging in and out, next pages, limits, and the silence about who has an account."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress

from accounts.models import OutgoingMail, User
from tests.accounts.conftest import PASSWORD, SIGNUP, enter_as_guest, enter_code, last_code, log_in, who


def test_log_in_by_address_and_log_out_by_post(client, person) -> None:
    boris = person()
    log_in(client)
    assert who(client) == boris
    assert client.get("/accounts/logout/").status_code == 200
    assert who(client) == boris
    assert client.post("/accounts/logout/").url == "/"
    assert who(client) is None


def test_the_name_is_public_and_so_no_way_to_log_in(client, person) -> None:
    person()
    assert log_in(client, "Boris").status_code == 200
    assert who(client) is None


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "http:evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "\thttps://evil.example",
        "http://127.0.0.1/",  # an allowed host, but not the one in use
    ],
)
def test_next_leads_to_this_site_only(client, person, target) -> None:
    person()
    assert log_in(client, next=target).url == "/"
    client.logout()
    assert client.post("/accounts/guest/", {"next": target}).url == "/"
    assert client.post("/accounts/signup/", {**SIGNUP, "next": target}).url.endswith("?next=%2F")
    assert enter_code(client, last_code(SIGNUP["email"]), next=target).url == "/account/"
    assert client.post("/accounts/logout/", {"next": target}).url == "/"


def test_an_unproven_address_is_asked_for_its_code_at_log_in(client) -> None:
    User.objects.create_superuser("Ruth", "ruth@example.org", PASSWORD)
    assert log_in(client, "ruth@example.org").url == "/accounts/confirm-email/"
    assert who(client) is None
    enter_code(client, last_code("ruth@example.org"))
    assert who(client).username == "Ruth"
    assert EmailAddress.objects.get(email="ruth@example.org").verified


def test_a_guest_who_proves_an_address_at_log_in_is_merged_too(client) -> None:
    ruth = User.objects.create_superuser("Ruth", "ruth@example.org", PASSWORD)
    guest = enter_as_guest(client)
    log_in(client, "ruth@example.org")
    assert who(client) == guest
    enter_code(client, last_code("ruth@example.org"))
    assert who(client) == ruth
    guest.refresh_from_db()
    assert not guest.is_active


def test_a_closed_account_cannot_log_in(client, person) -> None:
    boris = person()
    User.objects.filter(pk=boris.pk).update(is_active=False)
    assert log_in(client).url == "/accounts/inactive/"
    assert "closed" in client.get("/accounts/inactive/").content.decode()


# --- limits and silence ---
def test_wrong_passwords_are_limited_by_account_and_address(client, new_client, person) -> None:
    person()
    answers = [log_in(client, password="wrong").content.decode() for _ in range(11)]
    assert "do not belong together" in answers[9]
    assert "Too many tries" in answers[10]
    assert "Too many tries" in log_in(client).content.decode()
    owner = new_client()
    owner.post("/accounts/login/", {"login": "boris@example.org", "password": PASSWORD}, REMOTE_ADDR="10.9.9.9")
    assert who(owner) is not None


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(client, new_client, person) -> None:
    person()
    pages = []
    for email in ("boris@example.org", "nobody@example.org"):
        answer = log_in(new_client(), email, "wrong")
        pages.append((answer.status_code, _neutral(answer.content.decode(), email)))
    assert pages[0] == pages[1]


def test_a_reset_gets_the_same_answer_for_any_address(client, new_client, person) -> None:
    person()
    pages = []
    for email in ("boris@example.org", "nobody@example.org"):
        visitor = new_client()
        asked = visitor.post("/accounts/password/reset/", {"email": email})
        page = visitor.get(asked.url)
        wrong = enter_code(visitor, "BBBB-BBBB", "/accounts/password/reset/confirm/")
        pages.append((asked.url, *(_neutral(answer.content.decode(), email) for answer in (page, wrong))))
    assert pages[0] == pages[1]
    assert sorted(OutgoingMail.objects.values_list("to", flat=True)) == ["boris@example.org", "nobody@example.org"]


def test_a_change_to_a_taken_address_gets_the_same_answer(client, person) -> None:
    client.force_login(person())
    person("Clara", "clara@example.org")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    pages = []
    for email in ("clara@example.org", "nobody@example.org"):
        answer = client.post("/accounts/email/", {"email": email, "action_add": ""}, follow=True)
        pages.append((answer.redirect_chain, _neutral(answer.content.decode(), email)))
    assert pages[0] == pages[1]


def _neutral(page: str, email: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value="|nonce=")[^"]+', "TOKEN", page.replace(email, "EMAIL"))
