"""How quick REST is beside the socket: both players of a match sit at one server, one moves by POST, one by socket.

SOAK=1: many more moves. What is measured is printed; limits in ms hold for a usual machine of our own.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import secrets
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import ClientConnection, connect

from bench.load.tally import percentiles
from tests.live.machine import Window, in_time
from tests.live.test_example_bot import MAKE
from tests.stack import Stack

pytestmark = [pytest.mark.live, pytest.mark.alone]
MOVES = 3_000 if os.environ.get("SOAK") == "1" else 250  # of each of the two
ASKED_AGAIN = 500
BEHIND, UNCHANGED = 15.0, 3.0  # ms


class Line:
    """One connection that is kept, and the token that goes with each request."""

    def __init__(self, url: str, token: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Any]:
        """Return status, headers and body."""
        told = None if body is None else json.dumps(body).encode()
        self._connection.request(method, f"/api/v1/{path}", told, self._headers | headers)
        answer = self._connection.getresponse()
        raw = answer.read()
        return answer.status, answer.headers, json.loads(raw) if raw else None


@pytest.fixture(scope="module")
def tokens(open_site: Stack) -> list[str]:
    return open_site.manage("shell", "-v", "0", "-c", MAKE).stdout.split()


def opened(one: Line, two: Line) -> str:
    """Return a match that has begun, of the two who have these lines."""
    table = {"token": secrets.token_hex(8), "game": "sequence", "seats": 2, "clock": {"per_move": 600_000}}
    match = str(one.ask("POST", "tables", table)[2]["match"])
    for line, kind, more in ((two, "join", {}), (two, "ready", {"ready": True}), (one, "start", {})):
        status, _, told = line.ask("POST", f"matches/{match}/requests", {"token": kind, "type": kind, **more})
        assert status == 200, told
    return match


def at_the_socket(open_site: Stack, token: str, match: str) -> ClientConnection:
    address = f"{open_site.own_urls[0].replace('http', 'ws')}/ws/matches/{match}/"
    return connect(address, additional_headers={"Authorization": f"Bearer {token}"}, compression=None)


def told(socket: ClientConnection, kind: str) -> Any:
    """Return the next message of a kind."""
    while (message := json.loads(socket.recv(10)))["type"] != kind:
        assert message["type"] != "refused", message
    return message


def played(open_site: Stack, tokens: list[str], wanted: int) -> tuple[list[float], list[float]]:
    """Return the seconds of moves by POST and by socket, in turns, so many of each at least."""
    one, two = (Line(open_site.own_urls[0], token) for token in tokens)
    by_post: list[float] = []
    by_socket: list[float] = []
    while len(by_socket) < wanted:
        match = opened(one, two)
        with at_the_socket(open_site, tokens[1], match) as socket:
            while (frame := one.ask("GET", f"matches/{match}")[2]["frame"])["status"] == "active":
                if frame["turn"] == [0]:
                    by_post.append(moved_by_post(one, match, frame))
                else:
                    by_socket.append(moved_by_socket(socket, two.ask("GET", f"matches/{match}")[2]["frame"]))
    return by_post, by_socket


def moved_by_post(line: Line, match: str, frame: Any) -> float:
    body = {"token": f"t{frame['number']}", "number": frame["number"], "move": random.choice(frame["legal"])}
    begun = perf_counter()
    status, _, answer = line.ask("POST", f"matches/{match}/moves", body)
    assert status == 200, answer
    return perf_counter() - begun


def moved_by_socket(socket: ClientConnection, frame: Any) -> float:
    body = {"type": "move", "token": f"t{frame['number']}", "number": frame["number"]}
    begun = perf_counter()
    socket.send(json.dumps(body | {"move": random.choice(frame["legal"])}))
    told(socket, "accepted")
    return perf_counter() - begun


def test_a_move_by_post_is_hardly_slower_than_one_by_socket(open_site: Stack, tokens: list[str]) -> None:
    window = Window(open_site.group)
    posts, sockets = (percentiles(of) for of in played(open_site, tokens, MOVES))
    slower = window.slower(open_site.group)
    print(f"\nmoves by POST {posts}, by socket {sockets}; the machine was {slower:.2f} times slower than usual")
    in_time("p99 of a POST, ms", posts["p99_ms"], sockets["p99_ms"] + BEHIND * slower)


def test_an_unchanged_view_is_answered_at_once(open_site: Stack, tokens: list[str]) -> None:
    one, two = (Line(open_site.own_urls[0], token) for token in tokens)
    match = opened(one, two)
    tag = one.ask("GET", f"matches/{match}")[1]["ETag"]
    window, waits = Window(open_site.group), []
    for _ in range(ASKED_AGAIN):
        begun = perf_counter()
        status, _, body = one.ask("GET", f"matches/{match}", **{"If-None-Match": tag})
        waits.append(perf_counter() - begun)
        assert (status, body) == (304, None)
    slower, found = window.slower(open_site.group), percentiles(waits)
    print(f"\n304: {found}; the machine was {slower:.2f} times slower than usual")
    in_time("p50 of a 304, ms", found["p50_ms"], UNCHANGED * slower)
