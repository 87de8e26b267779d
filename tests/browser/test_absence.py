"""The story of a leaver's table: one goes, the other sees the countdown and seats a bot, and the one comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.board_games import fits
from tests.browser.people import Person as Player
from tests.browser.people import state_of
from tests.conftest import ONE_ADDRESS
from tests.live.judge import seat_two
from tests.live.people import Person
from tests.stack import Stack, running

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage

pytestmark = pytest.mark.live
PHONE = {"width": 360, "height": 640}


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running("embedded", environment={**ONE_ADDRESS, "ABSENCE_GRACE": "6"}) as found:
        yield found


@pytest.fixture
def pages(open_page: OpenPage, stack: Stack) -> tuple[Page, Page]:
    """The pages of two at a table, first of who is to act."""

    async def sit_down() -> tuple[list[Person], str]:
        people = [await Person.guest(stack.url) for _ in range(2)]
        return people, await seat_two(*people)

    with ThreadPoolExecutor(1) as apart:  # Playwright's own loop runs in this thread
        people, match = apart.submit(asyncio.run, sit_down()).result()
    opened = [open_page(f"{stack.url}/m/{match}/", storage_state=state_of(one), **PHONE) for one in people]
    for page in opened:
        expect(page.locator("#board")).to_be_visible()
        expect(page.locator("#status")).not_to_be_empty()
    first, second = opened
    return (first, second) if first.locator("#status.mine").count() else (second, first)


def leave(page: Page) -> str:
    """Go away; returns the way back."""
    address = page.url
    page.goto("about:blank")
    return address


def test_one_leaves_the_other_seats_a_bot_and_the_one_is_back_and_plays_on(
    pages: tuple[Page, Page], stack: Stack
) -> None:
    gone, other = pages
    address = leave(gone)
    panel = other.locator("#absence")
    expect(panel).to_contain_text("is away")
    expect(panel.locator("[data-part=count]")).to_contain_text("second")
    expect(panel.get_by_role("button")).to_have_count(0)
    assert fits(other)

    expect(panel.get_by_role("button")).to_have_count(4)  # going on by mail is for members
    assert fits(other)
    panel.locator("[data-key=wait]").click()
    expect(panel).to_be_hidden()
    other.reload()
    panel.locator("[data-key=seat_bot]").click()
    expect(panel).to_be_hidden()
    expect(other.locator("#status.mine")).to_be_attached()  # the bot has moved

    gone.goto(address)
    expect(gone.locator("#absence")).to_contain_text("a bot plays for you")
    assert fits(gone)
    gone.locator("[data-key=take_back]").click()
    expect(gone.locator("#absence")).to_be_hidden()
    Player(other, "the other").play_a_turn()
    expect(gone.locator("#status.mine")).to_be_attached()
    Player(gone, "the one").play_a_turn()
    expect(other.locator("#status.mine")).to_be_attached()

    leave(other)
    claim(gone)
    expect(gone.locator("#banner")).to_contain_text("You won!")
    expect(gone.locator("#banner")).to_contain_text("did not come back")
    expect(gone.locator("#absence")).to_be_hidden()
    stack.manage("replay")


def claim(page: Page) -> None:
    """Claim the win, at the second thought."""
    for answer in ("no", "yes"):
        page.locator("#absence [data-key=claim]").click()
        page.locator(f"#confirm [value={answer}]").click()
