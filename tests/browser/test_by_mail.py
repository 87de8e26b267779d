"""Play by mail on its pages: a table is opened with days a move, the deadline is exact, a live match is slowed down."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from games.instants import exact_words
from tests.browser.board_games import fits
from tests.browser.people import state_of
from tests.games.test_mail_pace import CHANGES
from tests.live.judge import seat_two
from tests.live.people import Person, make_members

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
YOUNG = {
    "Africa/Casablanca",
    "Africa/Cairo",
    "Asia/Beirut",
    "Europe/Chisinau",
}  # a browser may have other rules of them
PHONE = {"width": 360, "height": 640}
INSTANT = re.compile(r"\w{3} \d{1,2} \w{3} \d{4}, \d\d:\d\d \(UTC−(3:30|2:30)\)")
LOAD = """() => performance.getEntriesByType("resource").map(({ name }) => name)
  .find((name) => /times[^/]*[.]js/.test(name))"""
TELL = """async ([address, told]) => {
  const { exactTime } = await import(address);
  return told.map(([instant, zone]) => exactTime(instant, zone));
}"""


def people(stack: Stack, *, table: bool) -> tuple[list[Person], str]:
    """Return two members, at a live match of theirs if asked."""

    async def come() -> tuple[list[Person], str]:
        both = [await Person.guest(stack.url) for _ in range(2)]
        make_members(stack)
        return both, await seat_two(*both) if table else ""

    with ThreadPoolExecutor(1) as apart:  # Playwright's own loop runs in this thread
        return apart.submit(asyncio.run, come()).result()


def opened(open_page: OpenPage, stack: Stack, person: Person, path: str, **options: Any) -> Page:
    where = {"storage_state": state_of(person), "timezone_id": "America/St_Johns"}
    return open_page(f"{stack.url}{path}", **where, **options)


def test_a_table_by_mail_from_its_form_to_a_deadline_where_the_reader_is(open_page, embedded_stack):
    (anna, boris), _ = people(embedded_stack, table=False)
    host = opened(open_page, embedded_stack, anna, "/tables/new/sequence/")
    expect(host.locator("[name=days]")).to_be_hidden()
    host.get_by_label("Days for each move, by mail").check()
    expect(host.locator("[name=per_move]")).to_be_hidden()
    host.locator("[name=days]").select_option("7")
    host.get_by_role("button", name="Open the table").click()
    expect(host.locator("#waiting")).to_contain_text("7 days a move")
    host.get_by_role("button", name="Start as soon as all are ready").click()
    expect(host.get_by_role("button", name="Not ready after all")).to_be_visible()
    address = host.url.removeprefix(embedded_stack.url)
    host.goto("about:blank")  # and is away
    guest = opened(open_page, embedded_stack, boris, address, **PHONE)
    guest.get_by_role("button", name="Sit here").click()
    guest.get_by_role("button", name="I am ready").click()
    expect(guest.locator("#board")).to_be_visible()
    expect(guest.locator("#deadline")).to_have_text(INSTANT)
    expect(guest.locator("#seats [data-clock]")).to_have_count(0)
    expect(guest.locator("#absence")).to_be_hidden()
    assert fits(guest)


def test_a_live_match_goes_on_by_mail_when_the_other_agrees(open_page, embedded_stack):
    both, match = people(embedded_stack, table=True)
    asking, other = (opened(open_page, embedded_stack, person, f"/m/{match}/", **PHONE) for person in both)
    expect(asking.locator("#seats [data-clock]")).to_have_count(2)
    asking.get_by_role("button", name="Go on by mail…").click()
    asking.get_by_label("Days a move").select_option("14")
    asking.get_by_role("button", name="Ask the others").click()
    expect(asking.locator("#actions")).to_contain_text("You asked to go on by mail, 14 days a move.")
    expect(other.locator("#actions")).to_contain_text("go on by mail, 14 days a move?")
    other.get_by_role("button", name="Go on by mail", exact=True).click()
    for page in (asking, other):
        expect(page.locator("#deadline")).to_have_text(INSTANT)
        expect(page.locator("#seats [data-clock]")).to_have_count(0)
        expect(page.locator("#pace")).to_contain_text("14 days a move")
        expect(page.locator("#actions [data-key=slow]")).to_have_count(0)
        assert fits(page)
    words = asking.locator("#deadline").inner_text()
    asking.reload()
    expect(asking.locator("#deadline")).to_have_text(words)


def test_pages_tell_instants_exactly_as_the_server_does(open_page, embedded_stack):
    (anna, _), _ = people(embedded_stack, table=False)
    page = opened(open_page, embedded_stack, anna, "/lobby/")
    told = [
        (round(datetime(*day, hour, 59, 59, tzinfo=ZoneInfo(name)).timestamp() * 1000), name)
        for name, day, *_ in CHANGES
        for hour in (0, 1, 2, 3, 12)
        if name not in YOUNG
    ]
    words = page.evaluate(TELL, [page.evaluate(LOAD), told])
    assert words == [exact_words(instant, ZoneInfo(name)) for instant, name in told]
