"""A moderator at two people's table: stops one match and decides another; both players read it where they sit."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import match_id, sign_up

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.people import Person
    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
SHOTS = os.environ.get("SHOTS", "")
APPOINT = """
from tests.staff import appoint
appoint("{name}")
"""


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def appointed(open_page: OpenPage, stack: Stack, name: str) -> Person:
    person = sign_up(open_page, stack, name)
    stack.manage("shell", "--no-imports", "-c", APPOINT.format(name=name))
    return person


def begin(host: Page, other: Page, stack: Stack) -> str:
    """Play a private match to its start and return its id."""
    host.goto(f"{stack.url}/tables/new/sequence/")
    host.locator("[name=watchers]").uncheck()
    host.locator("main button.button").click()
    host.wait_for_url("**/m/**")
    other.goto(host.url)
    other.locator("[data-key^=join]").first.click()
    other.locator("[data-key=ready]").click()
    host.locator("[data-key=start]").click()
    expect(other.locator("#board")).to_be_visible()
    return match_id(host)


def use_tool(page: Page, stack: Stack, match: str, title: str, why: str, **places: str) -> None:
    """Do what a moderator does: panel, reason, a look, and done."""
    page.goto(f"{stack.url}/m/{match}/")
    panel = page.locator(".staff-tools")
    panel.locator("summary").click()
    shot(page, f"panel-{title[:4]}")
    panel.get_by_text(title).click()
    for name, place in places.items():
        page.locator(f"[name={name}]").select_option(place)
    page.locator("[name=why]").fill(why)
    shot(page, f"reason-{title[:4]}")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".answers")).to_contain_text(why)
    shot(page, f"look-{title[:4]}")
    page.locator("[name=sure]").dblclick()
    page.wait_for_url(f"**/m/{match}/")


def look_in_hebrew(open_page: OpenPage, person: Page, stack: Stack, path: str, words: str) -> None:
    """Look at a page on a phone, in the dark, from right to left."""
    state = person.context.storage_state()
    language = {"name": "django_language", "value": "he", "url": stack.url}
    page = open_page("about:blank", width=360, height=740, color_scheme="dark", storage_state=state)
    page.context.add_cookies([language])
    page.goto(stack.url + path)
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator("main")).to_contain_text(words)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    shot(page, f"hebrew-{path.split('/')[1]}")


def test_a_moderator_stops_a_match_and_decides_another(open_page: OpenPage, embedded_stack: Stack) -> None:
    host, other = (sign_up(open_page, embedded_stack, name).page for name in ("Hedda", "Otto"))
    mod = appointed(open_page, embedded_stack, "Mila").page
    match = begin(host, other, embedded_stack)
    expect(host.locator(".staff-tools")).to_have_count(0)
    why = "The line of both was broken. <i>Sorry!</i>"
    use_tool(mod, embedded_stack, match, "Stop the match", why)
    for page in (host, other):
        expect(page.locator("#banner h2")).to_have_text("The match was stopped")
        expect(page.locator("#banner")).to_contain_text("A moderator has stopped it.")
        expect(page.locator("#banner")).to_contain_text(why)
        expect(page.locator("#banner")).not_to_contain_text("Mila")
        shot(page, f"stopped-{'host' if page is host else 'other'}")
    expect(mod.locator("#banner")).not_to_contain_text(why)
    host.locator("#log summary").click()
    expect(host.locator("#log")).to_contain_text("A moderator has stopped it.")

    match = begin(host, other, embedded_stack)
    use_tool(mod, embedded_stack, match, "Decide the match", "One of them had help.", place_0="2", place_1="1")
    expect(host.locator("#banner h2")).to_have_text("Otto won")
    expect(other.locator("#banner h2")).to_have_text("You won!")
    for page in (host, other):
        expect(page.locator("#banner")).to_contain_text("A moderator has decided the match.")
        expect(page.locator("#banner")).to_contain_text("One of them had help.")
    shot(host, "decided")
    for person, path, words in (
        (host, f"/m/{match}/", "מנחה הכריע את המשחק."),
        (mod, f"/staff/matches/{match}/abort/", "לעצור את המשחק"),
    ):
        look_in_hebrew(open_page, person, embedded_stack, path, words)
    rows = embedded_stack.query(
        "SELECT action, COUNT(*) FROM accounts_moderationaction GROUP BY action ORDER BY action"
    )
    times = dict(map(tuple, rows))
    assert times["match.abort"] == times["match.adjudicate"] == 1
    assert times["match.look"] >= 2  # once an hour and match
