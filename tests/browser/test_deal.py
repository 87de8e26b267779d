"""The deal of a match, recomputed by a real browser: green for what was dealt, red for what was changed since."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from rules import record
from rules.chance import Chance, match_seed
from tests.browser.finished import finished_matches
from tests.browser.people import match_id
from tests.rules.test_golden import GOLDEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
RESHUFFLED = {"blitz", "red-handed"}  # games that draw lots after the deal in any match of some length
CHECK_ALL = """async (deals) => {
  const { checkSeed, checkStep } = await import("/static/js/deal/check.js");
  const wrong = [];
  for (const deal of deals) {
    const { key, fits } = await checkSeed(deal);
    if (!fits) wrong.push(deal.name);
    for (const step of deal.steps) if (!(await checkStep(key, step)).fits) wrong.push([deal.name, step.label]);
  }
  return wrong;
}"""
DRAW_ALL = """async ({ seed, n, labels }) => {
  const { draw, fromHex, keyOf } = await import("/static/js/deal/chance.js");
  const key = await keyOf(fromHex(seed));
  return Promise.all(labels.map((label) => draw(key, label, n)));
}"""


@pytest.fixture
def resigned(open_page: OpenPage, embedded_stack: Stack) -> Page:
    """The page of a match against a bot that its guest has resigned."""
    page = open_page(embedded_stack.url, permissions=["clipboard-read", "clipboard-write"])
    page.locator("form[action$='/play/sequence/'] button").first.click()
    page.locator("[data-key=resign]").click()
    page.locator("#confirm button[value=yes]").click()
    expect(page.locator("#banner")).to_be_visible()
    return page


def check_the_deal(page: Page) -> None:
    page.locator("#banner a[href$='/deal/']").click()
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", re.compile("."))


def tamper(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Let the server's answer reach the browser changed."""

    def answer(route: Route) -> None:
        deal = route.fetch().json()
        change(deal)
        route.fulfill(json=deal)

    page.route("**/deal.json", answer)


def verdict(page: Page) -> str | None:
    return page.locator("#verdict").get_attribute("data-verdict")


def marks(page: Page) -> list[str | None]:
    """Return what the sections and then the steps are marked with."""
    return [mark.get_attribute("data-fits") for mark in page.locator("[data-fits]").all()]


def test_a_browser_finds_every_shuffle_as_it_was_dealt(resigned: Page, tmp_path: Any) -> None:
    check_the_deal(resigned)
    assert verdict(resigned) == "good"
    assert len(marks(resigned)) >= 3 + 2
    assert set(marks(resigned)) == {"true"}
    expect(resigned.locator("#secret")).to_contain_text("has kept it")  # shown to this browser before the end
    the_steps_unfold(resigned)
    the_program_agrees(resigned, tmp_path / "deal.py")


def test_a_browser_recomputes_the_deal_of_a_match_of_every_game(open_page: OpenPage, embedded_stack: Stack) -> None:
    ids = finished_matches(embedded_stack)
    assert len(ids) == 5
    for slug, match in ids.items():
        for look in ({"width": 360}, {"locale": "he", "color_scheme": "dark"}):
            page = open_page(f"{embedded_stack.url}/m/{match}/deal/", **look)
            expect(page.locator("#verdict")).to_have_attribute("data-verdict", "good")
            assert set(marks(page)) == {"true"}
            labels = [step.get_attribute("data-label") for step in page.locator("#steps > li").all()]
            assert slug not in RESHUFFLED or any(not str(label).startswith("0/") for label in labels), labels
            page.locator("#steps summary").last.click()
            expect(page.locator("#steps .items").last).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def the_steps_unfold(page: Page) -> None:
    deck = page.locator("[data-label='0/deck']")
    deck.locator("summary").click()
    lists = deck.locator(".items")
    expect(lists).to_have_count(2)
    before, after = (lists.nth(place).locator("li").all_text_contents() for place in (0, 1))
    assert len(before) == 104
    assert before != after
    assert sorted(before) == sorted(after)
    expect(deck.locator(".numbers")).to_have_count(2)
    deck.locator("button").click()
    expect(deck.locator(".numbers")).to_have_count(13)


