"""The list of a person's log-ins, and logging out from afar."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.selectors import session_stamps
from tests.accounts.conftest import PASSWORD, enter_as_guest, log_in


def keys() -> set[str]:
    return set(UserSession.objects.values_list("session_key", flat=True))


def test_each_log_in_is_listed_and_can_be_ended_from_the_other(client, new_client, person) -> None:
    boris, other = person(), new_client()
    log_in(client)
    log_in(other)
    page = client.get("/accounts/sessions/")
    this, far = page.context["sessions"]
    assert (this.session_key, far.session_key) == (client.session.session_key, other.session.session_key)
    assert page.content.decode().count(f'value="{this.pk}"') == 0  # this one ends by the usual button
    client.post("/accounts/sessions/", {"session": far.pk})
    assert session_stamps([(far.session_key, boris.pk)]) == set()  # what the hub asks each second: its sockets close
    assert other.get("/account/").status_code == 302
    assert client.get("/account/").status_code == 200


def test_all_others_end_at_once(client, new_client, person) -> None:
    person()
    others = [new_client() for _ in range(3)]
    for browser in (client, *others):
        log_in(browser)
    client.post("/accounts/sessions/")
    assert [browser.get("/account/").status_code for browser in (client, *others)] == [200, 302, 302, 302]


def test_nobody_ends_a_log_in_of_somebody_else(client, new_client, person) -> None:
    person()
    person("Clara", "clara@example.org")
    other = new_client()
    log_in(client)
    log_in(other, "clara@example.org")
    client.post("/accounts/sessions/", {"session": UserSession.objects.get(user__username="Clara").pk})
    assert other.get("/account/").status_code == 200


def test_a_log_in_stays_listed_when_its_key_changes(client, person) -> None:
    person()
    log_in(client)
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": "another calm table"})
    assert client.session.session_key in keys()


def test_a_log_in_from_before_is_listed_within_a_day(client, person) -> None:
    client.force_login(person())
    client.get("/account/")
    assert keys() == {client.session.session_key}


def test_a_guest_has_no_list(client) -> None:
    enter_as_guest(client)
    assert client.get("/accounts/sessions/").url == "/accounts/signup/"
    assert not keys()


def test_a_page_costs_no_write_and_no_query_for_it(client, person) -> None:
    person()
    log_in(client)
    client.get("/account/")
    with CaptureQueriesContext(connection) as asked:
        client.get("/account/")
    told = " ".join(query["sql"] for query in asked)
    assert "usersessions" not in told
    assert "UPDATE" not in told
    assert "INSERT" not in told
