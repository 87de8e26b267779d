"""What who is muted meets at a table, in a browser: the reason, where they would have talked and on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
MUTE = """
from accounts.models import User
from tests.staff import laid
laid(User.objects.get(username={name!r}), "mute", reason="Insults at the table.")
"""


def test_who_is_muted_is_told_why_when_they_talk(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(embedded_stack.url)
    page.locator(".game form button").first.click()
    page.wait_for_url("**/m/*/")
    expect(page.locator("#board[data-number]")).to_be_attached()
    name = page.locator(".who").inner_text()
    embedded_stack.manage("shell", "--no-imports", "-c", MUTE.format(name=name))
    page.locator("#chat-text").fill("hello")
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Insults at the table.")
    page.goto(f"{embedded_stack.url}/lobby/")
    expect(page.locator(".standing-news")).to_contain_text("You may not talk at tables until")
