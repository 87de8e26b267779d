"""The word between processes: what one message gets wrong costs no other, and a copy of a process speaks for itself."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest

from games import live
from games.serving import wire

HEARD = 0.5  # s in which all that was sent is heard; after a fault of the layer itself nobody listens for a second


class Layer:
    """A channel layer that has these packets for whoever listens, and then nothing more."""

    def __init__(self, packets: list[list[int]]) -> None:
        self._packets = packets

    async def new_channel(self) -> str:
        return "here"

    async def group_add(self, group: str, channel: str) -> None:
        """Take the channel in."""

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
