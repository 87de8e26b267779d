"""A player who has a keyboard and no mouse, and never loses sight of the focus; how each game is played that way."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING

from tests.browser.races import find_incident, is_over, open_codes

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_TABS = 80
PAUSE = 0.2  # seconds between two moves in a race: the site takes five messages a second
CYCLE = 10  # in Blitz, so often the reserve is turned before the player says that there is nothing to play
FOCUS = """selector => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const outlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  const ringed = element.closest(".seq-cell") !== null; // drawn inside
  return [element === document.body, element.matches(":focus-visible") && (outlined || ringed),
    element.matches(selector), element.outerHTML.slice(0, 120)];
}"""
# What each place would light up, by the same keys, in one look: to draw and ask after each one takes a minute a round.
SEEK = """(places) => {
  const press = (code) =>
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true }));
  const lights = (code) => {
    press(code);
    const lit = [...document.querySelectorAll(".bz-lit")].map((one) => one.dataset.place);
    press("Escape");
    return lit;
  };
  const alone = (place) => document.querySelectorAll(`[data-place="${place}"] .bz-card`).length === 1;
  press("Escape");
  for (const [key, place, code] of places) {
    const lit = lights(code);
    if (lit.some((target) => target.startsWith("centre"))) return [key, "c"];
    if (lit.length && (place === "blitz" || (place !== "waste" && alone(place)))) return [key, `${+lit[0].at(-1) + 1}`];
  }
  return null;
}"""
Steps = Iterator[None]  # each yield: nothing can be done yet


class Hand:
    """Two hands on a keyboard."""

    def __init__(self, page: Page, seed: int = 7) -> None:
        self.page = page
        self.chance = random.Random(seed)

    def press(self, key: str, selector: str = "*") -> bool:
        """Press a key and tell whether the focus is on such an element then; it must be in sight."""
        self.page.keyboard.press(key)
        lost, visible, there, element = self.page.evaluate(FOCUS, selector)
        if lost and key.endswith("Tab"):
            return False  # from the end of the page to its beginning the way leads through the browser
        assert not lost, f"{key} lost the focus: {self.page.url}"
        assert visible or is_over(self.page), f"after {key} nobody sees the focus on {element}"
        return bool(there)

    def reach(self, selector: str, key: str = "Tab") -> None:
        """Go there by pressing one key again and again."""
        if self.page.evaluate(FOCUS, selector)[2]:
            return
        assert any(self.press(key, selector) for _ in range(MOST_TABS)), f"{key} never reaches {selector}"

    def pick(self, selector: str) -> str:
        """Return the selector of one of the elements that a selector finds."""
        found: list[str] = self.page.locator(selector).evaluate_all(
            "all => all.map(({ dataset }) => `[data-${Object.keys(dataset)[0]}='${Object.values(dataset)[0]}']`)"
        )
        return self.chance.choice(found)

    def sees(self, selector: str) -> bool:
        """Whether there is such an element."""
        return self.page.locator(selector).count() > 0

    def number(self) -> str | None:
        """The number of the frame that the board shows."""
        return self.page.locator("#board").get_attribute("data-number")


def take_turns(hand: Hand, ready: str, turn: Callable[[Hand], None]) -> Steps:
    """Play a game of turns to its end."""
    while not is_over(hand.page):
        if not hand.sees(ready):
            yield
            continue
        before = hand.number()
        turn(hand)
        while hand.number() == before:
            yield


# --- Sequence ---
SEQUENCE = ".seq-usable, [data-part=choices] [data-move=pass]"


def sequence_turn(hand: Hand) -> None:
    """Choose a card by arrows, then a lit cell by arrows; a five is named if it is asked for."""
    if not hand.sees(".seq-usable"):
        hand.reach("[data-move=pass]")
        hand.press("Enter")
        return
    hand.reach(".seq-held")
    hand.press("Home")
    hand.reach(".seq-usable", "ArrowRight")
    if not hand.press("Enter", ".seq-cell"):
        hand.press("Enter")  # a button: exchange the dead card
        return
    for _ in range(hand.chance.randrange(4)):
        hand.press(hand.chance.choice(["ArrowRight", "ArrowDown", "ArrowLeft"]), ".seq-lit")
    if hand.press("Enter", "[data-five]"):
        hand.press("Enter")


# --- Blue Diamond ---
BLUE_DIAMOND = ".bd-usable, [data-choice=pass]"


def blue_diamond_turn(hand: Hand) -> None:
    """Choose a card on the cloth, then what it does by its name."""
    if not hand.sees(".bd-held[aria-pressed=true], [data-choice=pass]"):
        hand.reach(".bd-cloth button")
        hand.press("Home")
        hand.reach(".bd-usable", "ArrowRight")
        hand.press("Enter", "[data-choice]")
    if hand.sees("[data-choice=turned]") and hand.chance.random() < 0.4:
        hand.reach("[data-choice=turned]")
        hand.press("Enter")
    hand.reach(hand.pick("[data-choice]:not([data-choice=back], [data-choice=plain], [data-choice=turned])"))
    hand.press("Enter")


# --- Diamoniak ---
DIAMONIAK = "[data-part=choices] [data-choice]:enabled, .dk-payable"


def diamoniak_turn(hand: Hand) -> None:
    """Pay the witch card by card, buy where it is possible, else draw and now and then stop."""
    while hand.sees(".dk-payable"):
        hand.reach(".dk-payable")
        hand.press("Space")
    answers = ("[data-choice=pay]:enabled", ".dk-buyable", "[data-choice=stop]", "[data-choice=draw]")
    open_answers = [answer for answer in answers if hand.sees(answer)]
    if "stop" in open_answers[0] and hand.chance.random() < 0.6:
        open_answers.pop(0)
    hand.reach(open_answers[0])
    hand.press("Enter")


# --- Red-Handed ---
def red_handed(hand: Hand) -> Steps:
    """Grab by the space bar what is seen; point by the keys printed on the cards, or by arrows."""
    hand.reach("[data-part=grab]")
    while not is_over(hand.page):
        claim = find_incident(open_codes(hand.page))
        if claim is None or not hand.sees("[data-state=free]") or max(claim) > 9:
            yield
            continue
        hand.press("Space")
        if hand.chance.random() < 0.5:
            for n in claim:
                hand.press("1234567890"[n])
        else:
            point_by_arrows(hand, claim)
        yield


def point_by_arrows(hand: Hand, claim: tuple[int, ...]) -> None:
    """Walk over the cards; the table may be cleared at any moment."""
    for n in claim:
        if hand.press("Home", ".rh-card"):
            for _ in range(MOST_TABS):
                if hand.page.evaluate(FOCUS, f"[data-n='{n}']")[2] or not hand.press("ArrowRight", ".rh-card"):
                    break
            hand.press("Enter")


# --- Blitz ---
KEYS = [["b", "blitz", "KeyB"], *([str(n + 1), f"work:{n}", f"Digit{n + 1}"] for n in range(5)), ["w", "waste", "KeyW"]]


def blitz(hand: Hand) -> Steps:
    """Choose one card after the other by its key and play it where that lights up: the centre, or another card."""
    hand.reach(".bz-place")
    sent = 0.0
    for turn in count():
        while time.monotonic() < sent + PAUSE:
            yield
        if is_over(hand.page):
            return
        if not play_one(hand):
            hand.press("Escape")
            hand.press("x" if turn % CYCLE == 0 else "t")
        sent = time.monotonic()


def play_one(hand: Hand) -> bool:
    """Play a card, if one can be played to some use; tells whether."""
    keys: list[str] | None = hand.page.evaluate(SEEK, KEYS)
    for key in keys or []:
        hand.press(key)
    return keys is not None
