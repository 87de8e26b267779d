"""Playing again in the browser: asked for at the old match, followed with one click by players and watchers."""

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


def two_people(open_page: OpenPage, stack: Stack) -> tuple[Page, Page]:
    """Return the pages of a host and a guest, at two servers if there are, whose match has just begun."""
    host = open_page(f"{stack.own_urls[0]}/tables/new/sequence/")
    host.get_by_role("button", name="Open the table").click()
    guest = open_page(host.url.replace(stack.own_urls[0], stack.own_urls[-1]), width=360, height=640)
    guest.get_by_role("button", name="Sit here as a guest").click()
    guest.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="Start the match").click()
    expect(guest.locator("#board")).to_be_visible()
    return host, guest


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.locator("#confirm").get_by_role("button", name="Resign").click()
    expect(page.locator("#banner")).to_be_visible()


def test_a_rematch_is_asked_for_and_followed_with_one_click(open_page: OpenPage, embedded_stack: Stack) -> None:
    host, guest = two_people(open_page, embedded_stack)
    watcher = open_page(host.url)
    old = host.url
    resign(host)
    guest.get_by_role("button", name="Ask for a rematch").click()  # who sat second is the host now
    expect(guest.get_by_role("heading", name=re.compile("^Waiting for Guest"))).to_be_visible()
    expect(host.locator("#banner")).to_contain_text("would like a rematch")
    expect(watcher.locator("#banner")).to_contain_text("would like a rematch")
    watcher.reload()
    watcher.get_by_role("link", name="Watch the rematch").click()
    expect(watcher.get_by_text("invited")).to_be_visible()
    expect(watcher.get_by_role("button", name=re.compile("^Sit here"))).to_have_count(0)
    host.get_by_role("button", name="Come along").click()
    expect(host.get_by_role("heading", name=re.compile("^Waiting for Guest .* to start$"))).to_be_visible()
    guest.get_by_role("button", name="Start the match").click()
    for page in (host, guest, watcher):
        expect(page.locator("#board")).to_be_visible()
        assert page.url == guest.url != old
    assert [page.locator("#board .seq-held").count() for page in (host, guest, watcher)] == [7, 7, 0]


def test_who_does_not_come_along_says_so_with_one_click(open_page: OpenPage, embedded_stack: Stack) -> None:
    host, guest = two_people(open_page, embedded_stack)
    resign(host)
    guest.get_by_role("button", name="Ask for a rematch").click()
    expect(guest.get_by_role("heading", name=re.compile("^Waiting for Guest"))).to_be_visible()
    watcher = open_page(guest.url, locale="ru")
    expect(watcher.locator(".place.kept")).to_contain_text("Гость")
    host.get_by_role("button", name="No, thanks").click()
    expect(host.locator("#banner")).to_contain_text("You do not come along")
    expect(host.get_by_role("button", name="No, thanks")).to_have_count(0)
    expect(guest.locator("#toasts")).to_contain_text("does not come along")
    expect(guest.get_by_role("heading", name="Waiting for 1 player")).to_be_visible()


def test_two_who_ask_at_once_at_two_servers_sit_at_one_table(open_page: OpenPage, production_stack: Stack) -> None:
    host, guest = two_people(open_page, production_stack)
    watcher, old = open_page(guest.url), host.url
    resign(host)
    expect(guest.locator("#banner")).to_be_visible()
    for page in (host, guest):
        page.evaluate("setTimeout(() => document.getElementById('again').requestSubmit())")
    for page in (host, guest):
        page.wait_for_url(lambda url: url.split("/m/")[1] != old.split("/m/")[1])
        expect(page.locator("#waiting .place.kept")).to_have_count(0)  # both have sat down
    assert host.url.split("/m/")[1] == guest.url.split("/m/")[1]
    expect(watcher.get_by_role("link", name="Watch the rematch")).to_be_visible()


def test_against_bots_one_click_deals_again_with_the_same_options(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(f"{embedded_stack.url}/tables/new/sequence/")
    page.get_by_label("Hard variant").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_role("button", name="Start the match").click()
    old = page.url
    resign(page)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#banner")).to_be_hidden()
    assert page.url != old
    page.go_back()
    page.get_by_role("button", name="Play again").click()  # leads to the match that goes on already
    expect(page.locator("#board")).to_be_visible()
    frame = page.evaluate("JSON.parse(document.getElementById('match-config').textContent).frame")
    assert (frame["status"], frame["options"]["hard"]) == ("active", True)
