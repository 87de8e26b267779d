"""Blitz in a real browser: a whole match against a bot, by tapping, dragging and keys."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.races import check_record, fits, is_over

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
SECONDS = 900
KEYS = {"blitz": "b", "waste": "w", **{f"work:{slot}": str(slot + 1) for slot in range(5)}}


def test_a_guest_plays_a_bot_to_the_end_by_taps_drags_and_keys(
    open_page: OpenPage, embedded_stack: Stack, tmp_path: Path
) -> None:
    page = open_page(embedded_stack.url, width=360, height=640)
    page.locator("form[action$='/play/blitz/'] button").click()
    expect(page.locator("[data-part=notice]")).to_be_hidden()  # the clock has said "Blitz!"
    deadline = time.monotonic() + SECONDS
    turn = 0
    while not is_over(page):
        assert time.monotonic() < deadline, "the match has not ended"
        turn += 1
        if not any(play_from(page, place, by_drag=turn % 3 == 0) for place in KEYS):
            page.keyboard.press("t")
        page.wait_for_timeout(60)
    assert page.locator(".bz-scores tbody tr").count() == 2
    assert fits(page)
    check_record(page, tmp_path / "record.json")


def play_from(page: Page, place: str, *, by_drag: bool) -> bool:
    """Choose what lies in a place and play it where it fits; returns whether it did."""
    page.keyboard.press(KEYS[place])
    lit = page.locator(".bz-lit")
    targets = lit.evaluate_all("all => all.map(one => one.dataset.place)")
    useful = [target for target in targets if target.startswith("centre") or place == "blitz" or frees(page, place)]
    if not useful:
        page.keyboard.press("Escape")
        return False
    target = min(useful, key=lambda name: not name.startswith("centre"))
    if by_drag:
        page.keyboard.press("Escape")
        drag(page, place, target)
    else:
        page.locator(f"[data-place='{target}']").dispatch_event("click")  # it may vanish at any moment: no waiting
    return True


def frees(page: Page, place: str) -> bool:
    """Whether moving the only card of a work stack makes the Blitz pile fill its slot."""
    return place.startswith("work") and page.locator(f"[data-place='{place}'] .bz-card").count() == 1


def drag(page: Page, place: str, target: str) -> None:
    boxes = [page.locator(f"[data-place='{name}'] .bz-card").last.bounding_box() for name in (place, target)]
    if None in boxes:
        return
    (start, end) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
