"""What the boards say: each event in words, a name for all that can be touched, a highlight where nothing may move."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from rules.registry import GAMES as RULES
from tests.browser.frozen import PAUSE, Table, only
from tests.browser.sentences import SENTENCES

pytestmark = pytest.mark.live
LETTERS = {"ru": "[а-яё]", "he": "[א-ת]"}
SAME_EVERYWHERE = {"“Blitz!” Go!"}
FLOOD = 12  # moves in a moment
MANY: dict[str, dict[str, Any]] = {  # what happens again and again in a race
    "blitz": {"type": "put", "seat": 1, "card": "p3", "stack": 0, "from": "blitz"},
    "red-handed": {"type": "flipped", "cards": [{"n": 0, "code": "Tr2", "seat": 0}]},
}
NAMED = """board => [...board.querySelectorAll(
  "button, a[href], [role=img], [role=gridcell], [role=listitem], [role=group], [role=grid], section")]
  .filter((element) => element.checkVisibility() && !element.closest("[aria-hidden=true]"))
  .map((element) => {
    const heard = element.cloneNode(true);
    heard.querySelectorAll("[aria-hidden=true]").forEach((part) => part.remove());
    return [element.getAttribute("aria-label") ?? heard.textContent.trim(), element.getAttribute("class")];
  })"""


def test_everything_that_can_be_touched_or_seen_has_a_name_in_words(table: Table) -> None:
    names: list[list[str]] = table.page.locator(table.board).evaluate(NAMED)
    wordless = [name for name in names if not re.search(r"[^\W\d_]{3,}", name[0]) or re.search("[♠♥♦♣◆★]", name[0])]
    assert len(names) >= 5
    assert not wordless


def test_each_event_is_told_in_a_sentence(table: Table) -> None:
    lines = SENTENCES[table.game]
    assert {event["type"] for event, _ in lines} == {kind.type for kind in RULES[table.game].events}
    for event, sentence in lines:
        told = table.tell(event, view=lying(table, 0))
        assert sentence in told if sentence else not told, (event, told)


@only("red-handed")
def test_a_judged_claim_is_said_with_what_could_be_seen_on_it(table: Table) -> None:
    codes = [{"n": n, "code": code, "owner": 0} for n, code in enumerate(["Tr2", "Dr2", "Fr1"])]
    table.show(view={"open": codes})
    missed = {"type": "missed", "seat": 1, "reason": "cards", "taken": 3}
    facts = {"right": ["kinds", "colours"], "wrong": ["quantities"]}
    told = table.tell({"type": "pointed", "seat": 1, "cards": [0, 1, 2], **facts}, missed)
    assert "Boris missed: that is no incident." in told
    told.remove("Boris missed: that is no incident.")
    assert " ".join(told) == (
        "Claimed: thief, red, 2; diamond, red, 2; fingerprint, red, 1. "
        "Kinds: thief, diamond, fingerprint, right. Colours: all alike, right. Quantities: two alike, wrong. "
        "Boris takes 3 cards."
    )


@only("sequence")  # elsewhere all that happens is open
def test_a_drawn_card_is_named_to_nobody_else(table: Table) -> None:
    options = table.frame["options"]
    told = table.tell({"type": "drew", "seat": 1}, options=options | {"draw": "manual"})
    table.show({"type": "passed", "seat": 1}, options=options)
    assert told == ["Boris draws a card."]


def test_russian_and_hebrew_have_sentences_of_their_own(table: Table) -> None:
    for language, letter in LETTERS.items():
        with table.speaking(language):
            for event, sentence in SENTENCES[table.game]:
                told = " ".join(table.tell(event, view=lying(table, 0)))
                if sentence and sentence not in SAME_EVERYWHERE:
                    assert re.search(letter, told), (language, event, told)
                    assert sentence not in told
                assert bool(told) == bool(sentence), (language, event, told)
    event, sentence = next(line for line in SENTENCES[table.game] if line[1])
    assert sentence in table.tell(event, view=lying(table, 0)), "who comes after finds English again"


def test_with_reduced_motion_nothing_travels_and_what_changed_lights_up(table: Table) -> None:
    for motion in ("no-preference", "reduce"):
        table.page.emulate_media(reduced_motion=motion)
        table.page.evaluate("window.animated = []")
        for turn, (event, _) in enumerate(SENTENCES[table.game]):
            table.show(event, view=lying(table, turn))
        animated = table.page.evaluate("window.animated")
        travels = [frames for frames in animated if any("trans" in str(frame) for frame in frames)]
        lights = [frames for frames in animated if any("filter" in frame or "opacity" in frame for frame in frames)]
        assert bool(travels) == (motion == "no-preference"), travels
        assert lights


def test_a_race_does_not_flood_the_ear(table: Table) -> None:
    if table.game not in MANY:
        return
    table.page.evaluate("window.hurry = false; window.told = []")
    begun = time.monotonic()
    for _ in range(FLOOD):
        table.show(MANY[table.game])
    table.page.wait_for_timeout(PAUSE + 200)
    told = table.page.evaluate("window.told.filter(Boolean)")
    table.page.evaluate("window.hurry = true")
    assert 1 <= len(told) <= 1 + (time.monotonic() - begun) * 1000 / PAUSE
    assert table.page.locator("#board [aria-live=assertive][data-part=said]").count() == 1
    assert table.page.locator("#board [aria-live=polite][data-part=heard]").count() == 1


def lying(table: Table, turn: int) -> dict[str, Any]:
    """Return what must lie on the table so that it can move or light up."""
    view = table.frame["view"]
    if table.game == "blitz":
        return {"centre": [{"n": 0, "colour": "p", "top": "p1", "owners": [1]}]}
    if table.game != "blue-diamond":
        return {}
    cards = sorted((card for part in ("loose", "row", "aside") for card in view[part]), key=lambda card: card["card"])
    return {"row": cards[turn % 6 :] + cards[: turn % 6], "loose": [], "aside": []}
