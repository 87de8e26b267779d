"""The game's own clock: its moves come when due, from nobody but the clock, and are told where they may be known."""

from __future__ import annotations

import dataclasses

import pytest
from django.core.management import call_command

from games import alarms, carrier, clock, measures, selectors, services
from games.beats import beat
from games.door import requests
from games.door.clocks import tick_due
from games.door.deciding import GRACE
from games.door.loaded import NO_SEAT, from_snapshot, to_snapshot
from games.models import Alarm, EntryRow
from rules import codec
from rules.registry import GAMES
from tests.games.conftest import ask, make_user, started
from tests.games.test_tables import refusal

pytestmark = pytest.mark.django_db
PACE, POINT = 3_000, 2_500


@pytest.fixture
def race(time, anna, boris):
    """A Red-Handed match that has just begun."""
    return started(anna, boris, game="red-handed")


def due(match) -> int | None:
    return tick_due(carrier.load(match.id))


def tick_alarm(match) -> Alarm:
    return Alarm.objects.get(match=match, kind="tick")


def moves(match) -> list[str]:
    return [row.body["move"]["type"] for row in EntryRow.objects.filter(match=match, kind="move").order_by("number")]


def flip(match, time, times: int = 1) -> None:
    for _ in range(times):
        time.move(to=due(match))
        services.tick(match.id)


def flip_until_incident(match, time) -> tuple[int, ...]:
    """Flip until something can be grabbed for; return the cards."""
    while True:
        flip(match, time)
        loaded = carrier.load(match.id)
        if found := [grab for grab in loaded.facts.game.legal_moves(loaded.state, 0) if grab.cards]:
            return found[0].cards


# --- when ---
def test_a_clocks_move_is_played_when_it_is_due_and_not_before(race, time):
    assert due(race) == time.now + PACE
    time.move(PACE - 1)
    assert refusal(services.tick, race.id) == "not_due"
    time.move(1)
    services.tick(race.id)
    row = EntryRow.objects.filter(match=race).last()
    assert (row.kind, row.seat, row.ply, row.at, row.body) == ("move", NO_SEAT, 0, time.now, {"move": {"type": "flip"}})
    assert due(race) == time.now + PACE  # an equal timer, begun anew
    assert carrier.load(race.id).moved_at == time.now
    assert refusal(services.tick, race.id) == "not_due"


def test_a_late_flip_costs_nobody_the_time_to_look(race, time):
    time.move(PACE + 400)
    services.tick(race.id)
    assert due(race) == time.now + PACE


def test_another_timer_begins_with_the_move_that_sets_it(race, time, anna):
    flip_until_incident(race, time)
    time.move(1_000)
    ask(race, anna, "move", move={"type": "grab"})
    assert due(race) == time.now + POINT
    time.move(POINT)
    services.tick(race.id)
    assert moves(race)[-1] == "timeout"
    assert due(race) == time.now + PACE


def test_a_timer_runs_on_across_moves_that_leave_it_as_it_was(race, time, anna):
    cards = flip_until_incident(race, time)
    before = due(race)
    time.move(700)
    ask(race, anna, "move", move={"type": "grab", "cards": list(cards)})
    assert due(race) == before


def test_what_is_no_move_leaves_a_timer_alone(race, time, anna):
    before = due(race)
    time.move(500)
    ask(race, anna, "offer_draw")
    assert due(race) == before
    assert carrier.load(race.id).moved_at == before - PACE


def test_after_the_end_nothing_is_due(race, anna):
    ask(race, anna, "resign")
    assert due(race) is None
    assert refusal(services.tick, race.id) == "not_due"
    assert list(Alarm.objects.filter(match=race).values_list("kind", flat=True)) == ["finish"]  # for games.finishes
    assert due(services.open_table(anna, game="red-handed", options={}, seats=2)) is None


def test_where_a_game_has_no_clock_nothing_is_ever_due(match):
    assert refusal(services.tick, match.id) == "not_due"
    assert not Alarm.objects.filter(match=match, kind="tick").exists()


