"""What the match page has beside the board, in a real browser: rules, help, moves, calls, talk, draws, who is there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from rules.registry import GAMES
from tests.browser.people import Person

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live

# A page that only pretends to be hidden goes on playing; what it would show is written down.
HIDDEN = """
window.told = [];
window.Notification = class {
  static permission = "default";
  static asked = 0;
  static async requestPermission() { this.asked += 1; return (this.permission = "granted"); }
  constructor(title, { body, tag }) { told.push({ title, body, tag }); }
  close() {}
};
window.hide = (hidden) => Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
"""


def play_a_bot(open_page: OpenPage, stack: Stack, game: str = "sequence", **options: Any) -> Page:
    page = open_page(f"{stack.url}/rules/{game}/", **options)
    page.locator(f"form[action$='/play/{game}/'] button").click()
    expect(page.locator("#board")).to_be_visible()
    return page


def requests_for(page: Page, part: str) -> list[str]:
    """Return the list that each request for such an address will be written into."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if part in request.url else None)
    return found


@pytest.mark.parametrize(
    ("width", "language", "words"),
    [(1280, "ru", ("Правила игры", "Ваш ход")), (360, "he", ("הכללים", "התור שלכם"))],
)
def test_the_rules_open_when_asked_for_in_the_readers_language_and_escape_leads_back(
    open_page: OpenPage, embedded_stack: Stack, width: int, language: str, words: tuple[str, str]
) -> None:
    page = play_a_bot(open_page, embedded_stack, width=width, locale=language)
    expect(page).to_have_title(re.compile(f"^● {words[1]} · Sequence"))
    asked = requests_for(page, "/rules/sequence/")
    drawer, button, text = (page.locator(part) for part in ("#rules", "#rules-button", "#rules [data-part=text]"))
    expect(drawer).to_be_hidden()
    button.click()
    expect(text.locator("h3").nth(5)).to_be_attached()
    assert words[0] in drawer.locator("h2").inner_text()
    assert drawer.evaluate("drawer => drawer.matches(':modal')") is (width < 900), "over the board on a phone alone"
    expect(text).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(button).to_be_focused()
    button.press("Enter")
    drawer.locator("[data-part=close]").click()
    expect(drawer).to_be_hidden()
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")
    assert len(asked) == 1, "loaded once, when asked for"


def test_what_can_be_done_now_is_said_in_words_in_every_game(open_page: OpenPage, embedded_stack: Stack) -> None:
    for game in GAMES:
        page = play_a_bot(open_page, embedded_stack, game, width=360, height=640)
        button, panel = page.locator("#now-button"), page.locator("#now")
        button.click()
        expect(panel.locator("li").first).to_be_visible(timeout=30_000)  # the bot may begin, and draw and draw
        said = panel.inner_text()
        assert not re.search(r"undefined|null|NaN|%\(|%s|\[object", said), said
        panel.locator("[data-part=close]").press("Escape")
        expect(panel).to_be_hidden()
        expect(button).to_be_focused()
        page.context.close()


