"""Before the start and after the last word: what a table waits for, and where one goes whom it shows no more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import PASSWORD, mailed_code, sign_up
from tests.pages.test_shell import play_now

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live


def private_table(open_page: OpenPage, stack: Stack) -> Page:
    """Return the page of a guest who has opened a table for two that nobody may watch."""
    page = open_page(f"{stack.url}/tables/new/sequence/")
    page.get_by_label("Others may watch").uncheck()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Waiting for 1 player")).to_be_visible()
    return page


def test_everybody_hears_what_the_table_waits_for_and_a_visitor_is_led_away(open_page, embedded_stack):
    host = private_table(open_page, embedded_stack)
    watcher, player = open_page(host.url), open_page(host.url)
    expect(watcher.get_by_text("Will not be shown to watchers after the start.")).to_be_visible()
    player.get_by_role("button", name="Sit here as a guest").click()
    expect(player.get_by_role("heading", name="All are here: are you ready?")).to_be_visible()
    expect(host.get_by_role("heading", name=re.compile("^Waiting until Guest .* is ready$"))).to_be_visible()
    player.get_by_role("button", name="I am ready").click()
    expect(player.get_by_role("heading", name=re.compile("^Waiting for Guest .* to start$"))).to_be_visible()
    expect(host.get_by_role("heading", name="All are here: start when you like")).to_be_visible()
    host.get_by_role("button", name="Start the match").click()
    expect(watcher.locator("#parted")).to_contain_text("shown to its players only")
    expect(watcher.locator("#waiting")).to_be_hidden()
    watcher.get_by_role("link", name="To the other tables").click()
    expect(watcher).to_have_url(re.compile("/lobby/$"))


def test_a_page_that_was_logged_out_leads_to_the_login_and_back(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack)
    page.evaluate("sessionStorage.setItem('loaded-again-at', String(Date.now()))")
    lose_the_guest(page.context.new_page(), page.url)
    expect(page.locator("#parted")).to_contain_text("You have been logged out")
    page.locator("#parted").get_by_role("link", name="Log in").click()
    expect(page).to_have_url(re.compile(r"/accounts/login/\?next=%2Fm%2F"))


def lose_the_guest(page: Page, address: str) -> None:
    """Log a guest out: the menu leads to a page that asks first."""
    page.goto(address)
    page.locator(".account summary").click()
    page.get_by_role("link", name="Log out and lose this guest").click()
    page.get_by_role("button", name="Log out and lose this guest").click()


def test_a_visitor_may_log_in_and_the_wanted_seat_is_kept_in_mind(open_page, embedded_stack):
    host = private_table(open_page, embedded_stack)
    visitor = open_page(host.url)
    visitor.get_by_role("link", name="Log in and sit here").click()
    expect(visitor).to_have_url(re.compile(r"/accounts/login/\?next=%2Fm%2F"))
    assert visitor.evaluate("Object.keys(sessionStorage).some((key) => key.startsWith('join:'))")


def test_a_stranger_at_a_rated_table_signs_up_and_sits_where_they_wanted_to(open_page, embedded_stack):
    host = sign_up(open_page, embedded_stack, "RatedHost").page
    host.goto(f"{embedded_stack.url}/tables/new/sequence/")
    host.get_by_label("Rated").check()
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_text("Waiting for 1 player")).to_be_visible()
    visitor = open_page(host.url)
    expect(visitor.get_by_role("link", name="Log in and sit here")).to_be_visible()
    expect(visitor.get_by_role("button", name="Sit here as a guest")).to_be_hidden()
    visitor.get_by_role("link", name="Sign up and sit here").click()
    visitor.locator("[name=email]").fill("ratedstranger@example.com")
    visitor.locator("[name=username]").fill("RatedStranger")
    visitor.locator("[name=password1]").fill(PASSWORD)
    visitor.locator("main button.button").first.click()
    expect(visitor.locator("[name=code]")).to_be_visible()
    later = visitor.context.new_page()  # a look at the table in between, as a guest still, takes nothing away
    later.goto(host.url)
    expect(later.get_by_role("link", name="Sign up and sit here")).to_be_visible()
    visitor.locator("[name=code]").fill(mailed_code(embedded_stack, "ratedstranger@example.com"))
    visitor.locator("main button.button").first.click()
    expect(visitor.get_by_role("heading", name="All are here: are you ready?")).to_be_visible()
    expect(host.get_by_role("link", name="RatedStranger").first).to_be_visible()
