"""What a table says to those who sit at it: the last move, fines, offers, and who plays for whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.pages.test_shell import play_now

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live


def gathered(open_page: OpenPage, stack: Stack, people: int, bots: int = 0, *, penalty: bool = False) -> list[Page]:
    """Return the pages of all people of a match that has just begun, the host's first; bots sit after them."""
    host = open_page(f"{stack.url}/tables/new/sequence/")
    host.get_by_label("Players").select_option(str(people + bots))
    host.get_by_label("Penalty for table talk").set_checked(penalty)
    host.get_by_role("button", name="Open the table").click()
    others = [open_page(host.url) for _ in range(people - 1)]
    for seat, page in enumerate(others, start=1):
        page.locator(f"[data-key=join-{seat}]").click()
        page.locator("[data-key=ready]").click()
    for seat in range(people, people + bots):
        host.locator(f"[data-key=bot-{seat}]").click()
    host.locator("[data-key=start]").click()
    for page in (host, *others):
        expect(page.locator(".seq-hand .seq-card").first).to_be_visible()
    return [host, *others]


def confirm(page: Page, key: str) -> None:
    """Press a button that asks first, and answer yes."""
    page.locator(f"[data-key={key}]").click()
    page.locator("#confirm [value=yes]").click()


def play_and_say(pages: list[Page]) -> str:
    """Let whoever is at turn play a card; returns the seat's number."""
    seat = pages[0].locator(".seat.turn").get_attribute("data-seat") or ""
    page = pages[int(seat)]
    page.locator(".seq-usable").first.click()
    page.locator("[data-part=choices] button").first.click()
    expect(page.locator("[data-part=said]")).to_contain_text("You play")
    return seat


def test_a_page_loaded_in_mid_match_says_the_last_move(open_page, embedded_stack):
    pages = gathered(open_page, embedded_stack, 2)
    mover = int(play_and_say(pages))
    for page, words in ((pages[mover], "You play the"), (pages[1 - mover], "plays the")):
        page.reload()
        expect(page.locator("[data-part=said]")).to_contain_text(words)


def test_a_draw_is_accepted_after_a_question_only(open_page, embedded_stack):
    host, other = gathered(open_page, embedded_stack, 2)
    host.locator("[data-key=draw]").click()
    other.locator("[data-key=accept]").click()
    other.locator("#confirm [value=no]").click()
    expect(other.locator("#banner")).to_be_hidden()
    confirm(other, "accept")
    for page in (host, other):
        expect(page.locator("#banner")).to_contain_text("A draw")


def test_a_fine_is_told_to_everybody(open_page, embedded_stack):
    host, other = gathered(open_page, embedded_stack, 2, bots=2, penalty=True)
    confirm(host, "call-0")
    for page in (host, other):
        expect(page.locator("#toasts")).to_contain_text(re.compile("The team of Guest .* is fined for table talk."))


def test_who_gave_up_is_not_taken_for_the_bot_that_plays_on(open_page, embedded_stack):
    pages = gathered(open_page, embedded_stack, 3)
    confirm(pages[1], "resign")
    expect(pages[1].locator("#actions")).to_contain_text("A bot plays on for you")
    for _ in range(3):
        if pages[0].locator(".seat.turn").get_attribute("data-seat") == "1":
            expect(pages[0].locator(".seat.turn")).not_to_have_attribute("data-seat", "1")
        play_and_say(pages)
    expect(pages[1].locator("[data-part=said]")).not_to_contain_text("You")
    expect(pages[1].locator("#status")).not_to_have_text("Your turn")


def test_no_more_than_two_sentences_lie_over_a_page_and_one_about_each_thing(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack)
    page.evaluate("""async () => {
        const { toast } = await import(document.querySelector("script[src*='js/match']").src.replace("match", "toast"));
        for (const words of ["one", "two", "three"]) toast(words);
        toast("old offer", "", "draw");
        toast("new offer", "", "draw");
    }""")
    expect(page.locator(".toast")).to_have_text(["three", "new offer"])
