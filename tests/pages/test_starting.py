"""How a match begins in the browser: the fingerprint of the deal is kept first, the browser's salt goes out then."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live

SALT = re.compile(r"[A-Za-z0-9_-]{16}")
LISTEN = """
  window.sent = [];
  let starts = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const asked = JSON.parse(text);
    window.sent.push({ asked: { ...asked }, kept: localStorage.getItem("fingerprints") });
    if (asked.type === "start" && ++starts <= SPOIL) asked.salt = "a,b";
    return send.call(this, JSON.stringify(asked));
  };
"""
HONEST, FIRST_START_SPOILT = LISTEN.replace("SPOIL", "0"), LISTEN.replace("SPOIL", "1")


def starts(page: Page) -> list[dict[str, Any]]:
    """Return each start that the page has sent: what it asked, and the fingerprints kept by then."""
    return [one for one in page.evaluate("window.sent") if one["asked"]["type"] == "start"]


def check_start(page: Page) -> None:
    """The page has sent one start, with a salt of its own and with the fingerprint kept."""
    (start,) = starts(page)
    assert SALT.fullmatch(start["asked"]["salt"])
    frame = page.evaluate("JSON.parse(document.getElementById('match-config').textContent).frame")
    assert frame["status"] == "open"
    (kept,) = json.loads(start["kept"])
    assert (kept["match"], kept["commitment"]) == (frame["match"], frame["commitment"])


def test_play_now_keeps_the_fingerprint_and_then_starts_by_itself_with_a_salt(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = open_page(embedded_stack.url)
    page.add_init_script(HONEST)
    page.locator("form[action$='/play/sequence/'] button").click()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("#"))
    check_start(page)


def test_a_table_that_was_opened_gets_the_hosts_salt_with_its_start(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(f"{embedded_stack.url}/tables/new/sequence/")
    page.add_init_script(HONEST)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("#board")).to_be_visible()
    check_start(page)


def test_a_table_for_twelve_is_filled_with_bots_by_one_click(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(f"{embedded_stack.url}/tables/new/sequence/", width=360, height=640)
    page.get_by_label("Players").select_option("12")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Fill with bots").click()
    expect(page.locator(".place.free")).to_have_count(0)
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("#board")).to_be_visible()


def test_a_start_that_is_refused_leaves_the_table_with_its_button(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(embedded_stack.url)
    page.add_init_script(FIRST_START_SPOILT)
    page.locator("form[action$='/play/sequence/'] button").click()
    expect(page.locator(".toast.refused")).to_be_visible()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("#board")).to_be_visible()
    assert len(starts(page)) == 2
