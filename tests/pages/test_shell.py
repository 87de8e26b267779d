"""The pages' own scripts in a real browser: theme, lobby, guests, tabs, replay, a server that dies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.stack import running

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live

PHONE = {"width": 360, "height": 640}


def play_now(open_page: OpenPage, stack: Stack, **options: int) -> Page:
    """Return the page of a guest who sits opposite a bot."""
    page = open_page(stack.url, **options)
    page.locator("form[action$='/play/sequence/'] button").click()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".seq-held")).to_have_count(7)  # the board has drawn itself
    return page


def open_table(open_page: OpenPage, stack: Stack) -> Page:
    """Return the page of a guest who has opened a table for two."""
    page = open_page(f"{stack.url}/tables/new/sequence/")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Waiting for 1 player")).to_be_visible()
    return page


def play_a_card(page: Page) -> None:
    page.locator(".seq-usable").first.click()
    page.locator("[data-part=choices] button").first.click()


def test_a_theme_chosen_once_is_there_before_the_first_paint_of_the_next_page(open_page, embedded_stack):
    page = open_page(embedded_stack.url, color_scheme="light")
    page.locator(".theme-button").click()
    page.locator(".theme-button").click()
    page.goto(f"{embedded_stack.url}/rules/")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 31)"


def test_the_lobby_shows_a_new_table_without_being_loaded_again(open_page, embedded_stack):
    lobby = open_page(f"{embedded_stack.url}/lobby/")
    table = open_table(open_page, embedded_stack)
    address = table.url.removeprefix(embedded_stack.url)
    expect(lobby.locator(f'a[href="{address}"]')).to_be_visible()


def test_what_means_nothing_for_so_many_players_cannot_be_chosen(open_page, embedded_stack):
    page = open_page(f"{embedded_stack.url}/tables/new/sequence/")
    players, teams, penalty = (page.get_by_label(name) for name in ("Players", "Teams", "Penalty for table talk"))
    expect(teams).to_be_disabled()
    expect(penalty).to_be_disabled()
    players.select_option("6")
    teams.select_option(label="three")
    penalty.check()
    players.select_option("4")
    expect(teams).to_be_disabled()
    expect(penalty).to_be_checked()
    players.select_option("3")
    expect(penalty).not_to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Waiting for 2 players")).to_be_visible()


def test_a_visitor_sits_down_as_a_guest_at_one_click_and_the_host_sees_it(open_page, embedded_stack):
    host = open_table(open_page, embedded_stack)
    visitor = open_page(host.url)
    visitor.get_by_role("button", name="Sit here as a guest").click()
    visitor.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="Start the match").click()
    for page in (host, visitor):
        expect(page.locator("#board")).to_be_visible()
    titles = sorted(page.title() for page in (host, visitor))
    assert ["●" in title for title in titles] == [False, True]


def test_two_tabs_of_one_player_follow_each_other(open_page, embedded_stack):
    first = play_now(open_page, embedded_stack)
    second = first.context.new_page()
    second.goto(first.url)
    expect(first.locator("#status")).to_have_text("Your turn")
    play_a_card(first)
    covered = [page.locator("[data-chip]") for page in (first, second)]
    expect(covered[0]).not_to_have_count(0)
    for _ in range(100):  # the bot plays on meanwhile
        if len({chips.count() for chips in covered}) == 1:
            return
        first.wait_for_timeout(50)
    raise AssertionError("the two tabs show different boards")


def test_the_end_is_brought_before_the_eyes_and_the_board_stays_where_it_is(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack, **PHONE)
    before = page.locator("[data-part=grid]").bounding_box()
    resign(page.context.new_page(), page.url)
    expect(page.locator("#banner")).to_be_focused()
    expect(page.locator("#banner")).to_be_in_viewport(ratio=1)
    expect(page.locator("#hint")).to_be_hidden()
    assert page.locator("[data-part=grid]").bounding_box() == before


def test_the_end_does_not_take_the_pen_from_who_is_writing(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack)
    page.locator("#chat-text").focus()
    resign(page.context.new_page(), page.url)
    expect(page.locator("#banner")).to_be_visible()
    expect(page.locator("#chat-text")).to_be_focused()


def resign(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("[data-key=resign]").click()
    page.locator("#confirm [value=yes]").click()


def test_a_refused_request_is_told_in_a_sentence(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack)
    for _ in range(2):
        page.locator("#chat-text").fill("the same again")
        page.locator("#chat-text").press("Enter")
    expect(page.locator(".toast.refused")).to_have_text("You have just said that.")
    expect(page.locator("#chat-text")).to_have_value("the same again")


def test_what_a_person_writes_is_shown_as_text_and_nothing_else(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack)
    page.locator("#chat-text").fill('<img src=x onerror="document.title=1"><b>hi</b>')
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#chat-log li p")).to_contain_text("<b>hi</b>")
    assert page.locator("#chat-log img, #chat-log b").count() == 0


def test_a_finished_match_is_stepped_through_by_keys(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack)
    expect(page.locator("#status")).to_have_text("Your turn")
    play_a_card(page)
    page.locator("[data-key=resign]").click()
    page.locator("#confirm [value=yes]").click()
    expect(page.locator("#banner")).to_contain_text("Bot won")
    page.get_by_role("link", name="Step through it").click()
    expect(page.locator("#step-line")).to_have_text("The cards are dealt.")
    chips = page.locator("[data-chip]")
    expect(chips).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(chips).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator("#step-line")).to_contain_text("resigned. · Bot won")
    page.keyboard.press("Home")
    expect(chips).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ru", "he"])
@pytest.mark.parametrize("address", ["/", "/lobby/", "/rules/sequence/", "/tables/new/sequence/", "/accounts/login/"])
def test_no_page_is_wider_than_a_phone(open_page, embedded_stack, address, language):
    locale = {"en": "en-US", "ru": "ru-RU", "he": "he-IL"}[language]
    page = open_page(embedded_stack.url + address, locale=locale, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_on_a_phone_board_and_hand_fit_on_one_screen(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack, **PHONE)
    page.get_by_role("button", name="Understood").click()
    card, board = page.locator(".seq-held").first.bounding_box(), page.locator(".seq-grid").bounding_box()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert board["y"] + board["height"] <= card["y"]
    assert card["y"] + card["height"] <= PHONE["height"]


def test_what_is_said_while_the_server_is_dead_arrives_once_it_is_back(open_page):
    with running("embedded") as stack:
        host = play_now(open_page, stack)
        watcher = open_page(host.url)
        expect(watcher.locator("#board")).to_be_visible()
        stack.kill()
        expect(host.locator("#connection")).to_have_text("Reconnecting…")
        host.locator("#chat-text").fill("still there?")
        host.locator("#chat-text").press("Enter")
        stack.start()
        for page in (host, watcher):
            expect(page.locator("#connection")).to_be_hidden(timeout=3_000)
            expect(page.locator("#chat-log")).to_have_text(re.compile("still there"))
        assert host.locator("#chat-log li").count() == 1
