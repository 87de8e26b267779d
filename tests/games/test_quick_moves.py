"""A move by POST takes the short way or the usual one: who asks cannot tell which, and it is made once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.core.cache import cache

from config import asgi
from games import carrier
from games.models import EntryRow
from tests.games.conftest import started, to_move
from tests.games.socket_pages import HOST, PATIENCE
from tests.programs import Program, new_token

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def slow_ways(monkeypatch) -> list[str]:
    """What has gone the usual way."""
    found: list[str] = []
    real = asgi.pages

    async def noted(scope, receive, send):
        found.append(scope["path"])
        await real(scope, receive, send)

    monkeypatch.setattr(asgi, "pages", noted)
    return found


def post(match_id: str, token: str, body: Any, *parts: bytes, **headers: str) -> tuple[int, Any]:
    """Post a move to the real application; return the status and what was said. No other may be given the answer."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    told = {"host": HOST, "authorization": f"Bearer {token}", "content-type": "application/json"}
    told |= {"content-length": str(len(raw) + sum(map(len, parts)))} | headers
    scope = {"type": "http", "method": "POST", "path": f"/api/v1/matches/{match_id}/moves", "query_string": b""}
    pairs = [(name.encode(), value.encode()) for name, value in told.items()]

    async def ask() -> tuple[int, Any]:
        asked = ApplicationCommunicator(asgi.application, scope | {"headers": pairs, "http_version": "1.1"})
        for number, part in enumerate([raw, *parts]):
            await asked.send_input({"type": "http.request", "body": part, "more_body": number < len(parts)})
        start, text, more = await asked.receive_output(timeout=PATIENCE), b"", True
        while more:
            message = await asked.receive_output(timeout=PATIENCE)
            text, more = text + message["body"], message.get("more_body", False)
        varies = dict(start["headers"])[b"vary" if b"vary" in dict(start["headers"]) else b"Vary"]
        assert {b"Accept-Language", b"Authorization", b"Cookie"} <= set(varies.split(b", "))
        return start["status"], json.loads(text)

    return async_to_sync(ask)()


@pytest.fixture
def mover(match) -> tuple[str, dict[str, Any]]:
    """The token of who is to move, as often used as one who plays uses it, and a move."""
    user, legal = to_move(match)
    text = new_token(user)
    assert Program(user).client.get("/api/v1/account", headers={"Authorization": f"Bearer {text}"}).status_code == 200
    return text, {"token": "m-1", "number": carrier.load(match.id).number, "move": legal[0]}


def test_a_move_is_carried_out_on_the_loop_and_its_repeat_gets_the_same_answer(match, mover, slow_ways):
    text, body = mover
    number = carrier.load(match.id).number + 1
    assert post(match.id, text, body) == (200, {"number": number})
    assert post(match.id, text, body) == (200, {"number": number})
    assert slow_ways == []
    assert EntryRow.objects.filter(match=match, kind="move").count() == 1


def test_the_same_token_with_another_move_is_refused_as_ever(match, mover):
    text, body = mover
    legal = to_move(match)[1]
    post(match.id, text, body)
    status, told = post(match.id, text, body | {"move": legal[1]})
    assert (status, told["error"]["code"]) == (422, "id_reused")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"number": 0}, (409, "stale_position")),
        ({"move": {"type": "place", "card": "XX", "cell": 0}}, None),
        ({"type": "move"}, (400, "unknown_field")),
        ({"x": 1}, (400, "unknown_field")),
        ({"token": "a b"}, (400, "out_of_range")),
        ({"move": None}, None),
    ],
)
def test_what_is_refused_is_told_by_the_usual_way_and_nothing_changes(match, mover, slow_ways, change, expected):
    text, body = mover
    status, told = post(match.id, text, body | change)
    assert status in (400, 409, 422)
    assert expected is None or (status, told["error"]["code"]) == expected
    assert told == Program(to_move(match)[0]).post(f"matches/{match.id}/moves", body | change).json()
    assert len(slow_ways) == 1
    assert not EntryRow.objects.filter(match=match, kind="move").exists()


def test_who_may_not_is_told_so(match, anna, boris, clara):
    user, legal = to_move(match)
    body = {"token": "m-1", "move": legal[0]}
    private = started(anna, boris, watchers=False)
    assert post(match.id, new_token(user, "read"), body)[1]["error"]["code"] == "scope_missing"
    assert post(match.id, new_token(clara), body)[1]["error"]["code"] == "not_a_player"
    assert post(private.id, new_token(clara), body)[0] == 404
    assert post(match.id, "quintet_wrong", body)[0] == 401
    assert not EntryRow.objects.filter(kind="move").exists()


def test_a_body_in_pieces_arrives_whole_on_either_way(match, mover, slow_ways):
    text, body = mover
    raw = json.dumps(body).encode()
    assert post(match.id, text, raw[:5], raw[5:20], raw[20:])[0] == 200
    assert slow_ways == []
    wrong = json.dumps(body | {"token": "m-2", "x": 1}).encode()
    assert post(match.id, text, wrong[:5], wrong[5:])[1]["error"]["field"] == "x"


def test_each_request_is_counted_once_whichever_way_it_goes(match, mover, settings):
    text, body = mover
    settings.LIMITS = settings.LIMITS | {"moves": (3, 60)}
    cache.clear()
    assert post(match.id, text, body)[0] == 200
    assert [post(match.id, text, body | {"token": f"m-{n}"})[0] for n in (2, 3)] == [409, 409]
    status, told = post(match.id, text, body)
    assert (status, told["error"]["limit"]) == (429, "moves")


@pytest.mark.parametrize("header", [{"content-type": "text/plain"}, {"content-length": "70000"}])
def test_what_is_unusual_goes_the_usual_way(match, mover, slow_ways, header):
    text, body = mover
    status, told = post(match.id, text, body, **header)
    assert len(slow_ways) == 1
    assert status in (200, 400, 413, 415)
    assert "error" in told or told["number"]
