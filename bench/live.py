"""How fast live play is: two-player matches over real sockets against the production shape, commits on disk.

The next move goes out as soon as the other's came in. Time counts from sending a move to its arrival at the opponent.
With two cores the site and its services have the first to themselves and this client the second. Status 1, and the
run is void, below a hundred moves a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

from tests import services
from tests.live.judge import Page, seat_two
from tests.live.people import CROWDED, Person
from tests.stack import Stack

ENOUGH = 100.0  # moves a second
WARM_UP = 3.0  # s
OUT = Path(__file__).parents[1] / "var" / "bench" / "live.json"
SITE, CLIENT = {0}, {1}  # cores


class Table:
    """Two guests who play one random match after the other."""

    def __init__(self, people: tuple[Person, Person], seed: int) -> None:
        self.people = people
        self.delays: list[tuple[float, float]] = []  # when a move was sent, and the seconds until the other had it
        self._random = Random(seed)

    async def play_on(self) -> None:
        """Play until cancelled."""
        while True:
            match = await seat_two(*self.people)
            async with AsyncExitStack() as stack:
                pages = [await stack.enter_async_context(Page(person, match)) for person in self.people]
                while not pages[0].over:
                    await self._move(pages)

    async def _move(self, pages: list[Page]) -> None:
        mover, other = pages if pages[0].my_turn else reversed(pages)
        number, sent = mover.number, time.monotonic()
        asked = mover.request("move", number=number, move=self._random.choice(mover.frame["legal"]))
        answer = asyncio.ensure_future(asked)
        await other.until(lambda: other.number > number)
        self.delays.append((sent, time.monotonic() - sent))
        await answer
        await mover.until(lambda: mover.number > number)


async def drive(url: str, matches: int, seconds: float) -> dict[str, Any]:
    """Play so many matches at once for so long; return what was measured."""
    tables = [Table((await Person.guest(url), await Person.guest(url)), seed) for seed in range(matches)]
    tasks = [asyncio.create_task(table.play_on()) for table in tables]
    started = time.monotonic() + WARM_UP
    done, _ = await asyncio.wait(tasks, timeout=WARM_UP + seconds, return_when=asyncio.FIRST_EXCEPTION)
    ended = time.monotonic()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
    delays = [delay for table in tables for sent, delay in table.delays if started <= sent]
    return summary(delays, ended - started) | {"matches": matches, "seconds": round(ended - started, 1)}


def summary(delays: list[float], seconds: float) -> dict[str, Any]:
    """Return moves a second and the percentiles of the delays in ms."""
    rate = len(delays) / seconds
    ordered = sorted(delays) or [0.0]
    points = {
        f"p{p}_ms": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * p // 100)], 1) for p in (50, 95, 99)
    }
    return {"moves_a_second": round(rate, 1), **points, "void": rate < ENOUGH}


def measure(matches: int, seconds: float) -> dict[str, Any]:
    """Run services and site on their core and the client on its own; return the report."""
    pinned = _pin(SITE)
    with services.offered(durable=True) as environment:
        os.environ.update(environment)
        with Stack("production", environment=CROWDED) as stack:
            _pin(CLIENT)
            report = asyncio.run(drive(stack.url, matches, seconds))
    return report | {"pinned": pinned, "python": platform.python_version(), "cores": os.cpu_count()}


def _pin(cores: set[int]) -> bool:
    """Keep this process, and those it starts from now on, to these cores where the system can do that."""
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(0, cores)
        return True
    return False


def main() -> int:
    """Measure, print, write the JSON file; return 1 when the run is void."""
    parser = argparse.ArgumentParser(prog="bench.live", description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    arguments = parser.parse_args()
    report = measure(arguments.matches, arguments.seconds)
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(report, indent=1) + "\n")
    print("live play: {moves_a_second} moves/s, p50 {p50_ms} ms, p95 {p95_ms} ms, p99 {p99_ms} ms".format_map(report))
    if report["void"]:
        print(f"void: under {ENOUGH:.0f} moves/s", file=sys.stderr)
    return int(report["void"])


if __name__ == "__main__":
    sys.exit(main())
