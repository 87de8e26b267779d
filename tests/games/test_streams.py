"""Streams and sockets of programs: the same lines as pages get, numbered, and over when their token is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator

from accounts import personal_tokens
from accounts.api.rest import VARY
from accounts.models import PersonalToken, User
from config.asgi import application
from games.errors import try_again
from games.models import Match
from games.serving import ndjson
from games.serving.hub import hub
from games.tables import connections
from tests.games.conftest import ask, open_for, started, to_move
from tests.games.doors import browser
from tests.games.socket_pages import HOST, PATIENCE, Page, open_pages, session_of
from tests.games.stream_readers import Listener
from tests.programs import Program, new_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
Json = dict[str, Any]
ELSEWHERE = 299  # from the pages' stand-in


def moved(match: Match) -> int:
    user, legal = to_move(match)
    return ask(match, user, "move", move=legal[0])


def revoked() -> None:
    for token in PersonalToken.objects.all():
        personal_tokens.revoke_token(token.user, token.pk)


# --- of a match ---


def test_a_stream_begins_with_the_state_and_goes_on_with_each_entry_as_a_page_has_them(match, anna):
    token, session = new_token(anna, "read"), session_of(anna)

    async def play() -> None:
        stream, page = Listener(f"matches/{match.id}/stream", token), Page(match.id, session)
        state = await stream.open()
        assert (stream.status, stream.headers[b"content-type"]) == (200, b"application/x-ndjson")
        assert VARY in stream.headers.items()
        assert (state["type"], state["frame"]["seat"]) == ("state", 0)
        await open_pages(page)
        number = await sync_to_async(moved)(match)
        line, frame = await stream.next("entry"), await page.next("entry")
        assert line["number"] == number == state["frame"]["number"] + 1
        assert line == frame
        assert stream.texts[-1].decode() in page.texts  # byte for byte
        await page.close()
        await stream.close()

    async_to_sync(play)()


@pytest.mark.parametrize("fault", [try_again(), ValueError("no such table")])
def test_a_stream_goes_on_where_its_connection_cannot_be_noted_and_leaves_nothing(anna, boris, monkeypatch, fault):
    """A room that kept it would say for ever that they have a page open, and nobody could call them absent."""
    match, token = started(anna, boris, rated=True), new_token(anna, "read")

    def note(*_: object, **__: object) -> None:
        raise fault

    async def listen() -> None:
        stream = Listener(f"matches/{match.id}/stream", token)
        assert (await stream.open())["type"] == "state"
        await sync_to_async(moved)(match)
        await stream.next("entry")
        await stream.close()
        assert not hub().rooms, "outside of a server the last one closes the room"

    monkeypatch.setattr(connections, "note", note)
    async_to_sync(listen)()


def test_a_reader_who_comes_back_gets_the_state_as_it_is_now(match, anna):
    token = new_token(anna, "read")

    async def play() -> None:
        stream = Listener(f"matches/{match.id}/stream", token)
        before = (await stream.open())["frame"]["number"]
        await stream.close()
        await sync_to_async(moved)(match)
        again = Listener(f"matches/{match.id}/stream", token)
        assert (await again.open())["frame"]["number"] == before + 1
        await again.close()

    async_to_sync(play)()


@pytest.mark.parametrize("path", ["matches/{}/stream", "stream"])
def test_a_token_that_is_revoked_ends_its_streams_within_two_seconds(path, match, anna):
    token = new_token(anna, "read")

    async def play() -> Json:
        stream = Listener(path.format(match.id), token)
        await stream.open()
        await sync_to_async(revoked)()
        line = await stream.next("closed", seconds=2.0)
        await stream.close()
        return line

    assert async_to_sync(play)() == {"type": "closed", "code": 4401}


def test_a_login_that_ends_ends_its_stream_too(match, anna):
    session = session_of(anna)

    async def play() -> Json:
        stream = Listener(f"matches/{match.id}/stream", cookie=f"sessionid={session}")
        assert (await stream.open())["frame"]["seat"] == 0
        from django.contrib.sessions.models import Session

        await sync_to_async(Session.objects.all().delete)()
        line = await stream.next("closed", seconds=2.0)
        await stream.close()
        return line

    assert async_to_sync(play)() == {"type": "closed", "code": 4401}


def test_a_server_that_stops_says_so_and_ends_the_answer(match, anna):
    token = new_token(anna, "read")

    async def play() -> None:
        stream = Listener(f"matches/{match.id}/stream", token)
        await stream.open()
        for end in ndjson.ends():
            end()
        assert await stream.next("closed") == {"type": "closed", "code": 1012}
        await stream.close()

    async_to_sync(play)()


def test_a_quiet_stream_shows_that_it_lives(match, anna, monkeypatch):
    monkeypatch.setattr(ndjson, "SILENCE", 0.05)
    token = new_token(anna, "read")

    async def play() -> bool:
        stream = Listener(f"matches/{match.id}/stream", token)
        await stream.open()
        alive = not await stream.quiet(0.5)
        await stream.close()
        return alive

    assert async_to_sync(play)()


REFUSED = {
    "a bad token": ({"token": "quintet_no"}, 401, "bad_token"),
    "a token in the address": ({"query": "access_token=x"}, 400, "token_in_url"),
    "a parameter": ({"query": "after=3"}, 400, "unknown_parameter"),
    "another method": ({"method": "POST"}, 405, "method_not_allowed"),
}


@pytest.mark.parametrize("path", ["matches/{}/stream", "stream"])
@pytest.mark.parametrize(("how", "status", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_good_is_refused_as_by_rest(how, status, code, path, match):
    stream = Listener(path.format(match.id), **how)
    error = async_to_sync(stream.open)()["error"]
    assert (stream.status, error["code"], stream.over) == (status, code, True)
    assert VARY in stream.headers.items()


def test_scopes_and_logins_are_asked_for(match, anna):
    for path, token, status in [
        ("stream", "", 401), ("stream", new_token(anna, "play", "chat"), 403),
        (f"matches/{match.id}/stream", new_token(anna, "play"), 403),
    ]:  # fmt: skip
        stream = Listener(path, token)
        async_to_sync(stream.open)()
        assert stream.status == status


def test_a_closed_match_and_a_missing_one_give_the_same_bytes_as_rest(anna, boris, clara):
    private = started(anna, boris, watchers=False)
    token, answers = new_token(clara), set()
    for match_id in (private.id, "2222222222222222", "no-id"):
        stream = Listener(f"matches/{match_id}/stream", token)
        async_to_sync(stream.open)()
        answers.add((stream.status, json.dumps(json.loads(stream.texts[0]))))
    rest = browser(clara).get(f"/api/v1/matches/{private.id}")
    assert answers == {(404, json.dumps(rest.json()))}


def test_nobody_has_streams_without_end(match, anna, settings):
    settings.SOCKETS_EACH = 2
    token = new_token(anna, "read")

    async def play() -> list[int]:
        streams = [Listener(f"matches/{match.id}/stream", token) for _ in range(3)]
        for stream in streams:
            await stream.open()
        for stream in streams[:2]:
            await stream.close()
        return [stream.status for stream in streams]

    assert async_to_sync(play)() == [200, 200, 429]


def test_a_reader_who_does_not_read_is_cut_off_and_holds_up_nobody(match, anna):
    async def play() -> None:
        stuck = ndjson.Stream({}, None, None, user=User(pk=1), stamp="x")
        stuck._outbox._send = _never  # the network takes nothing
        for _ in range(200):
            stuck.push(b"x" * 1_000)
        assert stuck._outbox.broken
        assert stuck._done.is_set()

    async_to_sync(play)()


async def _never(text: str) -> None:
    import asyncio

    await asyncio.sleep(60)


# --- of all that concerns a person ---


def test_ones_own_stream_tells_whose_turn_it_is_and_who_invites(match, anna, boris, clara):
    token = new_token(anna, "read")

    async def play() -> None:
        stream = Listener("stream", token)
        first = await stream.open()
        (told,) = first["matches"]
        assert (first["type"], first["number"], told["match"], told["status"]) == ("state", 1, match.id, "active")
        number = await sync_to_async(moved)(match)
        second = await stream.next("state", seconds=3.0)
        assert (second["number"], second["matches"][0]["number"]) == (2, number)
        assert second["matches"][0]["turn"] is not told["turn"]
        table = await sync_to_async(open_for)(clara)
        await sync_to_async(invited)(table, clara, anna)
        third = await stream.next("state", seconds=3.0)
        assert [one["match"] for one in third["invitations"]] == [table.id]
        await stream.close()

    async_to_sync(play)()


def invited(table: Match, by: Any, whom: Any) -> None:
    from games.tables.invitations import invite_person

    invite_person(table, by, whom, "http://localhost")


def test_ones_own_stream_says_nothing_while_nothing_changes(match, anna):
    token = new_token(anna, "read")

    async def play() -> bool:
        stream = Listener("stream", token)
        await stream.open()
        quiet = await stream.quiet(2.5)
        await stream.close()
        return quiet

    assert async_to_sync(play)()


# --- the site's socket ---


class Socket:
    """A program's socket, with its token in the handshake and no Origin."""

    def __init__(self, match: Match, token: str) -> None:
        headers = [(b"host", HOST.encode()), (b"authorization", f"Bearer {token}".encode())]
        scope = {"type": "websocket", "path": f"/ws/matches/{match.id}/", "query_string": b"", "headers": headers}
        self._socket = ApplicationCommunicator(application, scope | {"subprotocols": []})

    async def open(self) -> str:
        await self._socket.send_input({"type": "websocket.connect"})
        return str((await self._socket.receive_output(timeout=PATIENCE))["type"])

    async def next(self, *kinds: str, seconds: float = PATIENCE) -> Json:
        while True:
            message = await self._socket.receive_output(timeout=seconds)
            told = json.loads(message["text"]) if "text" in message else {"type": "close", "code": message["code"]}
            if not kinds or told["type"] in kinds:
                return told

    async def ask(self, **body: Any) -> Json:
        await self._socket.send_input({"type": "websocket.receive", "text": json.dumps(body)})
        return await self.next("accepted", "refused")

    async def close(self) -> None:
        await self._socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await self._socket.wait(timeout=PATIENCE)


