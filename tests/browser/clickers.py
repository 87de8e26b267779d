"""People at real pages in bad weather: they click whenever the board offers something, and their pages are watched.

What a page asks and is told, by its sockets' frames, and when its board shows which entry, is kept for the judge.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error
from playwright.sync_api import TimeoutError as TooLate

from tests.browser import test_blue_diamond, test_diamoniak
from tests.browser.people import Person, match_id

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

    from tests.conftest import OpenPage

SEEN = """(html, ready) => [
  html.querySelector("#banner")?.checkVisibility() ?? false, html.querySelector(ready) !== null
]"""
IN_A_HURRY = 2_000  # ms: what cannot be clicked now can be clicked later
WATCH = """
new MutationObserver(() => {
  const number = Number(document.getElementById("board")?.dataset.number);
  const known = (window.known ??= []);
  if (number > (known.at(-1)?.[1] ?? -1)) known.push([Date.now(), number]);
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-number"] });
"""
Turn = Callable[["Page", random.Random], None]


def _sequence(page: Page, chance: random.Random) -> None:
    Person(page, "guest", chance).play_a_turn()


GAMES: dict[str, tuple[str, Turn]] = {
    "sequence": (".seq-usable, [data-part=choices] [data-move]", _sequence),
    "blue-diamond": (test_blue_diamond.READY, test_blue_diamond.take_a_turn),
    "diamoniak": (test_diamoniak.READY, test_diamoniak.take_a_turn),
}


@dataclass
class Request:
    """What a page has asked, and every answer."""

    token: str
    accepted: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


@dataclass
class Watched:
    """What one page of one match asked and was told and shown."""

    match: str
    url: str
    seat: int = 0
    calls: dict[str, Request] = field(default_factory=dict)
    shown: list[tuple[int, str, int, int]] = field(default_factory=list)
    known: list[tuple[float, int]] = field(default_factory=list)  # since when (ms since 1970) the board shows it

    def attend(self, socket: WebSocket) -> None:
        """Take in what goes over a socket."""
        socket.on("framesent", lambda text: self._sent(json.loads(text)))
        socket.on("framereceived", lambda text: self._received(json.loads(text)))

    def _sent(self, message: dict[str, Any]) -> None:
        if token := message.get("token"):
            self.calls.setdefault(token, Request(token))

    def _received(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "entry":
            self.shown.append((message["number"], message["kind"], message.get("seat", -1), message["at"]))
        elif kind == "accepted":
            self.calls[message["token"]].accepted.append(message["number"])
        elif kind == "refused" and "token" in message:
            self.calls[message["token"]].refused.append(message["error"]["code"])


class Clicker:
    """Somebody at a page who plays a game against a bot, again and again."""

    def __init__(self, open_page: OpenPage, url: str, game: str) -> None:
        self.url, self.game = url, game
        self.page = open_page(url)
        self.page.context.add_init_script(WATCH)
        self.page.on("websocket", self._attend)
        self.watched: dict[str, Watched] = {}
        self._chance = random.Random(game)
        self.begin()
        self.page.context.set_default_timeout(IN_A_HURRY)

    def begin(self) -> None:
        """Sit down opposite a bot."""
        self.page.goto(self.url)
        self.page.locator(f"form[action$='/play/{self.game}/'] button").click()
        self.page.wait_for_url("**/m/*/**")

    def go_on(self) -> None:
        """Click once, if there is something to click; what the weather prevents is left for later."""
        ready, turn = GAMES[self.game]
        with suppress(Error, ValueError):  # ValueError: what was to be chosen from is gone by now
            over, can_play = self._seen(ready)
            if over or "/m/" not in self.page.url:
                self.look()
                self.begin()
            elif can_play:
                turn(self.page, self._chance)

    def _seen(self, ready: str) -> list[bool]:
        """Return whether the match is over, and whether something can be played.

        Playwright's own questions, which know no time limit, may wait for ever for a page that the weather has broken.
        """
        seen: list[bool] = self.page.locator("html").evaluate(SEEN, ready, timeout=IN_A_HURRY)
        return seen

    def look(self) -> None:
        """Take down when the board has shown what; a page that does not answer must not hold up the whole crowd."""
        if "/m/" in self.page.url:
            known = self.page.locator("html").evaluate("() => window.known ?? []", timeout=IN_A_HURRY)
            self._watched().known = known

    def settle(self, seconds: float) -> list[str]:
        """Wait until all that was asked has its answer; returns the tokens that have none."""
        until = time.monotonic() + seconds
        while (left := self._open()) and time.monotonic() < until:
            self.page.wait_for_timeout(100)
        with suppress(TooLate):  # the weather has swallowed the way to the next match: `go_on` has looked before it
            self.look()
        return left

    def _open(self) -> list[str]:
        return [c.token for w in self.watched.values() for c in w.calls.values() if not c.accepted and not c.refused]

    def _watched(self) -> Watched:
        match = match_id(self.page)
        return self.watched.setdefault(match, Watched(match, self.url))

    def _attend(self, socket: WebSocket) -> None:
        if "/ws/matches/" not in socket.url:
            return
        match = socket.url.split("/ws/matches/")[1].strip("/")
        self.watched.setdefault(match, Watched(match, self.url)).attend(socket)
