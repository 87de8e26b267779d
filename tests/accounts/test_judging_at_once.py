"""Who judges, who deletes their account and who lays a sanction at the same time: each waits, and none is thrown out.

Each test has one hold what it begins with until the other waits for it in the database: were the order of their locks
another, PostgreSQL would end one of the two as a deadlock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import connection

from accounts.models import CaseKind, SanctionKind, User, Verdict
from accounts.moderation import cases
from accounts.moderation.reports import Complaint, report
from accounts.privacy import deletion
from tests.staff import laid, staff

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
BOUND = 60  # s


def until_somebody_waits() -> None:
    """Return once another connection waits for a lock."""
    until = time.monotonic() + BOUND
    while time.monotonic() < until:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees for ever what it saw first
            cursor.execute(WAITING)
            if cursor.fetchone() != (0,):
                return
        time.sleep(0.02)
    raise AssertionError("nobody waits")


def own_connection(call: Callable[[], object]) -> None:
    try:
        call()
    finally:
        connection.close()


def hold_at(monkeypatch, where: object, name: str) -> Event:
    """Let a function wait until somebody is held up by what was locked before it; return what says that it has come."""
    real, come = getattr(where, name), Event()

    def waiting(*told, **named):
        if not come.is_set():
            come.set()
            until_somebody_waits()
        return real(*told, **named)

    monkeypatch.setattr(where, name, waiting)
    return come


def both(come: Event, first: Callable[[], object], second: Callable[[], object]) -> None:
    with ThreadPoolExecutor(2) as pool:
        begun = pool.submit(own_connection, first)
        assert come.wait(BOUND)
        other = pool.submit(own_connection, second)
        begun.result(BOUND)
        other.result(BOUND)


def claimed(person: User, reporter: User) -> cases.Case:
    case = report(reporter, Complaint("person", str(person.pk), person, CaseKind.TALK)).case
    cases.claim(staff("mona"), case)
    return case


def close(case: cases.Case) -> None:
    penalty = cases.Penalty(SanctionKind.MUTE, 1)
    cases.close(staff("mona"), case, Verdict.SANCTIONED, answer="x", told_person="y", penalty=penalty)


@pytest.mark.parametrize("who", ["person", "reporter"])
def test_a_case_is_closed_while_one_side_deletes_their_account(person, monkeypatch, who) -> None:
    boris, anna = person(), person("Anna", "anna@example.org")
    case = claimed(boris, anna)
    leaver = boris if who == "person" else anna
    come = hold_at(monkeypatch, cases.answers, "hold_concerned")
    both(come, lambda: close(case), lambda: deletion.delete_person(leaver))
    case.refresh_from_db()
    assert case.closed_at
    assert User.objects.get(pk=leaver.pk).username == f"Deleted {leaver.pk}"


def test_a_case_about_a_bot_is_closed_while_its_owner_is_sanctioned(person, monkeypatch) -> None:
    owner, anna = person(), person("Anna", "anna@example.org")
    bot = User.objects.create_user("Robo", "robo@example.org", is_bot=True, owner=owner)
    case = claimed(bot, anna)
    come = hold_at(monkeypatch, cases, "_lay")
    both(come, lambda: close(case), lambda: laid(owner, SanctionKind.MUTE, by=staff("milo")))
    assert {one.person_id for one in cases.Sanction.objects.all()} == {owner.pk, bot.pk}
