"""A match of three whose people left and whose stand-ins played it to its end, on the pages that tell of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.moderating import as_person

if TYPE_CHECKING:
    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
CALL = "from tests.games.left_tables import furnish; furnish()"


@pytest.fixture(scope="module")
def left(embedded_stack: Stack) -> dict[str, str]:
    """Return the match's id and the session of the one whose stand-in came first by the rules."""
    told: dict[str, str] = json.loads(
        embedded_stack.manage("shell", "--no-imports", "-c", CALL).stdout.splitlines()[-1]
    )
    return told


def test_who_left_has_not_won_though_the_stand_in_came_first(
    open_page: OpenPage, embedded_stack: Stack, left: dict[str, str]
) -> None:
    page = as_person(open_page, embedded_stack, left["session"])
    page.goto(f"{embedded_stack.url}/m/{left['match']}/")
    expect(page.locator("#banner h2")).to_have_text("Bot won")
    expect(page.locator("#banner")).to_contain_text("Who left and did not come back is placed behind all who stayed.")
    page.goto(f"{embedded_stack.url}/my/matches/")
    expect(page.locator(".card-foot .tag")).to_have_text("Lost")
