"""The Blue Diamond board: whole matches by clicking, by touch and by keyboard."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.board_games import check_record, fits, play_now, play_on
from tests.conftest import MOVING

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
GAME = "blue-diamond"
READY = ".bd-usable"
CHOSEN = ".bd-held[aria-pressed=true]"


def take_a_turn(page: Page, chance: random.Random) -> None:
    """Click a card and then something it can do: on the cloth where it can be done there, else in words."""
    if page.locator(CHOSEN).count() == 0:
        cards = page.locator(READY)
        cards.nth(chance.randrange(cards.count())).click()
    targets = page.locator(".bd-end.bd-lit, .bd-target")
    if targets.count() and chance.random() < 0.7:
        if chance.random() < 0.4 and page.locator("[data-choice=turned]").count():
            page.locator(CHOSEN).click()  # a second tap turns it over
        targets.nth(chance.randrange(targets.count())).click()
    else:
        answers = page.locator("[data-choice]:not([data-choice=back], [data-choice=plain], [data-choice=turned])")
        answers.nth(chance.randrange(answers.count())).click()


def test_a_guest_plays_blue_diamond_against_a_bot_to_the_end(
    open_page: OpenPage, embedded_stack: Stack, tmp_path: Path
) -> None:
    page = play_now(open_page, embedded_stack, GAME, reduced_motion=MOVING)
    assert play_on(page, READY, take_a_turn) >= 3
    check_record(page, tmp_path / "record.json")


def test_blue_diamond_fits_a_phone_in_hebrew(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = play_now(open_page, embedded_stack, GAME, width=360, height=640, locale="he", has_touch=True)
    play_on(page, READY, take_a_turn, stop_after=5)
    assert fits(page)
    sizes = page.locator(".bd-held").evaluate_all("cards => cards.map(card => card.getBoundingClientRect().width)")
    assert len(sizes) == 6
    assert min(sizes) >= 43.5


def test_a_card_can_be_placed_turned_over_with_the_keyboard_alone(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = play_now(open_page, embedded_stack, GAME)
    page.locator(READY).first.wait_for()
    page.locator(READY).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-choice=plain]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-choice=turned]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=row] .bd-held")).not_to_have_count(0)
    page.locator(f"{READY}").first.wait_for()  # the bot has answered


def test_escape_takes_a_choice_back(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = play_now(open_page, embedded_stack, GAME)
    page.locator(READY).first.click()
    expect(page.locator(".bd-end.bd-lit")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".bd-end.bd-lit")).to_have_count(0)
    expect(page.locator(CHOSEN)).to_have_count(0)


def test_a_card_is_dragged_to_an_end_of_the_row(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = play_now(open_page, embedded_stack, GAME)
    page.locator(READY).first.wait_for()
    before = page.locator("[data-part=row] .bd-held").count()
    middle = [page.locator(which).first.bounding_box() for which in (READY, "[data-end=right]")]
    assert all(middle)
    (x, y), (to_x, to_y) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in middle if box]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=6)
    page.mouse.up()
    page.wait_for_function("count => document.querySelectorAll('[data-part=row] .bd-held').length > count", arg=before)
