"""Outages of ours: nobody is charged, whatever comes first after them, and one match's trouble stops no other."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import OperationalError

from games import carrier
from games.clocks import clock
from games.clocks.beats import beat
from games.errors import Refused
from games.models import Alarm, Beat, EntryRow, MatchLive
from tests.games.conftest import against_bot, ask, make_user, started, to_move

pytestmark = pytest.mark.django_db
MAIN = {"main": 60_000, "increment": 0}


@pytest.fixture
def away(anna, boris, later):
    """Return a match in which somebody had thought 10 s when the servers went away for five minutes, and their seat."""
    match = started(anna, boris, clock=MAIN)
    (seat,) = carrier.load(match.id).must_act()
    later(10_000)
    later(300_000, servers_up=False)
    beat()
    return match, seat


def other_of(match, seat):
    return match.seat_rows.exclude(seat=seat).get().user


def test_the_thinkers_own_move_right_after_an_outage_costs_only_their_own_time(away):
    match, seat = away
    thinker, legal = to_move(match)
    ask(match, thinker, "move", move=next(move for move in legal if move["type"] == "play"))
    assert 45_000 <= carrier.load(match.id).left[seat] <= 50_000


def test_a_draw_offer_right_after_an_outage_costs_the_thinker_nothing(away):
    match, seat = away
    ask(match, other_of(match, seat), "offer_draw")
    loaded = carrier.load(match.id)
    assert loaded.status == "active"
    assert 45_000 <= loaded.left[seat] <= 50_000
    call_command("replay")


def test_a_time_out_that_comes_before_the_time_is_given_back_finds_nothing_due(away):
    match, _ = away
    with pytest.raises(Refused) as caught:
        carrier.carry_order(match.id, carrier.requests.TimeOut(), clock.now_ms())
    assert caught.value.code == "not_due"
    assert carrier.load(match.id).status == "active"


def test_before_the_servers_have_said_that_they_live_nobody_runs_out_of_time(match, later):
    thinker, legal = to_move(match)
    later(61_000)
    Beat.objects.all().delete()
    ask(match, thinker, "move", move=legal[0])
    assert carrier.load(match.id).status == "active"


def test_an_outage_that_the_database_would_not_take_down_at_once_is_given_back_later(away, monkeypatch):
    match, seat = away
    real = carrier.write_all
    monkeypatch.setattr(carrier, "write_all", lambda *_: (_ for _ in ()).throw(OperationalError("gone")))
    clock.give_back_outage()
    monkeypatch.setattr(carrier, "write_all", real)
    clock.do_due_alarms()
    clock.give_back_outage()
    loaded = carrier.load(match.id)
    assert (loaded.status, loaded.left[seat] > 45_000) == ("active", True)


def test_an_unreadable_match_stops_no_other_matchs_clock(match, later):
    broken = started(make_user(), make_user())
    MatchLive.objects.filter(match=broken).update(snapshot={})
    EntryRow.objects.filter(match=broken, number=2).update(kind="nonsense")
    Alarm.objects.filter(match=broken).update(due_at=1)  # first in every batch
    later(61_000)
    clock.do_due_alarms()
    assert carrier.load(match.id).ended["by"] == "time"


def test_a_broker_that_is_away_stops_no_clock(anna, match, later, monkeypatch):
    from games.tasks import move_bot

    def refuse(*task: object) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(move_bot, "delay", refuse)
    duel = against_bot(anna)
    while carrier.load(duel.id).must_act() != {1}:
        ask(duel, anna, "move", move=to_move(duel)[1][0])
    later(61_000)
    with pytest.raises(ConnectionError):
        clock.start_bots()
    clock.do_due_alarms()
    assert carrier.load(match.id).ended["by"] == "time"


def test_the_clock_keeps_a_sound_connection_and_drops_a_broken_one(monkeypatch):
    class Connection:
        errors_occurred, usable, closed = False, True, 0

        def is_usable(self) -> bool:
            return self.usable

        def close(self) -> None:
            self.closed += 1

    connection = Connection()
    monkeypatch.setattr(clock, "connection", connection)
    clock._drop_broken_connection()
    connection.errors_occurred = True  # a refused row, say: the connection itself is well
    clock._drop_broken_connection()
    assert connection.closed == 0
    connection.errors_occurred, connection.usable = True, False
    clock._drop_broken_connection()
    assert connection.closed == 1
