"""Histories narrowed to what counted and to whom it was against, how all of that came out, and what a graph says."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.test import Client
from django.utils.formats import date_format

from accounts.models import User
from games import finishes
from matchmaking import history, rating, standings
from tests.games.conftest import against_bot, anna, ask, boris, clara, make_user, started, time
from tests.matchmaking.test_profile_pages import seen
from tests.matchmaking.test_ratings import drawn, won
from tests.programs import Program, failed

__all__ = ["anna", "boris", "clara", "time"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def played(anna, boris, clara, time) -> dict[str, str]:
    """Let anna play this and that, a second apart, and return the ids by what it was."""
    found = {}
    for name, play in {
        "rated": lambda: won(anna, boris),
        "casual": lambda: won(boris, anna, rated=False),
        "drawn": lambda: drawn(anna, boris),
        "bot": lambda: against(anna),
        "program": lambda: won(anna, robot(), rated=False),
        "clara": lambda: won(clara, anna),
    }.items():
        found[name] = play().id
        time.move(1000)
    return found


def against(person: User):
    match = against_bot(person)
    ask(match, person, "resign")
    finishes.tell(match.id)
    return match


def robot() -> User:
    made = make_user("robot")
    User.objects.filter(pk=made.pk).update(is_bot=True, owner=make_user("owner"))
    return User.objects.get(pk=made.pk)


def shown(played: dict[str, str], query: str) -> set[str]:
    page = Client().get(f"/people/anna/matches/?{query}").content.decode()
    return {name for name, match in played.items() if f"/m/{match}/" in page}


def test_rated_and_casual_matches_are_told_apart(played):
    assert shown(played, "rated=1") == {"rated", "drawn", "clara"}
    assert shown(played, "rated=0") == {"casual", "program"}  # the one against a bot of ours stands in no public list
    assert "Select a valid choice" in seen("/people/anna/matches/?rated=2", status=422)


def test_matches_among_people_and_with_bots_are_told_apart(played, anna):
    assert shown(played, "of=people") == {"rated", "casual", "drawn", "clara"}
    assert shown(played, "of=bots") == {"program"}
    browser = Client()
    browser.force_login(anna)
    assert f"/m/{played['bot']}/" in browser.get("/people/anna/matches/?of=bots").content.decode()
    bots_own = Client().get("/people/robot/matches/?of=people").content.decode()
    assert f"/m/{played['program']}/" in bots_own, "to a bot, people are the others"


def test_a_person_whose_seat_a_bot_has_played_on_is_no_bot(anna, boris, clara):
    match = started(anna, boris, clara, game="diamoniak")
    ask(match, boris, "resign")
    ask(match, clara, "resign")
    finishes.tell(match.id)
    assert f"/m/{match.id}/" in Client().get("/people/anna/matches/?of=people").content.decode()


def test_a_history_tells_how_all_that_it_shows_came_out(played, django_assert_num_queries, anna, boris):
    assert "Won: 2 · Drawn: 1 · Lost: 2" in seen("/people/anna/matches/")
    assert "Won: 1 · Drawn: 1 · Lost: 1" in seen("/people/anna/matches/?opponent=boris")
    with django_assert_num_queries(1):
        score = history.score(history.against(history.played_by(anna, anna), boris))
    assert (score.won, score.drawn, score.lost, score.played) == (1, 1, 1, 3)


def test_all_pages_of_a_history_count_together(played, monkeypatch):
    monkeypatch.setattr("matchmaking.history.SHOWN", 1)
    assert "Won: 2" in seen("/people/anna/matches/?page=2")


def test_nothing_is_counted_where_nothing_is_shown(anna):
    assert "Won:" not in seen("/people/anna/matches/")


def test_a_profile_leads_to_the_matches_of_both_with_their_score(played, boris, clara):
    page = seen("/people/anna/", boris)
    assert "Your matches with anna" in page
    assert "Won: 1 · Drawn: 1 · Lost: 1" in page
    browser = Client()
    browser.force_login(boris)
    assert "/people/boris/matches/?opponent=anna" in unescape(browser.get("/people/anna/").content.decode())
    for page in (seen("/people/anna/", make_user("stranger")), seen("/people/anna/"), seen("/people/boris/", boris)):
        assert "Your matches with" not in page


def test_a_private_match_counts_for_its_people_alone(anna, boris, clara):
    won(anna, boris, watchers=False)
    assert "Won: 1" in seen("/people/anna/matches/", boris)
    assert "Won:" not in seen("/people/anna/matches/", clara)


# --- REST ---


def of(played: dict[str, str], **asked: object) -> set[str]:
    found = {line["match"] for line in Program().get("people/anna/matches", **asked).json()["results"]}
    return {name for name, match in played.items() if match in found}


def test_programs_narrow_a_history_alike(played, anna):
    assert of(played, rated="true") == {"rated", "drawn", "clara"}
    assert of(played, of="bots") == {"program"}
    assert of(played, of="people", rated="false") == {"casual"}
    assert of(played, opponent="BORIS", result="won") == {"rated"}
    at = {line["match"]: line["at"] for line in Program().get("people/anna/matches").json()["results"]}
    assert of(played, since=at[played["program"]]) == {"program", "clara"}
    assert of(played, until=at[played["casual"]]) == {"rated"}
    assert of(played, since=at[played["casual"]], until=at[played["casual"]] + 1) == {"casual"}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"opponent": "nobody-there"}, (400, "out_of_range")),
        ({"opponent": ""}, (400, "out_of_range")),
        ({"since": "yesterday"}, (400, "out_of_range")),
        ({"until": "9" * 30}, (400, "out_of_range")),
        ({"rated": "1"}, (400, "out_of_range")),
        ({"of": "cats"}, (400, "out_of_range")),
    ],
)
def test_a_filter_that_is_none_is_refused(anna, asked, code):
    assert failed(Program().get("people/anna/matches", **asked)) == code


# --- the graph ---


def test_a_graph_that_shows_the_last_of_many_says_so(anna, boris, time, monkeypatch):
    assert won(anna, boris)
    assert "1 rated match Date" in seen("/people/anna/")
    monkeypatch.setattr("matchmaking.standings.DRAWN", 2)
    for _ in range(2):
        time.move(rating.DAY)
        won(anna, boris)
    page = seen("/people/anna/")
    assert "the last 2 of 3 rated matches" in page
    assert page.count("rated matches Date") == 1


def test_a_graph_names_its_first_and_last_day_and_its_table_the_uncertainty(anna, boris, time):
    days = []
    for _ in range(3):
        won(anna, boris)
        days.append(date_format(datetime.fromtimestamp(time.now / 1000, UTC), "SHORT_DATE_FORMAT"))
        time.move(40 * rating.DAY)
    page = Client().get("/people/anna/").content.decode()
    (dates,) = re.findall(r'<p class="graph-dates[^>]*>(.*?)</p>', page, re.DOTALL)
    assert re.findall(r">([^<]+)</time>", dates) == [days[0], days[-1]]
    (standing,) = standings.standings_of(anna, anna, time.now)
    for step in standing.steps:
        assert f"<td>{step.after}</td><td>± {step.margin}</td>" in page


def test_one_match_has_one_day(anna, boris):
    won(anna, boris)
    page = Client().get("/people/anna/").content.decode()
    (dates,) = re.findall(r'<p class="graph-dates[^>]*>(.*?)</p>', page, re.DOTALL)
    assert dates.count("<time") == 1
