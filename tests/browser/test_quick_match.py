"""People who press "Find a match" and sit at a table a moment later, with the browsers that they have."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person, match_id, sign_up
from tests.conftest import ONE_ADDRESS
from tests.live.machine import Window, in_time
from tests.stack import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.figures import Note
    from tests.stack import Stack

pytestmark = pytest.mark.live
AT_TABLE = re.compile(r"/m/\w+/")
PATIENT = 30_000  # ms on a busy machine
SOON = 2.0  # s from the click to the board
ROUNDS = 20 if os.environ.get("SOAK") == "1" else 3
GAMES = ("diamoniak", "sequence")


@pytest.fixture(scope="module")
def homes() -> Iterator[Stack]:
    """A site behind a proxy, so that browsers of one machine can be people of several homes."""
    with running("production", environment=ONE_ADDRESS | {"TRUSTED_PROXIES": "1"}) as stack:
        yield stack


def ask_for(page: Page, stack: Stack, game: str, seats: int, *, rated: bool = False, bots: str = "never") -> None:
    """Fill the form of a quick match in, and press."""
    page.goto(f"{stack.url}/lobby/")
    page.locator(f".tile:has([value={game}])").click()
    page.locator("[name=seats]").select_option(str(seats))
    page.locator("[name=bots_after]").select_option(bots)
    page.locator(f".pair label:has([value='{int(rated)}'])").click()
    page.get_by_role("button", name="Find a match").click()


def at_board(page: Page) -> None:
    """Wait until the cards are dealt before a person's eyes."""
    expect(page).to_have_url(AT_TABLE, timeout=PATIENT)  # asked again and again: one page may follow another at once
    expect(page.locator("#board")).to_be_visible(timeout=PATIENT)


@pytest.mark.alone
def test_two_equal_players_are_soon_at_the_board(open_page: OpenPage, production_stack: Stack, figures: Note) -> None:
    pages = [open_page(f"{production_stack.url}/lobby/") for _ in range(2)]
    ask_for(pages[0], production_stack, "blue-diamond", 2)
    expect(pages[0].locator(".waiting-ticket")).to_contain_text("Looking for opponents")
    pages[0].reload()
    expect(pages[0].locator(".waiting-ticket")).to_contain_text("Blue Diamond")
    pages[0].goto(f"{production_stack.url}/rules/")  # waiting goes on wherever they look
    expect(pages[0].locator(".waiting-ticket [data-part=time]")).to_have_text(re.compile(r"\d:\d\d"))
    window, took = Window(production_stack.group), []
    for number in range(ROUNDS):
        if number:
            ask_for(pages[0], production_stack, "blue-diamond", 2)
        took.append(_from_click_to_board(pages, production_stack))
        salts = _salts(production_stack, match_id(pages[0]))
        assert all(len(salt) == 16 for salt in salts)
        _resign(pages[1])
    figures("from the click to the board", took, limit=SOON, unit="s", size="the browsers on the site's own two cores")
    in_time("from the click to the board", max(took), SOON * window.slower(production_stack.group))


def test_four_people_meet_at_diamoniak_and_then_as_teams_at_sequence_and_both_count(
    open_page: OpenPage, homes: Stack
) -> None:
    people = [
        sign_up(open_page, homes, f"Quick{name}", width=360, height=640, extra_http_headers=_home(number))
        for number, name in enumerate("ABCD", 1)
    ]
    matches = []
    for game in GAMES:
        for person in people:
            ask_for(person.page, homes, game, 4, rated=True)
        for person in people:
            at_board(person.page)
        (match,) = {match_id(person.page) for person in people}
        matches.append(match)
        expect(people[0].page.locator("#counting")).to_be_hidden()
        assert _sides(people[0].page) == ([1, 1, 1, 1] if game == "diamoniak" else [2, 2])
        _end(people, homes, match)
    assert _await_rated(homes, matches) == dict.fromkeys(matches, "")  # both counted
    changes = homes.query(
        "SELECT match_id, username FROM matchmaking_ratingchange c JOIN accounts_user u ON u.id = c.user_id"
    )
    assert Counter(map(tuple, changes)) == {(match, person.name): 1 for match in matches for person in people}
    for person in people:
        _expect_graphs(person.page, f"{homes.url}/people/{person.name}/")


