"""Pages that stay open, through the proxy, while the servers are restarted: `python -m tests.deploy.returns ROOT`.

As an upgrade by docs/deploy.md does it, one after the other. The two people of `tests.deploy.play` have eight matches
open and go on moving; each page comes back as ours do, and REST is asked all the while over a connection that is kept.
"""

from __future__ import annotations

import asyncio
import random
import ssl
import sys
from collections import Counter
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.deploy.play import MATCHES, PATIENCE, Page, Somebody, begin

PORTS = (8101, 8102)
AWAY_MOST = 2.0  # s, of any page: docs/deploy.md
COMES_BACK = 0.1  # s at most until a page of ours tries again (static/js/link.js)
THINKS = 0.3  # s


@dataclass
class Seen:
    """What all pages saw: how their sockets ended, how long each was away in seconds, what REST answered."""

    ends: Counter[int | None] = field(default_factory=Counter)
    away: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)  # handshakes
    moves: int = 0


class Watcher(Page):
    """A page that comes back whenever its socket ends."""

    def __init__(self, person: Somebody, match: str, seen: Seen) -> None:
        self._person, self._match, self._seen = person, match, seen
        self._lost = 0.0

    async def stay(self) -> None:
        """Be open until cancelled, and move when it is our turn."""
        while True:
            try:
                async with self._person.socket(self._match) as socket:
                    super().__init__(socket)
                    await self._play()
            except ConnectionClosed as end:
                self._seen.ends[end.rcvd.code if end.rcvd else None] += 1
                self._lost = perf_counter()
            except (InvalidHandshake, OSError) as error:
                self._seen.refused.append(repr(error))
            await asyncio.sleep(random.uniform(0, COMES_BACK))

    async def _play(self) -> None:
        await self.until(lambda: bool(self.frame))
        if self._lost:
            self._seen.away.append(perf_counter() - self._lost)
        while True:
            await self.until(lambda: self.frame["seat"] in self.frame["turn"])
            number = self.frame["number"]
            await asyncio.sleep(THINKS)
            await self.ask("move", move=self.frame["legal"][0])
            self._seen.moves += 1
            await self.until(lambda number=number: self.frame["number"] > number)


async def _begun(host: Somebody, guest: Somebody) -> str:
    """Open a table, seat both and start; returns the match's id."""
    match = await host.open_table()
    async with AsyncExitStack() as exits:
        await begin(*[Page(await exits.enter_async_context(person.socket(match))) for person in (host, guest)])
    return match


async def _asking(person: Somebody, matches: list[str], seen: Seen) -> None:
    """Look at one match after the other over REST until cancelled."""
    while True:
        for match in matches:
            seen.statuses[await person.status_of(match)] += 1
            await asyncio.sleep(0.05)


async def _restart(root: Path, port: int) -> None:
    """Run what the documentation says for one server."""
    wait = f"until curl --silent --fail --output /dev/null http://127.0.0.1:{port}/readyz; do sleep 0.2; done"
    command = f"systemctl restart quintet-server@{port}; {wait}"
    async with asyncio.timeout(PATIENCE):
        done = await asyncio.create_subprocess_exec("chroot", str(root), "bash", "-c", command)
        assert await done.wait() == 0


async def main(root: Path) -> int:
    """Stay, restart both servers, say what was seen; returns the exit status."""
    trust = ssl.create_default_context(cafile=str(root / "etc/quintet/tls/fullchain.pem"))
    people = host, guest = Somebody(trust), Somebody(trust)
    for person in people:
        await person.come_in()
    matches, seen = [await _begun(host, guest) for _ in range(MATCHES)], Seen()
    pages = [Watcher(person, match, seen) for match in matches for person in people]
    tasks = [asyncio.create_task(page.stay()) for page in pages]
    tasks.append(asyncio.create_task(_asking(host, matches, seen)))
    for port in PORTS:
        await asyncio.sleep(3)
        moved = seen.moves
        await _restart(root, port)
    await asyncio.sleep(3)
    for task in tasks:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks)
    return _judged(seen, pages, moved)


def _judged(seen: Seen, pages: list[Watcher], moved: int) -> int:
    away = sorted(seen.away)
    print(f"{len(away)} pages came back: median {away[len(away) // 2]:.2f} s, worst {away[-1]:.2f} s; {seen}")
    assert set(seen.ends) == {1012}, "a restart says so"
    assert len(away) == seen.ends.total() >= len(pages), "each page loses its server once"
    assert not seen.refused, "a page found no server"
    assert away[-1] <= AWAY_MOST, "a page was away too long"
    assert set(seen.statuses) == {200}, "REST was refused"
    assert seen.moves > moved, "play does not go on"
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]))))
