"""A page stays connected: whatever breaks, it is right again within two seconds without a reload, and what was done
meanwhile is done once.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person as Player
from tests.browser.people import state_of
from tests.live.judge import log_of, seat_two
from tests.live.people import Person
from tests.live.racers import open_race
from tests.live.road import Road, road

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = [pytest.mark.live, pytest.mark.alone]
RIGHT_WITHIN = 2_000  # ms
QUICK = {"variant": '"standard"', "pace_ms": 2000, "point_ms": 10_000}
HAS_NUMBER = "number => Number(document.getElementById('board').dataset.number) >= number"


@dataclass
class Table:
    """A match of two: Anna has a page at the end of a road, and her other device and Boris are near the site."""

    stack: Stack
    road: Road
    match: str
    anna: Person
    boris: Person
    page: Page
    begun: float = field(default_factory=time.monotonic)

    def play(self, who: Person) -> int:
        """Let somebody make any move from near; returns its number."""
        frame = self.frame(who)
        answer = self.road.run(who.ask(self.match, "move", token(), number=frame["number"], move=frame["legal"][0]))
        assert answer.status == 200, answer.body
        return int(answer.json()["number"])

    def frame(self, who: Person) -> dict[str, Any]:
        """Return what somebody may see."""
        return self.road.run(who.frame(self.match))

    def turn_of(self, who: Person) -> None:
        """Play until it is this person's turn, and the page shows that."""
        frame = self.frame(who)
        if frame["turn"] != [frame["seat"]]:
            self.play(self.boris if who is self.anna else self.anna)
        self.await_number(self.frame(who)["number"])

    def await_number(self, number: int, within: int = RIGHT_WITHIN) -> None:
        """Wait until the page shows the match as it was left by an entry."""
        self.page.wait_for_function(HAS_NUMBER, arg=number, timeout=within)

    def click_a_move(self) -> None:
        """Make a move on the page, as a person does."""
        Player(self.page, "Anna").play_a_turn()

    def moves(self) -> list[tuple[int, int]]:
        """Return number and seat of all moves in the log."""
        return [(row[1], row[3]) for row in log_of(self.stack) if row[0] == self.match and row[2] == "move"]


def token() -> str:
    return secrets.token_urlsafe(9)


@pytest.fixture
def table(open_page: OpenPage, production_stack: Stack) -> Iterator[Table]:
    with road(production_stack.port) as line:
        anna, boris = [line.run(Person.guest(production_stack.url)) for _ in range(2)]
        match = line.run(seat_two(anna, boris))
        page = open_page(f"{line.url}/m/{match}/", storage_state=state_of(anna))
        expect(page.locator(".seq-held")).to_have_count(7)
        page.evaluate("window.stayed = true")
        yield Table(production_stack, line, match, anna, boris, page)


def stayed(page: Page) -> bool:
    """Whether the page is still the one that was opened first."""
    return bool(page.evaluate("window.stayed === true"))


@pytest.mark.parametrize("how", ["silence", "cut"])
def test_after_its_connection_has_died_the_page_is_right_again_within_two_seconds(table: Table, how: str) -> None:
    table.turn_of(table.boris)
    getattr(table.road, how)()
    table.await_number(table.play(table.boris))
    assert stayed(table.page)
    expect(table.page.locator("#connection")).to_be_hidden()


def test_after_a_sleep_the_page_is_right_again_within_two_seconds(table: Table) -> None:
    table.turn_of(table.boris)
    browser = table.page.context.new_cdp_session(table.page)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    table.road.silence()
    number = table.play(table.boris)
    time.sleep(3)
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    table.await_number(number)
    assert stayed(table.page)


def test_a_connection_begun_just_before_the_network_is_back_is_soon_begun_anew(table: Table) -> None:
    """It was swallowed and never ends by itself, while a first question by HTTP is answered."""
    table.turn_of(table.boris)
    with table.road.away():
        with table.page.expect_websocket():
            pass  # the old one is silent, so a second is begun
        table.page.wait_for_timeout(50)
    number = table.play(table.boris)
    table.await_number(number)
    assert stayed(table.page)


