"""Round trips measured by the server: uvicorn's WebSocket protocol with a ping that a client cannot answer early.

Races give a seat back the time that its line takes (games/door/finish.py), so that time must not be a client's word.
Each ping carries bytes that nobody can guess, and only a pong with the bytes of a ping that is still out is taken, so a
client can lengthen what is measured and never shorten it. This replaces uvicorn's keepalive: the same pings, and who
stays silent is dropped. One timer serves all sockets that wait equally long.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import OrderedDict
from secrets import token_bytes
from time import monotonic
from typing import Any, cast
from weakref import WeakKeyDictionary

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from games.door.lowest import Lowest

SELDOM = 20.0  # seconds between two pings of an idle socket, where uvicorn's configuration names none
OFTEN = 2.0  # in a race
SILENCE = 20.0  # seconds without an answer after which a socket counts as dead, where the configuration names none
GRAIN = 0.02  # s between two looks at a lane, at least: a timer for each socket would cost more than its ping
BATCH = 64  # sockets pinged before others have their turn: all may have come back in the same instant
PAYLOAD = 8  # bytes
PING = bytes((0x89, PAYLOAD))  # RFC 6455, 5.2: a final ping frame, unmasked, and the length of what follows
AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: on, for no time


class Lane:
    """Sockets that wait equally long: first in, first out, and one timer for all."""

    def __init__(self, loop: asyncio.AbstractEventLoop, delay: float) -> None:
        self._loop = loop
        self._delay = delay
        self._waiting: OrderedDict[Pulse, float] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, pulse: Pulse) -> None:
        """Have the pulse beat after the lane's delay. It must not be waiting here already."""
        self._waiting[pulse] = monotonic() + self._delay
        self._wind()

    def drop(self, pulse: Pulse) -> None:
        """Forget a pulse, if it waits here."""
        self._waiting.pop(pulse, None)

    def _wind(self) -> None:
        if self._timer is None and self._waiting:
            due = next(iter(self._waiting.values()))
            self._timer = self._loop.call_later(max(GRAIN, due - monotonic()), self._run)

    def _run(self) -> None:
        self._timer = None
        now = monotonic()
        try:
            for _ in range(BATCH):
                if not self._waiting or next(iter(self._waiting.values())) > now:
                    break
                self._waiting.popitem(last=False)[0].beat()
        finally:
            self._wind()


class Pacemaker:
    """The lanes of one server, and how long one may be silent."""

    def __init__(self, loop: asyncio.AbstractEventLoop, config: Config) -> None:
        self.seldom = Lane(loop, config.ws_ping_interval or SELDOM)
        self.often = Lane(loop, min(OFTEN, config.ws_ping_interval or SELDOM))
        self.silence = config.ws_ping_timeout or SILENCE


_pacemakers: WeakKeyDictionary[Config, Pacemaker] = WeakKeyDictionary()


class Pulse:
    """The round trips of one socket; the application finds it in `scope["pulse"]`. All calls belong to the loop."""

    __slots__ = ("_lane", "_lowest", "_out", "_pacemaker", "_protocol")

    def __init__(self, pacemaker: Pacemaker) -> None:
        self._pacemaker = pacemaker
        self._lane = pacemaker.seldom
        self._lowest = Lowest()
        self._out: tuple[tuple[bytes, float], ...] = ()  # pings without an answer, the oldest first: payload, instant
        self._protocol: PulseProtocol | None = None  # from the handshake to the end

    # --- for the application ---

    def often(self) -> None:
        """Measure now and every 2 seconds from now on. Before the handshake it takes effect with it."""
        if self._lane is not self._pacemaker.often:
            self._change(self._pacemaker.often)
            self.beat()

    def seldom(self) -> None:
        """Measure every 20 seconds again."""
        if self._lane is not self._pacemaker.seldom:
            self._change(self._pacemaker.seldom)
            if self._protocol:
                self._lane.add(self)

    def lowest(self, now: float) -> float | None:
        """Return the lowest round trip of the last 60 seconds in ms, None if unknown; `now` is `time.monotonic()`."""
        return self._lowest.at(now)

    # --- for the protocol and the lanes ---

    def start(self, protocol: PulseProtocol) -> None:
        """Begin to measure: the handshake is done."""
        self._protocol = protocol
        self.beat()

    def stop(self) -> None:
        """Measure no more. What was measured stays known for its 60 seconds."""
        self._lane.drop(self)
        self._protocol = None
        self._out = ()

    def beat(self) -> None:
        """Send the next ping; or give the socket up, if it has been silent for too long."""
        protocol = self._protocol
        if protocol is None:
            return
        if self._out and monotonic() >= self._out[0][1] + self._pacemaker.silence:
            self.stop()
            protocol.keepalive_timeout()
        elif protocol.close_sent or protocol.transport.is_closing():
            self.stop()
        else:
            self._lane.add(self)
            self._ping(protocol)

    def heard(self, payload: bytes) -> None:
        """Take a pong. It counts for the ping whose payload it carries, if that one is out; older ones are settled.

        (A client may answer the newest ping alone, says RFC 6455.) All other pongs count for nothing.
        """
        now = monotonic()  # not loop.time(): uvloop's stands still within a turn and knows whole milliseconds only
        for place, (sent_payload, sent) in enumerate(self._out):
            if sent_payload == payload:
                self._out = self._out[place + 1 :]
                self._lowest.note(now, (now - sent) * 1000)
                return

    def _ping(self, protocol: PulseProtocol) -> None:
        payload = token_bytes(PAYLOAD)
        self._out = (*self._out, (payload, monotonic()))
        protocol.send_ping(payload)

    def _change(self, lane: Lane) -> None:
        self._lane.drop(self)
        self._lane = lane


class PulseProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with a Pulse in place of its keepalive."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if (pacemaker := _pacemakers.get(self.config)) is None:
            pacemaker = _pacemakers[self.config] = Pacemaker(self.loop, self.config)
        self.pulse = Pulse(pacemaker)

    def handle_connect(self, event: Request) -> None:
        """Put the pulse into the scope before the application sees it."""
        super().handle_connect(event)
        if not self.close_sent:  # a bad handshake makes no scope
            cast(dict[str, Any], self.scope)["pulse"] = self.pulse

    def start_keepalive(self) -> None:
        """Measure at once."""
        self.pulse.start(self)

    def stop_keepalive(self) -> None:
        """Measure no more."""
        self.pulse.stop()

    def send_ping(self, payload: bytes) -> None:
        """Write a ping frame."""
        self.transport.write(PING + payload)

    def handle_pong(self, event: Frame) -> None:
        """Hand the payload of a pong to the pulse."""
        self.pulse.heard(bytes(event.data))

    def keepalive_timeout(self) -> None:
        """Drop a dead connection; one that has stopped reading would never let the last bytes, and thus us, go."""
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.abort()

    def abort(self) -> None:
        """Reset the connection, for its other end does not read: the kernel, too, forgets what that has not taken."""
        if not self.disconnected:
            line = self.transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()
