"""A rated match in two browsers: opened so, offered to no guest, counted at its end without a reload."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import sign_up

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live


def test_a_rated_match_changes_both_ratings_and_the_profile_shows_it(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    host, other = (sign_up(open_page, embedded_stack, name).page for name in ("Ratna", "Rudi"))
    host.goto(f"{embedded_stack.url}/tables/new/blue-diamond/")
    host.locator("[name=rated][value='1']").check()
    host.locator("main button.button").click()
    host.wait_for_url("**/m/**")
    expect(host.locator("#waiting .terms")).to_contain_text("rated")
    expect(host.locator("[data-key^=bot]")).to_have_count(0)

    guest = open_page(host.url)
    expect(guest.locator("[data-key^=signup]")).to_be_visible()
    expect(guest.locator("[data-key^=join]")).to_have_count(0)

    other.goto(host.url)
    other.locator("[data-key^=join]").first.click()
    other.locator("[data-key=ready]").click()
    expect(other.locator(".place .name-link").first).to_have_attribute("href", "/people/Ratna/")
    host.locator("[data-key=start]").click()
    other.get_by_role("button", name="Resign").click()
    other.locator("#confirm button[value=yes]").click()
    for page, first in ((host, "Ratna"), (other, "Rudi")):
        expect(page.locator("#banner .changes li").first).to_contain_text(first)
        expect(page.locator("#banner .changes li")).to_have_count(2)
    expect(host.locator("#banner .changes li").first).to_contain_text(re.compile(r"15\d\d ?\+\d+ ?provisional"))

    host.locator("#people").get_by_text("Ratna").evaluate("link => link.closest('a').removeAttribute('target')")
    host.locator("#people").get_by_text("Ratna").click()
    host.wait_for_url("**/people/Ratna/")
    expect(host.locator(".standing .graph-dot")).to_be_visible()
    expect(host.locator(".history-line")).to_contain_text("Rudi")

    judge_the_next_table(host, other, open_page, embedded_stack)


def judge_the_next_table(host: Page, other: Page, open_page: OpenPage, stack: Stack) -> None:
    """Points stand beside the names in the lobby, at the table, with who sits down, and during play."""
    points = re.compile(r"1[45]\d\d\?")
    host.goto(f"{stack.url}/tables/new/blue-diamond/")
    host.locator("main button.button").click()
    host.wait_for_url("**/m/**")
    expect(host.locator(".place .points")).to_have_text(points)
    lobby = open_page(f"{stack.url}/lobby/")
    expect(lobby.locator(".card", has_text="Ratna").locator(".points").first).to_have_text(points)
    other.goto(host.url)
    other.locator("[data-key^=join]").first.click()
    expect(host.locator(".place .points")).to_have_count(2)
    expect(other.locator(".place .points")).to_have_count(2)
    other.locator("[data-key=ready]").click()
    host.locator("[data-key=start]").click()
    for page in (host, other):
        expect(page.locator(".seat .points")).to_have_count(2)
        expect(page.locator("#people .points")).to_have_count(2)
    expect(host.locator(".seat .points").first).to_be_visible()
