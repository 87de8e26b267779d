"""People as rows: names, addresses, languages; the account page."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from accounts import names, selectors, services
from accounts.models import User
from tests.accounts.conftest import enter_as_guest, log_in


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Straße", "STRASSE"),
        ("paypal", "\u0440\u0430\u0443\u0440\u0430\u04cf"),  # all Cyrillic
        ("Ill", "l11"),
        ("modern", "modem"),
        ("ovo", "\u03bf\u03bd\u03bf"),  # all Greek
        ("Jose", "José"),
        ("Oslo", "0s10"),
    ],
)
def test_names_that_look_alike_share_a_key(one, other) -> None:
    assert names.key(one) == names.key(other)


def test_names_that_differ_have_keys_that_differ() -> None:
    some = ["Anna", "Hanna", "Анна", "Аня", "חנה", "花子", "Anna2", "An-na", "An_na"]
    assert len({names.key(name) for name in some}) == len(some)


def test_the_database_refuses_a_second_name_that_looks_like_the_first() -> None:
    User.objects.create_user("Anna")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANNA")
    clara = User.objects.create_user("Clara")
    clara.username = "Änna"
    with pytest.raises(IntegrityError), transaction.atomic():
        clara.save(update_fields=["username"])


def test_the_database_refuses_a_second_account_with_an_address_in_any_case() -> None:
    User.objects.create_user("Anna", "Anna@Example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Clara", "anna@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        User(username="Dora", email="ANNA@example.org").save()


def test_many_may_have_no_address() -> None:
    services.make_guest()
    services.make_guest()


def test_the_account_page_shows_name_and_address(client, person) -> None:
    person()
    log_in(client)
    page = client.get("/account/").content.decode()
    assert "Boris" in page
    assert "boris@example.org" in page


def test_the_account_page_asks_strangers_to_log_in(client) -> None:
    assert client.get("/account/").url == "/accounts/login/?next=/account/"


# --- language ---
def test_a_chosen_language_goes_with_the_person_to_another_device(client, new_client, person) -> None:
    boris = person()
    log_in(client)
    client.post("/i18n/setlang/", {"language": "ru"})
    boris.refresh_from_db()
    assert boris.language == "ru"
    other = new_client()
    log_in(other)
    assert other.get("/account/").headers["Content-Language"] == "ru"


def test_the_cookie_of_a_device_wins(client, person) -> None:
    boris = person()
    services.set_language(boris, "ru")
    client.cookies["django_language"] = "he"
    log_in(client)
    assert client.get("/account/").headers["Content-Language"] == "he"


def test_a_guest_keeps_the_language_of_the_browser(client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ru"
    assert enter_as_guest(client).language == "ru"


def test_a_stranger_may_choose_a_language_too(client) -> None:
    client.post("/i18n/setlang/", {"language": "he"})
    assert client.get("/accounts/login/").headers["Content-Language"] == "he"


# --- whom mail reaches ---


@pytest.mark.parametrize(
    ("account", "shown", "is_reached"),
    [
        ({}, {}, True),
        ({}, {"email": "Boris@Example.ORG"}, True),
        ({}, {"verified": False}, False),
        ({}, {"email": "b_ris@example.org"}, False),
        ({"email": "new@example.org"}, {}, False),
        ({"email": ""}, {"email": ""}, False),
        ({"is_guest": True}, {}, False),
    ],
)
def test_an_address_is_proven_if_it_is_the_one_of_the_account(person, account, shown, is_reached) -> None:
    boris = person()
    User.objects.filter(pk=boris.pk).update(**account)
    EmailAddress.objects.filter(user=boris).update(**shown)
    assert selectors.has_proven_address(boris) == is_reached, "as it is now, not as it was when the page was opened"


@pytest.mark.parametrize("path", ["/people/{}/", "/people/{}/matches/", "/report/person/{}/"])
@pytest.mark.parametrize("name", ["%00", "Bor%00is", "%E2%80%AEBoris"])
def test_nobody_has_a_name_that_cannot_be_shown(client, person, path, name) -> None:
    client.force_login(person())
    assert client.get(path.format(name)).status_code == 404
    assert client.post(f"/people/{name}/tie/", {"do": "block"}).status_code == 404