def test_who_points_is_timed_by_the_game_alone(race, time, anna):
    flip_until_incident(race, time)
    ask(race, anna, "move", move={"type": "grab"})
    assert carrier.load(race.id).running == []
    assert not Alarm.objects.filter(match=race, kind="time").exists()


def test_a_snapshot_keeps_all_of_it(race, time):
    flip(race, time, 2)
    loaded = carrier.load(race.id)
    twin = from_snapshot(loaded.facts, to_snapshot(loaded))
    assert twin == loaded
    call_command("replay")


# --- outages ---
def test_an_outage_is_given_back_to_the_games_clock_too(race, time, anna):
    flip(race, time)
    time.move(1_000)
    time.move(300_000, servers_up=False)
    beat()
    assert refusal(services.tick, race.id) == "not_due"  # first the outage is given back
    assert due(race) == time.now + PACE - 1_000
    time.move(2_000)
    services.tick(race.id)
    assert moves(race) == ["flip", "flip"]
    call_command("replay")


def test_while_the_servers_are_away_the_clock_does_not_move(race, time):
    time.move(60_000, servers_up=False)
    clock.do_due_alarms()
    assert moves(race) == []


# --- the clock process, and without it ---
def test_the_clock_process_plays_what_is_due(race, time):
    for _ in range(3):
        time.move(to=tick_alarm(race).due_at)
        clock.do_due_alarms()
        clock.do_due_alarms()
    assert moves(race) == ["flip"] * 3
    assert tick_alarm(race).due_at == due(race)
    assert tick_alarm(race).claimed_until == 0


@pytest.mark.parametrize("together", [True, False], ids=["with one commit", "each by itself"])
def test_each_move_of_the_clock_is_counted(race, time, monkeypatch, together):
    """As one of the clock's, however it was made: docs/operations.md."""
    counted: list[tuple[object, ...]] = []
    monkeypatch.setattr(measures, "count_move", lambda *told: counted.append(told))
    time.move(to=due(race))
    assert services.tick_all([race.id]) == {race.id} if together else services.tick(race.id) is None
    assert counted == [("red-handed", "clock")]


def test_an_alarm_that_rings_too_early_is_set_anew(race, time):
    Alarm.objects.filter(match=race, kind="tick").update(due_at=1)
    clock.do_due_alarms()
    assert moves(race) == []
    assert (tick_alarm(race).due_at, tick_alarm(race).claimed_until) == (due(race), 0)


def test_an_alarm_that_would_ring_too_late_is_corrected_by_the_next_move(race, time, anna):
    Alarm.objects.filter(match=race, kind="tick").update(due_at=time.now + 10**9)
    time.move(PACE + GRACE + 1)
    assert refusal(ask, race, anna, "move", move={"type": "point", "cards": [0, 1]}) == "illegal_move"
    assert moves(race) == ["flip"]
    assert tick_alarm(race).due_at == due(race) == time.now + PACE


def test_without_a_clock_process_a_persons_move_brings_the_clocks_first(race, time, anna):
    flip(race, time)
    time.move(PACE + GRACE + 1)
    ask(race, anna, "move", move={"type": "grab"})
    assert moves(race) == ["flip", "flip", "grab"]


def test_a_move_that_was_on_its_way_goes_before_the_clocks(race, time, anna):
    flip_until_incident(race, time)
    ask(race, anna, "move", move={"type": "grab"})
    time.move(POINT + GRACE)
    ask(race, anna, "move", move={"type": "point", "cards": [0, 1]})
    assert moves(race)[-2:] == ["grab", "point"]


def test_a_person_who_is_too_late_finds_the_clocks_move_played(race, time, anna):
    flip_until_incident(race, time)
    ask(race, anna, "move", move={"type": "grab"})
    time.move(POINT + GRACE + 1)
    assert refusal(ask, race, anna, "move", move={"type": "point", "cards": [0, 1]}) == "illegal_move"
    assert moves(race)[-1] == "timeout"


def test_a_whole_race_in_which_nobody_acts_ends_by_its_rules(race, time):
    while not (loaded := carrier.load(race.id)).over:
        time.move(to=tick_alarm(race).due_at)
        clock.do_due_alarms()
    assert loaded.ended == {"by": "rules"}
    assert moves(race).count("recover") == 3
    call_command("replay")


