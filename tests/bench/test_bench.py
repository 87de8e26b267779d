"""What the bench prepares is what the door would have made, and what it reads from the log is read rightly."""

from __future__ import annotations

import pytest

from accounts.selectors import session_stamps
from bench import prepare, races, where_time_goes
from bench.load.kinds import Card, incident
from games.management.commands.replay import difference
from games.models import Match, SeatRow


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


def test_a_flip_is_due_a_pace_after_the_move_before_and_a_pause_later():
    log = [
        ("m", "start", 1_000, None, None),
        ("m", "move", 3_900, "flip", None),  # the first, whenever it comes
        ("m", "move", 6_910, "flip", None),
        ("m", "move", 7_000, "grab", None),
        ("m", "move", 7_500, "point", None),
        ("m", "move", 10_500, "flip", None),
        ("m", "pause", 11_500, None, "700"),
        ("m", "move", 14_205, "flip", None),
        ("n", "move", 20_000, "flip", None),
    ]
    assert [flip.late for flip in races.flips_of(log)] == [10, 0, 5]


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
