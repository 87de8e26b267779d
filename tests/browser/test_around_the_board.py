"""Around the board: set phrases in each reader's own language, no clocks in a race, and why a claim was wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.talk.phrases import TEXTS
from rules.registry import GAMES
from tests.browser.board_games import fits, play_now

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.frozen import Table
    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
FINGER = 44  # px
SIZES = "buttons => buttons.map(button => button.getBoundingClientRect()).map(({ width, height }) => [width, height])"
WIDE: ViewportSize = {"width": 1280, "height": 800}
MARKS = "marks => marks.map(mark => mark.getAttribute('aria-label'))"


def open_table(open_page: OpenPage, stack: Stack, talk: str = "", **options: object) -> Page:
    """Return the page of a guest who has opened a table of Diamoniak."""
    page = open_page(f"{stack.url}/tables/new/diamoniak/", **options)
    expect(page.locator("[name=talk][value=phrases]")).to_be_checked()
    if talk:
        page.locator(f"[name=talk][value={talk}]").check()
    page.locator("main form button.button").last.click()
    expect(page.locator("#waiting")).to_be_visible()
    return page


def test_a_phrase_is_read_by_each_in_their_own_language(open_page: OpenPage, embedded_stack: Stack) -> None:
    host = open_table(open_page, embedded_stack, width=360, height=640)
    player = open_page(host.url, locale="ru", width=360, height=640)
    watcher = open_page(host.url, locale="he")
    player.locator("[data-key=join-1]").click()
    host.locator("#chat summary").click()
    expect(host.locator("#chat-form")).to_have_count(0)
    buttons = host.locator(".phrase")
    assert buttons.count() == len(TEXTS)
    assert all(min(size) >= FINGER for size in buttons.evaluate_all(SIZES))
    assert fits(host)
    buttons.and_(host.get_by_role("button", name="Good luck!")).click()
    expect(player.locator("#toasts")).to_contain_text("Удачи!")  # the chat is folded away there; it soon goes
    for page, words in ((host, "Good luck!"), (player, "Удачи!"), (watcher, "בהצלחה!")):
        expect(page.locator("#chat-log li p")).to_have_text(words)
        expect(page.locator("#chat-log li .phrase-picture use")).to_have_attribute(
            "href", "/static/img/phrases.svg#good-luck"
        )
    expect(watcher.locator("#phrases")).to_be_hidden()
    player.locator("#chat summary").click()
    player.locator("[data-phrase=thanks]").click()
    expect(host.locator("#chat-log li p").last).to_have_text("Thank you!")
    host.reload()  # what was said before is there, too
    expect(host.locator("#chat-log li p")).to_have_text(["Good luck!", "Thank you!"])


def test_the_host_may_let_people_talk_freely(open_page: OpenPage, embedded_stack: Stack) -> None:
    host = open_table(open_page, embedded_stack, "free")
    expect(host.locator(".terms")).to_contain_text("free chat")
    expect(host.locator("#phrases")).to_have_count(0)
    host.locator("#chat-text").fill("Hello children")
    host.locator("#chat-text").press("Enter")
    expect(host.locator("#chat-log li p")).to_have_text("Hello children")


def test_in_a_race_no_seat_has_a_clock_and_each_fact_of_a_claim_has_a_mark(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = play_now(open_page, embedded_stack, "red-handed")
    expect(page.locator("#seats .seat")).to_have_count(2)
    expect(page.locator("#seats .clock")).to_have_count(0)
    expect(page.locator("#seats .chip")).to_have_count(2)
    expect(page.get_by_label("Team")).to_have_count(0)  # there are none
    expect(page.locator(".about")).not_to_contain_text("a move")
    page.locator(".rh-card").nth(2).wait_for(state="attached")
    page.keyboard.press("Space")
    page.locator(".rh-layout[data-state=mine], .rh-verdict").first.wait_for()  # the bot may have been quicker
    for key in "123":
        page.keyboard.press(key)
    page.locator(".rh-verdict").wait_for()
    facts = page.locator(".rh-facts dd").count()
    marks = page.locator(".rh-facts dd svg[role=img]").evaluate_all(MARKS)
    assert 1 <= facts <= 3
    assert len(marks) == facts
    missed = page.locator(".rh-missed").count() == 1
    assert set(marks) <= {"right", "wrong"}
    assert ("wrong" in marks) is missed


MANNER = "frame => import('/static/js/outcome.js').then(({ manner }) => manner(frame))"


def test_the_winners_score_stands_first_also_where_the_fewest_cards_win(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = play_now(open_page, embedded_stack, "red-handed")
    seats = [{"seat": seat, "team": seat} for seat in range(3)]
    fewest = {"places": [3, 1, 2], "scores": [29, 12, 19]}
    assert page.evaluate(MANNER, {"seats": seats, "outcome": fewest}) == "Score: 12 : 19 : 29"
    teams = [{"seat": seat, "team": seat % 2} for seat in range(4)]
    most = {"places": [2, 1, 2, 1], "scores": [1, 2, 1, 2]}
    assert page.evaluate(MANNER, {"seats": teams, "outcome": most}) == "Score: 2 : 1"


SIGNS = """() => import("/static/js/dom.js").then(({ chip }) => [0, 1, 2, 3, 4, 5, 6, 7].map((team) => {
  const shown = chip(team);
  document.body.append(shown);
  return [shown.querySelector("path").getAttribute("d"), getComputedStyle(shown).fill];
}))"""


def test_each_seat_of_the_largest_table_without_teams_has_a_shape_and_a_colour_of_its_own(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    alone = {
        seats for game in GAMES.values() for seats in game.seats if len(set(game.teams(game.options(), seats))) == seats
    }
    assert max(alone) == 8
    signs = open_page(f"{embedded_stack.url}/lobby/").evaluate(SIGNS)
    assert all(shape and colour.startswith("rgb") for shape, colour in signs)
    for kind in zip(*signs, strict=True):
        assert len(set(kind)) == 8, kind


BOTTOM = "element => element.getBoundingClientRect().bottom"
TOP = "element => element.getBoundingClientRect().top"
LAST_ROW_IS_SEEN = """() => {
  const [cell, tray] = [[...document.querySelectorAll(".seq-cell")].at(-1), document.querySelector(".seq-tray")];
  return cell.getBoundingClientRect().bottom <= tray.getBoundingClientRect().top;
}"""
NAMES = "seats => seats.map(seat => seat.querySelector('bdi').getBoundingClientRect().width)"


def test_beside_a_newcomers_hint_and_the_phrases_all_that_matters_is_on_the_screen(table: Table) -> None:
    page = table.page
    if table.game == "sequence":
        for width, height in ((768, 1024), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator("#hint")).to_be_visible()
            assert page.locator("[data-part=hand]").evaluate(BOTTOM) <= height
        page.locator(".seq-said").evaluate("(said, words) => { said.textContent = words; }", "A long sentence. " * 9)
        expect(page.locator("#hint")).to_be_visible()
        page.wait_for_function(LAST_ROW_IS_SEEN)  # styles that ask what a box has within are applied a moment later
    if table.game == "diamoniak":
        assert page.locator("#log > summary").evaluate(BOTTOM) <= WIDE["height"]
    page.set_viewport_size(WIDE)


def test_on_a_phone_the_own_seat_is_called_you_and_a_rivals_by_its_name(table: Table) -> None:
    page = table.page
    page.set_viewport_size({"width": 360, "height": 640})
    if page.locator("#seats").is_visible():  # in a race the board itself shows who plays
        expect(page.locator(".seat.mine .you")).to_be_visible()
        own, rival = page.locator(".seat").evaluate_all(NAMES)
        assert own <= 1, "the name is left to those who listen"
        assert rival > 10  # of a longer name, what there is room for
    page.set_viewport_size(WIDE)


def test_on_a_phone_any_touch_puts_the_answer_away(table: Table) -> None:
    page, answer = table.page, table.page.locator("#now")
    page.set_viewport_size({"width": 360, "height": 640})
    for touched in ("#now p", "#board"):
        page.locator("#now-button").click()
        expect(answer.locator("p").first).to_be_visible()
        page.locator(touched).first.click(position={"x": 5, "y": 300 if touched == "#board" else 5})
        expect(answer).to_be_hidden()
    page.set_viewport_size(WIDE)


def test_on_a_phone_the_board_of_a_race_tells_who_is_not_connected(table: Table) -> None:
    page, away = table.page, {"red-handed": ".rh-away", "blitz": ".bz-away"}.get(table.game)
    if not away:
        return  # there the seats above the board say it
    table.show(seats=[seat | {"bot": ""} for seat in table.frame["seats"]])
    table.say({"type": "presence", "seats": [0], "watchers": 0})
    expect(page.locator(away)).to_have_count(1)
    assert "Not connected" in (page.locator(away).get_attribute("aria-label") or "")
    table.say({"type": "presence", "seats": [0, 1], "watchers": 0})
    expect(page.locator(away)).to_have_count(0)


def test_a_cell_where_nothing_goes_says_so_and_one_for_a_card_at_hand_chooses_it(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = play_now(open_page, embedded_stack, "sequence", reduced_motion="reduce")
    corner, said = page.locator("[data-cell=a1]"), page.locator(".seq-said")
    card = page.locator(".seq-usable:not([data-card^=J])").first
    card.click()
    cell = page.locator(".seq-lit").first.get_attribute("data-cell")
    corner.click()
    expect(said).to_contain_text("does not go there. Where it does is lit.")
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.locator(".seq-said").evaluate("said => said.clientHeight") > 10, "it is seen on a phone as well"
    page.set_viewport_size(WIDE)
    card.click()
    expect(card).to_have_attribute("aria-pressed", "false")
    corner.focus()
    corner.press("Enter")
    expect(said).to_have_text("None of your cards goes there.")
    before = page.locator("#board").get_attribute("data-number")
    page.locator(f"[data-cell={cell}]").click()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#board")).to_have_attribute("data-number", before or "")
