"""A newcomer's first match: one line at a time, each gone once understood, and the first moves softly lit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import expect

from games import boards
from rules.registry import GAMES
from tests.pages.test_shell import play_a_card, play_now

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEP = re.compile(r'<li data-step="(\w+)"((?: data-(?:when|until)="[^"]+")*)>[^<]+</li>')
TOKEN = re.compile(r"\b(legal|event|mine):(\w+)")


def shown(page: Page) -> list[str]:
    """Return the ids of the steps that can be seen."""
    steps = page.locator("#hint [data-step]").all()
    return [step.get_attribute("data-step") or "" for step in steps if step.is_visible()]


@pytest.mark.live
def test_a_newcomer_is_led_step_by_step_and_never_hears_a_step_twice(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack)
    board = page.locator("#board")
    assert shown(page) == ["card"]
    expect(board).to_have_class(re.compile("guided"))
    play_a_card(page)
    expect(page.locator("[data-step=line]")).to_be_visible()
    assert shown(page) == ["line"]
    page.reload()
    expect(page.locator("[data-step=line]")).to_be_visible()
    assert shown(page) == ["line"]
    for _ in range(2):  # its own move and the bot's have come by when the cards are usable again
        expect(page.locator("#status")).to_have_text("Your turn")
        expect(page.locator(".seq-usable").first).to_be_visible()
        play_a_card(page)
    expect(page.locator("#hint")).to_be_hidden()
    expect(board).not_to_have_class(re.compile("guided"))
    page.reload()
    expect(board).to_be_visible()
    expect(page.locator("#hint")).to_be_hidden()


@pytest.mark.live
def test_who_closes_the_hint_has_understood_all_of_this_game(open_page, embedded_stack):
    page = play_now(open_page, embedded_stack)
    page.get_by_role("button", name="Understood").click()
    expect(page.locator("#hint")).to_be_hidden()
    play_a_card(page)
    page.reload()
    expect(page.locator(".seq-held")).to_have_count(7)
    assert shown(page) == []


@pytest.mark.parametrize("slug", boards.playable())
def test_every_step_has_an_id_of_its_own_and_waits_for_what_the_game_knows(slug):
    text = render_to_string(boards.template(slug, "hint.html"))
    steps = STEP.findall(text)
    assert len(steps) == text.count("<li")
    assert len({name for name, _ in steps}) == len(steps) >= 3
    assert "data-when" not in steps[0][1]  # the first is there when the match begins
    game = GAMES[slug]
    known = {"legal": {move.type for move in game.moves}, "event": {event.type for event in game.events}}
    known["mine"] = known["event"]
    for kind, name in TOKEN.findall(text):
        assert name in known[kind], (kind, name)
