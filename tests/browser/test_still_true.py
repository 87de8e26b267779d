"""What a board says goes when it is no longer true: in a replay, which goes back as well, and in a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

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


def test_without_a_clock_blitz_announces_no_countdown(table: Table) -> None:
    if table.game != "blitz":
        return
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
