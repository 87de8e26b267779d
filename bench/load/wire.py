"""The client's end of a WebSocket, as lean as a load client needs it: text out, text in, pings answered.

A library's client would be the limit above some thousand messages a second on one core. What is left out here: no
extensions, no messages in several frames, no check of the server's handshake beyond its status.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
from time import perf_counter
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL = 0x80
LOST = 1006  # the code of a connection that ended without one
_END = b"\r\n\r\n"
_two, _eight = struct.Struct(">H"), struct.Struct(">Q")


def handshake(host: str, path: str, cookie: str) -> bytes:
    """Return the request that opens a WebSocket as a page of the same site would."""
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Origin: http://{host}",
        f"Cookie: {cookie}",
    )
    return "\r\n".join(lines).encode() + _END


def masked(opcode: int, payload: bytes, mask: bytes) -> bytes:
    """Return a whole client's frame of less than 64 KiB."""
    size = len(payload)
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    body = (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big")
    head = bytes((FINAL | opcode, FINAL | size)) if size < 126 else bytes((FINAL | opcode, 254)) + _two.pack(size)
    return head + mask + body


class Link(asyncio.Protocol):
    """One connection. Whoever inherits says what to do with a text (`heard`) and when it is gone (`lost`)."""

    __slots__ = ("_handshake", "_mask", "_rest", "_transport", "_upgraded", "code")

    def __init__(self, opening: bytes) -> None:
        self._handshake = opening
        self._mask = secrets.token_bytes(4)
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._upgraded = False
        self.code = LOST

    def heard(self, text: bytes, arrived: float) -> None:
        """Take a text message in; `arrived` is when its last byte came (perf_counter)."""
        raise NotImplementedError

    def lost(self, code: int) -> None:
        """The connection has ended, with the server's code if it gave one."""
        raise NotImplementedError

    def say(self, text: bytes) -> None:
        """Send a text message; nothing happens on a connection that is gone."""
        self._send(TEXT, text)

    def hang_up(self) -> None:
        """End the connection."""
        if self._transport is not None:
            self._transport.close()

    # --- asyncio.Protocol ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the WebSocket."""
        self._transport = cast(asyncio.Transport, transport)
        self._rest, self._upgraded, self.code = b"", False, LOST
        self._transport.write(self._handshake)

    def data_received(self, data: bytes) -> None:
        """Hand on every message that is whole by now."""
        arrived = perf_counter()
        if self._rest:
            data = self._rest + data
        at = 0 if self._upgraded else self._welcomed(data)
        self._rest = data[self._frames(data, at, arrived) :] if self._upgraded else data

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever inherits."""
        self._transport = None
        self.lost(self.code)

    # --- the protocol ---

    def _welcomed(self, data: bytes) -> int:
        """Return where the first frame begins, once the server's handshake is whole."""
        end = data.find(_END)
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101 "):
            self.code = int(data[9:12])
            self.hang_up()
            return 0
        self._upgraded = True
        return end + len(_END)

    def _frames(self, data: bytes, at: int, arrived: float) -> int:
        """Handle all whole frames from there on; return where the rest begins."""
        size = len(data)
        while size - at >= 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                (length,), begin = _two.unpack_from(data, begin), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                (length,), begin = _eight.unpack_from(data, begin), at + 10
            if begin + length > size:
                break
            self._frame(data[at], data[begin : begin + length], arrived)
            at = begin + length
        return at

    def _frame(self, first: int, payload: bytes, arrived: float) -> None:
        if first == FINAL | TEXT:
            self.heard(payload, arrived)
        elif first == FINAL | PING:
            self._send(PONG, payload)
        elif first == FINAL | CLOSE:
            self.code = _two.unpack_from(payload)[0] if len(payload) >= 2 else LOST
            self.hang_up()

    def _send(self, opcode: int, payload: bytes) -> None:
        if self._transport is not None:
            self._transport.write(masked(opcode, payload, self._mask))