def the_program_agrees(page: Page, path: Any) -> None:
    page.locator("#copy").click()
    path.write_text(page.evaluate("navigator.clipboard.readText()"))
    run = subprocess.run([sys.executable, "-I", str(path)], capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    assert lines[0] == "fits the fingerprint"
    assert len(lines) == 1 + page.locator("#steps > li").count()
    assert all(line.startswith("fits ") for line in lines)


def test_an_exchanged_card_gets_a_red_cross(resigned: Page) -> None:
    def exchange(deal: dict[str, Any]) -> None:
        after = deal["steps"][-1]["after"]
        other = next(place for place in range(4, len(after)) if after[place] != after[3])  # each card is there twice
        after[3], after[other] = after[other], after[3]

    tamper(resigned, exchange)
    check_the_deal(resigned)
    assert verdict(resigned) == "bad"
    deck = resigned.locator("[data-label='0/deck']")
    expect(deck.locator("[data-fits]")).to_have_attribute("data-fits", "false")
    assert marks(resigned).count("false") == 2  # the step and its section
    deck.locator("summary").click()
    expect(deck.locator(".differs")).to_have_count(4)  # two here, two there


def test_an_exchanged_secret_gets_red_crosses_all_over(resigned: Page) -> None:
    tamper(resigned, lambda deal: deal.update(server_seed="00" * 32))
    check_the_deal(resigned)
    assert verdict(resigned) == "bad"
    assert set(marks(resigned)) == {"false"}


def test_a_fingerprint_exchanged_together_with_the_secret_is_remembered_otherwise(resigned: Page) -> None:
    match = match_id(resigned)
    other = json.dumps([{"match": match, "commitment": "11" * 32, "at": 0}])
    resigned.evaluate("text => localStorage.setItem('fingerprints', text)", other)
    check_the_deal(resigned)
    assert verdict(resigned) == "bad"
    expect(resigned.locator("#secret-mark [data-fits]")).to_have_attribute("data-fits", "false")


def test_a_page_that_may_not_compute_says_so(resigned: Page) -> None:
    resigned.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    check_the_deal(resigned)
    assert verdict(resigned) == "unknown"
    expect(resigned.locator("#verdict")).to_contain_text("HTTPS")
    expect(resigned.locator("#copy")).to_be_enabled()
    assert marks(resigned) == []


def test_before_the_end_the_page_explains_and_tells_no_seed(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(embedded_stack.url, width=360, height=740)
    page.locator("form[action$='/play/sequence/'] button").first.click()
    page.locator(".about a[href$='/deal/']").click()
    expect(page.locator(".lead")).to_be_visible()
    expect(page.locator("#verdict")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_browser_deals_every_golden_record_of_every_game_again(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(f"{embedded_stack.url}/rules/")
    whole = [as_told(record.parse(path.read_text()), f"{path.parent.name}/{path.stem}") for path in GOLDEN]
    assert len({deal["name"].split("/")[0] for deal in whole}) == 5
    assert page.evaluate(CHECK_ALL, whole) == []


def as_told(value: Any, name: str) -> dict[str, Any]:
    """Return a record's deal as the server tells it."""
    server_seed, salts = value["server_seed"], value["salts"]
    steps = [{"label": draw.label, "before": draw.before, "after": draw.after} for draw in record.draws(value)]
    seed = match_seed(bytes.fromhex(server_seed), salts).hex()
    seats = [{"salt": salt} for salt in salts]
    return {"name": name, "server_seed": server_seed, "seats": seats, "seed": seed, "steps": steps}


def test_the_browser_drops_the_numbers_that_would_favour_the_small(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = open_page(f"{embedded_stack.url}/rules/")
    seed, n, plies = bytes(range(32)), 3 << 30, range(20)
    found = page.evaluate(DRAW_ALL, {"seed": seed.hex(), "n": n, "labels": [f"{ply}/x" for ply in plies]})
    assert [one["after"] for one in found] == [Chance(seed, ply).below("x", n) for ply in plies]
    assert any(len(one["drawn"]) > 1 and one["drawn"][0].get("result") is None for one in found)
