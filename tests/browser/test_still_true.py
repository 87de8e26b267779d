"""What a board says goes when it is no longer true: in a replay, which goes back as well, and in a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.frozen import only
from tests.browser.sentences import SENTENCES

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.frozen import Table

pytestmark = pytest.mark.live
UNTIMED: dict[str, Any] = {"clocks": None}  # as in a replay, and in a match that was broken off


def said(table: Table) -> Locator:
    """Return where the board tells what happened."""
    return table.page.locator("#board [data-part=said]")


def notice(table: Table) -> Locator:
    """Return what lies over the centre of Blitz."""
    return table.page.locator("#board [data-part=notice]")


@only("blitz")
def test_without_a_clock_blitz_announces_no_countdown(table: Table) -> None:
    clocks = table.frame["clocks"]
    for phase, words in (("ready", "Round 1 is dealt."), ("pause", "The round is over")):
        table.show(view={"phase": phase, "points": [[0, 0]]}, **UNTIMED)
        expect(notice(table)).to_contain_text(words)
        expect(notice(table).locator(".bz-clock")).to_have_count(0)
        assert " in" not in notice(table).inner_text().replace("in the", "")
    timed = {"now": 0, "timer": {"due": 5_000}}
    for phase in ("ready", "pause"):
        table.show(view={"phase": phase}, clocks=timed)
        expect(notice(table).locator(".bz-clock")).to_have_text("5")
    table.show(view={"phase": "play"}, clocks=clocks)


def test_a_step_back_in_a_replay_takes_its_sentence_along(table: Table) -> None:
    before = {part: table.frame["view"][part] for part in ("row", "loose", "aside") if part in table.frame["view"]}
    lying = {"row": [card for part in before.values() for card in part], "loose": [], "aside": []} if before else {}
    for event, sentence in SENTENCES[table.game]:
        table.show(event, view=dict(lying))
        table.show(ply=table.frame["ply"] - 2, view=dict(before))
        shown = " ".join(table.page.locator("#board [aria-live]").all_inner_texts())
        assert not sentence or sentence.rpartition("Boris")[2] not in shown, (event, shown)
        if table.game != "sequence":  # there the table itself tells the last move
            assert not shown.strip(), (event, shown)


OWN: dict[str, Any] = {  # Anna's cards: nothing goes anywhere but what the test lists
    "blitz": {"size": 5, "top": "p4"},
    "waste": {"size": 3, "top": "y7"},
    "reserve": 6,
    "stuck": False,
}


def seats(table: Table, *, mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a view in which the two have such cards."""
    own, other = table.frame["view"]["seats"]
    return {"phase": "play", "seats": [{**own, **OWN, **(mine or {})}, {**other, "stuck": False, **(theirs or {})}]}


@only("blitz")
def test_in_blitz_a_refusal_is_said_as_long_as_it_is_true(table: Table) -> None:
    page = table.page
    table.show(view=seats(table), legal=[{"type": "turn"}])
    page.locator("[data-place=blitz]").click()
    expect(said(table)).to_have_text("pink 4 fits nowhere now.")
    table.show({"type": "put", "seat": 1, "card": "b1", "stack": 0, "from": "waste"})
    expect(said(table)).to_have_text("pink 4 fits nowhere now.")  # it still does
    centre = [{"n": 0, "colour": "p", "top": "p3", "owners": [1]}]
    fits = [{"type": "turn"}, {"type": "centre", "from": "blitz", "to": 0}]
    table.show(
        {"type": "put", "seat": 1, "card": "p3", "stack": 0, "from": "waste"}, view={"centre": centre}, legal=fits
    )
    expect(said(table)).to_have_text("")
    table.show(legal=[{"type": "turn"}])
    page.locator("[data-place=blitz]").click()
    expect(said(table)).to_have_text("pink 4 fits nowhere now.")
    table.show(view=seats(table, mine={"blitz": {"size": 4, "top": "b9"}}))  # it lies elsewhere by now
    expect(said(table)).to_have_text("")


@only("blitz")
def test_in_blitz_nobody_has_nothing_to_play_after_they_have_played(table: Table) -> None:
    for seat, who, words in (
        (0, "mine", "You say that you have nothing to play."),
        (1, "theirs", "has nothing to play."),
    ):
        table.show({"type": "stuck", "seat": seat}, view=seats(table, **{who: {"stuck": True}}))
        expect(said(table)).to_contain_text(words)
        table.show({"type": "put", "seat": 1 - seat, "card": "b1", "stack": 0, "from": "waste"})
        expect(said(table)).to_contain_text(words)
        table.show({"type": "put", "seat": seat, "card": "b2", "stack": 0, "from": "waste"}, view=seats(table))
        expect(said(table)).to_have_text("")


@only("blitz")
def test_in_blitz_that_a_card_came_too_late_is_said_until_the_next_deed(table: Table) -> None:
    page = table.page
    table.show(view={**seats(table), "centre": []}, legal=[{"type": "centre", "from": "blitz", "to": "new"}])
    page.locator("[data-place=blitz]").click()
    table.asked.clear()
    page.locator("[data-place='centre:new']").click()
    table.refuse()
    expect(said(table)).to_have_text("pink 4 came too late.")
    page.locator("[data-place=blitz]").click()
    expect(said(table)).to_have_text("")


@only("sequence")
def test_in_sequence_a_refusal_goes_with_the_choice_it_was_about(table: Table) -> None:
    page = table.page
    card = next(card for card in table.frame["view"]["hand"] if card[0] != "J")
    table.show(legal=[{"type": "play", "card": card, "cell": "b3"}], turn=[0])
    held = page.locator(f".seq-held[data-card='{card}']").first
    held.click()
    page.locator("[data-cell=a1]").click()
    expect(said(table)).to_contain_text("does not go there. Where it does is lit.")
    held.click()
    expect(said(table)).to_have_text("")
    page.locator("[data-cell=a1]").click()
    expect(said(table)).to_have_text("None of your cards goes there.")
    table.show({"type": "drew", "seat": 1}, legal=[])  # of which nothing is told
    expect(said(table)).to_have_text("")
