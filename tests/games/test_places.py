"""Who left and did not come back is behind those who stayed, and whatever front door tells of it says the same."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from accounts.staff.evidence import shown
from games import carrier, privacy, selectors
from games.door.places import at_the_end, from_head
from games.log.changes import summary
from games.mail.outgoing import results
from games.models import Match
from games.moderation import evidence, refereeing
from matchmaking import history
from rules import record
from tests.games.conftest import anna, ask, boris, clara, started
from tests.games.left_tables import left_by
from tests.games.test_refereeing import make_staff
from tests.programs import Program

__all__ = ["anna", "boris", "clara"]
pytestmark = [pytest.mark.sqlite_lane, pytest.mark.django_db]
BOT = 2


@pytest.fixture
def left(anna, boris) -> Match:
    return left_by(anna, boris)


@pytest.fixture
def first(left, anna, boris) -> User:
    """Return whose stand-in ended first: by the rules that seat has won."""
    return (anna, boris)[carrier.load(left.id).outcome.places.index(1)]


def page(user: User, address: str) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.get(address).content.decode()


def test_the_frame_tells_what_counts_beside_what_the_rules_say(left, first):
    frame = selectors.frame(left, first)
    assert frame["outcome"]["places"][frame["seat"]] == 1
    assert (frame["places"][frame["seat"]], frame["places"][BOT]) == (2, 1)
    assert record.check(selectors.match_record(left)).places == tuple(frame["outcome"]["places"])


def test_own_matches_history_and_profile_agree(left, first):
    (line,) = history.lines(history.played_by(first, first))
    assert line.result_words == "2 of 3"
    tags = re.findall(r'<span class="tag">(\w+)</span>', page(first, "/my/matches/"))
    assert "Lost" in tags
    assert "Won" not in tags
    (total,) = history.totals(first)
    assert (total.won, total.lost) == (0, 1)


def test_programs_are_told_the_same(left, first):
    (card,) = Program(first).get("account/matches").json()["results"]
    assert card["places"] == selectors.frame(left, first)["places"]
    assert card["places"][card["seat"]] == 2


def test_a_mail_says_the_same(left, first):
    loaded = carrier.load(left.id)
    assert results.result_words(loaded, loaded.seat_of(first.pk)) == "You have lost this time."
    names = ["anna", "boris", "the bot"]
    told = [line.partition(" (")[0] for line in results.result_lines(loaded, names)]
    assert told[:2] == ["1. the bot", f"2. {first.username}"]


def test_moderators_and_exports_are_told_the_same(left, first):
    places = selectors.frame(left, first)["places"]
    assert evidence.pack(left, None)["places"] == places
    (seat,) = [privacy._seat(row) for row in privacy._seats(first)]
    assert seat["places"] == places


def test_a_moderator_does_not_read_that_somebody_gave_up_who_ran_out_of_time(left):
    text = render_to_string("staff/match_evidence.html", {"pack": shown("match", evidence.pack(left, None))})
    assert text.count("ran out of time") == 2
    assert "gave up" not in text


def test_who_stayed_is_before_all_who_resigned(anna, boris, clara):
    match = started(anna, boris, clara, game="diamoniak")
    ask(match, boris, "resign")
    ask(match, clara, "resign")
    assert selectors.frame(match, anna)["places"] == [1, 2, 2]


def test_what_a_moderator_decides_stands_though_somebody_had_left(anna, boris, clara):
    match = started(anna, boris, clara, game="diamoniak")
    ask(match, boris, "resign")
    refereeing.adjudicate(make_staff(), match, [2, 1, 3], why="The servers were to blame.", token="t1")
    loaded = carrier.load(match.id)
    assert at_the_end(loaded) == from_head(match.teams, summary(loaded)) == [2, 1, 3]


def test_a_card_names_who_played_though_bots_played_on_for_them(left, anna, boris):
    (people,) = re.findall(r'<span class="people">(.*?)<span class="card-foot', page(anna, "/my/matches/"), re.DOTALL)
    assert re.findall(r"<bdi>(.*?)</bdi>", people) == ["anna", "boris", "Bot (gentle)"]
    assert re.findall(r'<span class="unseen">(.*?)</span>', people) == ["Bot (steady)"] * 2
