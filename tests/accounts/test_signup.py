"""Signing up: as nobody, as a guest, with wrong codes, with taken names and addresses."""

from __future__ import annotations

import re
import time
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress

from accounts.models import OutgoingMail, User
from tests.accounts.conftest import PASSWORD, SIGNUP, enter_as_guest, enter_code, last_code, last_mail, log_in, who

CODE_PAGE = "/accounts/confirm-email/"


def test_a_newcomer_signs_up_with_the_code_from_the_mail(client) -> None:
    answer = client.post("/accounts/signup/", {**SIGNUP, "next": "/l/l/"})
    assert answer.url == f"{CODE_PAGE}?next=%2Fl%2Fl%2F"
    assert b"anna@example.org" in client.get(answer.url).content
    answer = enter_code(client, last_code("anna@example.org"), next="/l/l/")
    assert answer.url == "/l/l/"
    anna = User.objects.get(username="Anna")
    assert who(client) == anna
    assert not anna.is_guest
    assert anna.email == "anna@example.org"
    assert anna.check_password(PASSWORD)
    address = EmailAddress.objects.get(user=anna)
    assert address.verified
    assert address.primary


def test_the_new_account_can_log_in_elsewhere(client, new_client) -> None:
    client.post("/accounts/signup/", SIGNUP)
    enter_code(client, last_code("anna@example.org"))
    other = new_client()
    assert log_in(other, "ANNA@example.org").status_code == 302
    assert who(other).username == "Anna"


def test_without_a_next_page_a_sign_up_ends_at_home(client) -> None:
    answer = client.post("/accounts/signup/", SIGNUP)
    assert answer.url == f"{CODE_PAGE}?next=%2F"


def test_until_the_code_is_entered_nothing_but_a_guest_exists(client) -> None:
    client.post("/accounts/signup/", SIGNUP)
    assert who(client).is_guest
    assert not User.objects.filter(username="Anna").exists()
    assert not EmailAddress.objects.exists()


def test_a_wrong_code_is_refused_and_the_right_one_still_accepted(client) -> None:
    client.post("/accounts/signup/", SIGNUP)
    answer = enter_code(client, "BBBB-BBBB")
    assert answer.status_code == 200
    assert "This is not the code" in answer.content.decode()
    assert who(client).is_guest
    enter_code(client, last_code("anna@example.org").lower().replace("-", ""))
    assert who(client).username == "Anna"


def test_five_wrong_codes_end_a_sign_up(client) -> None:
    client.post("/accounts/signup/", SIGNUP)
    answers = [enter_code(client, "BBBB-BBBB") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 302]
    enter_code(client, last_code("anna@example.org"))
    assert who(client).is_guest


def test_a_code_is_good_for_fifteen_minutes(client, monkeypatch) -> None:
    client.post("/accounts/signup/", SIGNUP)
    later = time.time() + 15 * 60 + 1
    monkeypatch.setattr("time.time", lambda: later)
    enter_code(client, last_code("anna@example.org"))
    assert who(client).is_guest


def test_a_code_can_be_sent_again(client, monkeypatch) -> None:
    client.post("/accounts/signup/", SIGNUP)
    first = last_code("anna@example.org")
    client.post(CODE_PAGE, {"action": "resend"})
    assert OutgoingMail.objects.count() == 1  # too soon
    later = time.time() + 11
    monkeypatch.setattr("time.time", lambda: later)
    client.post(CODE_PAGE, {"action": "resend"})
    assert OutgoingMail.objects.count() == 2
    assert last_code("anna@example.org") != first
    enter_code(client, last_code("anna@example.org"))
    assert who(client).username == "Anna"


def test_a_second_click_on_sign_up_sends_no_second_mail(client) -> None:
    client.post("/accounts/signup/", SIGNUP)
    answer = client.post("/accounts/signup/", SIGNUP)
    assert answer.status_code == 200
    assert "Please wait a few seconds" in answer.content.decode()
    assert OutgoingMail.objects.count() == 1
    enter_code(client, last_code("anna@example.org"))
    assert who(client).username == "Anna"


def test_a_mistyped_address_is_mended_by_signing_up_again(client) -> None:
    client.post("/accounts/signup/", {**SIGNUP, "email": "ana@example.org"})
    guest = who(client)
    client.post("/accounts/signup/", SIGNUP)
    enter_code(client, last_code("ana@example.org"))
    assert who(client).is_guest
    enter_code(client, last_code("anna@example.org"))
    assert who(client).pk == guest.pk
    assert who(client).username == "Anna"
    assert User.objects.count() == 1


# --- guests ---
def test_a_guest_becomes_full_in_the_same_row(client) -> None:
    guest = enter_as_guest(client)
    client.post("/accounts/signup/", SIGNUP)
    assert who(client) == guest
    assert who(client).username == guest.username
    enter_code(client, last_code("anna@example.org"))
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("Anna", False)
    assert who(client) == guest
    assert User.objects.count() == 1


def test_a_full_account_is_led_away_from_the_sign_up_page(client, person) -> None:
    client.force_login(person())
    assert client.get("/accounts/signup/").status_code == 302
    assert client.get("/accounts/login/").status_code == 302


