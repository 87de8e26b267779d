"""Between people, in a browser: preferences that hold everywhere before the first paint, and being asked to a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
GROUND = "getComputedStyle(document.documentElement).colorScheme"
KEPT = "key => localStorage.getItem(key)"


def chooser(open_page: OpenPage, stack: Stack) -> Page:
    """Return the page of preferences of somebody who has just become a guest by keeping "dark" and "little motion"."""
    page = open_page(f"{stack.url}/account/preferences/")
    page.get_by_label("Dark").check()
    assert page.evaluate(GROUND) == "dark"  # at once
    page.get_by_label("As little as possible").check()
    page.locator("#preferences button.button").click()
    expect(page.locator(".messages")).to_be_visible()
    return page


def as_the_same_person(page: Page, other: Page) -> Page:
    """Log another browser in with this one's session."""
    session = [cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    other.context.add_cookies(session)  # type: ignore[arg-type]  # what one call returns the other takes
    return other


def test_preferences_hold_in_every_browser_without_a_flash_and_follow_the_pages_own_switches(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = chooser(open_page, embedded_stack)
    other = as_the_same_person(page, open_page("about:blank"))
    other.add_init_script("addEventListener('DOMContentLoaded', () => { window.first = " + GROUND + "; })")
    other.goto(f"{embedded_stack.url}/rules/")
    assert other.evaluate("window.first") == "dark"
    assert other.evaluate(KEPT, "motion") == "reduced"
    with other.expect_response("**/account/preferences/keep/") as answer:
        other.locator(".theme-button").click()  # from dark to that of the system
    assert answer.value.status == 204
    page.goto(f"{embedded_stack.url}/rules/")
    assert page.locator("html").get_attribute("data-theme") is None
    assert page.evaluate(KEPT, "theme") is None
    assert page.locator("html").get_attribute("data-motion") == "reduced"


def test_what_a_strangers_browser_remembers_becomes_the_guests(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(f"{embedded_stack.url}/rules/sequence/")
    page.locator(".theme-button").click()
    page.locator(".theme-button").click()
    assert page.evaluate(KEPT, "theme") == "dark"
    with page.expect_response("**/account/preferences/keep/"):
        page.goto(f"{embedded_stack.url}/")
        page.locator(".game form button").first.click()  # who plays is a guest
    other = as_the_same_person(page, open_page("about:blank"))
    other.goto(f"{embedded_stack.url}/rules/")
    assert other.locator("html").get_attribute("data-theme") == "dark"


def test_somebody_asked_by_name_is_told_on_any_page_and_sits_down_by_one_click(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    asked = chooser(open_page, embedded_stack)
    name = asked.locator(".who").inner_text()
    host = open_page(f"{embedded_stack.url}/tables/new/sequence/")
    host.locator("main form button.button").last.click()
    host.locator("#invite-who").fill(name)
    host.locator("#invite-who").press("Enter")
    expect(host.locator("#invite li")).to_contain_text(name)
    expect(asked.locator(".notice")).to_contain_text("Sequence")
    asked.locator(".notice a").click()
    expect(asked.get_by_role("button", name="Not ready after all")).to_be_visible()
    assert re.search(r"/m/\w+/$", asked.url)
    expect(host.locator(".place")).to_have_count(2)
    expect(host.locator(".place.free")).to_have_count(0)
    expect(host.locator("#invite")).to_be_hidden()
    hears_no_more(asked, host)


def hears_no_more(asked: Page, host: Page) -> None:
    """Block the host on the host's page: what they said and say is gone from the table, until they are unblocked."""
    table, lines = asked.url, asked.locator("#chat-log li")
    host.locator("#chat-text").fill("hello")
    host.locator("#chat-text").press("Enter")
    expect(lines).to_have_count(1)
    for press, heard in (("block", 0), ("unblock", 1)):
        asked.goto(re.sub(r"/m/.*", f"/people/{host.locator('.who').inner_text()}/", table))
        if press == "block":
            asked.locator(".more summary").click()
        asked.locator(f"[name=do][value={press}]").click()
        asked.goto(table)
        expect(asked.locator("#watchers")).to_have_attribute("title", re.compile(r"\d"))  # the chat has come with it
        assert lines.count() == heard
