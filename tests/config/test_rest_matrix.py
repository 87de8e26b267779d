"""Who may what over REST: every address and method, for everybody, and none is missing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import SanctionKind, User
from games.models import EntryRow, Match
from tests.config.test_interface import routes
from tests.games.conftest import anna, boris, clara, in_process, make_user, match, open_for, started
from tests.games.doors import browser
from tests.programs import new_token
from tests.staff import laid

__all__ = ["anna", "boris", "clara", "in_process", "match"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]

OPEN = {  # to everybody, also without a login
    "get games", "get tables", "get matches", "get matches/{match_id}", "get matches/{match_id}/chat",
    "get matches/{match_id}/log", "get matches/{match_id}/record", "get matches/{match_id}/ratings",
    "get people/{name}", "get people/{name}/matches", "get leaderboards/{game}",
    "get matches/{match_id}/steps", "get matches/{match_id}/deal",
}  # fmt: skip
READ = {
    "get account", "get account/friends", "get account/matches", "get account/preferences", "get reports",
    "get invitations", "get matches/{match_id}/invitations",
    "get account/holidays", "get account/sanctions", "post account/export", "get matches/{match_id}/mails",
}  # fmt: skip
PLAY = {
    "post account/bot", "post account/friends", "post account/preferences", "post reports",
    "post tables", "post matches/{match_id}/moves", "post matches/{match_id}/requests",
    "delete invitations/{invitation_id}", "post matches/{match_id}/invitations",
    "post matches/{match_id}/rematch", "delete matches/{match_id}/rematch",
    "post account/holidays", "delete account/holidays/{holiday_id}", "post account/sanctions/{sanction_id}/appeal",
    "post account/sanctions/{sanction_id}/read", "post matches/{match_id}/mails",
}  # fmt: skip
CHAT = {"post matches/{match_id}/chat"}
TICKETS = {"get tickets", "post tickets", "delete tickets/{ticket_id}"}
NEEDS = {route: scope for scope, of_it in [("read", OPEN | READ), ("play", PLAY), ("chat", CHAT), ("tickets", TICKETS)]
         for route in of_it}  # fmt: skip
CLOSED = sorted(route for route in NEEDS if "{match_id}" in route)


@pytest.fixture
def unlimited(settings: Any) -> None:
    """Let one ask for all addresses in a row."""
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))


def test_every_address_stands_in_the_matrix() -> None:
    assert {f"{method} {path.removeprefix('/api/v1/')}" for method, path in routes()} == set(NEEDS)


def filled(path: str, match: Match) -> str:
    ids = dict.fromkeys(("ticket_id", "invitation_id", "holiday_id", "sanction_id"), 1)
    return path.format(match_id=match.id, name="anna", game="sequence", **ids)


def asked(client: Client, route: str, match: Match) -> Any:
    """Ask and return the response."""
    method, path = route.split(" ")
    path = filled(path, match)
    return client.generic(method.upper(), f"/api/v1/{path}", "{}", content_type="application/json")


def answer(client: Client, route: str, match: Match) -> tuple[int, str]:
    """Ask and return the status and the code of a refusal."""
    response = asked(client, route, match)
    told = json.loads(response.content)
    return response.status_code, told["error"]["code"] if "error" in told else ""


def by_token(text: str) -> Client:
    return Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {text}"})


@pytest.mark.parametrize("route", sorted(NEEDS))
def test_everybody_gets_what_they_may_have_and_nothing_else(route, match, anna):
    scope = NEEDS[route]
    before = rows()
    nobody = Client(enforce_csrf_checks=True)
    assert (answer(nobody, route, match)[0] == 401) is (route not in OPEN)
    assert answer(by_token("quintet_wrong"), route, match) == (401, "bad_token")
    others = [other for other in ("read", "play", "chat", "tickets") if other != scope]
    assert answer(by_token(new_token(anna, *others)), route, match) == (403, "scope_missing")
    page = browser(anna)
    if not route.startswith("get"):
        page.cookies.pop("csrftoken")
        assert answer(page, route, match) == (403, "csrf_failed")
        page = browser(anna)
    assert rows() == before  # so far nothing was done
    for client in (page, by_token(new_token(anna, scope))):
        status, code = answer(client, route, match)
        assert status not in (401, 405, 500, 503)
        assert code not in ("scope_missing", "csrf_failed", "bad_token")


def test_no_cache_may_give_an_answer_to_somebody_else(match, anna, unlimited):
    for client in (Client(), by_token("quintet_wrong"), by_token(new_token(anna))):
        for route in sorted(NEEDS):
            told = {name.strip() for name in asked(client, route, match)["Vary"].split(",")}
            assert told >= {"Accept-Language", "Authorization", "Cookie"}, route


@pytest.mark.parametrize("kind", [SanctionKind.SUSPENSION, SanctionKind.BAN])
def test_who_is_suspended_or_banned_gets_nothing_by_login_or_token_and_does_nothing(kind, match, anna, unlimited):
    page, program = browser(anna), by_token(new_token(anna))
    laid(anna, kind)
    before = rows()
    for client in (page, program):
        told = {route: answer(client, route, match) for route in sorted(NEEDS)}
        assert told == dict.fromkeys(NEEDS, (403, "barred"))
    assert rows() == before


def rows() -> list[int]:
    return [EntryRow.objects.count(), Match.objects.count(), User.objects.filter(is_bot=True).count()]


def test_a_match_closed_to_somebody_and_a_missing_one_are_answered_alike(anna, boris, clara, unlimited):
    private, missing = started(anna, boris, watchers=False), Match(id="2222222222222222")
    for client in (by_token(new_token(clara)), browser(clara)):
        for route in CLOSED:
            told = {answer(client, route, each) for each in (private, missing)}
            assert told == {(404, "not_found")}, route


@pytest.mark.parametrize("route", sorted(route for route in NEEDS if "{match_id}" in route and route not in OPEN))
def test_who_does_not_play_changes_nothing(route, match, clara):
    before = rows()
    bodies: dict[str, Any] = {"moves": {"token": "t", "move": {"type": "place"}}, "chat": {"token": "t", "text": "hi"}}
    bodies["rematch"] = {"token": "t"}
    body = bodies.get(route.rpartition("/")[2], {"token": "t", "type": "resign"})
    method, path = route.split(" ")
    path = f"/api/v1/{path.format(match_id=match.id)}"
    client = by_token(new_token(clara))
    response = client.generic(method.upper(), path, json.dumps(body), content_type="application/json")
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "not_a_player"
    assert rows() == before


def test_methods_that_an_address_does_not_know_are_named(match, anna, unlimited):
    client = by_token(new_token(anna))
    for route in sorted(NEEDS):
        known, path = route.split(" ")
        for method in ("PUT", "PATCH", "OPTIONS"):
            address = f"/api/v1/{filled(path, match)}"
            response = client.generic(method, address, "{}", content_type="application/json")
            assert response.status_code == 405, route
            assert known.upper() in response["Allow"].split(", ")


def test_a_seat_at_somebody_elses_table_is_not_to_be_had_for_another(anna, boris):
    table = open_for(anna)
    client = by_token(new_token(boris))
    body = json.dumps({"token": "t", "type": "kick", "seat": 0})
    response = client.post(f"/api/v1/matches/{table.id}/requests", body, content_type="application/json")
    assert response.status_code == 403
    assert make_user()
