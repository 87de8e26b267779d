"""The short way between a socket and its consumer: no task, no queue and no second copy for what can go at once.

uvicorn wakes the application's task for every message and stops reading meanwhile; at thousands of moves a second
that is a good part of a move's cost. A consumer that finds `scope["line"]` may be handed texts at once and may write
frames at once; for all else, and under any other server, the ASGI way stays open.

A connection whose other end does not read costs a known amount: the kernel's buffer, asyncio's 64 KiB, and what its
consumer keeps (games.serving.outbox).
"""

from __future__ import annotations

import logging
import socket
import struct
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.http11 import Request
from websockets.protocol import CLOSED, CLOSING, OPEN
from websockets.speedups import apply_mask

from config.pulse import PAYLOAD, PulseProtocol

log = logging.getLogger(__name__)
TEXT = 0x81  # RFC 6455, 5.2: a final text frame
SEND_BUFFER = 64 * 1024  # bytes in the kernel, which doubles it; left alone it would grow to megabytes
GOODBYE = 1.0  # s to take the last bytes when the server stops
PONG = bytes((0x8A, 0x80 + PAYLOAD))  # a final pong frame, masked, with as much in it as our pings have
SHORT, MEDIUM = 126, 65_536  # payloads whose length fits in 7 bits, in 16 bits
MASKED, KEY = 0x80, 4  # the bit of the second byte, and the bytes of the mask
_MEDIUM_HEADER = struct.Struct(">BBH")
USUAL = 1_000  # bytes of a text that is read here


class DirectProtocol(PulseProtocol):
    """A connection that its consumer can speak to directly: `scope["line"]`."""

    listener: Callable[[str], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """Put the line into the scope before the application sees it."""
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope)["line"] = self
            line = self.transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def handle_ping(self) -> None:
        """Answer a ping, but not of one who reads no answers: those would pile up without end."""
        answer = b"".join(self.conn.data_to_send())
        if self.writable.is_set():
            self.transport.write(answer)

    def shutdown(self) -> None:
        """Say goodbye, once; one who does not read keeps the server from stopping no longer than a moment.

        Who is leaving just now, or has left, needs none: uvicorn's own would raise and end the server there and then.
        """
        if self.conn.state in {CLOSING, CLOSED} or self.transport.is_closing():
            self.transport.close()
        else:
            super().shutdown()
        self.loop.call_later(GOODBYE, self.abort)

    def data_received(self, data: bytes) -> None:
        """Read what is exactly one short text, as moves are, or one pong of ours; websockets reads all the rest."""
        if self.listener is None or self.close_sent or not self._between():
            super().data_received(data)
        elif (text := whole_text(data)) is not None:
            self._hand_over(text)
        elif data[:2] == PONG and len(data) == 2 + KEY + PAYLOAD:
            self.pulse.heard(apply_mask(data[2 + KEY :], data[2 : 2 + KEY]))
        else:
            super().data_received(data)

    def _between(self) -> bool:
        """Return whether a new message begins: no part of one has been read."""
        return self.conn.state is OPEN and not self.frames and not self.conn.reader.buffer

    def send_receive_event_to_app(self) -> None:
        """Hand a text to the consumer that listens; all else waits for the application as ever."""
        if self.listener is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self._hand_over(data)

    def _hand_over(self, text: bytes) -> None:
        assert self.listener is not None
        try:
            self.listener(text.decode())
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
        except Exception:
            log.exception("a message could not be taken")

    def write(self, payload: bytes) -> bool:
        """Send a text frame if that needs no waiting; returns whether it was sent."""
        if not self.writable.is_set() or self.close_sent or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        size = len(payload)
        if size < SHORT:
            header = bytes((TEXT, size))
        elif size < MEDIUM:
            header = _MEDIUM_HEADER.pack(TEXT, SHORT, size)
        else:
            header = bytes((TEXT, SHORT + 1)) + size.to_bytes(8, "big")
        self.transport.write(header + payload)
        return True


class HttpProtocol(HttpToolsProtocol):
    """A connection that answers requests; a stream that it carries can cut it: `scope["line"]`."""

    def on_message_begin(self) -> None:
        """Put the line into the scope before the application sees it."""
        super().on_message_begin()
        cast(dict[str, Any], self.scope)["line"] = self

    def narrow(self) -> None:
        """Let the kernel hold little of what its reader does not read."""
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def abort(self) -> None:
        """Cut the connection."""
        self.transport.abort()


def whole_text(data: bytes) -> bytes | None:
    """Return the payload if these bytes are one unfragmented, masked, short text frame and nothing else."""
    if len(data) < 2 + KEY or data[0] != TEXT or data[1] < MASKED:
        return None
    size, start = data[1] - MASKED, 2
    if size == SHORT:
        size, start = int.from_bytes(data[2:4], "big"), 4
    elif size > SHORT:  # the length stands in eight bytes
        return None
    if size > USUAL or len(data) != start + KEY + size:
        return None
    return apply_mask(data[start + KEY :], data[start : start + KEY])
