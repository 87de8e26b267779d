"""Whole matches against bots, in every game and number of seats, through the database and by a clock that we move."""

from __future__ import annotations

import itertools
import json

import pytest
from django.core.management import call_command

from accounts.models import User
from games import carrier, frames, selectors, services
from games.bots import plans
from games.clocks import clock
from games.clocks.beats import beat
from games.door import clocks, requests
from games.door.clocks import IDLE
from games.models import Alarm, EntryRow, Match, SeatRow
from games.tasks import move_bot
from rules import bots, codec, record
from rules.chance import Chance
from rules.contract import AnyGame
from rules.red_handed.models import Grab
from rules.registry import GAMES
from tests.games.conftest import ask, started
from tests.games.test_tables import refusal
from tests.rules.positions import SOAK


def _ends(game: AnyGame) -> set[int]:
    return {min(game.seats), max(game.seats)}


pytestmark = pytest.mark.django_db
STEPS = 5_000
PERSON_MS = 1_000
SHORT = {"blitz": {"rounds": 1}}
SETUPS = [(slug, seats) for slug, game in GAMES.items() for seats in game.seats if SOAK or seats in _ends(game)]


@pytest.fixture(autouse=True)
def bots_move_at_once(monkeypatch):
    """Carry the bots' tasks out as the clock hands them over."""
    monkeypatch.setattr(move_bot, "delay", move_bot)


def against_bots(user: User, game: str, seats: int, policy: str = "greedy", **options) -> Match:
    match = services.open_table(user, game=game, options=options, seats=seats)
    for seat in range(1, seats):
        ask(match, user, "add_bot", seat=seat, policy=policy)
    ask(match, user, "start")
    return match


def let_clock_work(match: Match, time) -> None:
    """Go on to the next alarm and do what is due."""
    time.move(to=Alarm.objects.filter(match=match).order_by("due_at").first().due_at)
    clock.do_due_alarms()
    clock.play_due_plans()
    clock.start_bots()


def play_to_the_end(match: Match, user: User, time) -> None:
    """Play at a person's pace beside the bots, until the match is over."""
    ready, chance = time.now + PERSON_MS, Chance(b"p" * 32)
    for step in range(STEPS):
        loaded = carrier.load(match.id)
        if loaded.over:
            return
        if time.now >= ready and loaded.may_act(0):
            ready = time.now + PERSON_MS
            choose = bots.choose_or_wait if loaded.shown_timer() else bots.choose
            if move := choose(loaded.facts.game, loaded.state, 0, "greedy", chance.at(step)):
                ask(match, user, "move", move=codec.move_to_json(move))
        elif loaded.may_act(0) and 0 in loaded.must_act():
            time.move(to=ready)
        else:
            let_clock_work(match, time)
    pytest.fail(f"not over after {STEPS} steps")


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_a_match_against_bots_comes_to_its_end_and_is_as_its_log_says(time, anna, game, seats):
    match = against_bots(anna, game, seats, **SHORT.get(game, {}))
    play_to_the_end(match, anna, time)
    loaded = carrier.load(match.id)
    assert loaded.ended == {"by": "rules"}
    assert not Alarm.objects.filter(match=match).exclude(kind="finish").exists()
    call_command("replay")
    record.check(json.loads(selectors.record_text(match)))


# --- the pace of bots in races ---
def begun(user: User, game: str, seats: int, time, **choices) -> Match:
    """Return a race against bots after the clock's first move."""
    match = against_bots(user, game, seats, **choices)
    time.move(1)
    clock.start_bots()  # there is nothing to do yet
    time.move(to=Alarm.objects.get(match=match, kind="tick").due_at)
    clock.do_due_alarms()
    time.move(1)
    return match


def plays(match: Match, seat: int) -> list[tuple[int, dict]]:
    rows = EntryRow.objects.filter(match=match, kind="move", seat=seat).order_by("number")
    return [(row.at, row.body["move"]) for row in rows]


def planned(match: Match) -> dict[int, Alarm]:
    return {row.seat: row for row in Alarm.objects.filter(match=match, kind="bot", move__isnull=False)}