def test_a_program_plays_over_the_sites_socket_by_its_token(match):
    user, legal = to_move(match)
    token = new_token(user)

    async def play() -> None:
        socket = Socket(match, token)
        assert await socket.open() == "websocket.accept"
        number = (await socket.next("state"))["frame"]["number"]
        assert await socket.ask(type="move", token="m", move=legal[0]) == {
            "type": "accepted", "token": "m", "number": number + 1,
        }  # fmt: skip
        await sync_to_async(revoked)()
        assert await socket.next("close", seconds=2.0) == {"type": "close", "code": 4401}
        await socket.close()

    async_to_sync(play)()


def test_a_socket_by_a_token_does_what_its_scopes_name(match, anna):
    token = new_token(anna, "read")

    async def play() -> list[Any]:
        socket = Socket(match, token)
        assert await socket.open() == "websocket.accept"
        asked = [
            {"type": "resign", "token": "r"},
            {"type": "chat", "token": "c", "text": "hi"},
            {"type": "x", "token": "x"},
        ]
        told = [(await socket.ask(**body))["error"] for body in asked]
        await socket.close()
        return [(error["code"], error["scope"]) for error in told]

    assert async_to_sync(play)() == [("scope_missing", "play"), ("scope_missing", "chat"), ("scope_missing", "play")]


