"""Red-Handed in a real browser: a whole match against a bot, with the diamond, the keys and the judged claims."""

from __future__ import annotations

import json
import os
import re
import time
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from rules.red_handed.cards import is_incident
from tests.browser.board_games import check_record, fits
from tests.browser.races import find_incident, is_over, open_codes, open_race
from tests.conftest import MOVING

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, WebSocketRoute

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
SOAK = bool(os.environ.get("SOAK"))
SECONDS = 1800 if SOAK else 300
QUICK: dict[str, int | str] = {} if SOAK else {"pace_ms": 800}  # with what is usual it takes minutes: `make soak`


def test_a_guest_plays_a_bot_to_the_end_with_the_diamond_in_hand(
    open_page: OpenPage, embedded_stack: Stack, tmp_path: Path
) -> None:
    page = open_race(open_page, embedded_stack, "red-handed", QUICK, width=360, height=640, reduced_motion=MOVING)
    wait_for_cards(page, 4)
    miss_on_purpose(page)
    deadline = time.monotonic() + SECONDS
    verdicts: set[str] = set()
    while not is_over(page):
        assert time.monotonic() < deadline, "the match has not ended"
        claim_what_is_seen(page)
        verdicts |= set(page.locator(".rh-verdict h3").all_inner_texts())
        page.wait_for_timeout(40)
    assert any("right" in verdict for verdict in verdicts)
    assert fits(page)
    check_record(page, tmp_path / "record.json")


def test_everyone_sees_how_close_a_grab_was(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(embedded_stack.url, locale="ru")
    page.route_web_socket(re.compile("/ws/matches/"), add_a_finish)
    page.locator("form[action$='/play/red-handed/'] button").click()
    wait_for_cards(page, 2)
    page.keyboard.press("Space")
    expect(page.locator("[data-part=said]")).to_contain_text("829")
    verdict = page.locator(".rh-verdict .rh-finish")  # the time to point runs out
    expect(verdict).to_contain_text(re.compile(r"812 мс, задержка 20 мс; .*829 мс, задержка 140 мс"))
    assert page.locator(".rh-verdict .rh-claimed").count() == 0


def add_a_finish(socket: WebSocketRoute) -> None:
    """Have each grab come in as a decided one: between two who were nearly level."""
    server = socket.connect_to_server()
    first = {"seat": 0, "reaction": 812, "arrived": 832, "credit": 20}
    finish = [first, {"seat": 1, "reaction": 829, "arrived": 969, "credit": 140}]

    def pass_on(message: str | bytes) -> None:
        told = json.loads(message)
        if any(event["type"] == "grabbed" for event in told.get("events", [])):
            told["finish"] = finish
        socket.send(json.dumps(told))

    server.on_message(pass_on)


def wait_for_cards(page: Page, count: int) -> None:
    expect(page.locator(".rh-card").nth(count - 1)).to_be_attached(timeout=15_000)  # a flip takes three seconds


def miss_on_purpose(page: Page) -> None:
    """Grab with the space bar, and point by the keys printed on the cards at three that fit in no light."""
    page.keyboard.press("Space")
    expect(page.locator(".rh-layout")).to_have_attribute("data-state", "mine")
    codes = open_codes(page)
    threes = combinations(range(len(codes)), 3)
    wrong = next(three for three in threes if not is_incident([codes[n] for n in three], True))
    for n in wrong:
        page.keyboard.press("1234567890"[n])
    expect(page.locator(".rh-missed h3")).to_be_visible()
    claimed = page.locator(".rh-verdict .rh-claimed > span").count()
    assert claimed in {2, 3}  # two, where one of them is a policeman


def claim_what_is_seen(page: Page) -> None:
    """Tap the diamond, then the cards, when there is something to claim."""
    claim = find_incident(open_codes(page))
    if claim is None or page.locator("[data-part=layout]").get_attribute("data-state") != "free":
        return
    page.locator("[data-part=grab]").click()
    for n in claim:
        card = page.locator(f"[data-n='{n}']:not([disabled])")
        if card.count() and not is_over(page):
            card.dispatch_event("click")  # the table may be cleared at any moment: no waiting for it
