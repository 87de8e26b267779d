"""What the browser tests of the games without turns share: a table against a bot, its end, and what lies open."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from rules.red_handed.cards import DARK_ROOM, is_incident

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

CODES = "cards => cards.map(card => card.dataset.code)"


def open_race(open_page: OpenPage, stack: Stack, slug: str, options: Mapping[str, int | str], **browser: Any) -> Page:
    """Open a table for two with these options as a guest, seat a bot there and start."""
    page = open_page(f"{stack.url}/tables/new/{slug}/", **browser)
    for name, value in options.items():
        field = page.locator(f"[name=option_{name}]")
        field.select_option(value) if isinstance(value, str) else field.fill(
            str(value / 1000 if name.endswith("_ms") else value)
        )
    page.locator("main form button.button").last.click()
    page.locator("[data-key=bot-1]").click()
    page.locator("[data-key=start]").click()
    expect(page.locator("#board")).to_be_visible()
    return page


def is_over(page: Page) -> bool:
    """Whether the page says that the match has ended."""
    return page.locator("#banner").is_visible()


def open_codes(page: Page) -> list[str]:
    """Return the codes of the cards that lie open in Red-Handed."""
    found: list[str] = page.locator(".rh-card").evaluate_all(CODES)
    return found


def find_incident(codes: list[str]) -> tuple[int, ...] | None:
    """Return where two or three cards lie that are an incident, if any do."""
    dark = DARK_ROOM in codes
    claims = [claim for size in (2, 3) for claim in combinations(range(len(codes)), size)]
    return next((claim for claim in claims if is_incident([codes[n] for n in claim], dark)), None)
