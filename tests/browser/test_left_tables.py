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
GAP = """links => links.map(link => {
  const [name, comma] = [...link.children].map(part => part.getBoundingClientRect());
  return Math.max(0, comma.left - name.right, name.left - comma.right);
})"""
CALL = "from tests.games.left_tables import furnish; furnish()"


@pytest.fixture(scope="session")  # of one site: its people are made once
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
    expect(page.locator(f"[data-id='{left['match']}'] .card-foot .tag")).to_have_text("Lost")


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_comma_follows_a_short_name_at_once(
    open_page: OpenPage, embedded_stack: Stack, left: dict[str, str], language: str
) -> None:
    page = as_person(open_page, embedded_stack, left["session"], locale=language, width=360, height=640)
    page.goto(f"{embedded_stack.url}/people/{left['name']}/matches/")
    links = page.locator(".history-people a")
    expect(links).to_have_count(1)
    assert links.evaluate_all(GAP) == [0]
    assert links.bounding_box()["width"] >= 44


MARKS = "seats => import('/static/js/seats.js').then(({ marks }) => seats.map(seat => marks(seat)[0].textContent))"


def test_only_who_resigned_gave_up(open_page: OpenPage, embedded_stack: Stack, left: dict[str, str]) -> None:
    page = as_person(open_page, embedded_stack, left["session"], width=360, height=640)
    page.goto(f"{embedded_stack.url}/m/{left['duel']}/")
    expect(page.locator("#banner")).to_contain_text("ran out of time.")
    expect(page.locator("#seats .mark", has_text="ran out of time")).to_have_count(1)
    expect(page.locator("#seats")).not_to_contain_text("gave up")
    seats = [{"gave_up": True, "left": left} for left in ("resign", "time", "claim", "absence")]
    assert page.evaluate(MARKS, seats) == ["gave up", "ran out of time", "away", "away"]
