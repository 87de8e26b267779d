"""What each front door refuses in its own way: the socket's handshake, floods and closings, REST's statuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client

from games import carrier
from games.serving import follower
from tests.games.conftest import started
from tests.games.doors import Table, ask_by_rest, ask_by_socket, assert_plain_sentence, browser
from tests.games.socket_pages import HOST, OURS, Page, open_pages, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
Json = dict[str, Any]


# --- the socket's own rules ---

FOREIGN = {
    "a foreign page": [("host", HOST), ("origin", "http://evil.example")],
    "no page": [("host", HOST)],
    "null": [("host", HOST), ("origin", "null")],
    "two pages": [*OURS, ("origin", f"http://{HOST}")],
    "two hosts": [*OURS, ("host", HOST)],
    "another port": [("host", HOST), ("origin", "http://127.0.0.1:9000")],
    "another scheme": [("host", HOST), ("origin", f"https://{HOST}")],
    "a longer name": [("host", HOST), ("origin", f"http://{HOST}.evil.example")],
    "user information": [("host", HOST), ("origin", f"http://{HOST}@evil.example")],
    "a host that is not ours": [("host", "evil.example"), ("origin", "http://evil.example")],
}


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN.keys())
def test_a_socket_from_elsewhere_is_refused_at_the_handshake(headers, match, anna):
    session = session_of(anna)
    assert async_to_sync(Page(match.id, session, headers=headers).open)() is False


@pytest.mark.parametrize("who", ["nobody", "clara"])
def test_a_private_match_and_a_missing_one_are_answered_alike(who, request, anna, boris):
    private = started(anna, boris, watchers=False)
    person = None if who == "nobody" else request.getfixturevalue(who)
    session = session_of(person) if person else ""

    async def closing(match_id: str) -> list[Any]:
        page = Page(match_id, session)
        assert await page.open()
        return [await page.next(), page.texts]

    ids = [private.id, "22222222222222ab", "%27%20OR%201=1"]
    assert [async_to_sync(closing)(match_id) for match_id in ids] == [[{"type": "close", "code": 4404}, []]] * 3
    pages = [browser(person).get(f"/api/v1/matches/{match_id}") for match_id in ids]
    asked = [ask_of(browser(person), match_id) for match_id in ids]
    assert {page.status_code for page in pages} == {404}
    assert len({page.content for page in pages}) == 1
    assert {(answer.status_code, answer.content) for answer in asked} == {(asked[0].status_code, asked[0].content)}


def ask_of(client: Client, match_id: str) -> Any:
    """Send a move that is good in form."""
    body = json.dumps({"type": "move", "token": "t1", "move": {"type": "pass"}})
    return client.post(f"/api/v1/matches/{match_id}/requests", body, content_type="application/json")


def test_a_page_whose_session_ends_is_closed_within_two_seconds(match, anna):
    session = session_of(anna)

    async def play() -> Json:
        page = Page(match.id, session)
        await open_pages(page)
        await sync_to_async(Session.objects.filter(pk=session).delete)()
        return await page.next("close", seconds=2.0)

    assert async_to_sync(play)() == {"type": "close", "code": 4401}


def test_a_binary_or_unreadable_message_is_refused_and_the_fifth_closes(table):
    session = session_of(table.people["mover"])

    async def play() -> list[Json]:
        page = Page(table.match.id, session)
        await open_pages(page)
        return [*[await page.ask(junk) for junk in (b"\x00\x01", "", "[]", "nul", b"")], await page.next("close")]

    before = table.fingerprint()
    *answers, closing = async_to_sync(play)()
    assert [answer["error"]["code"] for answer in answers] == ["bad_json"] * 5
    assert closing["code"] == 1003
    assert table.fingerprint() == before


def test_a_flood_is_told_to_slow_down_request_by_request_and_then_cut_off(table, settings):
    settings.SOCKET_RATE, settings.SOCKET_BURST = 0.001, 4
    session = session_of(table.people["mover"])

    async def play() -> list[Json]:
        page = Page(table.match.id, session)
        await open_pages(page)
        for number in range(9):
            await page.send({"type": "ping", "token": f"t{number}"})
        return [await page.next("pong", "refused", "close") for _ in range(9)]

    before = table.fingerprint()
    messages = async_to_sync(play)()
    assert [message["type"] for message in messages] == ["pong"] * 4 + ["refused"] * 4 + ["close"]
    for number, message in enumerate(messages[4:8], 4):
        assert (message["token"], message["error"]["code"]) == (f"t{number}", "slow_down")
        assert_plain_sentence(message["error"]["message"])
    assert messages[8]["code"] == 4429
    assert table.fingerprint() == before


def test_a_fault_of_ours_is_try_again_and_costs_nothing(table, monkeypatch):
    before = table.fingerprint()
    for module in (carrier, follower):
        monkeypatch.setattr(module, "fold_in", lambda *_: 1 / 0)
    for door in (ask_by_socket, ask_by_rest):
        answer = door(table.people["mover"], table.match, table.move())
        assert answer.code == "try_again"
        assert_plain_sentence(answer.message)
    monkeypatch.undo()
    assert table.fingerprint() == before
    assert ask_by_rest(table.people["mover"], table.match, table.move()).number == table.number + 1


# --- REST's own rules ---


def error_of(response: Any) -> str:
    """Return the code of an error in the one shape that all have."""
    value = response.json()
    assert set(value) == {"error"}
    assert {"code", "message"} <= set(value["error"]) <= {"code", "message", "field", "number", "retry_after"}
    assert_plain_sentence(value["error"]["message"])
    return str(value["error"]["code"])


@pytest.mark.parametrize(
    ("status", "code", "body", "who"),
    [
        (401, "login_required", Table.move, "nobody"),
        (403, "not_a_player", Table.move, "stranger"),
        (409, "not_your_turn", Table.move, "other"),
        (409, "stale_position", lambda t: t.move(number=0), "mover"),
        (422, "illegal_move", lambda t: t.move(move={"type": "pass"}), "mover"),
        (400, "unknown_field", lambda t: t.move(is_staff=True), "mover"),
        (400, "bad_json", lambda t: "{", "mover"),
        (413, "too_large", lambda t: t.move(move="x" * 65_536), "mover"),
    ],
)
def test_rest_says_the_kind_of_refusal_by_its_status(status, code, body, who, table):
    content = body(table)
    text = content if isinstance(content, str) else json.dumps(content)
    path = f"/api/v1/matches/{table.match.id}/requests"
    response = browser(table.people[who]).post(path, text, content_type="application/json")
    assert (response.status_code, error_of(response)) == (status, code)


def test_rest_refuses_a_cookie_without_its_csrf_token(table):
    client = browser(table.people["mover"], **{"X-CSRFToken": "b" * 32})
    before = table.fingerprint()
    response = client.post(f"/api/v1/matches/{table.match.id}/requests", table.move(), content_type="application/json")
    assert (response.status_code, error_of(response)) == (403, "csrf_failed")
    assert table.fingerprint() == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_rest_takes_json_alone(kind, table):
    path, text = f"/api/v1/matches/{table.match.id}/requests", json.dumps(table.move())
    response = browser(table.people["mover"]).generic("POST", path, text, content_type=kind)
    assert (response.status_code, error_of(response)) == (415, "unsupported_media_type")


@pytest.mark.parametrize(("method", "path", "allowed"), [
    ("HEAD", "/requests", "POST"), ("GET", "/requests", "POST"), ("PUT", "/requests", "POST"),
    ("DELETE", "", "GET"), ("PUT", "", "GET"), ("PATCH", "/record", "GET"),
])  # fmt: skip
def test_rest_names_the_methods_that_an_address_knows(method, path, allowed, table):
    response = browser(table.people["mover"]).generic(method, f"/api/v1/matches/{table.match.id}{path}")
    assert response.status_code == 405
    assert allowed in response["Allow"].split(", ")
    if method != "HEAD":
        assert error_of(response) == "method_not_allowed"


def test_rest_gives_json_or_says_so(table):
    response = browser(table.people["mover"], Accept="application/xml").get(f"/api/v1/matches/{table.match.id}")
    assert (response.status_code, error_of(response)) == (406, "not_acceptable")


@pytest.mark.parametrize("address", ["", "nothing", "matches/", "matches/a/b/c", "../etc/passwd", "%00", "📎"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_address_that_leads_nowhere_is_answered_as_any_other_refusal(method, address):
    response = browser(None).generic(method, f"/api/v1/{address}")
    assert (response.status_code, error_of(response)) == (404, "not_found")


def test_the_record_of_a_running_match_is_not_to_be_had(table):
    response = browser(table.people["mover"]).get(f"/api/v1/matches/{table.match.id}/record")
    assert (response.status_code, error_of(response)) == (409, "not_over")
    assert carrier.load(table.match.id).facts.server_seed.hex() not in response.content.decode()
