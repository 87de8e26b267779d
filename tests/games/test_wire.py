"""The word between processes: what one message gets wrong costs no other, a copy of a process speaks for itself, and
that nobody can be reached is known for as long as it is so."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest

from games import live
from games.serving import watch, wire
from games.serving.hub import hub
from tests.games.race_tables import driven
from tests.games.socket_pages import Page, session_of

HEARD = 0.5  # s in which all that was sent is heard; after a fault of the layer itself nobody listens for a second


class Layer:
    """A channel layer that has these packets for whoever listens, and then nothing more. It may be away."""

    def __init__(self, packets: list[list[int]]) -> None:
        self._packets = packets
        self.away = False

    async def new_channel(self) -> str:
        return "here"

    async def group_add(self, group: str, channel: str) -> None:
        """Take the channel in."""

    async def group_send(self, group: str, packet: dict[str, Any]) -> None:
        if self.away:
            raise ConnectionError("nobody answers")

    async def receive(self, channel: str) -> dict[str, Any]:
        if not self._packets:
            await asyncio.Event().wait()
        return {"origin": "elsewhere", "messages": [{"number": number} for number in self._packets.pop(0)]}


@pytest.mark.parametrize("packets", [[[1, 2, 3]], [[1], [2], [3]]], ids=["one batch", "three"])
def test_a_message_that_cannot_be_taken_in_holds_up_none_behind_it(packets, monkeypatch, caplog):
    """As while servers of two versions run beside each other."""
    heard: list[int] = []

    def receive(message: dict[str, Any]) -> None:
        if message["number"] == 1:
            raise KeyError("unheard_by")
        heard.append(message["number"])

    async def listen() -> None:
        channel = wire.Wire(receive)
        channel.open()
        await asyncio.sleep(HEARD)
        channel.close()

    layer = Layer(packets)
    monkeypatch.setattr(wire, "get_channel_layer", lambda: layer)
    asyncio.run(listen())
    assert heard == [2, 3]
    assert "unheard_by" in caplog.text


@pytest.mark.django_db
@pytest.mark.usefixtures("in_process")
def test_a_layer_that_is_away_is_known_to_be_so_though_nobody_has_anything_to_say(match, anna, monkeypatch):
    """Else the first move after a quiet while would wait again for an owner who cannot hear of it."""
    monkeypatch.setattr(watch, "CHECK_EVERY", 0.05)
    monkeypatch.setattr(live, "AWAY", 0.5)
    monkeypatch.setattr(live, "_away_until", 0.0)
    layer = Layer([])

    async def play() -> None:
        with monkeypatch.context() as patched:
            for module in (live, wire):
                patched.setattr(module, "get_channel_layer", lambda: layer)
            layer.away = True
            hub().wire.send("somebody", {})
            for _ in range(10):
                await asyncio.sleep(0.2)
                assert live.layer_is_away()
            layer.away = False
            await asyncio.sleep(1.5)
            assert not live.layer_is_away()

    driven(play, Page(match.id, session_of(anna)))


def test_a_forked_process_speaks_through_a_loop_of_its_own(monkeypatch):
    """The parent's did not come along: what was handed to it would never leave."""
    monkeypatch.setattr(live, "_pid", os.getpid() + 1)  # as the child finds what the parent left
    monkeypatch.setattr(live, "_id", live._id)
    gone = asyncio.new_event_loop()
    monkeypatch.setattr(live, "_loop", gone)

    async def said() -> str:
        return "said"

    speaking = live._background_loop()
    assert speaking is not gone
    assert asyncio.run_coroutine_threadsafe(said(), speaking).result(timeout=10) == "said"
    gone.close()
