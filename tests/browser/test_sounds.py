"""Which sounds are made, and when there are none. The page's Web Audio is replaced by one that writes notes down."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from rules import registry
from tests.browser.board_games import play_now
from tests.browser.people import Person

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = [pytest.mark.live, pytest.mark.alone]

STUB = """
globalThis.pitches = [];
const param = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
globalThis.AudioContext = class {
  state = "suspended";
  get currentTime() { return globalThis.still ?? performance.now() / 1000; }
  async resume() { this.state = "running"; }
};
globalThis.GainNode = class { gain = param; connect() {} };
globalThis.OscillatorNode = class {
  frequency = param;
  constructor(context, { frequency }) { pitches.push(frequency); }
  connect(next) { return next; }
  start() {}
  stop() {}
};
"""
NO_AUDIO = "delete globalThis.AudioContext"
NAMES = """async () => {
  const { TONES } = await import("/static/js/tones.js");
  const tunes = Object.entries(TONES).map(([name, { notes }]) => [name, notes.map(({ pitch }) => pitch)]);
  const begins = (tune, at) => tune.every((pitch, index) => pitches[at + index] === pitch);
  const names = [];
  for (let at = 0; at < pitches.length;) {
    const fitting = tunes.filter(([, tune]) => begins(tune, at)).sort(([, one], [, two]) => two.length - one.length);
    names.push(fitting[0][0]);
    at += fitting[0][1].length;
  }
  return names;
}"""
SOUND_OF = """async ([folder, events, frame]) => {
  const { soundOf } = await import(`/static/${folder}/sounds.js`);
  return events.map((event) => soundOf(event, frame) ?? null);
}"""
HEAR = """async ([folder, entries, more]) => {
  const { soundOf } = await import(`/static/${folder}/sounds.js`);
  const { hear } = await import("/static/js/sound.js");
  globalThis.still = performance.now() / 1000; // however slow the machine, this takes no time
  entries.forEach((entry) => hear(entry, { soundOf, ...more }));
  delete globalThis.still;
}"""

MINE, THEIRS = {"seat": 0}, {"seat": 1}
SOUNDS: dict[str, list[tuple[dict[str, Any], str | None]]] = {
    "sequence": [
        ({"type": "placed", **THEIRS}, "chip"),
        ({"type": "removed", **MINE}, "lift"),
        ({"type": "sequence_made", "team": 0}, "five"),
        ({"type": "drew", **MINE, "card": "5S"}, None),
    ],
    "blue-diamond": [
        ({"type": "placed", **MINE, "turned": False}, "card"),
        ({"type": "placed", **MINE, "turned": True}, "flip"),
        ({"type": "flipped", **MINE}, "flip"),
        ({"type": "scored", **MINE}, "gem"),
    ],
    "diamoniak": [
        ({"type": "drew", **MINE, "card": "witch"}, "witch"),
        ({"type": "drew", **MINE, "card": "fairy"}, "flip"),
        ({"type": "saved_by_fairy", **MINE}, "fairy"),
        ({"type": "joined", **MINE}, "build"),
    ],
    "red-handed": [
        ({"type": "grabbed", **THEIRS}, "bell"),
        ({"type": "hit", **MINE}, "right"),
        ({"type": "missed", **MINE}, "fall"),
    ],
    "blitz": [
        ({"type": "put", **THEIRS}, "tap"),
        ({"type": "put", **MINE}, None),  # was heard when it was made
        ({"type": "worked", **THEIRS}, None),
    ],
}


def furnish(page: Page, script: str = STUB) -> Page:
    page.add_init_script(script)
    page.reload()
    return page


def heard(page: Page) -> list[str]:
    """Return the names of the sounds so far."""
    names: list[str] = page.evaluate(NAMES)
    return names


def hear(page: Page, slug: str, entries: list[dict[str, Any]], **more: bool) -> list[str]:
    """Return what the entries sound like."""
    page.evaluate("pitches.length = 0")
    page.evaluate(HEAR, [registry.folder(slug), entries, more])
    return heard(page)


def entry(*events: dict[str, Any], **frame: Any) -> dict[str, Any]:
    return {"kind": "move", "events": list(events), "frame": {"seat": 0, **frame}}


def test_every_event_of_every_game_has_the_sound_that_is_meant_or_none(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = furnish(open_page(f"{embedded_stack.url}/rules/"))
    tones = set(page.evaluate("import('/static/js/tones.js').then(({ TONES }) => Object.keys(TONES))"))
    for slug, expected in SOUNDS.items():
        events = [event for event, _ in expected]
        found = page.evaluate(SOUND_OF, [registry.folder(slug), events, {"seat": 0}])
        assert found == [name for _, name in expected], slug
        kinds = [{"type": kind.type, "seat": 1} for kind in registry.find(slug).events]
        assert set(page.evaluate(SOUND_OF, [registry.folder(slug), kinds, {"seat": 0}])) <= tones | {None}, slug
    assert set(SOUNDS) == set(registry.GAMES)


def test_a_move_is_heard_with_what_it_made_then_the_turn_or_the_end(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = furnish(play_now(open_page, embedded_stack, "sequence"))
    expect(page.locator("#status")).to_have_text("Your turn")  # the bot's own first move would be heard as well
    put, made = {"type": "placed", **THEIRS}, {"type": "sequence_made", "team": 1}
    assert hear(page, "sequence", [entry(put)]) == []  # nobody has touched the page yet
    page.keyboard.press("Shift")
    assert hear(page, "sequence", [entry(put, made)], turned=True) == ["chip", "five", "turn"]
    won, lost, drawn = ({"outcome": {"places": places}} for places in ([1, 2], [2, 1], [1, 1]))
    assert hear(page, "red-handed", [entry({"type": "hit", **MINE}, **won)], ended=True) == ["right", "win"]
    assert hear(page, "red-handed", [entry({"type": "missed", **MINE}, **lost)], ended=True) == ["fall", "end"]
    page.wait_for_timeout(600)  # until that has been heard out: the same sound is not begun twice at once
    assert hear(page, "sequence", [entry(**drawn)], ended=True) == ["end"]
    burst = [entry({"type": "put", **THEIRS}) for _ in range(20)]
    assert hear(page, "blitz", burst) == ["tap"]  # nothing queues up
    page.evaluate("pitches.length = 0")
    page.evaluate("import('/static/blitz/sounds.js').then(({ soundMove }) => soundMove({ type: 'turn' }))")
    assert heard(page) == ["flip"]  # one's own moves at once


def test_moves_are_heard_until_a_click_silences_them_for_good(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = furnish(play_now(open_page, embedded_stack, "sequence"))
    play_a_card(page)
    expect(page.locator("#status")).to_have_text("Your turn")
    names = heard(page)
    assert names[0] == "chip"
    assert names[-1] == "turn"
    page.locator("#sound").click()
    page.evaluate("pitches.length = 0")
    play_a_card(page)
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    play_a_card(page)
    assert heard(page) == []
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    assert heard(page) == ["tap"]  # so that it can be heard that there is sound again


def test_a_browser_without_web_audio_plays_in_silence(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = furnish(play_now(open_page, embedded_stack, "sequence"), NO_AUDIO)
    expect(page.locator("#status")).to_have_text("Your turn")
    expect(page.locator("#sound")).to_be_hidden()
    play_a_card(page)  # open_page fails the test if a script does


def play_a_card(page: Page) -> None:
    expect(page.locator("#status")).to_have_text("Your turn")
    before = page.locator("#board").get_attribute("data-number")
    Person(page, "guest").play_a_turn()
    expect(page.locator("#board")).not_to_have_attribute("data-number", re.compile(f"^{before}$"))
