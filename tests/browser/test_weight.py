"""What a first visit weighs, and how soon a running match shows its board."""

from __future__ import annotations

import gzip
from statistics import median
from typing import TYPE_CHECKING

import pytest

from rules.registry import GAMES
from tests.browser.board_games import play_now
from tests.conftest import MOVING
from tests.live.machine import Window, in_time

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = [pytest.mark.live, pytest.mark.alone]
LIGHT = 100 * 1024  # bytes of script and style, compressed, the catalogue of texts included
SOON = 300  # ms from asking for a running match to its board on the screen
OPENINGS = 5
QUIET = 400  # ms in which the machine shows how busy it is with other things
# Drawn: the board has its frame, is not hidden, has a card of some size, and was painted so.
WATCH = """window.boardShown = new Promise((done) => {
  const look = () => {
    const board = document.getElementById("board");
    const drawn = board?.dataset.number && !board.hidden && board.querySelector("CARD")?.getBoundingClientRect().width;
    requestAnimationFrame(drawn ? () => done(performance.now()) : look);
  };
  look();
});"""
RESTLESS = "document.getAnimations().filter((each) => each.effect.getTiming().iterations === Infinity).length"
CARD = {  # what only the drawn board has
    "blitz": ".bz-card", "blue-diamond": ".bd-card", "diamoniak": ".dk-card", "red-handed": ".rh-card",
    "sequence": ".seq-card",
}  # fmt: skip


def test_a_first_visit_loads_little_script_and_style(open_page: OpenPage, embedded_stack: Stack) -> None:
    assert 1_000 < weight(open_page("about:blank", locale="ru"), embedded_stack.url) <= LIGHT


@pytest.mark.parametrize("game", GAMES)
def test_a_running_match_shows_its_board_at_once_and_weighs_no_more(
    open_page: OpenPage, embedded_stack: Stack, game: str
) -> None:
    page = play_now(open_page, embedded_stack, game, reduced_motion=MOVING)
    assert not page.evaluate(RESTLESS), "a page that waits for its person must let the machine rest"
    address = page.url.split("#")[0]
    watcher = open_page("about:blank", locale="ru", reduced_motion=MOVING)
    watcher.add_init_script(WATCH.replace("CARD", CARD[game]))
    assert weight(watcher, address) <= LIGHT
    window = Window(embedded_stack.group)
    watcher.wait_for_timeout(QUIET)
    slower = window.slower(embedded_stack.group)
    shown = [opening(watcher, address) for _ in range(OPENINGS)]
    in_time("the board", median(shown), SOON * slower)


def weight(page: Page, address: str) -> int:
    """Return the bytes of script and style of a first visit, each file as small as gzip makes it."""
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    page.goto(address, wait_until="networkidle")
    page.evaluate("window.boardShown")
    read = [answer for answer in answers if answer.request.resource_type in {"script", "stylesheet"}]
    return sum(len(gzip.compress(answer.body(), 6)) for answer in read)


def opening(page: Page, address: str) -> float:
    """Open a match whose files the browser has, and return after how many ms its board was painted."""
    page.goto(address)
    return float(page.evaluate("window.boardShown"))
