"""Part 1's way of carrying a move, as its own site, so that old and new are measured in one run on one machine."""

from __future__ import annotations

import asyncio
import io
import shutil
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bench.load.play import Prepared
from bench.sites import Site
from tests.live.judge import seat_two
from tests.live.people import Person
from tests.stack import ROOT

COMMIT = "b0ffaf2"  # the last one in which every move was a transaction of its own on Django's connection
NAME, TABLES = "part 1, closed loop, 20 matches", 20
TREE = ROOT / "var" / "bench" / f"part1-{COMMIT}"


class OldSite(Site):
    """Part 1's site, two server processes as it was measured then. Matches are opened by its own pages and forms."""

    backstage = ("--workers", "1")  # bots had no worker of their own then

    def __init__(self) -> None:
        super().__init__(servers=2, tree=TREE)
        self._pairs: list[tuple[Person, Person]] = []

    def prepare(self, game: str, *, seats: int, matches: int, tables: int = 0, **options: Any) -> list[Prepared]:
        """Return so many started matches of Sequence for two."""
        with ThreadPoolExecutor(1) as apart:  # from the running loop
            return apart.submit(asyncio.run, self._seated(matches)).result()

    async def _seated(self, matches: int) -> list[Prepared]:
        while len(self._pairs) < TABLES:
            self._pairs.append((await Person.guest(self.url), await Person.guest(self.url)))
        at_once = asyncio.Semaphore(4)
        return await asyncio.gather(*(self._seat(n, at_once) for n in range(matches)))

    async def _seat(self, number: int, at_once: asyncio.Semaphore) -> Prepared:
        pair = self._pairs[number % TABLES]
        async with at_once:
            return {"match": await seat_two(*pair), "cookies": [person.cookie for person in pair]}


def site() -> Site | None:
    """Return part 1's site, not yet started; None in a clone without its history."""
    if not (TREE / "manage.py").exists() and not _check_out():
        print(f"no baseline: commit {COMMIT} is not in this clone's history", file=sys.stderr)
        return None
    return OldSite()


def _check_out() -> bool:
    packed = subprocess.run(["git", "archive", COMMIT], cwd=ROOT, capture_output=True, check=False)  # noqa: S607
    if packed.returncode:
        return False
    shutil.rmtree(TREE, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(TREE, filter="data")
    return True
