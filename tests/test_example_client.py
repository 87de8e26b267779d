"""The example client asks again while the site is busy or being restarted, whatever a proxy says meanwhile."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.stack import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

LATER = [
    httpx.Response(429, headers={"Retry-After": "7"}, json={"error": {"code": "slow_down", "message": "Slow down."}}),
    httpx.Response(502, html="<h1>Bad Gateway</h1>"),
    httpx.Response(503, headers={"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}, html="<h1>Restarting</h1>"),
    httpx.Response(504, html="<h1>Gateway Time-out</h1>"),
]
REFUSED = httpx.Response(404, json={"error": {"code": "no_match", "message": "There is no such match."}})
SLEPT = [7.0, 1.0, 1.0, 1.0]  # seconds


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client has waited, in place of waiting."""
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    return pauses


@pytest.fixture
def answered_by(slept: list[float], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Make a client of a site that gives these answers, one after the other."""
    import client

    made = httpx.Client

    def answered_by(*answers: httpx.Response) -> Any:
        coming = iter(answers)
        transport = httpx.MockTransport(lambda _: next(coming))
        monkeypatch.setattr(httpx, "Client", lambda **settings: made(transport=transport, **settings))
        return client.Client("https://quintet.example", "quintet_token")

    return answered_by


def test_a_request_is_sent_again_until_the_site_has_time(answered_by: Callable[..., Any], slept: list[float]) -> None:
    asked = answered_by(*LATER, httpx.Response(200, json={"name": "gnu"}))
    assert asked.get("account") == {"name": "gnu"}
    assert slept == SLEPT


def test_a_stream_is_begun_again_until_the_site_has_time(answered_by: Callable[..., Any], slept: list[float]) -> None:
    lines = [{"type": "frame"}, {"type": "closed", "code": 4401}]
    asked = answered_by(*LATER, httpx.Response(200, text="\n".join(map(json.dumps, lines))))
    assert list(asked.stream("stream")) == lines[:1]
    assert slept == SLEPT


def test_what_is_refused_is_not_asked_again(answered_by: Callable[..., Any], slept: list[float]) -> None:
    asked = answered_by(REFUSED, REFUSED)
    refused = sys.modules["client"].Refused
    with pytest.raises(refused, match="404 no_match"):
        asked.get("matches/none")
    with pytest.raises(refused, match="404 no_match"):
        list(asked.stream("matches/none/stream"))
    assert not slept