def test_in_a_race_each_bot_plans_a_move_of_its_own_at_a_humans_pace(time, anna):
    match = begun(anna, "blitz", 4, time)
    clock.start_bots()
    rows = planned(match)
    pauses = [row.due_at - carrier.load(match.id).moved_at for row in rows.values()]
    assert rows.keys() == {1, 2, 3}
    assert all(1_200 <= pause <= 2_500 for pause in pauses)
    assert len(set(pauses)) > 1
    assert {row.seen for row in rows.values()} == {carrier.load(match.id).number}


def test_a_bot_does_not_starve_while_others_move_many_times_a_second(time, anna):
    match = begun(anna, "blitz", 2, time)
    start = time.now
    while time.now < start + 10_000:
        loaded = carrier.load(match.id)
        turn = next(m for m in loaded.facts.game.legal_moves(loaded.state, 0) if m.type == "turn")
        ask(match, anna, "move", move=codec.move_to_json(turn))
        time.move(100)
        clock.play_due_plans()
        clock.start_bots()
    instants = [start, *(at for at, _ in plays(match, 1))]
    pauses = [later - earlier for earlier, later in itertools.pairwise(instants)]
    assert len(pauses) >= 4
    assert all(1_200 <= pause <= 2_700 for pause in pauses), "a tenth of a second for the clock, twice"
    assert len(set(pauses)) > 1


def test_a_bot_of_the_race_grabs_for_what_it_sees_after_a_moment_and_never_for_nothing(time, anna):
    match = against_bots(anna, "red-handed", 2)
    while not planned(match):
        let_clock_work(match, time)
    row = planned(match)[1]
    least, most = GAMES["red-handed"].bot_ms
    assert least <= row.due_at - EntryRow.objects.get(match=match, number=row.seen).at <= most
    while not plays(match, 1):
        let_clock_work(match, time)
    assert plays(match, 1) == [(row.due_at, row.move)], "flips that came meanwhile have not put it off"
    assert (row.move["type"], row.move["filling"]) == ("grab", 0)
    assert carrier.load(match.id).state.filling == 1
    loaded = carrier.load(match.id)
    assert sum(map(len, loaded.state.hands)) == 60
    assert not loaded.state.hands[1] or len(loaded.state.hands[0]) > len(loaded.state.hands[1]), "a hit"


def test_a_bot_that_has_looked_and_waits_looks_again_at_the_next_cards_and_not_before(time, anna):
    match = against_bots(anna, "red-handed", 2)
    time.move(1)
    clock.start_bots()
    alarm = Alarm.objects.get(match=match, kind="bot")
    assert (alarm.due_at, alarm.move, alarm.seen) == (plans.NEVER, None, carrier.load(match.id).number)
    time.move(500)
    assert not plans.thinking(time.now)
    time.move(to=Alarm.objects.get(match=match, kind="tick").due_at)
    services.tick(match.id)
    assert [row.seat for row in plans.thinking(time.now)] == [1]
    clock.start_bots()
    assert Alarm.objects.get(match=match, kind="bot").seen == carrier.load(match.id).number


def test_a_bots_grab_for_a_table_that_was_cleared_is_refused_and_thought_again(time, anna):
    match = against_bots(anna, "red-handed", 2)
    while True:
        time.move(to=Alarm.objects.get(match=match, kind="tick").due_at)
        services.tick(match.id)
        loaded = carrier.load(match.id)
        game, due = loaded.facts.game, loaded.wakes[1]
        if found := [move for move in game.legal_moves(loaded.state, 1) if move.cards]:
            break
    seen = codec.move_to_json(game.pin(loaded.state, found[0]))
    ask(match, anna, "move", move={"type": "grab", "cards": list(found[0].cards)})
    time.move(to=Alarm.objects.get(match=match, kind="tick").due_at)
    services.tick(match.id)
    for wake in (due, carrier.load(match.id).wakes[1]):
        order = requests.BotMove(seat=1, move=seen, number=loaded.number, due=wake)
        assert refusal(services.play_bot_move, match.id, order) in ("not_due", "too_late")


def test_a_bots_move_in_a_race_is_good_after_others_have_moved_if_it_still_can_be_made(time, anna):
    match = begun(anna, "blitz", 2, time)
    loaded = carrier.load(match.id)
    ask(match, anna, "move", move={"type": "turn"})
    order = requests.BotMove(seat=1, move={"type": "turn"}, number=loaded.number, due=loaded.wakes[1])
    time.move(to=order.due)
    services.play_bot_move(match.id, order)
    assert refusal(services.play_bot_move, match.id, order) == "not_due"  # the same task twice