def test_the_moves_are_read_while_the_match_goes_on_and_lead_into_the_replay(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = play_a_bot(open_page, embedded_stack)
    asked = requests_for(page, "/log/")
    guest, log = Person(page, "guest"), page.locator("#log")
    play_until_my_turn(guest)
    assert not asked, "who does not read it does not load it"
    watcher = open_page(page.url, width=360)
    for each in (page, watcher):
        each.locator("#log summary").click()
        expect(each.locator("#log li").nth(1)).to_contain_text(NOTATION)
    moves = log.locator("li").count()
    play_until_my_turn(guest)
    expect(log.locator("li").nth(moves)).to_contain_text(NOTATION)
    expect(watcher.locator("#log li").nth(moves)).to_contain_text(NOTATION)
    expect(log.locator("a")).to_have_count(0)

    page.locator("[data-key=resign]").click()
    page.locator("#confirm [value=yes]").click()
    third = log.locator("a").nth(2)
    line = third.locator("[dir=ltr]").inner_text()
    third.click()
    expect(page.locator("#step-list [aria-current] [dir=ltr]")).to_have_text(line)


NOTATION = re.compile(r": (10|[2-9TJQKA])[CDHS][ x][a-j]\d")


def play_until_my_turn(guest: Person) -> None:
    """Play a turn and wait until the bot has played its own."""
    number = guest.page.locator("#board").get_attribute("data-number") or "0"
    guest.page.locator(".seq-usable").first.wait_for()
    guest.play_a_turn()
    guest.page.wait_for_function(
        "number => Number(document.querySelector('#board').dataset.number) >= number + 2", arg=int(number)
    )
    expect(guest.page.locator("#status")).to_have_class(re.compile("mine"))


def test_the_tab_says_whose_turn_it_is_and_the_help_names_each_card(open_page: OpenPage, embedded_stack: Stack) -> None:
    page = play_a_bot(open_page, embedded_stack)
    expect(page).to_have_title(re.compile("^● Your turn · Sequence"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-turn"))
    page.locator("#now-button").click()
    cards = page.locator(".seq-usable").evaluate_all("cards => new Set(cards.map((card) => card.ariaLabel)).size")
    expect(page.locator("#now li")).to_have_count(cards)
    watcher = open_page(page.url)
    expect(watcher.locator("#board")).to_be_visible()
    assert "●" not in watcher.title()
    expect(watcher.locator("link[rel=icon]")).not_to_have_attribute("href", re.compile("favicon-turn"))


def test_the_browser_tells_of_a_turn_only_who_has_asked_for_it_and_looks_away(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = open_page("about:blank")
    page.context.add_init_script(HIDDEN)
    page.goto(f"{embedded_stack.url}/rules/sequence/")
    page.locator("form[action$='/play/sequence/'] button").click()
    guest, bell = Person(page, "guest"), page.locator("#notify")
    expect(bell).to_have_attribute("aria-pressed", "false")
    page.evaluate("hide(true)")
    play_until_my_turn(guest)
    assert page.evaluate("[told.length, Notification.asked]") == [0, 0], "nobody is asked or told before a click"
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    page.evaluate("hide(false)")
    play_until_my_turn(guest)
    assert page.evaluate("told") == [], "who looks at the page sees it"
    page.evaluate("hide(true)")
    play_until_my_turn(guest)
    assert page.evaluate("told") == [{"title": "Your turn", "body": "Sequence: Bot", "tag": page.url.split("/")[-2]}]
    page.reload()
    expect(bell).to_have_attribute("aria-pressed", "false")  # this pretended browser forgets its leave with the page
    page.evaluate("Notification.permission = 'granted'")
    bell.click()
    assert page.evaluate("localStorage.getItem('notify')") is None, "it was remembered, and a click ends it"


def test_people_talk_leave_offer_draws_and_see_who_is_there(open_page: OpenPage, embedded_stack: Stack) -> None:
    anna = open_page(f"{embedded_stack.url}/tables/new/sequence/")
    anna.locator("main form button.button").last.click()
    expect(anna.locator("#waiting")).to_be_visible()
    boris = open_page(anna.url, width=360)
    sit(boris)
    boris.locator("[data-key=leave]").click()
    expect(anna.locator("[data-key^=add_bot], [data-key^=bot]").first).to_be_visible()
    sit(boris)
    boris.locator("[data-key=ready]").click()
    anna.locator("[data-key=start]").click()
    expect(boris.locator("#board")).to_be_visible()
    watcher = open_page(anna.url)
    expect(anna.locator("#watchers")).to_have_text("1")
    expect(anna.locator(".seat.away")).to_have_count(0)

    anna.locator("#chat-text").fill("Hello <b>Boris</b>")
    anna.locator("#chat-text").press("Enter")
    expect(boris.locator("#unread")).to_have_text("1")
    expect(watcher.locator("#chat-log")).to_contain_text("Hello <b>Boris</b>")
    expect(watcher.locator("#chat-form")).to_be_hidden()
    anna.locator("[data-key=draw]").click()
    boris.locator("[data-key=decline]").click()
    expect(anna.locator("#toasts")).to_contain_text("declined")
    expect(anna.locator(".turn .clock")).to_have_text(re.compile(r"^\d+:\d\d$"))

    boris.goto("about:blank")
    expect(anna.locator(".seat.away")).to_have_count(1)
    boris.go_back()
    expect(anna.locator(".seat.away")).to_have_count(0)
    anna.locator("[data-key=resign]").click()
    anna.locator("#confirm [value=yes]").click()
    for page in (anna, boris, watcher):
        expect(page.locator("#banner")).to_be_visible()


def sit(page: Page) -> None:
    """Take the second seat; whoever has no name here gets one first."""
    page.locator("[data-key=join-1]").click()
    expect(page.locator("[data-key=leave]")).to_be_visible()
