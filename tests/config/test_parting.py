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
    await stops._part(paced=True)
    assert len(ends) == 50
    assert ends[-1] - ends[0] == pytest.approx(49 / server.PARTINGS, abs=0.1)


async def test_many_sockets_end_no_later_than_a_server_may_take(monkeypatch):
    monkeypatch.setattr(server, "LONGEST_PARTING", 0.3)
    stops, ends = stopping(500)
    await stops._part(paced=True)
    assert len(ends) == 500
    assert ends[-1] - ends[0] < 0.3 + 0.2


async def test_who_cannot_wait_ends_them_at_once():
    stops, ends = stopping(500)
    stops.force_exit = True  # a second Ctrl-C
    await stops._part(paced=True)
    assert len(ends) == 500
    assert ends[-1] - ends[0] < 0.2


async def test_streams_are_among_them(monkeypatch):
    ended: list[str] = []
    monkeypatch.setattr(ndjson, "ends", lambda: [lambda: ended.append("stream")] * 3)
    await stopping(0)[0]._part(paced=True)
    assert ended == ["stream"] * 3


async def test_where_no_other_server_is_left_all_end_at_once():
    stops, ends = stopping(500)
    await stops._part(paced=False)
    assert len(ends) == 500
    assert ends[-1] - ends[0] < 0.2


async def test_who_was_let_in_meanwhile_is_ended_too(monkeypatch):
    stops, ends = stopping(1)
    monkeypatch.setattr(ndjson, "ends", lambda: [lambda: stops.server_state.connections.add(Line(ends))])
    await stops._part(paced=True)
    assert len(ends) == 2


async def test_one_that_cannot_be_ended_keeps_no_other_from_it(monkeypatch):
    stops, ends = stopping(3)
    monkeypatch.setattr(ndjson, "ends", lambda: [lambda: 1 / 0])
    await stops._part(paced=True)
    assert len(ends) == 3


async def test_what_is_open_between_two_requests_is_closed_first_and_sockets_wait_for_their_turn():
    class Idle:
        closed = False

        def shutdown(self) -> None:
            self.closed = True

    stops, ends = stopping(1)
    stops.servers, idle = [], Idle()
    stops.server_state.connections.add(idle)
    stops._let_nobody_in()
    assert idle.closed
    assert not ends
