"""Whole matches in a real browser, from signing up to the checked record.

SOAK=1: a guest plays a steady bot to the end in the other four games too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from rules.registry import GAMES
from tests.browser import board_games
from tests.browser.by_keys import Hand
from tests.browser.people import Person, await_step, match_id, sign_up
from tests.browser.test_keys import steps_of
from tests.conftest import MOVING

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
SOAK = os.environ.get("SOAK") == "1"
SECONDS = 1_800


def test_two_people_sign_up_play_a_match_by_clicking_and_check_its_record(
    open_page: OpenPage, production_stack: Stack, tmp_path: Path
) -> None:
    anna = sign_up(open_page, production_stack, "Anna")
    boris = sign_up(open_page, production_stack, "Boris", width=360, height=740)
    open_a_table(anna)
    join_by_link(boris, anna.page.url)
    start(anna)
    watcher = open_page(anna.page.url)

    moves = play_on([anna, boris], stop_after=8)
    assert [page.locator(".seq-held").count() for page in (anna.page, boris.page, watcher)] == [7, 7, 0]
    for player in (anna, boris):  # whoever will lose is among them
        reload_in_mid_match(player)
    moves += play_on([anna, boris])

    assert moves > 8
    for page in (anna.page, boris.page, watcher):
        expect(page.locator("#banner")).to_be_visible()
    same_board(anna.page, boris.page, watcher)
    step_through(boris.page, moves)
    check_record(boris.page, tmp_path / "record.json")
    production_stack.manage("replay", match_id(anna.page))


def test_a_guest_plays_a_steady_bot_to_the_end_on_the_embedded_site(
    open_page: OpenPage, embedded_stack: Stack, tmp_path: Path
) -> None:
    page = open_page(embedded_stack.url, width=360, height=740, reduced_motion=MOVING)
    begin_against_steady(page, "sequence")
    guest = Person(page, "guest")
    play_on([guest])
    step_through(page)
    check_record(page, tmp_path / "record.json")
    embedded_stack.manage("replay")


if SOAK:  # ten minutes; in CI each of them is played to its end against the bot that comes first (test_keys.py)

    @pytest.mark.parametrize("game", [game for game in GAMES if game != "sequence"])
    def test_a_guest_plays_a_steady_bot_of_another_game_to_the_end(
        open_page: OpenPage, embedded_stack: Stack, tmp_path: Path, game: str
    ) -> None:
        page = open_page(embedded_stack.url)
        begin_against_steady(page, game)
        steps, deadline = steps_of(game, Hand(page)), time.monotonic() + SECONDS
        while next(steps, "over") != "over":
            assert time.monotonic() < deadline, "the match has not ended"
            page.wait_for_timeout(40)
        board_games.check_record(page, tmp_path / "record.json")
        embedded_stack.manage("replay", match_id(page))


def begin_against_steady(page: Page, game: str) -> None:
    page.locator(f"form[action$='/play/{game}/'] select").select_option("steady")
    page.locator(f"form[action$='/play/{game}/'] button").click()
    expect(page.locator(".seat .mark.bot[title='Bot (steady)']")).to_be_visible()


def open_a_table(host: Person) -> None:
    host.page.locator("a[href$='/tables/new/sequence/']").click()
    host.page.locator("main form button.button").last.click()
    expect(host.page.locator("#waiting")).to_be_visible()


def join_by_link(guest: Person, link: str) -> None:
    guest.page.goto(link)
    guest.page.locator("[data-key=join-1]").click()
    guest.page.locator("[data-key=ready]").click()


def start(host: Person) -> None:
    host.page.locator("[data-key=start]").click()
    expect(host.page.locator("#board")).to_be_visible()


def play_on(players: list[Person], stop_after: int = 1_000) -> int:
    """Click moves until the match is over, or so many; returns how many."""
    for moves in range(stop_after):
        mover = await_step(players)
        if mover is None:
            return moves
        before = mover.page.locator("#board").get_attribute("data-number")
        mover.play_a_turn()
        expect(mover.page.locator("#board")).not_to_have_attribute("data-number", before or "")
    return stop_after


def reload_in_mid_match(player: Person) -> None:
    before = chips(player.page)
    player.page.reload()
    expect(player.page.locator("#board")).to_be_visible()
    expect(player.page.locator("[data-chip]")).to_have_count(len(before))
    assert chips(player.page) == before


def chips(page: Page) -> set[str]:
    return set(page.locator("[data-chip]").evaluate_all("all => all.map(chip => chip.dataset.chip)"))


def same_board(*pages: Page) -> None:
    boards = [chips(page) for page in pages]
    assert all(board == boards[0] for board in boards)


def step_through(page: Page, moves: int = 0) -> None:
    """Go through the finished match from the first entry to the last."""
    final = chips(page)
    page.locator("#banner a[href*=replay]").click()
    expect(page.locator("#board")).to_be_visible()
    slider = page.locator("input[type=range]")
    last = int(slider.get_attribute("max") or 0)
    assert last >= max(moves, 5)
    slider.focus()
    page.keyboard.press("Home")
    assert chips(page) != final
    page.keyboard.press("End")
    expect(page.locator("[data-chip]")).to_have_count(len(final))
    assert chips(page) == final


def check_record(page: Page, path: Path) -> None:
    """Download the record and check it with nothing but the rules."""
    with page.expect_download() as download:
        page.locator("a[href*='record.json']").first.click()
    download.value.save_as(path)
    record = json.loads(path.read_text())
    assert record["ended"] is None  # it came to an outcome by the rules
    assert sorted(record["result"]["places"]) == [1, 2]
    command = [sys.executable, "-m", "rules", "check", str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.stdout.startswith("ok"), checked.stdout + checked.stderr
