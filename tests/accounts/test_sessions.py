"""Which sessions count: what the socket hub asks each second (selectors.session_stamps)."""

from __future__ import annotations

from datetime import timedelta

import time_machine
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import services
from accounts.models import User
from accounts.selectors import session_stamps
from tests.accounts.conftest import enter_as_guest, log_in


def _stamp(client, user: User) -> tuple[str, int]:
    return client.session.session_key, user.pk


def test_logins_of_guests_and_members_count(client, new_client, person) -> None:
    boris = person()
    log_in(client)
    visitor = new_client()
    guest = enter_as_guest(visitor)
    stamps = {_stamp(client, boris), _stamp(visitor, guest)}
    assert session_stamps(stamps) == stamps


def test_any_number_of_stamps_takes_two_queries(client, new_client, person, django_assert_num_queries) -> None:
    boris = person()
    clients = [new_client() for _ in range(5)]
    for one in clients:
        log_in(one)
    stamps = [_stamp(one, boris) for one in clients]
    with django_assert_num_queries(2):
        assert len(session_stamps(iter(stamps))) == 5
    with django_assert_num_queries(0):
        assert session_stamps([]) == set()


def test_another_persons_session_does_not_count(client, new_client, person) -> None:
    boris, clara = person(), person("Clara", "clara@example.org")
    log_in(client)
    key, _ = _stamp(client, boris)
    assert session_stamps([(key, clara.pk), ("nosuchkey", boris.pk), (key, 10**9)]) == set()


def test_a_log_out_ends_the_stamp(client, person) -> None:
    boris = person()
    log_in(client)
    stamp = _stamp(client, boris)
    client.post("/accounts/logout/")
    assert session_stamps([stamp]) == set()


def test_an_expired_session_does_not_count(client, person) -> None:
    boris = person()
    log_in(client)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert session_stamps([_stamp(client, boris)]) == set()


def test_a_closed_account_does_not_count(client, person) -> None:
    boris = person()
    log_in(client)
    User.objects.update(is_active=False)
    assert session_stamps([_stamp(client, boris)]) == set()


def test_a_new_password_ends_the_stamp(client, person) -> None:
    boris = person()
    log_in(client)
    services.change_password(boris, "another horse battery")
    assert session_stamps([_stamp(client, boris)]) == set()


def test_a_step_of_the_epoch_ends_all_sessions_but_the_kept_one(client, new_client, person) -> None:
    boris = person()
    log_in(client)
    other = new_client()
    log_in(other)
    kept = client.session
    services.end_other_sessions(boris, keep=kept)
    kept.save()
    assert session_stamps([(kept.session_key, boris.pk), _stamp(other, boris)]) == {(kept.session_key, boris.pk)}
    services.end_other_sessions(boris)
    assert session_stamps([(kept.session_key, boris.pk)]) == set()


def test_a_changed_secret_key_keeps_sessions_while_the_old_one_is_a_fallback(client, person, settings) -> None:
    boris = person()
    log_in(client)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another secret"
    assert session_stamps([_stamp(client, boris)]) == {_stamp(client, boris)}


def test_a_login_is_given_its_whole_life_again_once_a_day(client, settings):
    guest = enter_as_guest(client)
    key, _ = _stamp(client, guest)
    start = timezone.now()
    for day in (40, 80, 120):
        with time_machine.travel(start + timedelta(days=day), tick=False):
            answer = client.get("/account/")
            assert answer.status_code == 200
            assert answer.cookies["sessionid"]["max-age"] == settings.SESSION_COOKIE_AGE
            assert "sessionid" not in client.get("/account/").cookies
            assert session_stamps([(key, guest.pk)])


def test_what_another_tab_asked_for_just_before_a_login_does_not_undo_it(client, new_client, boris):
    """Both tabs share the browser's cookies; the answer to the key of before comes after that to the login."""
    client.post("/accounts/guest/", {"next": "/"})
    before = client.cookies["sessionid"].value
    client.force_login(boris)
    now = client.cookies["sessionid"].value
    assert now != before
    late = new_client()
    late.cookies["sessionid"] = before
    answer = late.get("/rules/")
    assert "sessionid" not in answer.cookies
    assert "Cookie" in answer["Vary"]
    assert client.get("/").wsgi_request.user == boris


def test_who_logs_out_gives_the_cookie_back(client, boris):
    client.force_login(boris)
    assert client.post("/accounts/logout/").cookies["sessionid"]["max-age"] == 0