def test_in_a_turn_game_a_bots_move_is_for_the_position_that_it_saw(time, anna):
    match = against_bots(anna, "sequence", 2)
    while 1 not in (loaded := carrier.load(match.id)).must_act():
        ask(match, anna, "move", move=codec.move_to_json(loaded.facts.game.legal_moves(loaded.state, 0)[0]))
    move = codec.move_to_json(loaded.facts.game.legal_moves(loaded.state, 1)[0])
    assert 600 <= loaded.wakes[1] - time.now <= 1_200, "a bot does not answer at once"
    order = requests.BotMove(seat=1, move=move, number=loaded.moved - 1, due=loaded.wakes[1])
    assert refusal(services.play_bot_move, match.id, order) == "not_due"


def test_a_task_of_a_race_that_was_lost_is_found_again(time, anna, monkeypatch):
    match = begun(anna, "blitz", 2, time)
    lost = []
    monkeypatch.setattr(move_bot, "delay", lambda *task: lost.append(task))
    time.move(3_000)
    clock.start_bots()
    time.move(clock.CLAIM + 1)
    clock.start_bots()
    assert len(lost) == 2
    move_bot(*lost[0])
    plan = planned(match)[1].move
    move_bot(*lost[1])
    assert planned(match)[1].move == plan, "a late copy of the task changes nothing"
    clock.play_due_plans()
    assert [move for _, move in plays(match, 1)] == [plan]


# --- planned moves ---
def test_a_planned_move_is_made_at_its_instant_once_and_the_next_one_is_thought_of(time, anna):
    match = begun(anna, "blitz", 2, time)
    clock.start_bots()
    plan = planned(match)[1]
    time.move(to=plan.due_at - 1)
    clock.play_due_plans()
    assert plays(match, 1) == []
    time.move(to=plan.due_at)
    clock.play_due_plans()
    clock.play_due_plans()
    assert plays(match, 1) == [(plan.due_at, plan.move)]
    clock.start_bots()
    assert not planned(match)
    time.move(1)
    clock.start_bots()
    assert planned(match)[1].due_at >= plan.due_at + 1_200


def test_a_plan_that_the_rules_no_longer_take_is_thought_of_anew(time, anna):
    match = begun(anna, "blitz", 2, time)
    clock.start_bots()
    row = planned(match)[1]
    Alarm.objects.filter(pk=row.pk).update(move={"type": "centre", "from": "blitz", "to": 7})
    time.move(to=row.due_at)
    clock.play_due_plans()
    assert (plays(match, 1), planned(match)) == ([], {})
    clock.start_bots()
    assert planned(match)[1].due_at >= time.now


def test_a_plan_outlives_the_moves_of_others_and_ends_with_its_bot(time, anna, boris, clara):
    match = started(anna, boris, clara, game="blitz")
    time.move(to=Alarm.objects.get(match=match, kind="tick").due_at)
    clock.do_due_alarms()
    ask(match, boris, "resign")
    time.move(1)
    clock.start_bots()
    row = planned(match)[1]
    ask(match, anna, "move", move={"type": "turn"})
    assert planned(match)[1].due_at == row.due_at
    ask(match, anna, "resign")
    assert carrier.load(match.id).over
    assert not planned(match)


@pytest.mark.parametrize("game", ["blitz", "red-handed"])
def test_nothing_that_anybody_sees_tells_of_a_plan(time, anna, boris, game):
    match = begun(anna, game, 2, time)
    loaded = carrier.load(match.id)
    before = [frames.frame(loaded, {}, seat) for seat in (0, None)], list(selectors.lines(match, 0))
    move = codec.move_to_json(next(iter(loaded.facts.game.legal_moves(loaded.state, 1)), Grab()))
    plans.make(loaded, 1, move, 5_000, time.now)
    assert planned(match)[1].move == move
    loaded = carrier.load(match.id)
    assert before == ([frames.frame(loaded, {}, seat) for seat in (0, None)], list(selectors.lines(match, 0)))


