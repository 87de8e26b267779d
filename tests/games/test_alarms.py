"""Rows of time-outs: never late, now and then early, and set anew when they come for nothing."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import carrier, services
from games.clocks import alarms, clock
from games.clocks.beats import beat
from games.errors import Refused
from games.models import Alarm
from tests.games.conftest import ask, play_on, started, to_move

pytestmark = pytest.mark.django_db


def time_alarm(match) -> Alarm:
    return Alarm.objects.get(match=match, kind="time")


def test_a_move_writes_its_entry_and_the_head_of_the_log_and_nothing_else(match):
    user, legal = to_move(match)
    with CaptureQueriesContext(connection) as queries:
        ask(match, user, "move", move=legal[0])
    written = [query["sql"].split()[0] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert written == ["SELECT", "INSERT", "UPDATE"]


def test_a_time_out_that_moved_away_rings_for_nothing_and_is_set_anew(match):
    early = time_alarm(match).due_at
    play_on(match, 3)
    assert time_alarm(match).due_at == early
    Alarm.objects.filter(match=match).update(due_at=0)
    beat()  # while no server runs, nobody runs out of time
    clock.do_due_alarms()
    after = time_alarm(match)
    assert after.due_at == alarms.wanted(carrier.load(match.id))["time", -1] >= early
    assert after.claimed_until == 0
    assert carrier.load(match.id).status == "active"


def test_a_time_out_that_is_not_due_is_refused(match):
    with pytest.raises(Refused, match="not_due"):
        services.time_out(match.id)


def test_a_time_out_that_comes_nearer_is_written_at_once(anna, boris):
    """A clock of the whole match runs down: when the other moves, less may be left than was."""
    match, before, after = started(anna, boris), {("time", -1): 5_000}, {("time", -1): 4_000}
    alarms.keep(match.id, before, [])
    alarms.keep(match.id, *alarms.difference(before, after))
    assert time_alarm(match).due_at == 4_000
    alarms.keep(match.id, *alarms.difference(after, before))
    assert time_alarm(match).due_at == 4_000
