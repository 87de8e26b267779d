"""Bots at the table, and the host as its referee."""

from __future__ import annotations

import pytest

from games import carrier, selectors, services
from games.clocks import clock
from games.models import Alarm, EntryRow
from games.tasks import move_bot
from tests.games.conftest import against_bot, ask, make_user, move_a_bot, started, to_move
from tests.games.test_tables import refusal

pytestmark = pytest.mark.django_db


def test_a_bots_turn_becomes_a_task_that_moves_once(anna, later, monkeypatch):
    match = against_bot(anna)
    while carrier.load(match.id).must_act() != {1}:
        user, legal = to_move(match)
        ask(match, user, "move", move=legal[0])
    asked = []
    monkeypatch.setattr(move_bot, "delay", lambda *task: asked.append(task))
    clock.start_bots()
    assert asked == []  # not due yet: people want to see what happens
    later(1_300)
    clock.start_bots()
    clock.start_bots()
    assert len(asked) == 1  # claimed: a second look starts no second task
    later(5_001)
    clock.start_bots()
    assert asked == [asked[0]] * 2  # the task was lost: found again
    move_bot(*asked[0])
    number = carrier.load(match.id).number
    move_bot(*asked[1])
    assert carrier.load(match.id).number == number


def test_two_bots_and_a_person_come_to_an_end(anna):
    match = services.open_table(anna, game="sequence", options={}, seats=3)
    ask(match, anna, "add_bot", seat=1, policy="greedy")
    ask(match, anna, "add_bot", seat=2, policy="random")
    ask(match, anna, "start")
    for _ in range(400):
        loaded = carrier.load(match.id)
        if loaded.over:
            break
        if 0 in loaded.must_act():
            _, legal = to_move(match)
            ask(match, anna, "move", move=legal[0])
        else:
            move_a_bot(match)
    assert carrier.load(match.id).status == "finished"


def test_a_bot_draws_where_drawing_must_be_said(anna):
    match = services.open_table(anna, game="sequence", options={"draw": "manual"}, seats=2)
    ask(match, anna, "add_bot", seat=1, policy="greedy")
    ask(match, anna, "start")
    while 1 not in carrier.load(match.id).must_act():
        ask(match, anna, "move", move=to_move(match)[1][0])
    move_a_bot(match)
    assert Alarm.objects.get(match=match, kind="bot").seat == 1  # its draw is still open, though it is not its turn
    move_a_bot(match)
    assert len(carrier.load(match.id).state.hands[1]) == 7


# --- the referee ---


def test_the_host_fines_a_team_for_table_talk(anna, boris, clara):
    match = started(anna, boris, clara, make_user(), options={"table_talk": True})
    assert {"type": "penalty", "team": 1} in selectors.frame(match, anna)["calls"]
    assert "calls" not in selectors.frame(match, boris)
    ask(match, anna, "referee", move={"type": "penalty", "team": 1})
    assert refusal(ask, match, boris, "referee", move={"type": "penalty", "team": 0}) == "not_host"
    row = EntryRow.objects.filter(match=match).last()
    assert (row.seat, row.body) == (-1, {"move": {"type": "penalty", "team": 1}})


def test_the_referee_makes_no_calls_that_the_table_does_not_play_with(match, anna):
    assert refusal(ask, match, anna, "referee", move={"type": "penalty", "team": 1}) == "not_allowed"
