"""A bot that raises, or thinks without end: the match goes on, nobody loses, and the staff hear of it once."""

from __future__ import annotations

import subprocess

import pytest

from games import carrier
from games.bots import plans, thinkers, thinking
from games.models import Alarm, EntryRow
from games.tasks import move_bot
from tests.games.conftest import against_bot, ask, move_a_bot, to_move

pytestmark = pytest.mark.django_db
PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}


@pytest.fixture
def broken(monkeypatch):
    """Let the bots of these policies fail from now on: broken("greedy", …)."""
    policies = set()

    def answer(question):
        if question["policy"] in policies:
            raise ZeroDivisionError("a fault in a bot")
        return real(question)

    real = thinkers.ask
    monkeypatch.setattr(thinkers, "ask", answer)
    monkeypatch.setattr(thinking, "answer", answer)
    return lambda *names: policies.update(names)


def at_the_bots_turn(user):
    match = against_bot(user)
    while carrier.load(match.id).must_act() != {1}:
        ask(match, user, "move", move=to_move(match)[1][0])
    return match


@pytest.mark.parametrize("also", [[], ["greedy"]])
def test_where_a_bot_fails_a_plainer_one_moves_and_nobody_loses(anna, broken, also, caplog):
    match = at_the_bots_turn(anna)
    before = carrier.load(match.id)
    broken(before.occupants[1].bot, *also)
    move_a_bot(match)
    loaded = carrier.load(match.id)
    assert (loaded.status, loaded.ply, loaded.must_act()) == ("active", before.ply + 1, {0})
    assert f"match {match.id}: the bot on seat 1 (sequence, {before.occupants[1].bot})" in caplog.text
    assert f"entry {before.number}" in caplog.text
    assert "a fault in a bot" in caplog.text


def test_where_the_bots_process_never_answers_the_plain_bot_thinks_here(anna, monkeypatch):
    match = at_the_bots_turn(anna)
    ply = carrier.load(match.id).ply
    monkeypatch.setattr(thinkers, "_start", lambda module: subprocess.Popen(["sleep", "60"], **PIPES))
    monkeypatch.setattr(thinkers, "START", 0.1)
    child = thinkers.Child()
    monkeypatch.setattr(thinkers, "ask", child.ask)
    move_a_bot(match)
    assert carrier.load(match.id).ply == ply + 1
    assert child.pid is None, "it was ended"


def test_the_staff_get_one_mail_an_hour_with_match_seat_entry_and_traceback(anna, broken, settings, mailoutbox):
    settings.ADMINS = [("Ops", "ops@example.org")]
    match = at_the_bots_turn(anna)
    number = carrier.load(match.id).number
    policy = carrier.load(match.id).occupants[1].bot
    broken(policy)
    move_a_bot(match)
    ask(match, anna, "move", move=to_move(match)[1][0])
    move_a_bot(match)
    (mail,) = mailoutbox
    assert mail.to == ["ops@example.org"]
    assert match.id in mail.subject
    assert f"the bot on seat 1 (sequence, {policy}) has failed at entry {number}" in mail.body
    assert "ZeroDivisionError: a fault in a bot" in mail.body


def test_where_no_bot_has_a_move_the_alarm_stays_and_nothing_is_changed(anna, broken):
    match = at_the_bots_turn(anna)
    broken("gentle", "steady", "sharp", "greedy", "random")
    number, alarm = carrier.load(match.id).number, Alarm.objects.get(match=match, kind="bot")
    with pytest.raises(RuntimeError):
        move_bot(match.id, 1, alarm.due_at)
    assert carrier.load(match.id).number == number
    assert Alarm.objects.filter(pk=alarm.pk).exists(), "it will ring again"
    assert plans.thinking(alarm.due_at).count() == 1


def test_a_bots_answer_to_an_old_position_is_thought_again(anna, monkeypatch):
    match = at_the_bots_turn(anna)
    loaded, asked = carrier.load(match.id), []
    real = thinkers.ask

    def slow(question):
        asked.append(question["ply"])
        if len(asked) == 1:  # meanwhile the table changes: another task of the same alarm was quicker
            move_a_bot(match)
            ask(match, anna, "move", move=to_move(match)[1][0])
        return real(question)

    monkeypatch.setattr(thinkers, "ask", slow)
    move_bot(match.id, 1, loaded.wakes[1])
    assert EntryRow.objects.filter(match=match, kind="move", seat=1, number__gt=loaded.number).count() == 1
