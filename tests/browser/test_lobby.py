"""The lobby as it changes before one's eyes, a match found by keys alone, and a moment that is sent to a stranger."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.board_games import fits
from tests.browser.by_keys import Hand
from tests.browser.people import match_id

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
SOON = 15_000  # ms on a busy machine
LATE = 30_000
PHONE = {"width": 360, "height": 640}
PLAY = """
from accounts.models import User
from tests.browser.finished import play
print(play("sequence", [User.objects.create_user(f"Moment{seat}") for seat in "AB"], 12))
"""


def open_table(open_page: OpenPage, stack: Stack, game: str) -> str:
    """Open a table in a browser of its own and return its id."""
    host = open_page(f"{stack.url}/tables/new/{game}/")
    host.locator("main form button.button").last.click()
    expect(host.locator("#waiting")).to_be_visible()
    return match_id(host)


def card(page: Page, table: str) -> Locator:
    return page.locator(f"[data-list=open] [data-id='{table}']")


def test_a_table_appears_by_itself_and_a_choice_hides_it_and_is_remembered(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = open_page(f"{embedded_stack.url}/lobby/", **PHONE)
    page.evaluate("window.untouched = true")
    table = open_table(open_page, embedded_stack, "diamoniak")
    expect(card(page, table)).to_be_visible(timeout=SOON)
    game = page.locator("#filters [name=only]")
    game.select_option("red-handed")
    expect(card(page, table)).to_be_hidden()
    expect(card(page, table)).to_have_count(0, timeout=SOON)  # the server sends what is asked for alone
    assert page.evaluate("window.untouched"), "the page was loaded anew"
    page.reload()
    expect(game).to_have_value("red-handed")
    expect(card(page, table)).to_be_hidden()
    game.select_option("diamoniak")
    expect(card(page, table)).to_be_visible(timeout=SOON)
    page.locator("#filters [name=speed]").select_option("mail")
    expect(page.get_by_text("No open table is like that.")).to_be_visible(timeout=SOON)
    assert fits(page)


def test_without_scripts_the_choice_is_made_by_a_button(open_page: OpenPage, embedded_stack: Stack) -> None:
    table = open_table(open_page, embedded_stack, "diamoniak")
    page = open_page(f"{embedded_stack.url}/lobby/", java_script_enabled=False, **PHONE)
    expect(card(page, table)).to_be_visible()
    page.locator("#filters [name=only]").select_option("red-handed")
    page.locator("#filters button").click()
    expect(page).to_have_url(re.compile("only=red-handed"))
    expect(card(page, table)).to_have_count(0)
    expect(page.locator("#filters [name=only]")).to_have_value("red-handed")


def find_a_match_by_keys(page: Page, game: str) -> None:
    """Fill in the form of a quick match with Tab, arrows and Enter alone, and ask for it."""
    hand = Hand(page)
    hand.reach("#quick [name=game]")
    hand.reach(f"#quick [name=game][value='{game}']", "ArrowRight")
    for name, value in (("seats", "2"), ("bots_after", "never")):
        choice = page.locator(f"#quick [name={name}]")
        hand.reach(f"#quick [name={name}]")
        for key in ("ArrowUp", "ArrowDown"):
            for _ in range(8):
                if choice.input_value() != value:
                    page.keyboard.press(key)
        expect(choice).to_have_value(value)
    hand.reach("#quick button.button")
    page.keyboard.press("Enter")


def test_a_match_is_found_on_a_phone_by_tab_arrows_and_enter_alone(open_page: OpenPage, embedded_stack: Stack) -> None:
    pages = [open_page(f"{embedded_stack.url}/lobby/", **PHONE) for _ in range(2)]
    for page in pages:
        find_a_match_by_keys(page, "blue-diamond")
    for page in pages:
        expect(page).to_have_url(re.compile(r"/m/\w+/"), timeout=LATE)
        expect(page.locator("#board")).to_be_visible(timeout=LATE)
    assert match_id(pages[0]) == match_id(pages[1])


def test_a_link_to_a_moment_shows_it_to_somebody_who_is_not_logged_in(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    match = embedded_stack.manage("shell", "--no-imports", "-c", PLAY).stdout.split()[-1]
    page = open_page(f"{embedded_stack.url}/m/{match}/replay/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for step in range(1, 8):
        expect(page.locator("#step-count")).to_have_text(re.compile(f"^{step} /"))
        page.locator("#step-forward").click()
    expect(page.locator("#step-count")).to_have_text(re.compile("^8 /"))
    page.locator("#step-share").click()
    expect(page.locator("#toasts")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    told = [page.locator(part).inner_text() for part in ("#step-count", "#step-line")]
    number = urlsplit(link).query.removeprefix("at=")
    for address in (link, f"{embedded_stack.url}/m/{match}/replay/#{number}"):
        stranger = open_page(address, **PHONE)
        expect(stranger.locator("#step-count")).to_have_text(told[0])
        expect(stranger.locator("#step-line")).to_have_text(told[1])
        assert "sessionid" not in {cookie["name"] for cookie in stranger.context.cookies()}
