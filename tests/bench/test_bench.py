"""What the bench prepares is what the door would have made, and what it reads from the log is read rightly."""

from __future__ import annotations

import pytest

from accounts.selectors import session_stamps
from bench import lateness, prepare, races, where_time_goes
from bench.load.kinds import Card, incident
from games import carrier, services
from games.door import clocks
from games.management.commands.replay import difference
from games.models import Match, SeatRow
from tests.games.conftest import ask, make_user, started


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "seats"), [("sequence", 2), ("red-handed", 4), ("blitz", 8)])
def test_prepared_matches_have_started_and_are_as_their_logs_say(game, seats):
    ready = prepare.prepare(game=game, options={}, seats=seats, tables=2, matches=3)
    assert [len(one["cookies"]) for one in ready] == [seats] * 3
    assert ready[0]["cookies"] == ready[2]["cookies"] != ready[1]["cookies"]
    for match in Match.objects.select_related("live"):
        assert match.live.status == "active"
        assert difference(match) == ""


@pytest.mark.django_db
def test_prepared_matches_may_be_left_to_their_hosts_to_start():
    (one,) = prepare.prepare(game="sequence", options={}, seats=2, tables=1, matches=1, start=False)
    match = Match.objects.select_related("live").get(pk=one["match"])
    assert (match.live.status, match.live.number) == ("open", 3)
    assert difference(match) == ""


@pytest.mark.django_db
def test_prepared_people_are_logged_in_where_they_sit():
    (one,) = prepare.prepare(game="sequence", options={}, seats=2, tables=1, matches=1)
    users = SeatRow.objects.filter(match_id=one["match"]).order_by("seat").values_list("user_id", flat=True)
    stamps = {(cookie.partition("=")[2], user) for cookie, user in zip(one["cookies"], users, strict=True)}
    assert session_stamps(stamps) == stamps


@pytest.mark.django_db
def test_a_flip_is_late_by_what_the_door_says_and_the_first_one_does_not_count(monkeypatch):
    instant, people, dues = [1_800_000_000_000], [make_user(), make_user()], []
    monkeypatch.setattr("games.services.now_ms", lambda: instant[0])
    match = started(*people, game="red-handed")
    for late in (400, 0, 30):
        dues.append(clocks.tick_due(carrier.load(match.id)))
        instant[0] = dues[-1] + late
        services.tick(match.id)
        instant[0] += 700
        if late == 0:  # the timer runs on
            ask(match, people[0], "move", move={"type": "grab", "cards": [0, 1], "filling": 0})
    assert list(lateness.flips()) == [(match.id, dues[1], 0), (match.id, dues[2] + 30, 30)]


def test_of_each_match_the_first_flip_after_the_kill_counts():
    flips = [races.Flip("a", 5, 1), races.Flip("a", 12, 2), races.Flip("a", 15, 3), races.Flip("b", 30, 4)]
    assert races.next_flips(flips, 10, 20) == [races.Flip("a", 12, 2)]


def test_a_player_sees_an_incident_and_nothing_where_there_is_none():
    theft = [Card(4, "Tr1"), Card(5, "Dr1"), Card(6, "Fr1")]
    assert incident([Card(3, "Tb2"), *theft]) == [4, 5, 6]
    assert incident(theft[:2]) == []


def test_a_sample_counts_for_the_part_whose_code_runs():
    root = str(where_time_goes.Path(where_time_goes.__file__).parents[1])
    library = "/x/lib/python3.11"
    told = (
        f"run ({library}/asyncio/runners.py:1);play ({root}/games/live.py:2);copy ({library}/copy.py:3) 3\n"
        f"run ({library}/asyncio/runners.py:1);go (/x/site-packages/psycopg/connection.py:9) 1\n"
    )
    found = where_time_goes.stacks(told)
    assert [(where_time_goes.part_of(frames), count) for frames, count in found] == [
        ("games, all else", 3),
        ("database driver", 1),
    ]
    assert "| games, all else | 75.0 % |" in where_time_goes.report(found)