def test_the_name_taken_while_the_code_was_out_is_told_and_loses_nothing(client, person) -> None:
    guest = enter_as_guest(client)
    client.post("/accounts/signup/", SIGNUP)
    person("ANNA", "other@example.org")
    answer = client.post(CODE_PAGE, {"code": last_code("anna@example.org")}, follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/signup/"
    assert "Somebody else has taken this name" in answer.content.decode()
    guest.refresh_from_db()
    assert who(client) == guest
    assert guest.is_guest
    assert not guest.email
    assert not EmailAddress.objects.filter(user=guest).exists()


def test_the_address_taken_while_the_code_was_out_is_told(client, person) -> None:
    client.post("/accounts/signup/", SIGNUP)
    person("Other", "anna@example.org")
    answer = enter_code(client, last_code("anna@example.org"))
    assert "belongs to another account" in answer.content.decode()
    assert who(client).is_guest


# --- what may not be signed up with ---
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Al", "at least 3"),
        ("A", "at least 3"),
        ("a" * 21, "at most 20"),
        ("a" * 200, "at most 20"),
        ("admin", "kept for the site"),
        ("Moderator", "kept for the site"),
        ("m0derator", "kept for the site"),
        ("ad_min", "kept for the site"),
        ("Admin7", "kept for the site"),
        ("admin7-", "kept for the site"),
        ("guest4821", "kept for the site"),
        ("Guest 4821", "letters, digits"),
        ("b\u043eris", "one alphabet"),  # a Cyrillic o among Latin letters
        ("Boris", "is taken"),
        ("BORIS", "is taken"),
        ("B0ris", "is taken"),
        ("\uff22oris", "is taken"),  # a wide B
        ("Bor\u00eds", "is taken"),
        ("Anna!", "letters, digits"),
        ("<b>x</b>", "letters, digits"),
        ("An\u200bna", "letters, digits"),  # a space of no width
        ("An\x00na", "Null characters"),
        ("-Anna", "letters, digits"),
        ("Z\u0353\u0354\u0355algo", "letters, digits"),
    ],
)
def test_names_that_deceive_or_do_not_fit_are_refused(client, person, name, sentence) -> None:
    person("Boris")
    answer = client.post("/accounts/signup/", {**SIGNUP, "username": name})
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert not OutgoingMail.objects.exists()


@pytest.mark.parametrize("name", ["Anna", "Анна", "חנה", "アンナ山", "अनीता", "7of9", "an_na-x", "Zoë"])
def test_names_of_any_alphabet_are_welcome(client, name) -> None:
    client.post("/accounts/signup/", {**SIGNUP, "username": name})
    enter_code(client, last_code("anna@example.org"))
    assert who(client).username == name


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("password1", "too common"),
        ("Annabelle", "too similar"),
        ("xk3-q9v", "at least 8"),
        ("", "required"),
    ],
)
def test_weak_passwords_are_refused_with_the_reason(client, password, sentence) -> None:
    answer = client.post("/accounts/signup/", {**SIGNUP, "username": "Annabelle", "password1": password})
    assert sentence in answer.content.decode()


def test_a_long_password_with_spaces_works(client, new_client) -> None:
    password = " a sentence that nobody else has ever thought of, with spaces at both ends " * 2
    client.post("/accounts/signup/", {**SIGNUP, "password1": password})
    enter_code(client, last_code("anna@example.org"))
    other = new_client()
    log_in(other, "anna@example.org", password)
    assert who(other).username == "Anna"


# --- who has an account stays unknown ---
def test_an_address_with_an_account_gets_the_same_pages_and_another_mail(client, new_client, person) -> None:
    person("Boris", "boris@example.org")
    known, unknown = client, new_client()
    answers = []
    for visitor, email in ((known, "boris@example.org"), (unknown, "clara@example.org")):
        first = visitor.post("/accounts/signup/", {**SIGNUP, "email": email})
        page = visitor.get(first.url)
        wrong = enter_code(visitor, "BBBB-BBBB")
        text = [_neutral(answer.content.decode(), email, who(visitor)) for answer in (page, wrong)]
        answers.append((first.status_code, first.url, *text))
    assert answers[0] == answers[1]
    assert "has an account already" in last_mail("boris@example.org").text
    assert last_code("clara@example.org")


def test_an_address_with_an_account_stays_with_its_owner(client, person) -> None:
    boris = person("Boris", "boris@example.org")
    client.post("/accounts/signup/", {**SIGNUP, "email": "boris@example.org"})
    state = client.session["account_email_verification_code"]
    assert "user_id" not in state
    boris.refresh_from_db()
    assert boris.username == "Boris"
    assert boris.check_password(PASSWORD)


def _neutral(page: str, email: str, guest: User) -> str:
    page = page.replace(email, "EMAIL").replace(guest.username, "GUEST").replace(quote(guest.username), "GUEST")
    page = re.sub(r'<svg class="face".*?</svg>', "FACE", page)  # drawn from the guest's name
    return re.sub(r'(csrfmiddlewaretoken" value="|nonce=")[^"]+', "TOKEN", page)