@pytest.mark.parametrize("scopes", [None, ("play", "chat")])
def test_a_socket_with_a_bad_token_or_one_that_may_not_look_is_refused_at_the_handshake(scopes, match, anna):
    token = "quintet_no" if scopes is None else new_token(anna, *scopes)
    assert async_to_sync(Socket(match, token).open)() == "websocket.close"


# --- what has not changed ---


def test_who_polls_is_answered_on_the_loop_while_nothing_changes(match, anna, boris, monkeypatch):
    monkeypatch.setattr("config.asgi.pages", _pages)
    tokens = {scopes: new_token(anna, *scopes) for scopes in [("read",), ("play",)]}
    other = new_token(boris, "read")
    tag = Program(anna).get(f"matches/{match.id}")["ETag"]

    async def status(token: str, known: str, **how: Any) -> int:
        listener = Listener(f"matches/{match.id}", token, known=known, **how)
        await listener.open()
        assert listener.status == ELSEWHERE or VARY in listener.headers.items()
        return listener.status

    read = tokens["read",]
    for token in (read, tokens["play",], other):
        personal_tokens.find_token(token)  # it was used just now
    assert async_to_sync(status)(read, tag) == 304
    for asked in [(read, 'W/"0.0"'), (tokens["play",], tag), (other, tag), ("quintet_no", tag), (read, "")]:
        assert async_to_sync(status)(*asked) == ELSEWHERE
    assert async_to_sync(status)(read, tag, query="x=1") == async_to_sync(status)(read, tag, method="POST") == ELSEWHERE
    moved(match)
    assert async_to_sync(status)(read, tag) == ELSEWHERE
    revoked()
    assert async_to_sync(status)(read, tag) == ELSEWHERE


async def _pages(scope: Any, receive: Any, send: Any) -> None:
    """Stand in for Django, which may not be asked."""
    await send({"type": "http.response.start", "status": ELSEWHERE, "headers": []})
    await send({"type": "http.response.body", "body": b"{}"})
