"""The Diamoniak board: whole matches by clicking, on a wide screen and on a phone."""

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
GAME = "diamoniak"
ANSWERS = "[data-part=choices] [data-choice]:enabled"
READY = f"{ANSWERS}, .dk-payable"


def take_a_turn(page: Page, chance: random.Random) -> None:
    """Pay the witch if she waits, buy if it is possible, else draw, and stop now and then."""
    payable = page.locator(".dk-payable")
    while payable.count():
        payable.nth(chance.randrange(payable.count())).click()
    for choice, likely in {"pay": 1.0, "stop": 0.4, "draw": 1.0, "fairy": 1.0}.items():
        answer = page.locator(f"[data-choice={choice}]:enabled")
        buy = page.locator(".dk-buyable")
        if buy.count():
            buy.first.click()
            return
        if answer.count() and chance.random() < likely:
            answer.click()
            return
    page.locator(ANSWERS).first.click()


def test_a_guest_plays_diamoniak_against_a_bot_to_the_end(
    open_page: OpenPage, embedded_stack: Stack, tmp_path: Path
) -> None:
    page = play_now(open_page, embedded_stack, GAME, reduced_motion=MOVING)
    assert play_on(page, READY, take_a_turn) >= 3
    expect(page.locator(".dk-winner .dk-count").first).to_have_text("6/6")
    check_record(page, tmp_path / "record.json")


def test_diamoniak_fits_a_phone_in_hebrew(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = play_now(open_page, embedded_stack, GAME, width=360, height=640, locale="he", has_touch=True)
    play_on(page, READY, take_a_turn, stop_after=6)
    assert fits(page)


def test_a_tap_on_the_deck_draws(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = play_now(open_page, embedded_stack, GAME)
    page.locator("button.dk-top").click()
    expect(page.locator("[data-part=deck] .dk-caption")).not_to_have_text("54")


def test_only_seats_that_there_are_can_start(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(f"{embedded_stack.url}/tables/new/diamoniak/")
    starter = page.locator("[name=option_starter]")
    page.locator("[name=seats]").select_option("4")
    starter.select_option("3")
    page.locator("[name=seats]").select_option("2")
    assert starter.input_value() == '"random"'
    assert starter.locator("option:disabled").count() == 2
