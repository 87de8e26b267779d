"""The ASGI server as both shapes run it: uvicorn with our limits, started from code.

`python -m config.server --port 8000` serves on a port; `--fd 3 --fd 4` on sockets that a parent has bound
(config/production.py). Another server program would not beat (games/clocks/beats.py), and without beats no clock runs
out.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn

from config.direct import DirectProtocol, HttpProtocol

log = logging.getLogger(__name__)
MAX_FRAME = 16 * 1024  # bytes of one socket message; longer ones close the socket with 1009
HANDSHAKES_WAITING = 2048
PARTINGS = 250  # a second: so many sockets are closed, for each is opened at another server at once
LONGEST_PARTING = 3.0  # s for all of them; more come faster
NOTICE = float(os.environ.get("DRAIN_NOTICE") or 0)  # s for which /readyz says that we stop before anything closes


def bind(host: str, port: int) -> socket.socket:
    """Return a bound socket that nobody listens on yet; SystemExit with a sentence when the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise SystemExit(f"Quintet cannot use {host}:{port}: {reason}. Try another: make run PORT=8001") from None
    return listener


def address(listener: socket.socket) -> str:
    """Return the address a person opens to reach a bound socket."""
    host, port = listener.getsockname()[:2]
    name = socket.gethostname() if host in {"0.0.0.0", "::"} else f"[{host}]" if ":" in host else host  # noqa: S104
    return f"http://{name}:{port}/"


class Server(uvicorn.Server):
    """uvicorn's server, stopping without raising the signal again, so that what comes after it still runs."""

    def __init__(self, *, drain_seconds: int, proxied: bool, on_ready: Callable[[], None] = lambda: None) -> None:
        self._on_ready = on_ready
        super().__init__(_config(drain_seconds, proxied))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Say that we live, so that a gap is known as an outage before the first move comes; then begin to listen."""
        from games import instants  # the settings are read by now
        from games.clocks import beats  # the settings are read by now
        from games.serving.hub import hub

        await asyncio.to_thread(instants.keep_time)
        await asyncio.to_thread(beats.keep_beating)
        await hub().serve()
        _steady()
        await super().startup(sockets)
        self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say that we stop, finish what is open, then bring to disk what waits and leave the matches to others."""
        from config import health
        from games.serving.hub import hub

        health.start_draining()
        await asyncio.sleep(NOTICE)
        try:
            self._let_nobody_in()
            await self._part(paced=bool(hub().peers) and signal.SIGINT not in self._captured_signals)
            await super().shutdown(sockets)
        finally:
            await hub().drain()

    def _let_nobody_in(self) -> None:
        """Close the ports, and what stays open between two requests: a proxy's page would come back by it."""
        for server in self.servers:
            server.close()
        for line in list(self.server_state.connections):
            if not isinstance(line, DirectProtocol):
                line.shutdown()

    async def _part(self, *, paced: bool) -> None:
        """End streams and sockets one after the other: all at once, each would wait until another server has all.

        `paced`: there is another server. Who was being let in just now is among the next ones.
        """
        from games.serving import ndjson

        loop, told = asyncio.get_running_loop(), set[asyncio.Protocol]()
        until = loop.time() + (LONGEST_PARTING if paced else 0.0)
        ends = ndjson.ends() + self._socket_ends(told)
        while ends:
            await self._end_all(ends, max(PARTINGS, len(ends) / max(0.001, until - loop.time())))
            ends = self._socket_ends(told) if loop.time() < until else []  # whoever is left is ended with all else

    async def _end_all(self, ends: list[Callable[[], None]], pace: float) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for done, end in enumerate(ends):
            if not self.force_exit:
                await asyncio.sleep(begun + done / pace - loop.time())
            try:
                end()
            except Exception:  # one who is gone keeps no other from being told
                log.exception("a connection could not be ended")

    def _socket_ends(self, told: set[asyncio.Protocol]) -> list[Callable[[], None]]:
        """Return what ends each socket that has not been told yet, and note that it is."""
        lines = {line for line in self.server_state.connections if isinstance(line, DirectProtocol)} - told
        told |= lines
        return [line.shutdown for line in lines]

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let Ctrl-C and SIGTERM ask the server to stop, from now until the process ends."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.handle_exit)
        yield


def _steady() -> None:
    """Keep pauses short: what lives as long as the process is not looked through again, and threads yield soon."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    sys.setswitchinterval(0.001)  # s: the loop waits no longer for a thread that works


def _config(drain_seconds: int, proxied: bool) -> uvicorn.Config:
    return uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        ws=DirectProtocol,
        http=HttpProtocol,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        backlog=HANDSHAKES_WAITING,
        timeout_graceful_shutdown=drain_seconds,
        proxy_headers=proxied,
        server_header=False,
        access_log=False,
        log_config=None,  # Django's LOGGING has the say
        log_level="warning",
    )


def _refuse_unsafe() -> None:
    from django.db import connections

    from config import checks  # the settings' module is known by now

    try:
        checks.refuse_unsafe(database=True)
    finally:
        connections.close_all()


def main() -> None:
    """Serve on a port, or on sockets inherited from a parent, until SIGTERM; then drain."""
    parser = argparse.ArgumentParser(prog="config.server")
    parser.add_argument("--fd", type=int, action="append", default=[])
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    wish = parser.parse_args()
    sockets = [socket.socket(fileno=fd) for fd in wish.fd] or [bind(wish.host, wish.port)]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if not wish.fd:  # who has bound sockets for us has looked already
        _refuse_unsafe()
    Server(drain_seconds=8, proxied=True).run(sockets)


if __name__ == "__main__":
    main()
