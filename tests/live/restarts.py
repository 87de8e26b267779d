"""A crowd that notes how each of its sockets ends and when its player is right again: servers are restarted."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import dataclass, field
from time import perf_counter

from tests.live.crowd import PAGE_RETURNS, Crowd, Told, Witness
from tests.live.footing import Town
from tests.live.people import fetch

PATIENCE = 60.0  # s


class Returner(Witness):
    """A player who comes back as a page does."""

    __slots__ = ("left", "to_move")
    again = PAGE_RETURNS

    def __init__(self, table, seat: int, cookie: str) -> None:  # type: ignore[no-untyped-def]
        super().__init__(table, seat, cookie)
        self.left, self.to_move = 0.0, False

    def lost(self, code: int) -> None:
        """Note the end of a socket that had spoken."""
        if self.frame is not None and not self.table.closed:
            self.left, self.to_move = perf_counter(), self.seat in self.frame.turn
            self.crowd.ends.append(code)
        super().lost(code)


class Returners(Crowd):
    """Players at a port that several servers share."""

    witness = Returner

    def __init__(self, urls: list[str], *, think: tuple[float, float], seed: int = 1) -> None:
        super().__init__(urls, think=think, seed=seed)
        self.ends: list[int] = []  # the codes
        self.away: list[tuple[float, bool]] = []  # s until somebody saw their match again; whether they were to move

    def saw(self, player: Witness, told: Told, arrived: float) -> None:
        """Note who is back."""
        super().saw(player, told, arrived)
        if isinstance(player, Returner) and player.left:
            self.away.append((arrived - player.left, player.to_move))
            player.left = 0.0


@dataclass
class Restart:
    """What came of one server's restart; s."""

    exit: float = 0.0
    ready: float = 0.0
    handed: float = 0.0  # until no match of its was left to it
    right: list[float] = field(default_factory=list)  # each player, until they knew all that was written meanwhile

    def __str__(self) -> str:
        right = f"{self.right[len(self.right) * 95 // 100]:.2f} s at p95, at most {self.right[-1]:.2f} s"
        return f"gone after {self.exit:.2f} s, its matches after {self.handed:.2f} s; then all knew all in {right}"


async def restarted(site: Town, crowd: Returners, server: int) -> Restart:
    """Ask one server to stop, and wait until another one in its place plays."""
    known = set(await asyncio.to_thread(site.query, ALIVE))  # before: it is quick
    found, at = Restart(), perf_counter()
    os.kill(server, signal.SIGTERM)
    watching = asyncio.create_task(_handed_over(site, known, at))
    while server in await asyncio.to_thread(site.servers):
        await asyncio.sleep(0.05)
        assert perf_counter() < at + PATIENCE, "the server does not stop"
    found.exit = perf_counter() - at
    found.handed = await watching
    crowd.expect(dict(await asyncio.to_thread(site.query, HEADS)))
    found.right = await crowd.all_right(PATIENCE)
    for url in site.own_urls:
        await _ready(url, perf_counter())
    found.ready = perf_counter() - at
    return found


HEADS = "SELECT match_id, number FROM games_matchlive"
OWNED = "SELECT owner, count(*) FROM games_matchlive WHERE owner <> '' AND status = 'active' GROUP BY owner"
ALIVE = "SELECT substr(name, 3) FROM games_beat WHERE name LIKE 's:%%'"


async def _handed_over(site: Town, known: set[tuple[str]], at: float) -> float:
    """Return the seconds until one of the known servers has taken its leave, which it does once it owns nothing."""
    while perf_counter() < at + PATIENCE:
        if gone := known - set(await asyncio.to_thread(site.query, ALIVE)):
            took, owners = perf_counter() - at, await asyncio.to_thread(site.query, OWNED)
            assert not {name for (name,) in gone} & {owner for owner, _ in owners}, "it has left and owns matches"
            return took
        await asyncio.sleep(0.05)
    raise AssertionError("the server that was stopped has left its matches to nobody")


async def _ready(url: str, since: float) -> None:
    """Wait until the server there is ready."""
    told = "no answer"
    while perf_counter() < since + PATIENCE:
        try:
            async with asyncio.timeout(2):
                answer = await fetch(f"{url}/readyz", "GET", {})
            if answer.status == 200:
                return
            told = f"{answer.status} {answer.body!r}"
        except (OSError, TimeoutError) as error:
            told = repr(error)
        await asyncio.sleep(0.05)
    raise AssertionError(f"{url} is not ready: {told}")
