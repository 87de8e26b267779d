"""Where the focus goes when what held it is gone: never onto a button that makes a move nobody has asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.by_keys import FOCUS, Hand
from tests.browser.frozen import only

if TYPE_CHECKING:
    from tests.browser.frozen import Table

pytestmark = pytest.mark.live
Json = dict[str, Any]
ROW = [{"card": card, "face": face} for card, face in enumerate("AXP", 1)]
LOOSE = [{"card": card, "face": face} for card, face in enumerate("DDD", 4)]
PASS = {"type": "pass"}


def put(kind: str, card: int) -> list[Json]:
    """Return the ways to put a card at an end of the row."""
    ends = [(end, flip) for end in ("left", "right") for flip in (False, True)]
    return [{"type": kind, "card": card, "end": end, "flip": flip} for end, flip in ends]


LOOSE_CARDS: Json = {
    "view": {"row": ROW, "loose": LOOSE, "aside": [], "phase": "build", "must": "build"},
    "legal": [move for card in (4, 5, 6) for move in put("place", card)],
}
ROW_OF_SIX: Json = {
    "view": {"row": ROW + LOOSE, "loose": [], "aside": [], "phase": "arrange", "must": "move"},
    "legal": [{"type": "flip", "card": card} for card in range(1, 7)] + [PASS],
}
WITH_PASS = {**LOOSE_CARDS, "legal": [*LOOSE_CARDS["legal"], PASS]}
ANSWER = "[data-part=choices] button"


def lay(table: Table, state: Json) -> Hand:
    """Show a state of Blue Diamond, the focus outside of the board."""
    table.show(view=dict(state["view"]), legal=state["legal"], turn=[0])
    table.page.locator("#sound").focus()
    return Hand(table.page)


@only("blue-diamond")
@pytest.mark.parametrize("state", [LOOSE_CARDS, WITH_PASS, ROW_OF_SIX], ids=["loose", "with pass", "row"])
def test_in_blue_diamond_escape_leads_back_to_the_card(table: Table, state: Json) -> None:
    hand, card = lay(table, state), table.page.locator(".bd-usable").nth(1)
    for back in ("Escape", "Enter"):
        card.focus()
        hand.press("Enter", ANSWER)
        if back == "Enter":
            hand.reach("[data-choice=back]")
        hand.press(back)
        expect(card).to_be_focused()
        expect(card).to_have_attribute("aria-pressed", "false")
    assert not table.asked


@only("blue-diamond")
def test_in_blue_diamond_the_focus_is_on_a_card_when_the_answers_go(table: Table) -> None:
    hand = lay(table, ROW_OF_SIX)
    hand.reach("[data-choice=pass]")
    hand.press("Enter")
    table.show({"type": "passed", "seat": 0}, legal=[], turn=[1])
    assert table.page.evaluate(FOCUS, ".bd-held")[2], "an empty box is no place for it"
    table.show({"type": "passed", "seat": 1}, legal=ROW_OF_SIX["legal"], turn=[0])
    assert table.page.evaluate(FOCUS, ".bd-usable")[2]
    hand.reach("[data-choice=pass]")
    table.show()  # nobody has moved: what is asked is the same
    assert table.page.evaluate(FOCUS, "[data-choice=pass]")[2]


@only("blue-diamond")
def test_in_blue_diamond_a_refusal_leads_back_to_the_card(table: Table) -> None:
    hand = lay(table, ROW_OF_SIX)
    table.page.locator(".bd-usable").nth(2).focus()
    hand.press("Enter", "[data-choice=flip]")
    table.asked.clear()
    hand.press("Enter")
    table.refuse()
    expect(table.page.locator(".bd-usable").nth(2)).to_be_focused()


@only("blue-diamond")
def test_in_blue_diamond_the_next_card_is_not_put_by_the_press_that_put_the_last(table: Table) -> None:
    lay(table, {**LOOSE_CARDS, "legal": put("place", 4)})
    table.page.locator("[data-choice=right]").focus()
    table.show({"type": "set_aside", "card": 1}, legal=put("place", 5))
    assert not table.page.evaluate(FOCUS, "[data-choice=right]")[2], "that is another card's by now"


@only("sequence")
def test_in_sequence_an_answer_keeps_the_focus_when_a_frame_comes_and_lends_it_to_no_other(table: Table) -> None:
    page = table.page
    page.locator(".seq-usable:not([data-card^=J])").first.click()
    answer = page.locator("[data-choose]").last
    answer.focus()
    table.show(ply=table.frame["ply"] - 1)  # an offer of a draw, say: nobody has moved
    expect(answer).to_be_focused()
    table.show({"type": "passed", "seat": 1}, legal=[{"type": "pass"}])
    assert page.evaluate(FOCUS, ".seq-held")[2], "to pass is another answer"


@only("sequence")
def test_in_sequence_a_cell_that_chooses_its_card_keeps_the_focus(table: Table) -> None:
    page = table.page
    card = next(card for card in table.frame["view"]["hand"] if card[0] != "J")
    table.show(legal=[{"type": "play", "card": card, "cell": cell} for cell in ("b3", "h8")], turn=[0])
    for cell in ("b3", "h8"):
        page.locator(f"[data-cell={cell}]").focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"[data-cell={cell}]")).to_be_focused()
        page.keyboard.press("Escape")


@only("sequence")
def test_in_sequence_without_cards_no_move_is_focused(table: Table) -> None:
    page, cards = table.page, table.frame["view"]["hand"]
    page.locator(".seq-held").first.press("Escape")
    table.show(view={"hand": cards}, legal=[{"type": "draw"}], turn=[0])
    page.locator("[data-move=draw]").focus()
    page.keyboard.press("Enter")
    table.show({"type": "drew", "seat": 0}, view={"hand": []}, legal=[{"type": "pass"}])
    lost, _, there, _ = page.evaluate(FOCUS, "[data-move]")
    assert not lost
    assert not there
    table.show(view={"hand": cards}, legal=[])


PAYING: Json = {
    "view": {"phase": "paying", "toll": 2},
    "legal": [{"type": "pay", "cards": ["diamond", "diamond"]}, {"type": "pay", "cards": ["fairy"]}],
}


def pay(table: Table) -> Hand:
    """Let Anna meet the witch: she could give two diamonds, or let a fairy help."""
    rival = table.frame["view"]["players"][1]
    rich = {**PAYING["view"], "players": [{"palace": 0, "side": {"diamond": 2, "fairy": 1}}, rival]}
    table.show(legal=PAYING["legal"], view=rich, turn=[0])
    return Hand(table.page)


@only("diamoniak")
def test_in_diamoniak_nothing_is_paid_or_drawn_by_one_press_too_many(table: Table) -> None:
    hand = pay(table)
    table.page.locator(".dk-payable").focus()
    hand.press("Enter", ".dk-payable")
    hand.press("Enter")
    assert table.page.evaluate(FOCUS, "button.dk-slot")[2], "all is laid down; to pay is another press"
    assert hand.press("Escape", ".dk-payable")
    hand.reach("button.dk-slot")
    assert hand.press("Enter", ".dk-payable")
    table.page.locator(".dk-payable").focus()
    hand.press("Enter")
    hand.press("Enter")
    hand.reach("[data-choice=pay]")
    hand.press("Enter")
    table.refuse()
    assert table.page.evaluate(FOCUS, ".dk-payable")[2]


@only("diamoniak")
def test_in_diamoniak_the_focus_waits_beside_the_answers_and_is_drawn_around_words(table: Table) -> None:
    view = {"phase": "drawing", "drawn": ["diamond"]}
    hand = pay(table)
    table.show(view=view, legal=[{"type": "draw"}, {"type": "stop"}], turn=[0])
    hand.reach("[data-choice=stop]")
    hand.press("Enter")
    for legal, turn in (([], [1]), ([{"type": "draw"}], [0])):
        table.show({"type": "stopped", "seat": 0}, legal=legal, turn=turn)
        lost, seen, there, _ = table.page.evaluate(FOCUS, "[data-part=tray]")
        assert (lost, seen, there) == (False, True, True), legal
    table.show(view=view, legal=[{"type": "draw"}], turn=[0])
    hand.reach("[data-choice=draw]")
    hand.press("Enter")
    pay(table)
    assert table.page.evaluate(FOCUS, ".dk-payable")[2], "not on the fairy, whom nobody has called"


@only("red-handed")
def test_in_red_handed_a_cleared_table_does_not_lend_the_focus_to_the_diamond(table: Table) -> None:
    page, filling = table.page, table.frame["view"]["filling"]
    codes = [{"n": n, "code": code, "owner": 0} for n, code in enumerate(["Tr2", "Dg1"])]
    table.show(view={"open": codes})
    page.locator(".rh-card").first.focus()
    table.show(view={"open": [], "filling": filling + 1})
    assert page.evaluate(FOCUS, ".rh-open")[2]
    table.show(view={"open": codes})
    assert page.evaluate(FOCUS, ".rh-card")[2]
