"""What the tests of boards share: a guest who sits opposite a bot, and a match played on until it is over."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

Turn = Callable[["Page", random.Random], None]
STEPS = 1_000


def play_now(open_page: OpenPage, stack: Stack, game: str, **options: Any) -> Page:
    """Return the page of a guest who sits opposite a bot."""
    page = open_page(stack.url, **options)
    page.locator(f"form[action$='/play/{game}/'] button").click()
    expect(page.locator("#board")).to_be_visible()
    return page


def play_on(page: Page, ready: str, turn: Turn, *, seed: int = 7, stop_after: int = STEPS) -> int:
    """Take turns with the given clicks while the selector `ready` finds something; returns how many moves it took."""
    chance = random.Random(seed)
    for moves in range(stop_after):
        page.locator(f"#banner:visible, {ready}").first.wait_for(timeout=60_000)
        if page.locator("#banner").is_visible():
            return moves
        before = page.locator("#board").get_attribute("data-number")
        turn(page, chance)
        expect(page.locator("#board")).not_to_have_attribute("data-number", before or "")
    return stop_after


def fits(page: Page) -> bool:
    """Whether nothing sticks out sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def check_record(page: Page, path: Path) -> None:
    """Download the record of a finished match: it ended by the rules, and its moves lead to its result."""
    with page.expect_download() as download:
        page.locator("a[href*='record.json']").first.click()
    download.value.save_as(path)
    assert json.loads(path.read_text())["ended"] is None
    command = [sys.executable, "-m", "rules", "check", str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.stdout.startswith("ok"), checked.stdout + checked.stderr
