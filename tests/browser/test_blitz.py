"""Blitz in a real browser: a match against a bot to its end, by tapping, dragging and keys."""

from __future__ import annotations

import json
import os
import re
import time
from itertools import count
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.board_games import check_record, fits
from tests.browser.races import is_over, open_race
from tests.conftest import MOVING

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, WebSocketRoute

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
SECONDS = 900
CYCLE = 10  # so often the reserve is turned before the player says that there is nothing to play
# Choose one place after the other and see what lights up: anything, or the centre and what brings the Blitz pile down.
FIND_PLAY = """anything => {
  const places = ["blitz", "work:0", "work:1", "work:2", "work:3", "work:4", "waste"];
  const lit = () => [...document.querySelectorAll(".bz-lit")].map((one) => one.dataset.place);
  const cards = (element) => element.querySelectorAll(".bz-card").length;
  for (const place of places) {
    const element = document.querySelector(`[data-place="${place}"]`);
    element.click();
    const targets = lit();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { code: "Escape", bubbles: true }));
    const useful = targets.filter((target) => anything || target.startsWith("centre") || place === "blitz"
      || (place.startsWith("work") && cards(element) === 1));
    if (useful.length) return [place, useful.find((target) => target.startsWith("centre")) ?? useful[0]];
  }
  return null;
}"""
MIDDLES = """places => places.map((place) => {
  const card = [...document.querySelectorAll(`[data-place="${place}"] .bz-card`)].at(-1)?.getBoundingClientRect();
  return card && [card.x + card.width / 2, card.y + card.height / 2];
})"""
KEYS = {"blitz": "b", "waste": "w", **{f"work:{slot}": str(slot + 1) for slot in range(5)}}


def test_a_guest_plays_a_bot_to_the_end_by_taps_double_taps_drags_and_keys(
    open_page: OpenPage, embedded_stack: Stack, tmp_path: Path
) -> None:
    rounds = {} if os.environ.get("SOAK") else {"rounds": 1}  # all of them take minutes: `make soak`
    page = open_race(open_page, embedded_stack, "blitz", rounds, width=360, height=640, reduced_motion=MOVING)
    expect(page.locator(".bz-slot")).to_have_count(5)
    expect(page.locator("[data-part=notice]")).to_be_hidden()  # the clock has said "Blitz!"
    deadline = time.monotonic() + SECONDS
    for turn in count():
        if is_over(page):
            break
        assert time.monotonic() < deadline, "the match has not ended"
        if play := page.evaluate(FIND_PLAY, False):
            carry_out(page, *play, way=turn % 4)
        else:
            page.keyboard.press("x" if turn % CYCLE == 0 else "t")
        page.wait_for_timeout(120)  # the site takes five messages a second
    assert page.locator(".bz-scores tbody tr").count() == 2
    assert fits(page)
    check_record(page, tmp_path / "record.json")


def test_an_own_card_moves_at_once_and_flies_back_when_it_is_refused(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = open_page(embedded_stack.url)
    held: list[tuple[WebSocketRoute, str]] = []
    page.route_web_socket(re.compile("/ws/matches/"), lambda socket: hold_moves(socket, held))
    page.locator("form[action$='/play/blitz/'] button").click()
    expect(page.locator(".bz-slot")).to_have_count(5)
    expect(page.locator("[data-part=notice]")).to_be_hidden()

    place, target = await_play(page)
    card = page.locator(f"[data-place='{place}']")
    before = card.get_attribute("aria-label") or ""
    held.clear()
    carry_out(page, place, target, way=2)

    assert card.get_attribute("aria-label") != before  # nobody has answered yet
    socket, text = held[0]
    error = {"code": "too_late", "message": "Too late."}
    socket.send(json.dumps({"type": "refused", "token": json.loads(text)["token"], "error": error}))
    expect(card).to_have_attribute("aria-label", before)
    expect(page.locator("[data-part=said]")).to_contain_text("came too late")


def hold_moves(socket: WebSocketRoute, held: list[tuple[WebSocketRoute, str]]) -> None:
    """Let everything through but plays; to turn cards, or to say that one has nothing to play, is none."""
    server = socket.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        asked = json.loads(message)
        if asked["type"] == "move" and asked["move"]["type"] not in {"turn", "stuck"}:
            held.append((socket, str(message)))
        else:
            server.send(message)

    socket.on_message(pass_on)


def await_play(page: Page) -> tuple[str, str]:
    """Turn cards until one can be played, the bot stuck as well or not; returns from where to where."""
    for turn in range(1, 61):
        if play := page.evaluate(FIND_PLAY, True):
            return play[0], play[1]
        page.keyboard.press("x" if turn % CYCLE == 0 else "t")
        page.wait_for_timeout(250)
    raise AssertionError("no card could be played")


def carry_out(page: Page, place: str, target: str, *, way: int) -> None:
    """Play what lies in a place where it fits: by taps, by a double tap, by a drag, or by keys."""
    if way == 0:
        drag(page, place, target)
    elif way == 1 and target.startswith("centre"):
        page.keyboard.press(KEYS[place])
        page.keyboard.press("c")
    elif way == 3 and target.startswith("centre"):
        page.locator(f"[data-place='{place}']").evaluate("place => [1, 2].forEach(() => place.click())")
    else:
        for name in (place, target):  # either may be gone by now: no waiting for it
            page.locator(f"[data-place='{name}']").dispatch_event("click")


def drag(page: Page, place: str, target: str) -> None:
    middles = page.evaluate(MIDDLES, [place, target])
    if not all(middles):
        return  # gone by now
    page.mouse.move(*middles[0])
    page.mouse.down()
    page.mouse.move(*middles[1], steps=4)
    page.mouse.up()