def test_a_move_made_while_the_network_is_away_waits_and_is_made_once(table: Table) -> None:
    table.turn_of(table.anna)
    before = table.moves()
    with table.road.away():
        table.click_a_move()
        expect(table.page.locator("#connection")).to_be_visible()
        expect(table.page.locator(".toast")).to_contain_text("What you did is kept")
        time.sleep(1)
        assert table.moves() == before
    back = time.monotonic()
    table.await_number(before[-1][0] + 1 if before else 0)
    while len(table.moves()) == len(before):
        assert time.monotonic() < back + RIGHT_WITHIN / 1000
        table.page.wait_for_timeout(50)
    expect(table.page.locator("#connection")).to_be_hidden()
    table.page.wait_for_timeout(500)
    assert len(table.moves()) == len(before) + 1
    expect(table.page.locator(".toast.refused")).to_have_count(0)
    assert stayed(table.page)


def test_a_move_that_no_longer_fits_is_refused_in_words_and_the_board_is_right(table: Table) -> None:
    table.turn_of(table.anna)
    with table.road.away():
        table.click_a_move()
        number = table.play(table.anna)  # on her other device
    table.await_number(number)
    expect(table.page.locator(".toast.refused")).to_contain_text("The table has changed")
    last = table.play(table.boris)
    table.await_number(last)
    table.click_a_move()
    table.await_number(last + 1)
    assert stayed(table.page)


def test_two_devices_of_one_person_show_the_same_within_two_seconds(table: Table, open_page: OpenPage) -> None:
    phone = open_page(f"{table.stack.url}/m/{table.match}/", width=360, height=640, storage_state=state_of(table.anna))
    table.turn_of(table.anna)
    number = table.frame(table.anna)["number"] + 1
    table.road.silence()
    Player(phone, "Anna").play_a_turn()
    table.await_number(number)
    chips = [
        set(each.locator("[data-chip]").evaluate_all("all => all.map(chip => chip.dataset.chip)"))
        for each in (phone, table.page)
    ]
    assert chips[0] == chips[1]


@pytest.mark.parametrize("dead", [False, True])
def test_a_move_made_just_before_a_reload_is_made_once(table: Table, dead: bool) -> None:
    table.turn_of(table.anna)
    before = len(table.moves())
    number = table.frame(table.anna)["number"] + 1
    if dead:
        table.road.silence(sockets_only=True)
    table.click_a_move()
    table.page.reload()
    table.await_number(number)
    table.page.wait_for_timeout(300)
    assert len(table.moves()) == before + 1
    expect(table.page.locator(".toast.refused")).to_have_count(0)
    assert table.page.evaluate("sessionStorage.length") == 0


def test_after_the_servers_were_killed_the_page_is_right_again_within_two_seconds(table: Table) -> None:
    table.turn_of(table.anna)
    number = table.frame(table.anna)["number"] + 1
    table.stack.kill()
    table.click_a_move()
    table.page.wait_for_timeout(1000)
    table.stack.start()
    table.await_number(number)
    assert stayed(table.page)


def test_in_a_race_a_move_that_was_not_sent_in_time_is_not_made_at_another_table(
    open_page: OpenPage, production_stack: Stack
) -> None:
    with road(production_stack.port) as line:
        people = [line.run(Person.guest(production_stack.url)) for _ in range(3)]
        match = line.run(open_race(people, "red-handed", production_stack.url, **QUICK))
        page = open_page(f"{line.url}/m/{match}/", storage_state=state_of(people[0]))
        page.locator("[data-part=grab][aria-disabled=false]").wait_for()
        with line.away():
            page.keyboard.press("Space")
            time.sleep(4)  # two cards each are turned meanwhile
        expect(page.locator(".toast.refused")).to_contain_text("The table has changed", timeout=RIGHT_WITHIN)
        assert not [row for row in log_of(production_stack) if row[0] == match and row[2] == "move" and row[3] == 0]