# --- who ---
PLAYERS_OWN = {"turn", "stuck"}  # Blitz: without fields, but not the clock's


def clock_moves(match) -> list[dict]:
    """Return every kind of move that takes no fields, and so might be the clock's."""
    kinds = [kind for kind in match.rules.moves if not dataclasses.fields(kind)]
    return [{"type": kind.type} for kind in kinds]


@pytest.mark.parametrize("game", GAMES)
def test_no_person_plays_for_the_clock(time, game):
    people = [make_user() for _ in range(min(GAMES[game].seats))]
    match = started(*people, game=game)
    loaded = carrier.load(match.id)
    timer = loaded.timer and codec.move_to_json(loaded.timer[1])
    if timer is not None:
        assert timer in clock_moves(match)
        time.move(to=due(match))  # even when it is due
    for user in people:
        for move in clock_moves(match) if timer else []:
            if move["type"] not in PLAYERS_OWN:
                assert refusal(ask, match, user, "move", move=move) == "illegal_move"
            code = refusal(ask, match, user, "referee", move=move)
            assert code == ("not_allowed" if user == people[0] else "not_host")
    for kind in ("tick", "time", "expire", "abandon", "outage", "bot_move", "replace"):
        assert refusal(ask, match, people[0], kind) == "unknown_type"
    assert carrier.load(match.id).number == loaded.number


def test_a_bot_does_not_play_for_the_clock(race, time):
    time.move(PACE)
    loaded = carrier.load(race.id)
    order = requests.BotMove(seat=1, move={"type": "flip"}, number=loaded.number, due=loaded.wakes[1])
    assert refusal(carrier.carry_order, race.id, order, time.now) == "illegal_move"


# --- what is told of it ---
def test_everyone_is_told_when_the_next_cards_are_turned(race, time, anna):
    told = {"due": due(race), "move": "flip"}
    assert selectors.frame(race, anna)["clocks"]["timer"] == told
    assert selectors.frame(race, make_user())["clocks"]["timer"] == told
    assert set(selectors.frame(race, anna)["clocks"]) == {"timer", "at", "now"}  # no clock of anybody's own
    flip_until_incident(race, time)
    ask(race, anna, "move", move={"type": "grab"})
    assert selectors.frame(race, anna)["clocks"]["timer"] == {"due": due(race), "move": "timeout"}
    ask(race, anna, "resign")
    assert "timer" not in selectors.frame(race, anna)["clocks"]


def test_a_replay_shows_no_timers(race, time, anna):
    flip(race, time)
    ask(race, anna, "resign")
    assert not any("timer" in step["frame"].get("clocks", {}) for step in selectors.steps(race, anna))


def test_that_a_reshuffle_is_coming_is_told_to_nobody(time, anna, boris):
    """Whether it comes hangs on hidden cards; the round's start hangs on nothing."""
    match = started(anna, boris, game="blitz")
    assert selectors.frame(match, anna)["clocks"]["timer"] == {"due": due(match), "move": "start"}
    flip(match, time)
    for user in (anna, boris):
        ask(match, user, "move", move={"type": "stuck"})
    assert due(match) == time.now + 1_000
    assert alarms.wanted(carrier.load(match.id))["tick", NO_SEAT] == due(match)
    for user in (anna, boris, make_user()):
        assert "timer" not in selectors.frame(match, user)["clocks"]
    flip(match, time)
    assert moves(match) == ["start", "stuck", "stuck", "reshuffle"]


def test_who_takes_back_that_they_are_stuck_stops_the_reshuffle(time, anna, boris):
    plays: list = []
    while not plays:  # now and then there is nothing but to turn
        match = started(anna, boris, game="blitz")
        flip(match, time)
        loaded = carrier.load(match.id)
        legal = loaded.facts.game.legal_moves(loaded.state, 0)
        plays = [move for move in legal if move.type in ("centre", "work")]
    for user in (anna, boris):
        ask(match, user, "move", move={"type": "stuck"})
    assert due(match) == time.now + 1_000
    ask(match, anna, "move", move=codec.move_to_json(plays[0]))
    assert due(match) in (None, time.now + 15_000)