def test_a_ticket_is_cancelled_by_its_button_and_bots_come_when_they_may(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = open_page(f"{embedded_stack.url}/lobby/")
    ask_for(page, embedded_stack, "diamoniak", 3)
    page.locator(".waiting-ticket").get_by_role("button", name="Cancel").click()
    elsewhere = page.context.new_page()
    elsewhere.goto(f"{embedded_stack.url}/rules/")
    ask_for(page, embedded_stack, "diamoniak", 3)
    expect(elsewhere.locator(".waiting-ticket")).to_contain_text("Diamoniak", timeout=PATIENT)  # without a reload
    elsewhere.close()
    page.locator(".waiting-ticket").get_by_role("button", name="Cancel").click()
    expect(page.locator("#waiting-tickets")).to_be_hidden()
    ask_for(page, embedded_stack, "diamoniak", 3, bots="0")
    at_board(page)
    assert page.locator(".seat .bot").count() == 2


def test_a_table_to_which_somebody_did_not_come_leads_back_to_the_lobby(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    gone, page = (open_page(f"{embedded_stack.url}/lobby/") for _ in range(2))
    ask_for(gone, embedded_stack, "blitz", 2)
    expect(gone.locator(".waiting-ticket")).to_contain_text("Looking for opponents")
    gone.goto("about:blank")
    ask_for(page, embedded_stack, "blitz", 2)
    expect(page).to_have_url(AT_TABLE, timeout=PATIENT)
    page.get_by_role("button", name="Leave the table").click()
    way = page.locator("#banner").get_by_role("link")
    expect(way).to_have_text("To the other tables")
    way.click()
    expect(page).to_have_url(re.compile("/lobby/"))


def test_one_page_is_led_to_the_table_and_none_that_is_written_in_or_not_looked_at(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    lobby, other = (open_page(f"{embedded_stack.url}/lobby/") for _ in range(2))
    ask_for(lobby, embedded_stack, "blue-diamond", 2)
    expect(lobby.locator(".waiting-ticket")).to_contain_text("Looking for opponents")
    written, hidden = lobby.context.new_page(), lobby.context.new_page()
    hidden.add_init_script("Object.defineProperty(document, 'hidden', { get: () => !window.seen })")
    for page in (written, hidden):
        page.goto(f"{embedded_stack.url}/tables/new/sequence/")
    written.locator("[name=seats]").select_option("4")
    lobby.close()
    button = other.locator("[data-list=awaited] [data-game=blue-diamond]").get_by_role("button", name="Join in")
    button.click()  # the same wish, from the card that the others see
    expect(other).to_have_url(AT_TABLE, timeout=PATIENT)
    expect(hidden).to_have_title(re.compile("Your table is ready"))
    expect(written.locator(".waiting-ticket")).to_contain_text("Your table is ready")
    for page in (written, hidden):
        expect(page).to_have_url(re.compile("/tables/new/"))
    hidden.evaluate("window.seen = true; document.dispatchEvent(new Event('visibilitychange'))")
    at_board(hidden)
    assert match_id(hidden) == match_id(other)
    expect(written).to_have_url(re.compile("/tables/new/"))


def test_a_match_by_mail_begins_by_itself_and_the_lobby_tells_who_looks_at_it(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    one, two = (sign_up(open_page, embedded_stack, f"Mailed{name}", width=360, height=640).page for name in "AB")
    one.goto(f"{embedded_stack.url}/lobby/")
    one.locator(".tile:has([value=blue-diamond])").click()
    one.locator(".pair label:has([value=mail])").click()
    expect(one.locator("[name=clock]")).to_be_hidden()
    one.locator("[name=days]").select_option("7")
    one.get_by_role("button", name="Find a match").click()
    expect(one.locator(".waiting-ticket")).to_contain_text("You may close this page", timeout=PATIENT)
    elsewhere = one.context.new_page()
    elsewhere.goto(f"{embedded_stack.url}/rules/")
    expect(elsewhere.locator("#waiting-tickets")).to_be_hidden()
    elsewhere.close()
    two.goto(f"{embedded_stack.url}/lobby/")
    card = two.locator("[data-list=awaited] [data-game=blue-diamond]:has-text('7 days')")
    expect(card).to_contain_text("by mail")
    card.get_by_role("button", name="Join in").click()
    for page in (one, two):
        expect(page.locator(".waiting-ticket")).to_contain_text("Your match by mail has begun", timeout=PATIENT)
        expect(page).to_have_url(re.compile("/lobby/"))
    one.locator(".waiting-ticket").get_by_role("link", name="To the table").click()
    at_board(one)


def _end(people: list[Person], stack: Stack, match: str) -> None:
    """Let a match end: one after the other leaves it, until one side is left."""
    for person in people:  # the last ones' pages may not know yet that it is over: the log does
        _resign(person.page)
        if stack.query("SELECT status FROM games_matchlive WHERE match_id = %s", [match]) == [("finished",)]:
            return


def _resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.locator("#confirm").get_by_role("button").last.click()
    expect(page.locator("#actions").get_by_role("button", name="Resign")).to_have_count(0)


def _from_click_to_board(pages: list[Page], stack: Stack) -> float:
    """Let the second press, for whom the first waits; return after how many seconds the second's cards are dealt."""
    pages[1].goto(f"{stack.url}/lobby/")
    pages[1].locator(".tile:has([value=blue-diamond])").click()
    pages[1].locator("[name=bots_after]").select_option("never")
    began = time.monotonic()
    pages[1].get_by_role("button", name="Find a match").click()
    at_board(pages[1])
    took = time.monotonic() - began
    at_board(pages[0])
    assert match_id(pages[0]) == match_id(pages[1])
    return took


def _home(number: int) -> dict[str, str]:
    """Return what a proxy tells of a line of one's own."""
    return {"X-Forwarded-For": f"10.77.0.{number}"}


def _sides(page: Page) -> list[int]:
    """Return how many people sit on each side, by the chips beside their names."""
    chips = page.locator(".seat svg.chip")
    expect(chips).to_have_count(4)
    return sorted(Counter(chips.evaluate_all("chips => chips.map(chip => chip.classList[1])")).values())


def _expect_graphs(page: Page, profile: str) -> None:
    """Look at somebody's profile: each game's rating has a graph, that of one match."""
    page.goto(profile)
    for game in GAMES:
        standing = page.locator(f".standing:has(a[href*='/{game}/'])")
        expect(standing.locator(".graph-dot")).to_be_visible()
        standing.locator(".graph-table summary").click()
        expect(standing.locator(".graph-table tbody tr")).to_have_count(1)


def _await_rated(stack: Stack, matches: list[str]) -> dict[str, str]:
    """Wait until the matches have counted; return why each has not, "" if it has."""
    asked = "SELECT match_id, why_not FROM matchmaking_ratedmatch WHERE match_id = ANY(%s)"
    for _ in range(600):
        if len(rows := stack.query(asked, [matches])) == len(matches):
            break
        time.sleep(0.1)
    return dict(map(tuple, rows))


def _salts(stack: Stack, match: str) -> list[Any]:
    rows = stack.query("SELECT snapshot FROM games_matchlive WHERE match_id = %s", [match])
    return [occupant[3] for occupant in rows[0][0]["occupants"]]
