"""What is waited for in quick matches: shown to others by number, never by name, and joined by one press."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.test import Client

from accounts.models import Block, User
from games.instants import now_ms
from games.tables.listed import ANY
from matchmaking import halls, tickets
from matchmaking.awaited import Awaited
from matchmaking.listings import Question, Reader
from matchmaking.models import Ticket
from tests.games.conftest import make_user
from tests.matchmaking.conftest import fresh, wait

pytestmark = pytest.mark.django_db
BRISK = {"per_move": 20_000}


def told(user: User | None = None, *apart: int) -> list[tuple[str, int]]:
    """Return game and number of others of each hall that a viewer sees."""
    return [(line.hall.game, line.others) for line in Awaited().seen_by(user.pk if user else None, apart)]


def browser_of(user: User | None) -> Client:
    browser = Client()
    if user:
        browser.force_login(user)
    return browser


def wishes(browser: Client) -> list[str]:
    page = browser.get("/lobby/").content.decode()
    return [html.unescape(wish) for wish in re.findall(r'name="wish" value="([^"]*)"', page)]


def test_who_waits_is_counted_by_hall_and_never_named(anna, boris):
    for person in (anna, boris):
        wait(person, clock=BRISK)
    wait(make_user("clara"), rated=True, bots_after=30_000)
    assert told() == [("blue-diamond", 2), ("blue-diamond", 1)]
    page = Client().get("/lobby/").content.decode()
    assert "2 people wait" in page
    assert "20 s a move" in page
    assert "bots may fill up" in page
    assert "anna" not in page
    assert "Nobody is waiting" not in page


def test_nobody_is_another_to_themselves_and_whom_they_do_not_meet_is_not_there(anna, boris):
    wait(anna)
    assert told(anna) == []
    assert told(boris) == [("blue-diamond", 1)]
    Block.objects.create(blocker=boris, blocked=anna)
    assert wishes(browser_of(boris)) == []
    assert wishes(browser_of(anna)) == []
    assert len(wishes(browser_of(None))) == 1


@pytest.mark.parametrize("how", ["gone", "called", "cancelled", "barred", "a bot"])
def test_who_would_not_be_called_is_not_shown(anna, boris, how):
    ticket = wait(anna)
    if how == "gone":
        Ticket.objects.update(seen_at=now_ms() - tickets.GONE - 1)
    elif how == "called":
        wait(boris)
        halls.seat_waiting()
    elif how == "cancelled":
        tickets.cancel_ticket(anna, ticket.pk)
    elif how == "barred":
        User.objects.update(barred_until="2999-01-01T00:00Z")
    else:
        User.objects.update(is_bot=True)
    assert told() == []


@pytest.mark.parametrize("wish", [
    {}, {"clock": BRISK}, {"clock": "any"}, {"clock": {"main": 300_000, "increment": 2_000}}, {"bots_after": 10_000},
    {"game": "blitz"}, {"game": "diamoniak", "seats": 4, "rated": True},
])  # fmt: skip
def test_one_press_opens_the_same_wish(anna, boris, wish):
    mine = wait(anna, **wish)
    browser = browser_of(boris)
    (text,) = wishes(browser)
    assert browser.post("/lobby/quick/?part", {"wish": text}).status_code == 204
    theirs = Ticket.objects.get(user=boris)
    for name in ("game", "seats", "clock", "any_clock", "rated"):
        assert getattr(theirs, name) == getattr(mine, name)
    assert (theirs.bots_after is None) == (mine.bots_after is None)


def test_a_stranger_joins_as_a_guest_and_a_rated_wish_is_for_members(anna):
    wait(anna)
    (text,) = wishes(Client())
    assert Client().post("/lobby/quick/", {"wish": text}).status_code == 302
    assert halls.seat_waiting() == 1
    wait(make_user("boris"), rated=True)
    (text,) = wishes(Client())
    refused = Client().post("/lobby/quick/", {"wish": text})
    assert refused.status_code == 422
    assert "Rated matches are for members" in refused.content.decode()


@pytest.mark.parametrize("wish", [
    "", "[]", "{", '{"game": "chess"}', '{"game": {"a": 1}, "seats": []}', '{"a": "\\u0000"}',
])  # fmt: skip
def test_a_wish_of_nobodys_is_refused_and_opens_nothing(wish):
    assert Client().post("/lobby/quick/", {"wish": wish}).status_code == 422
    assert not Ticket.objects.exists()


@pytest.mark.parametrize("clock", ["{", "{}", '{"per_move": "x"}', '{"per_move": 1}', '{"main": [1], "increment": 0}'])
def test_a_clock_that_is_none_is_refused(anna, clock):
    wish = {"game": "sequence", "seats": "2", "clock": clock, "rated": "0", "bots_after": "never"}
    assert browser_of(anna).post("/lobby/quick/", {"wish": json.dumps(wish)}).status_code == 422
    assert not Ticket.objects.exists()


def test_who_waits_for_a_game_has_no_second_button_for_it(anna, boris):
    wait(anna, clock=BRISK)
    wait(boris)
    assert wishes(browser_of(boris)) == []
    assert "You wait for this game already" in browser_of(boris).get("/lobby/").content.decode()


def test_any_clock_meets_what_others_have_chosen(anna, boris):
    wait(anna, clock="any")
    assert fresh(wait(boris, clock=BRISK)).clock == BRISK
    assert halls.seat_waiting() == 1
    assert Ticket.objects.first().match.clock == BRISK


def test_two_who_take_any_clock_play_by_the_usual_one_and_nobody_by_one_that_is_not_offered(anna, boris):
    wait(anna, clock="any")
    wait(make_user("clara"), clock={"per_move": 11_000})
    assert halls.seat_waiting() == 0
    wait(boris, clock="any")
    assert halls.seat_waiting() == 1
    assert Ticket.objects.get(user=boris).match.clock == {"per_move": 60_000}


def test_in_a_race_no_clock_parts_anybody(anna, boris):
    wait(anna, game="blitz", clock=BRISK)
    wait(boris, game="blitz")
    assert halls.seat_waiting() == 1


def test_each_page_is_told_its_own_numbers_and_cards_are_rendered_once(anna, boris, monkeypatch):
    wait(anna)
    reader = Reader()
    people = frozenset({anna.pk, boris.pk})
    question = Question(people, {(pk, "en"): 0 for pk in people}, frozenset({("en", ANY)}), keep_alive=False)
    told = reader.read(question).awaited
    assert told[anna.pk, "en"] == ()
    assert (boris.pk, "en") not in told
    ((key, card),) = told[None, "en"]
    assert f'data-id="{key}"' in card
    assert "1 person waits" in card
    monkeypatch.setattr("matchmaking.awaited.render", lambda line, language: "new")
    again = reader.read(question).awaited
    assert again[None, "en"] is told[None, "en"]
    wait(boris)
    assert reader.read(question).awaited[None, "en"] == ((key, "new"),)
