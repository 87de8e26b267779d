"""Second factors: set up, asked for at log-in, a must for staff; guests come along in spite of the second step."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from accounts.models import Role, User
from accounts.moderation import roles, second_factor
from accounts.second_factors import RenamePasskeyForm
from tests.accounts import staff
from tests.accounts.conftest import enter_as_guest, log_in, who
from tests.accounts.staff import SECRET, code, give_app, set_up_app


def moderator(person) -> User:
    user = person("Mona", "mona@example.org")
    roles.set_role(None, user, Role.MODERATOR, why="a test")
    user.refresh_from_db()
    return user


def second_step(client, **more: str):
    return client.post("/accounts/2fa/authenticate/", {"code": code(), **more})


def test_a_log_in_with_a_factor_takes_two_steps(client, person) -> None:
    boris = give_app(person())
    assert log_in(client).url == "/accounts/2fa/authenticate/"
    assert who(client) is None
    assert client.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert who(client) is None
    second_step(client)
    assert who(client) == boris


def test_a_guest_comes_along_in_spite_of_the_second_step(client, person) -> None:
    boris = give_app(person())
    guest = enter_as_guest(client)
    log_in(client)
    assert client.get("/accounts/2fa/authenticate/").status_code == 200
    assert who(client) == guest
    second_step(client)
    guest.refresh_from_db()
    assert (who(client), guest.is_active) == (boris, False)


def test_the_secret_is_not_stored_as_it_is_and_outlives_a_new_secret_key(person, settings) -> None:
    boris = give_app(person())
    stored = str(Authenticator.objects.get(user=boris).data)
    assert SECRET not in stored
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, of another day"
    assert Authenticator.objects.get(user=boris).wrap().validate_code(code())


def test_a_factor_is_set_up_on_the_page(client, person) -> None:
    person()
    log_in(client)
    assert client.get("/accounts/2fa/totp/activate/").url.startswith("/accounts/reauthenticate/")
    after = set_up_app(client)
    assert after == "/accounts/2fa/recovery-codes/"
    codes = client.get(after).context["unused_codes"]
    client.post("/accounts/logout/")
    log_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert who(client) is not None
    assert codes[0] not in client.get("/accounts/2fa/recovery-codes/").content.decode()


@pytest.mark.parametrize("path", ["/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/add/"])
def test_guests_are_led_to_sign_up(client, path: str) -> None:
    enter_as_guest(client)
    assert client.get(path).url == "/accounts/signup/"


def test_staff_without_a_factor_are_led_to_set_one_up(client, person) -> None:
    moderator(person)
    log_in(client, "mona@example.org")
    assert client.get("/staff/admin/").url == "/accounts/2fa/"
    assert client.post("/staff/admin/").url == "/accounts/2fa/"


@pytest.mark.django_db(transaction=True)  # a factor counts once it is stored
def test_staff_who_have_just_set_a_first_factor_up_are_not_asked_for_it_again(client, person) -> None:
    staff.moderator(person("Mona", "mona@example.org"))
    log_in(client, "mona@example.org")
    set_up_app(client)
    assert client.get("/staff/admin/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_further_factor_is_no_proof_as_a_password_is_enough_to_set_it_up(client, person) -> None:
    mona = staff.moderator(person("Mona", "mona@example.org"))
    log_in(client, "mona@example.org")
    Authenticator.objects.create(user=mona, type=Authenticator.Type.WEBAUTHN, data={})  # meanwhile, in another browser
    set_up_app(client)
    assert client.get("/staff/admin/").url.startswith("/accounts/2fa/reauthenticate/")


def test_staff_are_asked_for_the_factor_that_their_log_in_did_not_use(client, person) -> None:
    mona = moderator(person)
    log_in(client, "mona@example.org")
    give_app(mona)  # set up in another browser, say
    asked = client.get("/staff/admin/?a=1").url
    assert asked == "/accounts/2fa/reauthenticate/?next=%2Fstaff%2Fadmin%2F%3Fa%3D1"
    assert client.post(asked, {"code": code()}).url == "/staff/admin/?a=1"
    assert client.get("/staff/admin/").status_code == 200


def test_a_guest_who_turns_out_to_be_staff_is_not_asked_twice(client, person) -> None:
    give_app(moderator(person))
    enter_as_guest(client)
    log_in(client, "mona@example.org")
    second_step(client)
    assert client.get("/staff/admin/").status_code == 200


def test_a_factor_holds_for_a_days_work_and_no_longer(client, person, monkeypatch) -> None:
    give_app(moderator(person))
    log_in(client, "mona@example.org")
    second_step(client)
    assert client.get("/staff/admin/").status_code == 200
    monkeypatch.setattr(second_factor, "LASTS", -1)
    assert client.get("/staff/admin/").url.startswith("/accounts/2fa/reauthenticate/")


def test_the_page_of_all_mail_asks_too(client, person) -> None:
    roles.set_role(None, moderator(person), Role.ADMINISTRATOR, why="a test")
    log_in(client, "mona@example.org")
    assert client.get(reverse("games:whole_mail_log")).url == "/accounts/2fa/"


def test_the_operator_made_by_the_command_is_led_to_set_one_up(client, person) -> None:
    boss = person("Boss", "boss@example.org")
    User.objects.filter(pk=boss.pk).update(is_superuser=True)
    log_in(client, "boss@example.org")
    assert client.get("/staff/admin/").url == "/accounts/2fa/"


def test_strangers_and_players_find_no_staff_pages(client, person) -> None:
    assert client.get("/staff/admin/").url.startswith("/staff/admin/login/")
    assert client.get("/staff/admin/login/").url == "/accounts/login/?next=/staff/admin/"
    give_app(person())
    log_in(client)
    second_step(client)
    assert client.get("/staff/admin/login/").status_code == 403


@pytest.mark.parametrize(("length", "good"), [(60, True), (61, False)])
def test_a_passkeys_name_has_sixty_characters_at_most(length, good) -> None:
    passkey = SimpleNamespace(wrap=lambda: SimpleNamespace(name="Passkey 1"))
    form = RenamePasskeyForm({"name": "x" * length}, instance=passkey)
    assert form.is_valid() == good
    assert 'maxlength="60"' in str(form["name"])
