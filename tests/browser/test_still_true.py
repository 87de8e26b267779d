"""What a board says goes when it is no longer true: in a replay, which goes back as well, and in a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

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
