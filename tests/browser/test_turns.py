"""That it is somebody's turn is told on whatever page they look at, and once to who looks away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.test_by_mail import opened, people
from tests.browser.test_match_page import HIDDEN
from tests.browser.test_people import chooser

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
SOON = 15_000  # ms on a busy machine
ALLOWED = HIDDEN + "Notification.permission = 'granted'; localStorage.setItem('notify', 'on');"


def at_the_table(open_page: OpenPage, stack: Stack) -> tuple[Page, Page, str]:
    """Return the open table of who is to move, a page of the other one, and the table's address."""
    both, match = people(stack, table=True)
    pages = [opened(open_page, stack, person, f"/m/{match}/") for person in both]
    expect(pages[0].locator("#board")).to_be_visible()
    expect(pages[0].locator("#status")).to_have_text(re.compile("turn|Turn"))
    first = 0 if Person(pages[0], "").sits_at_turn() else 1
    other = pages[1 - first]
    other.goto(f"{stack.url}/rules/")
    return pages[first], other, f"{stack.url}/m/{match}/"


def look_away(*pages: Page) -> None:
    for page in pages:
        page.evaluate("hide(true); document.dispatchEvent(new Event('visibilitychange'))")


def told(*pages: Page) -> list[str]:
    return [one["tag"] for page in pages for one in page.evaluate("told")]


def test_any_page_shows_that_a_table_waits_and_my_matches_are_as_they_are_now(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    mover, page, table = at_the_table(open_page, embedded_stack)
    mine = page.context.new_page()
    mine.goto(f"{embedded_stack.url}/my/matches/")
    expect(mine.locator("#mine .card-foot")).to_contain_text("Their turn")
    expect(page.locator("#turns")).to_be_hidden()
    Person(mover, "mover").play_a_turn()
    expect(page.locator("#turns")).to_have_text(re.compile("1"), timeout=SOON)
    expect(page).to_have_title(re.compile(r"^● \(1\) "))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-turn"))
    expect(mine.locator("#mine .card-foot")).to_contain_text("Your turn", timeout=SOON)
    mine.goto(table)
    expect(mine).to_have_title(re.compile("^● Your turn"))  # its own, not one elsewhere
    Person(mine, "other").play_a_turn()
    expect(page.locator("#turns")).to_be_hidden(timeout=SOON)
    assert "●" not in page.title()


def test_who_looks_away_is_notified_of_a_turn_once_whatever_tabs_are_open(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    mover, page, table = at_the_table(open_page, embedded_stack)
    page.context.add_init_script(ALLOWED)
    page.reload()
    tabs = [page, page.context.new_page()]
    tabs[1].goto(f"{embedded_stack.url}/lobby/")
    look_away(*tabs)
    Person(mover, "mover").play_a_turn()
    for tab in tabs:
        expect(tab.locator("#turns")).to_be_visible(timeout=SOON)
    page.wait_for_timeout(500)
    assert told(*tabs) == [table.split("/")[-2]]


@pytest.mark.parametrize("at_table", [True, False], ids=["the table itself", "another page in sight"])
def test_no_page_notifies_of_a_turn_that_another_tab_shows(
    open_page: OpenPage, embedded_stack: Stack, at_table: bool
) -> None:
    mover, page, table = at_the_table(open_page, embedded_stack)
    page.context.add_init_script(ALLOWED)
    page.reload()
    other = page.context.new_page()
    other.goto(table if at_table else f"{embedded_stack.url}/lobby/")
    look_away(page, *([other] if at_table else []))
    Person(mover, "mover").play_a_turn()
    expect(page.locator("#turns")).to_be_visible(timeout=SOON)
    page.wait_for_timeout(500)
    assert told(page) == []
    assert len(told(other)) == int(at_table)  # the table tells of its turn itself


def test_who_looks_away_is_notified_of_the_first_invitation_too(open_page: OpenPage, embedded_stack: Stack) -> None:
    asked = chooser(open_page, embedded_stack)
    name = asked.locator(".who").inner_text()
    asked.context.add_init_script(ALLOWED)
    asked.goto(f"{embedded_stack.url}/rules/")
    asked.wait_for_timeout(4_000)  # what is told at first was there already, and is no news
    asked.evaluate("localStorage.setItem('notify', 'on')")  # what the account keeps has taken it away
    look_away(asked)
    host = open_page(f"{embedded_stack.url}/tables/new/sequence/")
    host.locator("main form button.button").last.click()
    host.locator("#invite-who").fill(name)
    host.locator("#invite-who").press("Enter")
    expect(asked.locator(".notice")).to_contain_text("Sequence", timeout=SOON)
    assert len(told(asked)) == 1
