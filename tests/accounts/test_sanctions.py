"""Sanctions: what holds in a person's row is what the rows say, whoever lays and lifts, and nothing is laid twice."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts import bot_accounts
from accounts.models import ModerationAction, OutgoingMail, Role, Sanction, SanctionKind, User
from accounts.moderation import sanctions
from accounts.moderation.sanctions import lay_sanction, lift_sanction
from accounts.refusals import Refused
from tests.staff import laid, staff

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
KINDS = list(SanctionKind)


class Steps(TestCase):
    """Any sequence of laying, lifting and passing time."""

    STEP = st.one_of(
        st.tuples(st.just("lay"), st.sampled_from(KINDS), st.integers(1, 72), st.booleans()),
        st.tuples(st.just("lift"), st.integers(0, 9)),
        st.tuples(st.just("wait"), st.integers(1, 48)),
    )

    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(STEP, max_size=14))
    def test_what_stands_in_the_persons_row_is_what_the_rows_of_sanctions_say(self, steps):
        actor, owner = staff("mona", Role.ADMINISTRATOR), User.objects.create_user("oleg", "oleg@example.org")
        bot = User.objects.create_user("robo", "robo@example.org", is_bot=True, owner=owner)
        with time_machine.travel(BEGIN, tick=False) as clock:
            for number, step in enumerate(steps):
                _take(step, actor, bot if step[-1] is True else owner, clock, number)
                for person in (owner, bot):
                    assert _shown(person) == _said(person), steps


def _take(step, actor, person, clock, number):
    if step[0] == "lay":
        endless = step[1] in (SanctionKind.BAN, SanctionKind.WARNING)
        ends_at = None if endless else timezone.now() + timedelta(hours=step[2])
        lay_sanction(actor, person, step[1], reason=f"reason {number}", ends_at=ends_at)
    elif step[0] == "wait":
        clock.shift(timedelta(hours=step[1]))
    elif found := list(Sanction.objects.order_by("pk"))[step[1] : step[1] + 1]:
        lift_sanction(actor, found[0], why="a mistake")


def _shown(person: User) -> tuple[bool, bool, bool, int]:
    person.refresh_from_db()
    return person.is_muted, person.is_unrated, person.is_barred, person.untold


def _said(person: User) -> tuple[bool, bool, bool, int]:
    """Return the same by looking through all rows, without a query that knows anything."""
    rows = list(Sanction.objects.all())
    now = timezone.now()

    def holds(pk, *kinds):
        return any(
            row.person_id == pk
            and row.kind in kinds
            and row.lifted_at is None
            and (not row.ends_at or row.ends_at > now)
            for row in rows
        )

    def holds_with_owner(*kinds):
        return holds(person.pk, *kinds) or (person.is_bot and holds(person.owner_id, *kinds))

    untold = sum(row.person_id == person.pk and row.seen_at is None for row in rows)
    return holds_with_owner("mute"), holds(person.pk, "unrated"), holds_with_owner("suspension", "ban"), untold


def test_a_double_click_lays_one(person):
    boris = person()
    first = laid(boris, SanctionKind.MUTE)
    assert laid(boris, SanctionKind.MUTE) == first
    assert Sanction.objects.count() == 1
    assert ModerationAction.objects.filter(action="sanction.lay").count() == 1
    assert OutgoingMail.objects.filter(user=boris).count() == 1
    assert laid(boris, SanctionKind.MUTE, reason="Again, a day later.") != first
    assert laid(boris, SanctionKind.MUTE, by=staff("milo")) != first


def test_a_sanction_that_was_lifted_can_be_laid_anew_at_once(person):
    boris = person()
    first = laid(boris, SanctionKind.BAN)
    lift_sanction(staff(), first, why="the wrong person")
    assert laid(boris, SanctionKind.BAN) != first
    assert boris.is_barred


def test_a_bot_is_barred_with_its_owner_and_one_that_is_turned_later_too(person):
    owner, bot = person("Anna", "anna@example.org"), person()
    code = bot_accounts.owner_code(owner)
    ban = laid(owner, SanctionKind.BAN)
    with pytest.raises(Refused) as refused:
        bot_accounts.turn_into_bot(bot, code)
    assert refused.value.code == "people_only"
    lift_sanction(staff(), ban, why="a mistake")
    bot_accounts.turn_into_bot(bot, code)
    laid(owner, SanctionKind.SUSPENSION)
    bot.refresh_from_db()
    assert bot.is_barred
    assert bot.untold == 0
    laid(owner, SanctionKind.MUTE)
    laid(owner, SanctionKind.UNRATED)
    bot.refresh_from_db()
    assert bot.is_muted, "an owner who may not talk does not talk by a bot"
    assert not bot.is_unrated, "its rated matches are its own, on a list of their own"


def test_what_is_acknowledged_is_news_no_more_until_it_changes(person):
    boris = person()
    mute = laid(boris, SanctionKind.MUTE)
    assert boris.untold == 1
    sanctions.acknowledge(person("Clara", "clara@example.org"), mute.pk)  # another one's
    boris.refresh_from_db()
    assert boris.untold == 1
    sanctions.acknowledge(boris, mute.pk)
    boris.refresh_from_db()
    assert boris.untold == 0
    lift_sanction(staff(), mute, why="It was another person.")
    boris.refresh_from_db()
    assert boris.untold == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has one writer")
@pytest.mark.live
def test_two_moderators_who_lay_and_lift_at_once_leave_what_the_rows_say(person):
    boris = person()
    before = laid(boris, SanctionKind.BAN)
    staff("milo")
    barrier = threading.Barrier(4)

    def act(what):
        try:
            barrier.wait()
            what()
        finally:
            connection.close()

    acts = [
        lambda: laid(User.objects.get(pk=boris.pk), SanctionKind.MUTE, by=staff("milo")),
        lambda: laid(User.objects.get(pk=boris.pk), SanctionKind.SUSPENSION, by=staff("mona")),
        lambda: laid(User.objects.get(pk=boris.pk), SanctionKind.SUSPENSION, by=staff("mona")),
        lambda: lift_sanction(staff("mona"), before, why="a mistake"),
    ]
    for _ in range(10):
        Sanction.objects.exclude(pk=before.pk).delete()
        Sanction.objects.update(lifted_at=None, lifted_by=None)
        sanctions.project(boris.pk)
        threads = [threading.Thread(target=act, args=[what]) for what in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert Sanction.objects.filter(lifted_at=None).count() == 2
        assert _shown(boris) == _said(boris)
