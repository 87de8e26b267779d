"""A server that only repeats: what the load client can do when nothing else is in the way.

`python -m bench.load.echo` plays against it, the server on one core and the client on the other. It speaks the match
socket's protocol with frames of the usual size: every move is taken, it is the other seat's turn, and after `PLIES`
moves the match is over.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import json
import multiprocessing
import re
import time
from typing import Any, cast

import uvloop

from bench.load.kinds import Turns
from bench.load.play import Hall, Prepared
from bench.load.wire import CLOSE, FINAL, PING, TEXT
from bench.sites import CLIENT, SITE, allow_many_sockets, pin

PLIES = 78
SEATS = 2
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_ASKED = re.compile(rb'"token":"([\w-]+)","number":(\d+)')
_LEGAL = [{"type": "play", "card": "5S", "cell": f"{column}{row}"} for column in "abcdefg" for row in (3, 7)]
_VIEW = {
    "chips": {f"{column}{row}": 0 for column in "abcdefghij" for row in (1, 4, 9)},
    "layout": ["** 2S 3S 4S"] * 92,
}  # as long as a real view


class Room:
    """One match: its sockets by seat and how far it is."""

    def __init__(self) -> None:
        self.sockets: dict[int, Socket] = {}
        self.number = 0

    def frame(self, seat: int) -> dict[str, Any]:
        """Return what a seat is shown."""
        active = self.number < PLIES
        turn = [self.number % SEATS] if active else []
        shown = {"number": self.number, "ply": self.number, "status": "active" if active else "finished", "turn": turn}
        return shown | {"seat": seat, "view": _VIEW} | ({"legal": _LEGAL} if seat in turn else {})

    def take(self, seat: int, token: bytes) -> None:
        """Take a move: answer it, then show it to all."""
        self.number += 1
        self.sockets[seat].say(b'{"type":"accepted","token":"%b","number":%d}' % (token, self.number))
        for to, socket in self.sockets.items():
            socket.say(entry(self.number, seat, to))


_entries: dict[tuple[int, int, int], bytes] = {}


def entry(number: int, seat: int, to: int) -> bytes:
    """Return an entry's text, made once."""
    if (number, seat, to) not in _entries:
        room = Room()
        room.number = number
        told = {"type": "entry", "number": number, "kind": "move", "at": 0, "seat": seat, "ply": number - 1}
        _entries[number, seat, to] = json.dumps(told | {"events": [], "frame": room.frame(to)}).encode()
    return _entries[number, seat, to]


class Socket(asyncio.Protocol):
    """The server's end of one socket; its path says match and seat: /ws/matches/ID/, cookie seat=0."""

    def __init__(self, rooms: dict[str, Room]) -> None:
        self._rooms = rooms
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._room: Room | None = None
        self._seat = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the room."""
        if self._room is not None and self._room.sockets.get(self._seat) is self:
            del self._room.sockets[self._seat]
        self._transport = None

    def data_received(self, data: bytes) -> None:
        """Answer the handshake, then every frame (clients' frames here are short)."""
        data = self._rest + data
        if self._room is None:
            self._rest = data
            if data.endswith(b"\r\n\r\n"):
                self._welcome(data)
            return
        while len(data) >= 6:
            head = 4 if data[1] & 127 == 126 else 2
            size = int.from_bytes(data[2:4], "big") if head == 4 else data[1] & 127
            end = head + 4 + size
            if len(data) < end:
                break
            assert data[1] & FINAL, "a client masks its frames"
            self._hear(data[0] & 15, unmasked(data[head : head + 4], data[head + 4 : end]))
            data = data[end:]
        self._rest = data

    def say(self, text: bytes, opcode: int = TEXT) -> None:
        """Send a message."""
        if self._transport is not None:
            size = len(text)
            length = bytes((size,)) if size < 126 else b"\x7e" + size.to_bytes(2, "big")
            self._transport.write(bytes((FINAL | opcode,)) + length + text)

    def _welcome(self, request: bytes) -> None:
        lines = request.decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        key = headers["Sec-WebSocket-Key"].encode()
        accept = base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest()).decode()
        answer = "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"
        assert self._transport is not None
        self._transport.write("\r\n".join([*answer, f"Sec-WebSocket-Accept: {accept}", "", ""]).encode())
        self._rest, self._seat = b"", int(headers["Cookie"].removeprefix("seat="))
        self._room = self._rooms.setdefault(lines[0].split("/")[3], Room())
        self._room.sockets[self._seat] = self
        self._show()

    def _show(self) -> None:
        assert self._room is not None
        state = {"type": "state", "frame": self._room.frame(self._seat), "chat": [], "presence": {}}
        self.say(json.dumps(state).encode())

    def _hear(self, opcode: int, text: bytes) -> None:
        assert self._room is not None
        if opcode == CLOSE:
            self.say(text, CLOSE)
        elif opcode == TEXT and b'"resync"' in text:
            self._show()
        elif opcode == TEXT:
            asked = _ASKED.search(text)
            assert asked is not None, text
            if int(asked[2]) == self._room.number and self._seat == self._room.number % SEATS:
                self._room.take(self._seat, asked[1])
            else:
                self.say(b'{"type":"refused","token":"%b","error":{"code":"stale_position"}}' % asked[1])

    def ping(self) -> None:
        """Ask for a pong."""
        self.say(b"?", PING)


def unmasked(mask: bytes, payload: bytes) -> bytes:
    """Return what a client has masked."""
    size = len(payload)
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big")


def matches(count: int) -> list[Prepared]:
    """Return matches that the server will know."""
    return [{"match": f"m{number}", "cookies": [f"seat={seat}" for seat in range(SEATS)]} for number in range(count)]


async def serve(port: int = 0) -> asyncio.Server:
    """Listen; port 0 takes a free one."""
    rooms: dict[str, Room] = {}
    return await asyncio.get_running_loop().create_server(lambda: Socket(rooms), "127.0.0.1", port, backlog=2048)


def _serve_for_ever(told: Any) -> None:
    async def run() -> None:
        server = await serve()
        told.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    pin(SITE)
    uvloop.run(run())


async def _play(port: int, tables: int, seconds: float) -> None:
    hall = Hall(f"http://127.0.0.1:{port}", Turns)
    hall.add(matches(int(tables + 20_000 * (seconds + 1) / PLIES)))
    await hall.open(tables)
    used = time.process_time()
    (tally,) = await hall.measure(seconds, warm_up=1.0)
    each = (time.process_time() - used) / max(1, tally.moves) * seconds / (seconds + 1)
    print(
        f"{tables} tables: {tally.row()}, client {1e6 * each:.0f} µs a move: {1 / each:,.0f} a second on a whole core"
    )


def main() -> None:
    """Print what the client can do."""
    parser = argparse.ArgumentParser(prog="bench.load.echo", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5.0)
    wish = parser.parse_args()
    allow_many_sockets()
    told: Any = multiprocessing.Queue()
    server = multiprocessing.Process(target=_serve_for_ever, args=(told,), daemon=True)
    server.start()
    try:
        pin(CLIENT)
        uvloop.run(_play(told.get(timeout=10), wish.tables, wish.seconds))
    finally:
        server.kill()


if __name__ == "__main__":
    main()
