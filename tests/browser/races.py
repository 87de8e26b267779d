"""What the browser tests of the games without turns share: a table against bots, and the end of a match."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack


def open_race(open_page: OpenPage, stack: Stack, slug: str, options: dict[str, int], **browser: int) -> Page:
    """Open a table for two with these options as a guest, seat a bot there and start."""
    page = open_page(f"{stack.url}/tables/new/{slug}/", **browser)
    for name, value in options.items():
        page.locator(f"[name=option_{name}]").fill(str(value))
    page.locator("main form button.button").last.click()
    page.locator("[data-key=bot-1]").click()
    page.locator("[data-key=start]").click()
    expect(page.locator("#board")).to_be_visible()
    return page


def is_over(page: Page) -> bool:
    """Whether the page says that the match has ended."""
    return page.locator("#banner").is_visible()


def check_record(page: Page, path: Path) -> None:
    """Download the record and check it with nothing but the rules: it ended by them."""
    with page.expect_download() as download:
        page.locator("a[href*='record.json']").first.click()
    download.value.save_as(path)
    assert json.loads(path.read_text())["ended"] is None
    command = [sys.executable, "-m", "rules", "check", str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.stdout.startswith("ok"), checked.stdout + checked.stderr


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
