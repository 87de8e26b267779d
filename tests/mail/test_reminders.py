"""Reminders of a turn that takes long: those that were chosen, once each."""

from __future__ import annotations

import pytest

from accounts.models import Preferences, User
from accounts.preferences import keep_preferences
from games.clocks import beats, clock
from games.models import Alarm, Match
from tests.games.conftest import Time
from tests.mail.posts import DAY, MINUTE, acting, alarms_of, begin, by_mail, kinds_of, move, post_due

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.sqlite_lane,
    pytest.mark.usefixtures("posted_at_once"),
]
HOUR = 60 * MINUTE


@pytest.fixture
def match(stopped: Time, anna: User, boris: User) -> Match:
    return by_mail(anna, boris)


def test_chosen_reminders_come_once_each(match, stopped):
    begin(match, stopped)
    user, _, loaded = acting(match)
    Preferences.objects.create(user=user, remind_half=True)
    Alarm.objects.filter(match=match, kind="remind").update(due_at=stopped.now)  # set anew with the wish
    assert post_due() == []
    end, came = loaded.started_at + 3 * DAY, []
    while stopped.now < end - MINUTE:
        stopped.move(10 * MINUTE)
        came += [(row.about["kind"], end - stopped.now) for row in post_due()]
    assert [kind for kind, _ in came] == ["half", "fifth", "hours"]
    assert [round(left / HOUR) for _, left in came] == [36, 14, 2]
    assert kinds_of(user) == ["start", "half", "fifth", "hours"]


def test_a_move_ends_the_reminders_of_its_turn(match, stopped):
    begin(match, stopped)
    _, seat, _ = acting(match)
    assert ("remind", seat) in alarms_of(match)
    stopped.move(HOUR)
    move(match)
    assert ("remind", seat) not in alarms_of(match)


def test_a_reminder_left_over_from_a_turn_that_has_ended_reminds_nobody(match, stopped):
    begin(match, stopped)
    _, seat, _ = acting(match)
    move(match)
    stopped.move(2 * MINUTE)
    post_due()
    Alarm.objects.create(match=match, seat=seat, kind="remind", due_at=stopped.now)
    assert post_due() == []
    assert ("remind", seat) not in alarms_of(match)


def test_a_reminder_that_comes_early_is_set_anew(match, stopped):
    """As after a holiday, which lengthens a turn that runs."""
    begin(match, stopped)
    _, seat, loaded = acting(match)
    Alarm.objects.filter(match=match, kind="remind").update(due_at=stopped.now)
    assert post_due() == []
    assert alarms_of(match)["remind", seat] == loaded.started_at + 3 * DAY - 3 * DAY // 5


def test_reminders_that_are_switched_on_during_a_turn_come_in_that_turn(match, stopped):
    begin(match, stopped)
    user, seat, loaded = acting(match)
    end = loaded.started_at + 3 * DAY
    keep_preferences(user, {"remind_half": False, "remind_fifth": False, "remind_hours": False})
    assert ("remind", seat) not in alarms_of(match)
    keep_preferences(user, {"remind_hours": True})
    assert alarms_of(match)["remind", seat] == end - 2 * HOUR
    keep_preferences(user, {"remind_half": True})
    assert alarms_of(match)["remind", seat] == end - 36 * HOUR


def test_a_reminder_whose_instant_has_passed_is_not_sent_at_the_click_that_asks_for_it(match, stopped):
    begin(match, stopped)
    user, _, _ = acting(match)
    stopped.move(2 * DAY)
    keep_preferences(user, {"remind_half": True, "remind_fifth": False, "remind_hours": False})
    assert post_due() == []


def test_nobody_is_reminded_of_a_move_whose_time_is_over_before_it_is_called_or_given_back(match, stopped):
    _, seat, loaded = acting(match)
    begin(match, stopped)
    stopped.move(to=loaded.started_at + 3 * DAY + 1_000, servers_up=False)
    assert post_due() == []
    beats.beat()
    clock.do_due_alarms()  # the servers were away, so three days are given back
    stopped.move(2 * MINUTE)
    assert post_due() == []
    stopped.move(to=alarms_of(match)["remind", seat])
    assert [row.about["kind"] for row in post_due()] == ["fifth"]