def test_an_alarm_that_stands_at_no_bots_instant_is_put_right(time, anna):
    match = begun(anna, "blitz", 3, time)
    Alarm.objects.filter(match=match, kind="bot", seat=2).update(seat=-1, due_at=time.now - 1)
    clock.start_bots()
    clock.start_bots()
    assert [row.seat for row in Alarm.objects.filter(match=match, kind="bot").order_by("seat")] == [1, 2]
    assert planned(match).keys() == {1, 2}


# --- who leaves a race ---
@pytest.mark.parametrize("game", ["blitz", "red-handed"])
def test_for_who_resigns_a_race_of_three_a_bot_plays_on_to_the_end(time, anna, boris, clara, game):
    match = started(anna, boris, clara, game=game, options=SHORT.get(game, {}))
    ask(match, boris, "resign")
    while not plays(match, 1):
        let_clock_work(match, time)
    assert carrier.load(match.id).status == "active"
    ask(match, clara, "resign")
    loaded = carrier.load(match.id)
    assert (loaded.status, loaded.outcome.places) == ("finished", (1, 2, 2))
    call_command("replay")


@pytest.fixture
def not_dry(monkeypatch):
    """Some deals of Blitz (two in a hundred for two players) begin dry: the clock is about to reshuffle at once."""
    monkeypatch.setattr("rules.blitz.centre.is_dry", lambda _: False)


@pytest.mark.usefixtures("not_dry")
def test_who_sits_idle_in_blitz_is_out_of_time_and_a_bot_plays_on(time, anna, boris, clara):
    match = started(anna, boris, clara, game="blitz")
    let_clock_work(match, time)
    for user in (anna, boris):
        time.move(60_000)
        ask(match, user, "move", move={"type": "turn"})
    time.move(IDLE - 120_000)
    ask(match, anna, "move", move={"type": "turn"})
    time.move(1_000)
    clock.do_due_alarms()
    loaded = carrier.load(match.id)
    assert [occupant.gave_up for occupant in loaded.occupants] == [False, False, True]
    assert loaded.wakes[2] > time.now
    assert clocks.deadline(loaded) == (loaded.acted[1] + IDLE, 1)


def test_a_race_in_which_nobody_acts_ends(time, anna, boris):
    match = started(anna, boris, game="blitz")
    while not (loaded := carrier.load(match.id)).over:
        let_clock_work(match, time)
    assert loaded.ended["by"] == "time"


@pytest.mark.usefixtures("not_dry")
def test_while_the_clock_is_about_to_move_nobody_is_idle(time, anna, boris):
    match = started(anna, boris, game="blitz")
    assert clocks.deadline(carrier.load(match.id)) is None
    let_clock_work(match, time)
    assert clocks.deadline(carrier.load(match.id)) == (time.now + IDLE, 0)


@pytest.mark.usefixtures("not_dry")
def test_an_outage_makes_nobody_idle(time, anna, boris):
    match = started(anna, boris, game="blitz")
    let_clock_work(match, time)
    due, _ = clocks.deadline(carrier.load(match.id))
    time.move(300_000, servers_up=False)
    beat()
    clock.give_back_outage()
    assert clocks.deadline(carrier.load(match.id)) == (due + 300_000, 0)


@pytest.mark.parametrize(("game", "seats", "options"), [("blitz", 2, {}), ("red-handed", 6, {"pace_ms": 15_000})])
def test_bots_and_the_clock_do_not_keep_a_match_that_everybody_has_left(time, anna, game, seats, options):
    match = against_bots(anna, game, seats, **options)
    begin = time.now
    while not (loaded := carrier.load(match.id)).over:
        let_clock_work(match, time)
        clock.abort_abandoned()
    assert loaded.ended == {"by": "abort", "reason": "abandoned"}
    assert time.now < begin + clock.PATIENCE + 20_000


def test_who_has_the_page_open_keeps_the_match(time, anna):
    match = against_bots(anna, "blitz", 2)
    let_clock_work(match, time)
    time.move(clock.PATIENCE + 1_000)
    SeatRow.objects.filter(match=match, user=anna).update(seen_at=time.now - 1_000)
    clock.abort_abandoned()
    assert carrier.load(match.id).status == "active"
