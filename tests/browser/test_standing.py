"""From a sanction to an appeal and back to the table, in a browser: told at once, on the person's own page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import match_id

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
WITHIN = 2.0  # s
LAY = """
import time
from accounts.models import User
from tests.staff import laid
laid(User.objects.get(username={name!r}), {kind!r}, reason="Insults at the table.")
print(time.time())
"""
GRANT = """
from accounts.moderation import appeals
from tests.staff import staff
(appeal,) = appeals.open_appeals().filter(sanction__person__username={name!r})
appeals.decide_appeal(staff("milo"), appeal, True, "It was somebody else.")
"""


def run(stack: Stack, code: str) -> str:
    return stack.manage("shell", "--no-imports", "-c", code).stdout.strip()


def at_a_table(open_page: OpenPage, stack: Stack) -> Page:
    """Return the page of a match of a new guest against a bot."""
    page = open_page(stack.url)
    page.locator(".game form button").first.click()
    page.wait_for_url("**/m/*/")
    expect(page.locator("#board[data-number]")).to_be_attached()
    page.wait_for_timeout(1_500)  # the notices listen once the page has come
    return page


def began(page: Page) -> float:
    """Return when the page that is shown was asked for, s since 1970."""
    return float(page.evaluate("performance.timeOrigin")) / 1000


def test_who_is_suspended_is_led_away_appeals_and_plays_on_once_it_is_granted(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = at_a_table(open_page, embedded_stack)
    table, match, name = page.url, match_id(page), page.locator(".who").inner_text()
    laid_at = float(run(embedded_stack, LAY.format(name=name, kind="suspension")).splitlines()[-1])
    expect(page).to_have_url(re.compile("/accounts/standing/$"))
    assert began(page) - laid_at < WITHIN
    expect(page.locator("article.sanction")).to_contain_text("Insults at the table.")
    page.goto(table)
    expect(page).to_have_url(re.compile("/accounts/standing/$"))
    page.locator("textarea").fill("It was my brother.")
    page.locator("article form.stack button").click()
    expect(page.locator("article.sanction")).to_contain_text("It is being looked at.")
    run(embedded_stack, GRANT.format(name=name))
    page.goto(table)
    expect(page.locator("#board[data-number]")).to_be_attached()
    expect(page.locator(".standing-news")).to_contain_text("It was somebody else.")
    page.locator(".standing-news button").click()
    expect(page).to_have_url(re.compile(f"/m/{match}/$"))
    expect(page.locator(".standing-news")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()  # it acts again
    page.locator("#confirm").get_by_role("button").last.click()
    expect(page.locator("#banner")).to_be_visible()


def test_who_is_muted_is_told_why_when_they_talk(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = at_a_table(open_page, embedded_stack)
    name = page.locator(".who").inner_text()
    run(embedded_stack, LAY.format(name=name, kind="mute"))
    page.locator("#chat-text").fill("hello")
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Insults at the table.")
    page.goto(f"{embedded_stack.url}/lobby/")
    expect(page.locator(".standing-news")).to_contain_text("You may not talk at tables until")
