"""How strong people are stands beside their names where they are to be judged: on cards and at the table."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import selectors
from games.models import Match
from games.strengths import beside
from games.tables.listed import ANY, open_tables
from matchmaking.listings import Question, Reader
from matchmaking.models import Rating
from tests.games.conftest import anna, ask, boris, make_user, open_for, started
from tests.matchmaking.test_profile_pages import queries, settled, told

__all__ = ["anna", "boris"]
pytestmark = pytest.mark.django_db


def provisional(person: User, points: int, game: str = "sequence") -> None:
    settled(person, points, game)
    Rating.objects.filter(user=person).update(settled_until=1)


def page(path: str, person: User | None = None) -> str:
    browser = Client()
    if person is not None:
        browser.force_login(person)
    return re.sub(r"\s+", " ", browser.get(path).content.decode())


def config(match: Match) -> dict:
    (text,) = re.findall(r'id="match-config" type="application/json">(.*?)</script>', page(match.get_absolute_url()))
    return json.loads(text)["strengths"]


def test_a_card_says_how_strong_they_are_who_sit_there(anna, boris):
    settled(anna, 1712)
    provisional(boris, 1433)
    for host in (anna, boris, make_user("newcomer")):
        open_for(host)
    lobby = page("/lobby/")
    assert re.search(r"anna</bdi> <span class=\"points[^>]*>1712</span>", lobby)
    assert re.search(r"boris</bdi> <span class=\"points[^>]*>1433<span [^>]*>\?</span>.*?provisional", lobby)
    assert re.search(r"newcomer</bdi>(?! <span class=\"points)", lobby)


def test_only_the_game_and_pace_of_the_table_count(anna):
    settled(anna, 1712, "blitz")
    open_for(anna)
    assert "1712" not in page("/lobby/")
    open_for(anna, game="blitz")
    assert page("/lobby/").count("1712") == 1


def test_the_lobby_costs_one_query_more_however_many_people_have_ratings(anna):
    open_for(anna)
    started(make_user(), make_user())
    before = queries("/lobby/")
    for person in [make_user() for _ in range(4)]:
        settled(person, 1600)
        open_for(person)
    started(*User.objects.exclude(pk=anna.pk)[:2])
    assert queries("/lobby/") == before
    with CaptureQueriesContext(connection) as counted:
        beside(open_tables(AnonymousUser()).cards)
    assert sum("matchmaking_rating" in query["sql"] for query in counted) == 1


def test_open_pages_are_told_when_a_rating_has_changed(anna):
    reader, asked = Reader(), Question(frozenset(), {}, frozenset({("en", ANY)}), keep_alive=False)
    open_for(anna)
    assert "points" not in reader.read(asked).editions["en", "open", ANY][0][1]
    settled(anna, 1712)
    assert "1712" in reader.read(asked).editions["en", "open", ANY][0][1]


def test_the_table_knows_before_the_start_and_during_play_and_not_afterwards(anna, boris):
    settled(anna, 1712)
    provisional(boris, 1433)
    table = open_for(anna, seats=2)
    assert config(table) == {"anna": {"points": 1712}}
    ask(table, boris, "join")
    both = {"anna": {"points": 1712}, "boris": {"points": 1433, "provisional": True}}
    assert config(table) == both
    ask(table, boris, "ready", ready=True)
    ask(table, anna, "start")
    assert config(table) == both
    ask(table, boris, "resign")
    assert config(table) == {}


def test_pages_at_the_table_ask_anew_when_somebody_has_sat_down(anna, boris):
    settled(boris, 1433)
    table = open_for(anna)
    assert told(table)["strengths"] == {}
    ask(table, boris, "join")
    assert told(table) == {"state": "casual", "strengths": {"boris": {"points": 1433}}}


def test_a_bot_account_has_its_rating_beside_it_too_and_a_bot_of_ours_none(anna):
    robot = make_user("robot")
    User.objects.filter(pk=robot.pk).update(is_bot=True, owner=make_user())
    settled(robot, 1850)
    table = open_for(User.objects.get(pk=robot.pk), seats=3)
    assert config(table) == {"robot": {"points": 1850}}
    assert "1850" in page("/lobby/")


def test_a_frame_costs_no_query_more(anna, boris):
    match = started(anna, boris)
    with CaptureQueriesContext(connection) as counted:
        selectors.frame(match, anna)
    assert not any("matchmaking_rating" in query["sql"] for query in counted)


def test_the_quick_form_shows_ones_own(anna):
    settled(anna, 1712)
    assert "1712" in page("/lobby/", anna)
    assert "1712" not in page("/lobby/")
