"""A line that a test in a browser can break: the relay of tests.live.proxy on a loop and a thread of its own.

(Playwright keeps the loop of the test's thread for itself.)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from tests.live.proxy import Proxy, running

T = TypeVar("T")
PATIENCE = 60.0  # s


class Road:
    """A relay to a port, and a loop on which other things may run as well."""

    def __init__(self, target: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._running = running(target)
        self._proxy: Proxy = self.run(self._running.__aenter__())

    @property
    def url(self) -> str:
        """The site's address at the end of this road."""
        return f"http://127.0.0.1:{self._proxy.port}"

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the loop and return what it does."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def cut(self) -> None:
        """Break all connections off."""
        self._loop.call_soon_threadsafe(self._proxy.cut)

    def silence(self, *, sockets_only: bool = False) -> None:
        """Let nothing pass any more on the connections there are, and tell neither end."""
        self._loop.call_soon_threadsafe(partial(self._proxy.silence, sockets_only=sockets_only))

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let nothing pass at all for a while, and tell nobody."""
        self._proxy.line.away = True
        self.silence()
        try:
            yield
        finally:
            self._proxy.line.away = False

    def close(self) -> None:
        """Break everything off for good."""
        self.run(self._running.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()


@contextmanager
def road(target: int) -> Iterator[Road]:
    """Open a road to a port of this machine."""
    found = Road(target)
    try:
        yield found
    finally:
        found.close()
