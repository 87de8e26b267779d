"""Bad weather on lines: at random they are cut, fall silent, carry nothing for a while, or are slow."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from time import perf_counter

from tests.live.proxy import Proxy, running

CALM = (3.0, 12.0)  # s between two mishaps of a line
AWAY, SLOW = (0.5, 5.0), (3.0, 6.0)  # s
DELAY, JITTER = (0.03, 0.2), 0.05  # s each way
Span = tuple[float, float]


class Weather:
    """Lines to some ports, and when each of them carried nothing (perf_counter)."""

    def __init__(self, proxies: list[Proxy], seed: int) -> None:
        self.proxies = proxies
        self.outages: dict[str, list[Span]] = {self.url(proxy): [] for proxy in proxies}
        self.mishaps: Counter[str] = Counter()
        self._random = random.Random(seed)

    @staticmethod
    def url(proxy: Proxy) -> str:
        """Return the site's address at the end of a line."""
        return f"http://127.0.0.1:{proxy.port}"

    @property
    def urls(self) -> list[str]:
        """The addresses of all lines."""
        return [self.url(proxy) for proxy in self.proxies]

    @asynccontextmanager
    async def raging(self) -> AsyncIterator[None]:
        """Have bad weather; afterwards all lines are as they were."""
        tasks = [asyncio.create_task(self._over(proxy)) for proxy in self.proxies]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def since(self, url: str, begin: float, end: float) -> float:
        """Return from when on something that began at an instant can be asked of a page that was right at `end`."""
        for gone, back in self.outages[url]:
            if back > begin and gone < end:
                begin = back
        return begin

    def has_cleared(self, url: str, since: float) -> bool:
        """Return whether a line has carried nothing for a while since then, and does again."""
        return any(back > since for _, back in self.outages[url])

    async def _over(self, proxy: Proxy) -> None:
        while True:
            await asyncio.sleep(self._random.uniform(*CALM))
            mishap = self._random.choice(("cut", "silent", "away", "slow"))
            self.mishaps[mishap] += 1
            if mishap == "cut":
                proxy.cut()
            elif mishap == "silent":
                proxy.silence()
            elif mishap == "away":
                await self._away(proxy)
            else:
                await self._slow(proxy)

    async def _away(self, proxy: Proxy) -> None:
        gone = perf_counter()
        proxy.line.away = True
        proxy.silence()
        try:
            await asyncio.sleep(self._random.uniform(*AWAY))
        finally:
            proxy.line.away = False
            self.outages[self.url(proxy)].append((gone, perf_counter()))

    async def _slow(self, proxy: Proxy) -> None:
        line = proxy.line
        line.up, line.down, line.jitter = self._random.uniform(*DELAY), self._random.uniform(*DELAY), JITTER
        try:
            await asyncio.sleep(self._random.uniform(*SLOW))
        finally:
            line.up = line.down = line.jitter = 0.0


@asynccontextmanager
async def weather(ports: list[int], lines: int, seed: int = 1) -> AsyncIterator[Weather]:
    """Lay so many lines to these ports in turn."""
    async with AsyncExitStack() as exits:
        found = [await exits.enter_async_context(running(ports[n % len(ports)], seed=n)) for n in range(lines)]
        yield Weather(found, seed)
