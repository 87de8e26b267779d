"""A match page whose match stands still once the guest may move: from then on the test itself sends what happens."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize, WebSocketRoute

    from tests.stack import Stack

Json = dict[str, Any]
GAMES = ("sequence", "blue-diamond", "red-handed", "diamoniak", "blitz")
NAMES = ("Anna", "Boris")  # the guest's own seat is the first
PATIENCE = 30_000
PAUSE = 1_500  # milliseconds between two utterances of a live region, see static/js/board/murmur.js
READY: dict[str, Callable[[Json], bool]] = {
    "red-handed": lambda frame: len(frame["view"]["open"]) >= 4 and "grabber" not in frame["view"],
    "blitz": lambda frame: frame["view"]["phase"] == "play",
}
WATCH = """() => {
  window.told = [];
  window.animated = [];
  const hear = (changes) => changes.forEach(({ target }) => window.told.push(target.textContent.trim()));
  const ear = new MutationObserver(hear);
  document.querySelectorAll("#board [aria-live]").forEach((region) => ear.observe(region, { childList: true }));
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.animated.push(frames);
    return animate.call(this, frames, options);
  };
}"""
TRANSLATE = """async (language) => {
  document.documentElement.lang = language;
  const asked = { headers: { "Accept-Language": language }, cache: "reload", credentials: "omit" };
  const answer = await fetch("/jsi18n/", asked);
  // In place of the page's catalogue: one only adds to what is there, and that of English is empty.
  for (const text of Object.keys(django.catalog)) delete django.catalog[text];
  (0, eval)(await answer.text());
}"""
HURRY = f"""(() => {{
  const wait = window.setTimeout;
  window.hurry = true;
  window.setTimeout = (done, ms, ...rest) => wait(done, window.hurry && ms === {PAUSE} ? 0 : ms, ...rest);
}})()"""
SHOWN = """number => new Promise((done, fail) => {
  const end = performance.now() + 30_000;
  const look = () => {
    if (document.getElementById("board").dataset.number === number) setTimeout(done, 5);
    else if (performance.now() > end) fail(new Error(`${number} is not shown`));
    else setTimeout(look, 1);
  };
  look();
})"""
MARKS = re.compile("[\u2066-\u2069\u202a-\u202e]")


class Table:
    """The page, and the frame that it shows."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.game = page, game
        self.frame: Json = {}
        self.asked: list[Json] = []  # what the page has asked since
        self.errors: list[str] = []
        self._socket: WebSocketRoute | None = None
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.add_init_script(HURRY)
        page.route_web_socket(re.compile("/ws/matches/"), self._connect)

    @property
    def board(self) -> str:
        """The selector of the board."""
        return "#board"

    def show(self, *events: Json, **changes: Any) -> None:
        """Send a move with these events; `changes` are to the frame, those of `view` to the view."""
        assert self._socket
        view = self.frame["view"] | changes.pop("view", {})
        self.frame = self.frame | changes | {"view": view, "number": self.frame["number"] + 1}
        self.frame["ply"] += 1
        entry = {"type": "entry", "kind": "move", "events": list(events), "frame": self.frame}
        self._socket.send(json.dumps(entry | {"number": self.frame["number"]}))
        self.page.evaluate(SHOWN, str(self.frame["number"]))

    def say(self, message: Json) -> None:
        """Send any other message."""
        assert self._socket
        self._socket.send(json.dumps(message))

    def refuse(self) -> None:
        """Refuse the move that the page has asked for."""
        while not (moves := [asked for asked in self.asked if asked["type"] == "move"]):
            self.page.wait_for_timeout(20)
        self.asked.clear()
        error = {"code": "illegal", "message": "No."}
        self.say({"type": "refused", "token": moves[-1]["token"], "error": error})
        self.page.locator("#toasts", has_text="No.").wait_for()

    def tell(self, *events: Json, **changes: Any) -> list[str]:
        """Send a move and return what the board's live regions then say, one after the other."""
        self.page.evaluate("window.told = []")
        self.show(*events, **changes)
        told: list[str] = self.page.evaluate("window.told.filter(Boolean)")
        return [MARKS.sub("", words) for words in told]

    @contextmanager
    def speaking(self, language: str) -> Iterator[None]:
        """Let the board speak another language, and English again at the end."""
        self.page.evaluate(TRANSLATE, language)
        try:
            yield
        finally:
            self.page.evaluate(TRANSLATE, "en")

    def freeze(self) -> None:
        """Wait until the match stands still, and give its seats their names."""
        expect(self.page.locator(self.board)).to_be_visible(timeout=PATIENCE)
        while not self.frame:
            self.page.wait_for_timeout(20)
        seats = [seat | {"name": NAMES[seat["seat"]]} for seat in copy.deepcopy(self.frame["seats"])]
        self.page.locator(f"{self.board} button:visible").first.wait_for()
        self.page.evaluate(WATCH)
        self.show(seats=seats)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.frame:
            return  # a page that has its doubts on a slow machine: the first connection will speak again
        server = socket.connect_to_server()
        self._socket = socket
        server.on_message(lambda text: None if self.frame else self._receive(socket, str(text)))
        socket.on_message(lambda text: self._answer(socket, json.loads(text)) if self.frame else server.send(text))

    def _receive(self, socket: WebSocketRoute, text: str) -> None:
        frame = json.loads(text).get("frame", {})
        if frame.get("status") == "active" and self._is_ready(frame):
            self.frame = frame
        socket.send(text)

    def _is_ready(self, frame: Json) -> bool:
        ready = READY.get(self.game)
        return ready(frame) if ready else frame["seat"] in frame["turn"]

    def _answer(self, socket: WebSocketRoute, message: Json) -> None:
        """Answer only what a page needs to stay calm; its moves stay on their way, see `refuse`."""
        if message["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "number": self.frame["number"]}))
        else:
            self.asked.append(message)


def only(*games: str) -> pytest.MarkDecorator:
    """Mark a test that takes `table` as one of some games alone."""
    return pytest.mark.parametrize("table", games, indirect=True, scope="session")


@contextmanager
def frozen(browser: Browser, stack: Stack, game: str) -> Iterator[Table]:
    """Open a match against a bot and stop it there; an error in the page's own scripts fails the test."""
    view: ViewportSize = {"width": 1280, "height": 800}
    context = browser.new_context(viewport=view, locale="en", bypass_csp=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    table = Table(context.new_page(), game)
    table.page.goto(stack.url)
    table.page.locator(f"form[action$='/play/{game}/'] button").click()
    table.freeze()
    yield table
    context.close()
    assert not table.errors, table.errors
