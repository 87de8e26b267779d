"""A uvicorn of this process with our protocol and an application of the test's, for what needs real sockets alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn

from config.pulse import Pulse, PulseProtocol


class Echo:
    """Accepts every socket and sends back what it says; `pulses` are those of all sockets, as they came."""

    def __init__(self) -> None:
        self.pulses: list[Pulse] = []
        self.ended = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket."""
        self.pulses.append(scope["pulse"])
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        self.ended += 1


@asynccontextmanager
async def serving(application: Any, *, ws: Any = PulseProtocol, **options: Any) -> AsyncIterator[int]:
    """Serve the application on a free port and give that back."""
    quiet = {"lifespan": "off", "log_config": None, "log_level": "error", "timeout_graceful_shutdown": 1}
    config = uvicorn.Config(application, port=0, ws=ws, **(quiet | options))
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task
