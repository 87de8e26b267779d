"""A server that stops ends its streams and sockets one after the other."""

from __future__ import annotations

from time import monotonic

import pytest

from config import server
from config.direct import DirectProtocol
from games.serving import ndjson


class Line(DirectProtocol):
    """A socket that notes when it is hung up."""

    def __init__(self, ends: list[float]) -> None:
        self._ends = ends

    def shutdown(self) -> None:
        """Note it."""
        self._ends.append(monotonic())


def stopping(count: int) -> tuple[server.Server, list[float]]:
    """Return a server with so many sockets, and when each was hung up."""
    ends: list[float] = []
    found = server.Server(drain_seconds=1, proxied=False)
    found.server_state.connections = {Line(ends) for _ in range(count)}
    return found, ends


async def test_few_sockets_end_at_the_pace_at_which_another_server_takes_them():
    stops, ends = stopping(50)
    await stops._part()
    assert len(ends) == 50
    assert ends[-1] - ends[0] == pytest.approx(49 / server.PARTINGS, abs=0.1)


async def test_many_sockets_end_no_later_than_a_server_may_take(monkeypatch):
    monkeypatch.setattr(server, "LONGEST_PARTING", 0.3)
    stops, ends = stopping(500)
    await stops._part()
    assert len(ends) == 500
    assert ends[-1] - ends[0] < 0.3 + 0.2


async def test_who_cannot_wait_ends_them_at_once():
    stops, ends = stopping(500)
    stops.force_exit = True  # a second Ctrl-C
    await stops._part()
    assert len(ends) == 500
    assert ends[-1] - ends[0] < 0.2


async def test_streams_are_among_them(monkeypatch):
    ended: list[str] = []
    monkeypatch.setattr(ndjson, "ends", lambda: [lambda: ended.append("stream")] * 3)
    await stopping(0)[0]._part()
    assert ended == ["stream"] * 3
