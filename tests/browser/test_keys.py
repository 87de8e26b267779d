"""The keyboard alone: each game to its end, a focus that is always somewhere and in sight, and no trap."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.board_games import check_record
from tests.browser.by_keys import (
    BLUE_DIAMOND,
    DIAMONIAK,
    FOCUS,
    MOST_TABS,
    SEQUENCE,
    Hand,
    blitz,
    blue_diamond_turn,
    diamoniak_turn,
    red_handed,
    sequence_turn,
    take_turns,
)
from tests.browser.frozen import GAMES, Table
from tests.browser.people import match_id
from tests.browser.races import open_race
from tests.browser.sentences import SENTENCES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.by_keys import Steps
    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
SOAK = bool(os.environ.get("SOAK"))
SECONDS = 900 if SOAK else 600  # a match of Diamoniak may be three times as long as another
QUICK: dict[str, dict[str, int | str]] = {  # the shortest that each game offers
    "blue-diamond": {"target": 3},
    "red-handed": {"pace_ms": 800, "variant": '"quick"'},
    "blitz": {"rounds": 1, "break_ms": 0},
}
FIRST = {  # where the arrows begin, and what they go over
    "sequence": ".seq-held",
    "blue-diamond": ".bd-usable",
    "red-handed": ".rh-card",
    "blitz": ".bz-place",
}
CHOSEN = "#board [aria-pressed=true]:not([data-choice], [data-part])"
PAYING: dict[str, Any] = {  # Anna has met the witch, and two cards that she could give
    "view": {"phase": "paying", "toll": 1},
    "legal": [{"type": "pay", "cards": ["diamond"]}],
}
LEFT = "document.activeElement.getBoundingClientRect().left"


def test_the_keyboard_alone_plays_each_game_to_its_end(
    open_page: OpenPage, embedded_stack: Stack, tmp_path: Path
) -> None:
    pages = {game: begin(open_page, embedded_stack, game) for game in GAMES}
    playing = {game: steps_of(game, Hand(page)) for game, page in pages.items()}
    deadline = time.monotonic() + SECONDS
    while playing:  # all at once: the bots take their time
        for game, steps in list(playing.items()):
            if next(steps, "over") == "over":
                del playing[game]
                assert not pages[game].evaluate(FOCUS, "body")[0], game
        assert time.monotonic() < deadline, f"these have not ended: {', '.join(playing)}"
        next(iter(pages.values())).wait_for_timeout(40)
    for game, page in pages.items():
        check_record(page, tmp_path / f"{game}.json")


def begin(open_page: OpenPage, stack: Stack, game: str) -> Page:
    if SOAK or game not in QUICK:
        page, form = open_page(stack.url), f"form[action$='/play/{game}/']"
        Hand(page).reach(f"{form} button")
        if game == "sequence":  # who plays anywhere loses sooner to this one
            Hand(page).reach(f"{form} select")
            page.keyboard.press("ArrowDown")
            Hand(page).reach(f"{form} button", "Shift+Tab")
        page.keyboard.press("Enter")
        page.locator("#board:visible").wait_for()
        return page
    return open_race(open_page, stack, game, QUICK[game])


def steps_of(game: str, hand: Hand) -> Steps:
    if game in ("red-handed", "blitz"):
        return red_handed(hand) if game == "red-handed" else blitz(hand)
    ready, turn = {
        "sequence": (SEQUENCE, sequence_turn),
        "blue-diamond": (BLUE_DIAMOND, blue_diamond_turn),
        "diamoniak": (DIAMONIAK, diamoniak_turn),
    }[game]
    return take_turns(hand, ready, turn)


def test_tab_goes_into_the_board_and_out_again(table: Table) -> None:
    hand = Hand(table.page)
    table.page.locator("#sound").focus()
    hand.reach("#board *")
    hand.reach("#chat > summary")
    hand.reach("#board *", "Shift+Tab")
    hand.reach("#sound", "Shift+Tab")


def test_arrows_go_where_they_point_whatever_the_direction_of_the_page(table: Table) -> None:
    if table.game not in FIRST:
        return  # all of it is reached by Tab
    hand = Hand(table.page)
    for direction in ("ltr", "rtl"):
        table.page.evaluate("direction => { document.documentElement.dir = direction }", direction)
        table.page.locator("#sound").focus()
        hand.reach(FIRST[table.game] + "[tabindex='0']")
        hand.press("Home")
        places = [table.page.evaluate(LEFT)]
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
            hand.press(key)
            places.append(table.page.evaluate(LEFT))
        assert places[0] < places[1] <= places[2], direction
        assert places[4] <= places[3], direction
    table.page.evaluate("document.documentElement.dir = 'ltr'")


def test_escape_takes_a_choice_back_and_keeps_the_focus(table: Table) -> None:
    hand = Hand(table.page)
    if table.game == "diamoniak":
        players = table.frame["view"]["players"]
        poor = {**PAYING["view"], "players": [{"palace": 0, "side": {"diamond": 2}}, players[1]]}
        table.show(legal=PAYING["legal"], view=poor)
        hand.reach(".dk-payable")
        hand.press("Enter")
        expect(table.page.locator("button.dk-slot")).to_have_count(1)
        hand.press("Escape")
        expect(table.page.locator("button.dk-slot")).to_have_count(0)
        return
    if table.game == "blitz":
        table.show(legal=[{"type": "centre", "from": "blitz", "to": "new"}])
    choose(hand, table.game)
    expect(table.page.locator(CHOSEN)).to_have_count(1)
    hand.press("Escape")
    expect(table.page.locator(CHOSEN)).to_have_count(0)


def choose(hand: Hand, game: str) -> None:
    """Choose a card that can be used by walking to it."""
    usable = {"sequence": ".seq-usable", "blitz": "[data-place=blitz]"}.get(game, FIRST[game])
    hand.page.locator("#sound").focus()
    hand.reach(FIRST[game] + "[tabindex='0']")
    if not hand.page.evaluate(FOCUS, usable)[2]:
        hand.press("Home")
        hand.reach(usable, "ArrowRight")
    hand.press("Enter")


def test_a_redrawn_board_keeps_the_focus(table: Table) -> None:
    hand = Hand(table.page)
    hand.page.locator("#sound").focus()
    hand.reach("#board *")
    for _ in range(MOST_TABS):
        if not hand.press("Tab", "#board *"):
            break
        table.show(SENTENCES[table.game][0][0])
        assert table.page.evaluate(FOCUS, "#board *")[2]


def test_at_the_end_the_focus_is_on_the_result_whatever_was_being_asked(table: Table) -> None:
    going = dict(table.frame)
    over = {
        "status": "finished",
        "outcome": {"places": [1, 2], "scores": [3, 1]},
        "ended": {"by": "rules"},
        "turn": [],
        "may": ["chat"],
    }
    for held in ("#sound", "#board button:visible", "[data-key=resign]"):
        table.page.locator(held).first.focus()
        if "resign" in held:
            table.page.keyboard.press("Enter")
            expect(table.page.locator("#confirm")).to_be_visible()
        table.show(**over, legal=[])
        expect(table.page.locator("#confirm")).to_be_hidden()
        expect(table.page.locator("#banner")).to_be_focused()
        table.frame = going | {"number": table.frame["number"], "ply": table.frame["ply"]}
        table.show()


def test_what_the_keyboard_presses_never_vanishes_from_under_the_focus(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = open_page(f"{embedded_stack.url}/tables/new/sequence/")
    page.locator("main form button.button").last.click()
    for pressed, awaited in (("bot-1", "kick-1"), ("kick-1", "bot-1"), ("bot-1", "start")):
        press_key(page, f"[data-key={pressed}]")
        page.locator(f"[data-key={awaited}]").wait_for()
        assert not page.evaluate(FOCUS, "*")[0], pressed
    press_key(page, "[data-key=start]")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#content")).to_be_focused()
    press_key(page, "#hint button")
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator("#content")).to_be_focused()
    page.locator("[data-key=resign]").click()
    page.locator("#confirm [value=yes]").click()
    expect(page.locator("#banner")).to_be_visible()
    page.goto(f"{embedded_stack.url}/m/{match_id(page)}/replay/")
    for end in ("#step-first", "#step-last"):
        press_key(page, end)
        expect(page.locator(end)).to_have_attribute("aria-disabled", "true")
        expect(page.locator(end)).to_be_focused()


def press_key(page: Page, selector: str) -> None:
    page.locator(selector).focus()
    page.keyboard.press("Enter")
