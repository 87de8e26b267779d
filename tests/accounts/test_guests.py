"""Guests: one click in, their limits, and how they merge into the account they log in to."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts import merging, services
from accounts.models import User
from games.clocks import clock
from tests.accounts.conftest import PASSWORD, enter_as_guest, log_in, who


@pytest.fixture
def mover(monkeypatch):
    """A mover that stands for the app of matches."""
    calls = []

    def move(guest: User, user: User) -> None:
        calls.append((guest.pk, user.pk))

    move.calls = calls
    monkeypatch.setattr(merging.register, "_all", [*merging.register._all])
    return merging.register(move)


def test_one_click_makes_a_guest_and_leads_on(client) -> None:
    answer = client.post("/accounts/guest/", {"next": "/l/l/"})
    assert (answer.status_code, answer.url) == (302, "/l/l/")
    guest = who(client)
    assert guest.is_guest
    assert guest.username.startswith("Guest ")
    assert not guest.has_usable_password()
    assert not guest.email


def test_a_link_makes_no_guest(client) -> None:
    assert client.get("/accounts/guest/").status_code == 405
    assert not User.objects.exists()


def test_who_is_logged_in_stays_who_they_are(client, person) -> None:
    client.force_login(person())
    assert client.post("/accounts/guest/").status_code == 302
    assert who(client).username == "Boris"
    assert User.objects.count() == 1


def test_every_guest_has_a_name_of_their_own(monkeypatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda bound: 0)
    names = {services.make_guest().username for _ in range(4)}
    assert names == {"Guest 1000", "Guest 10000", "Guest 100000", "Guest 1000000"}


def test_too_many_guests_from_one_address_are_told_to_wait(client, new_client) -> None:
    answers = [new_client().post("/accounts/guest/") for _ in range(11)]
    assert [answer.status_code for answer in answers] == [302] * 10 + [429]
    assert "Please wait a minute" in answers[-1].content.decode()
    assert User.objects.count() == 10


def test_a_forged_forwarding_header_does_not_lift_the_limit(new_client) -> None:
    answers = [new_client().post("/accounts/guest/", headers={"x-forwarded-for": f"10.0.0.{n}"}) for n in range(11)]
    assert answers[-1].status_code == 429


def test_another_address_is_not_held_back(new_client) -> None:
    for _ in range(11):
        new_client().post("/accounts/guest/")
    assert new_client().post("/accounts/guest/", REMOTE_ADDR="10.1.2.3").status_code == 302


@pytest.mark.parametrize("path", ["email/", "password/change/", "password/set/"])
def test_a_guest_has_no_address_or_password_to_change(client, path) -> None:
    enter_as_guest(client)
    answer = client.get(f"/accounts/{path}")
    assert (answer.status_code, answer.url) == (302, "/accounts/signup/")


def test_a_guest_sees_both_doors(client) -> None:
    enter_as_guest(client)
    assert "Keep this account" in client.get("/accounts/signup/").content.decode()
    assert "comes along" in client.get("/accounts/login/").content.decode()
    assert "Keep this account" in client.get("/account/").content.decode()
    assert "nobody can log in again" in client.get("/accounts/logout/").content.decode()


def test_a_guests_menu_leads_to_their_data_and_their_standing(client) -> None:
    enter_as_guest(client)
    own = reverse("accounts:account")
    assert f'href="{own}"' in client.get("/").content.decode()
    for name in ("export", "delete", "standing", "reports"):
        path = reverse(f"accounts:{name}")
        assert f'href="{path}"' in client.get(own).content.decode()
        assert client.get(path).status_code == 200


def test_a_guest_who_signs_up_is_told_that_a_match_left_alone_is_stopped(client) -> None:
    minutes = clock.PATIENCE // 60_000
    enter_as_guest(client)
    page = client.get("/accounts/signup/").content.decode()
    assert minutes == 2
    assert "stopped after two minutes" in page
    assert '<a href="/my/matches/" target="_blank">' in page


def test_a_failed_log_in_leaves_the_guest_in_place(client, person, mover) -> None:
    person()
    guest = enter_as_guest(client)
    answer = log_in(client, password="wrong")
    assert guest.username in answer.content.decode()
    assert who(client) == guest
    assert not mover.calls


def test_a_guest_who_logs_in_brings_everything_along(client, person, mover) -> None:
    boris = person()
    guest = enter_as_guest(client)
    answer = log_in(client, next="/l/l/")
    assert answer.url == "/l/l/"
    assert who(client) == boris
    assert mover.calls == [(guest.pk, boris.pk)]
    guest.refresh_from_db()
    assert not guest.is_active


def test_a_merged_guest_is_logged_out_everywhere(client, new_client, person, mover) -> None:
    person()
    guest = enter_as_guest(client)
    second = new_client()
    second.force_login(guest)
    log_in(client)
    assert second.get("/account/").status_code == 302


def test_a_guest_is_merged_once(person, mover) -> None:
    boris, guest = person(), services.make_guest()
    services.merge_guest(guest, boris)
    services.merge_guest(guest, boris)
    assert len(mover.calls) == 1


def test_a_full_account_is_never_merged(client, person, mover) -> None:
    boris, clara = person(), person("Clara", "clara@example.org")
    services.merge_guest(clara, boris)
    clara.refresh_from_db()
    assert clara.is_active
    assert not mover.calls


def test_a_merging_that_breaks_off_leaves_the_guest_to_be_merged_again(person, monkeypatch) -> None:
    boris, guest = person(), services.make_guest()

    def fail(leaver: User, user: User) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(merging.register, "_all", [*merging.register._all, fail])
    with pytest.raises(RuntimeError):
        services.merge_guest(guest, boris)
    guest.refresh_from_db()
    assert guest.is_active


def test_only_guests_become_full(person) -> None:
    with pytest.raises(ValueError, match="no guest"):
        services.upgrade_guest(person(), username="Clara", email="c@example.org", password=PASSWORD)
