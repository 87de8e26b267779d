"""Profile, history, leaderboards, and what the page of a rated match is told: who sees what, in how many queries."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import finishes
from games.instants import now_ms
from matchmaking import rating, standings
from matchmaking.models import RatedMatch, Rating
from tests.games.conftest import anna, ask, boris, clara, make_user, open_for, started, time
from tests.matchmaking.test_ratings import won

__all__ = ["anna", "boris", "clara", "time"]
pytestmark = pytest.mark.django_db


def seen(path: str, person: User | None = None, status: int = 200) -> str:
    """Return the text of a page as somebody sees it, blanks drawn together."""
    browser = Client()
    if person is not None:
        browser.force_login(person)
    answer = browser.get(path)
    assert answer.status_code == status, answer.content
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def queries(path: str, person: User | None = None) -> int:
    """Return how many queries a page takes, logging in left out."""
    browser = Client()
    if person is not None:
        browser.force_login(person)
    with CaptureQueriesContext(connection) as counted:
        assert browser.get(path).status_code == 200
    return len(counted)


def told(match, person: User | None = None) -> dict:
    browser = Client()
    if person is not None:
        browser.force_login(person)
    return browser.get(f"/m/{match.id}/ratings.json").json()


def settled(person: User, points: int, game: str = "sequence") -> Rating:
    """Give a person a rating that is not provisional."""
    mu = rating.MU + (points - 1500) / rating.SCALE
    at = now_ms() - 1000
    until = rating.settled_until(rating.Strength(mu, 3, at))
    return Rating.objects.create(
        user=person, game=game, pace="live", mu=mu, sigma=3, matches=20, last_at=at, settled_until=until
    )


# --- profile ---


def test_a_profile_shows_ratings_results_and_matches(anna, boris):
    won(anna, boris)
    page = seen("/people/anna/")
    assert "1606 ± 184" in page or re.search(r"15\d\d ± 1\d\d provisional", page)
    assert "boris" in page
    assert re.search(r"Blue Diamond 1 1 0 0", page)
    assert "1 rated match" in page


@pytest.mark.parametrize("choice", ["listed", "watchers"])
def test_a_private_match_counts_and_its_address_is_for_its_people_alone(anna, boris, clara, choice):
    match = won(anna, boris, **{choice: False})
    pages = {}
    for person in (anna, boris, clara):
        browser = Client()
        browser.force_login(person)
        pages[person.username] = browser.get("/people/anna/").content.decode()
    assert all("1 rated match" in page for page in pages.values())
    assert match.id in pages["anna"] and match.id in pages["boris"]
    assert match.id not in pages["clara"]


def test_profile_and_history_cost_the_same_queries_however_much_was_played(anna, boris, clara):
    won(anna, boris)
    pages = ("/people/anna/", "/people/anna/matches/?opponent=boris")
    before = [queries(page, clara) for page in pages]
    won(anna, boris, game="sequence")
    won(boris, anna)
    won(clara, anna, boris, game="diamoniak")
    assert [queries(page, clara) for page in pages] == before
    any_page = queries("/rules/", clara)
    assert [count - any_page for count in before] == [10, 5]


def test_a_profile_has_one_address_and_unknown_names_none(anna):
    assert Client().get("/people/ANNA/").headers["Location"] == "/people/anna/"
    seen("/people/nobody-at-all/", status=404)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    seen("/people/anna/", status=404)


def test_the_graph_shows_the_course_of_the_rating_and_a_table_says_the_same(anna, boris, time):
    for _ in range(3):
        won(anna, boris)
        time.move(rating.DAY)
    (standing,) = standings.standings_of(anna, anna, time.now)
    assert [step.after for step in standing.steps] == sorted((step.after for step in standing.steps), reverse=True)
    heights = [float(place.split(",")[1]) for place in standing.graph.line.split()]
    assert heights == sorted(heights, reverse=True)  # it rises: y counts from above
    assert len(heights) == 3
    page = Client().get("/people/anna/").content.decode()
    assert f'points="{standing.graph.line}"' in page
    for step in standing.steps:
        assert f"<td>{step.after}</td>" in page


def test_idle_time_shows_in_the_uncertainty(anna, boris):
    won(anna, boris)
    now = now_ms()
    fresh, later = (standings.standings_of(anna, anna, at)[0].margin for at in (now, now + 300 * rating.DAY))
    assert fresh < later <= rating.margin(rating.SIGMA)


# --- history ---


def test_a_history_can_be_narrowed_and_keeps_what_was_asked(anna, boris, clara):
    won(anna, boris)
    won(clara, anna, game="sequence", rated=False)
    everything = seen("/people/anna/matches/")
    assert everything.count("ago") + everything.count("Blue Diamond") >= 2
    assert "clara" not in seen("/people/anna/matches/?game=blue-diamond")
    assert "clara" in seen("/people/anna/matches/?result=lost&pace=live&opponent=clara&since=2020-01-01")
    assert "No match fits that" in seen("/people/anna/matches/?opponent=boris&game=sequence")
    assert "No match fits that" in seen("/people/anna/matches/?until=2020-01-01")
    assert "boris" in Client().get("/people/anna/matches/?opponent=boris").content.decode().split("<ul")[0]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("opponent=nobody-at-all", "Nobody here has this name."),
        ("since=2026-02-01&until=2026-01-01", "This day is before the first one."),
        ("since=yesterday", "Enter a valid date."),
        ("game=chess", "Select a valid choice"),
    ],
)
def test_a_filter_that_cannot_be_read_is_marked(anna, asked, sentence):
    page = seen(f"/people/anna/matches/?{asked}", status=422)
    assert sentence in page
    assert "look at the marked fields" in page


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "9" * 30, "2"])
def test_a_page_that_is_not_there_is_an_empty_one_or_the_first(anna, page):
    seen(f"/people/anna/matches/?page={page}")
    seen(f"/leaderboards/sequence/?page={page}")


def test_long_histories_and_boards_turn_pages(anna, boris, monkeypatch):
    monkeypatch.setattr("matchmaking.history.SHOWN", 1)
    monkeypatch.setattr("matchmaking.standings.SHOWN", 1)
    won(anna, boris)
    won(anna, boris, game="sequence")
    settled(anna, 1600, "blitz")
    settled(boris, 1700, "blitz")
    assert "?game=&amp;page=2" not in Client().get("/people/anna/matches/?game=").content.decode()
    first = Client().get("/people/anna/matches/?result=won").content.decode()
    assert "?result=won&amp;page=2" in first
    second = Client().get("/people/anna/matches/?result=won&page=2").content.decode()
    assert "?result=won&amp;page=1" in second
    assert "page=3" not in second
    assert "boris" in seen("/leaderboards/blitz/")
    assert "anna" in seen("/leaderboards/blitz/?page=2")


# --- leaderboards ---


def test_a_leaderboard_is_in_order_without_who_is_provisional_or_gone(anna, boris, clara):
    settled(anna, 1600)
    settled(boris, 1700)
    Rating.objects.create(user=clara, game="sequence", pace="live", mu=60, sigma=8, matches=1)
    settled(make_user("dora"), 1900)
    User.objects.filter(username="dora").update(is_active=False)
    page = seen("/leaderboards/sequence/", anna)
    assert queries("/leaderboards/sequence/", anna) - queries("/rules/", anna) <= 4
    assert page.index("boris") < page.rindex("anna")
    assert "You are number 2 with 1600 ± 72 points." in page
    assert "dora" not in page
    assert "Your rating is provisional still" in seen("/leaderboards/sequence/", clara)
    assert "Nobody stands here yet" in seen("/leaderboards/blitz/")
    seen("/leaderboards/chess/", status=404)


def test_who_has_not_played_for_long_leaves_the_leaderboard(anna, monkeypatch):
    row = settled(anna, 1600)
    assert "anna" in seen("/leaderboards/sequence/")
    monkeypatch.setattr("matchmaking.profile_pages.now_ms", lambda: row.settled_until + 1)
    assert "anna" not in seen("/leaderboards/sequence/")


def test_the_leaderboards_begin_with_the_first_game(client):
    assert client.get("/leaderboards/").headers["Location"].startswith("/leaderboards/")


# --- the page of a rated match ---


def test_a_match_tells_before_and_after_whether_it_counts(anna, boris):
    casual = started(anna, boris)
    assert told(casual) == {"state": "casual"}
    match = open_for(anna, game="blue-diamond", rated=True)
    assert told(match, anna) == {"state": "open", "strengths": {}}
    ask(match, boris, "join")
    ask(match, boris, "ready", ready=True)
    ask(match, anna, "start")
    assert told(match) == {"state": "active"}
    ask(match, boris, "resign")
    assert told(match) == {"state": "pending"}
    finishes.tell(match.id)
    after = told(match)
    assert after["state"] == "counted"
    up, down = after["changes"]
    assert (up["seat"], up["before"], down["before"]) == (0, 1500, 1500)
    assert up["after"] > 1500 > down["after"]
    assert up["provisional"] and down["provisional"]
    RatedMatch.objects.update(annulled=True)
    assert "annulled" in told(match)["sentence"]


def test_two_people_are_told_that_they_have_played_too_often_before_they_start(anna, boris):
    for _ in range(3):
        won(anna, boris)
    match = open_for(anna, game="sequence", rated=True)
    assert "sentence" not in told(match)
    ask(match, boris, "join")
    assert "anna and boris have played three rated matches within a day" in told(match)["sentence"]
    ask(match, boris, "ready", ready=True)
    ask(match, anna, "start")
    assert told(match)["state"] == "active"
    assert "anna and boris have played three rated matches within a day" in told(match)["sentence"]
    ask(match, anna, "resign")
    finishes.tell(match.id)
    assert told(match) == {
        "state": "not_counted",
        "sentence": "This match did not count: two of you had played three rated matches with each other within a day.",
    }


def test_a_stranger_is_told_nothing_of_a_match_without_watchers(anna, boris, clara):
    match = started(anna, boris, game="blue-diamond", rated=True, watchers=False)
    browser = Client()
    browser.force_login(clara)
    assert browser.get(f"/m/{match.id}/ratings.json").status_code == 404


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
@pytest.mark.parametrize("days", [("0001-01-01", "9999-12-31"), ("", "9999-12-31"), ("0001-01-01", "")])
def test_a_history_may_be_asked_for_from_the_first_day_there_is_to_the_last(anna, boris, zone, days):
    won(anna, boris)
    anna_here = Client()
    anna_here.cookies["timezone"] = zone
    page = anna_here.get("/people/anna/matches/", {"since": days[0], "until": days[1]})
    assert page.status_code == 200
    assert "boris" in page.content.decode()


# --- links that keep what was chosen ---


def links(path: str, person: User | None = None) -> list[str]:
    """Return where the links of a page lead."""
    browser = Client()
    if person is not None:
        browser.force_login(person)
    return [unescape(link) for link in re.findall(r'href="([^"]*)"', browser.get(path).content.decode())]


def test_a_leaderboards_links_keep_pace_and_who_plays(anna):
    Rating.objects.create(user=anna, game="sequence", pace="mail", mu=25, sigma=3, matches=1)
    found = links("/leaderboards/sequence/?pace=mail&of=bots")
    assert "/leaderboards/diamoniak/?pace=mail&of=bots" in found
    assert "?pace=live&of=bots" in found
    assert "?pace=mail" in found
    assert "?pace=mail&of=bots" in links("/leaderboards/sequence/?pace=mail&of=bots&page=7")
    assert "/leaderboards/diamoniak/?pace=live" in links("/leaderboards/sequence/")


def test_a_profile_leads_to_the_board_on_which_its_rating_stands(anna, boris):
    for person in (anna, boris):
        Rating.objects.create(user=person, game="sequence", pace="mail", mu=25, sigma=3, matches=1)
    User.objects.filter(pk=boris.pk).update(is_bot=True, owner=anna)
    assert "/leaderboards/sequence/?pace=mail" in links("/people/anna/")
    assert "/leaderboards/sequence/?pace=mail&of=bots" in links("/people/boris/")


def test_ones_own_place_stands_on_the_board_of_ones_kind_alone(anna, boris):
    settled(anna, 1700)
    User.objects.filter(pk=boris.pk).update(is_bot=True, owner=anna)
    settled(boris, 1600)
    robot = User.objects.get(pk=boris.pk)
    assert "You are number 1" in seen("/leaderboards/sequence/", anna)
    assert "You are number" not in seen("/leaderboards/sequence/?of=bots", anna)
    assert "You are number 1" in seen("/leaderboards/sequence/?of=bots", robot)
    assert "You are number" not in seen("/leaderboards/sequence/", robot)


def test_that_a_rating_is_provisional_is_said_on_that_board_alone(anna):
    Rating.objects.create(user=anna, game="sequence", pace="live", mu=25, sigma=8, matches=1)
    assert "Your rating is provisional" in seen("/leaderboards/sequence/", anna)
    assert "Your rating is provisional" not in seen("/leaderboards/sequence/?of=bots", anna)
