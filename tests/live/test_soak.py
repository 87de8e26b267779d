"""Sixty mixed matches in bad weather: no page is wrong for more than two seconds, no move is lost, none is made twice.

Most people are programs that keep the page's rules (tests.live.stayers), some sit at real pages. SOAK=1: for twenty
minutes, or for SOAK_SECONDS. What is measured is printed.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import Counter
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import pytest

from bench.load.tally import percentiles
from tests.browser.clickers import GAMES, Clicker
from tests.figures import Note
from tests.live.judge import faults, log_of
from tests.live.machine import Window
from tests.live.stayers import Late, Stayers, late_of
from tests.live.weather import Weather, weather

if TYPE_CHECKING:
    from tests.conftest import OpenPage
    from tests.live.footing import Town

pytestmark = [pytest.mark.live, pytest.mark.alone]
SOAK = os.environ.get("SOAK") == "1"
SECONDS = float(os.environ.get("SOAK_SECONDS", "1200")) if SOAK else 12.0
TABLES = 60 if SOAK else 10
LINES = 8 if SOAK else 4
THINK = (0.5, 3.0)  # s
RIGHT_WITHIN = 2.0  # s, on a machine of our own
SETTLED_WITHIN = 20.0


class Soak:
    """The crowd, on a thread of its own: the browser needs the test's."""

    def __init__(self, site: Town) -> None:
        self.site = site
        self.weather: Weather
        self.crowd: Stayers
        self._ready, self._begin, self._calm, self._over = (threading.Event() for _ in range(4))
        self._done: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Soak:
        self._thread.start()
        while not self._ready.wait(0.1):
            if self._done.done():
                self._done.result()
        return self

    def __exit__(self, *error: object) -> None:
        self._begin.set()
        self._over.set()
        self._thread.join(60)

    @property
    def calm(self) -> bool:
        """The weather is good again."""
        return self._calm.is_set() or self._done.done()

    def go(self) -> None:
        """Let it begin: everybody has sat down."""
        self._begin.set()

    def verdict(self) -> None:
        """Wait for the crowd's own verdict; raises what it raises."""
        self._over.set()
        self._done.result(120)

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        except BaseException as error:
            self._done.set_exception(error)
        else:
            self._done.set_result(None)

    async def _live(self) -> None:
        async with weather([int(url.rsplit(":", 1)[1]) for url in self.site.own_urls], LINES) as self.weather:
            self.crowd = await Stayers.in_weather(self.site, self.weather, TABLES, THINK)
            self._ready.set()
            await asyncio.to_thread(self._begin.wait)
            async with self.weather.raging():
                await self.crowd.living(self.site, SECONDS)
            self._calm.set()
            await asyncio.to_thread(self._over.wait)
            await self.crowd.verdict(self.site)


def test_in_bad_weather_no_page_is_wrong_for_long_and_no_move_is_lost_or_made_twice(
    site: Town, open_page: OpenPage, figures: Note
) -> None:
    with Soak(site) as soak:
        people = [Clicker(open_page, soak.weather.urls[n], game) for n, game in enumerate(GAMES)]
        window = Window()
        soak.go()
        while not soak.calm:
            for person in people:
                person.go_on()
            people[0].page.wait_for_timeout(200)
        slower = window.slower(site.group)
        left = [token for person in people for token in person.settle(SETTLED_WITHIN)]
        soak.verdict()
        log = log_of(site)
        watched = [match for person in people for match in person.watched.values()]
        programs, pages = soak.crowd.late(soak.weather), late_at_pages(watched, log, soak.weather)
        told(soak, programs, pages, slower, sum(len(match.calls) for match in watched))
        size = f"{TABLES} tables, {SECONDS / 60:.0f} min"
        wrong = [late.seconds for late in programs + pages] or [0.0]
        figures("a page wrong for", wrong, limit=RIGHT_WITHIN, unit="s", size=size)
        assert left == [], "asked at a page and never answered"
        assert faults(watched, log) == []
        assert soak.crowd.ghosts(log) == []
        assert [late for late in programs + pages if late.seconds > RIGHT_WITHIN * slower] == []
        assert all(any(match.known for match in person.watched.values()) for person in people)


def late_at_pages(watched: list[Any], log: list[Any], sky: Weather) -> list[Late]:
    """Return how long each real page was wrong, each time; an entry can be known from when it was decided."""
    shift = time.time() - time.perf_counter()
    found = []
    for match in watched:
        first = {row[1]: row[5] / 1000 - shift for row in log if row[0] == match.match}
        known = [(at / 1000 - shift, number) for at, number in match.known]
        found += late_of(known, first, match, sky)
    return sorted(found, reverse=True)


def told(soak: Soak, programs: list[Late], pages: list[Late], slower: float, clicked: int) -> None:
    """Print what has happened."""
    crowd = soak.crowd
    asked = sum(len(player.calls) for player in crowd.witnesses)
    answers = Counter(wait.code or "accepted" for wait in crowd.waits(0))
    print(f"\n{len({player.match for player in crowd.witnesses})} matches, {asked} requests, {dict(answers)}")
    print(f"  weather {dict(soak.weather.mishaps)}; {dict(crowd.tally.events)}")
    for name, late in (("programs", programs), ("pages", pages)):
        print(f"  {name} wrong for {percentiles([each.seconds for each in late])}; worst {late[:5]}")
    print(f"  {clicked} requests of real pages; the machine was {slower:.2f} times slower than usual")
