"""The two trails: every deed of staff by every door, append-only in the database itself, and nothing personal in it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from auditlog.models import LogEntry
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.models import Case, CaseKind, ModerationAction, SanctionKind, User
from accounts.moderation import roles, sanctions
from tests.accounts.conftest import PASSWORD, log_in
from tests.accounts.staff import give_role
from tests.staff import enter

TABLES = ["accounts_moderationaction", "auditlog_logentry"]


@pytest.fixture
def rows(person) -> None:
    """Put a row into both trails."""
    roles.set_role(None, person(), "moderator", why="a test")
    assert ModerationAction.objects.exists()
    assert LogEntry.objects.exists()


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("change", ["UPDATE {} SET id = id + 1000", "DELETE FROM {}"])
@pytest.mark.usefixtures("rows")
def test_the_database_itself_refuses_to_change_a_row(table: str, change: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(table))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.usefixtures("rows")
def test_postgresql_refuses_to_empty_it_at_one_blow(table: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite knows no TRUNCATE")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what the rows still owe would be a refusal of its own
        cursor.execute(f"TRUNCATE {table} CASCADE")


@pytest.mark.usefixtures("rows")
def test_the_rows_of_the_second_trail_cannot_be_changed_by_its_own_model() -> None:
    for change in (LogEntry.objects.all().delete, lambda: LogEntry.objects.update(object_pk="0")):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_what_staff_change_in_a_row_names_them_and_no_address(person) -> None:
    boris = person()
    client = enter(give_role(person("Anna", "anna@example.org"), "administrator"))
    client.post(f"/staff/admin/accounts/user/{boris.pk}/do/make_moderator/", {"confirmed": "1", "why": "helps"})
    row = LogEntry.objects.filter(object_pk=str(boris.pk), changes__has_key="groups").latest("pk")
    assert row.actor.username == "Anna"
    assert (row.actor_email, row.remote_addr, row.object_repr) == (None, None, str(boris.pk))


def test_what_people_do_themselves_is_not_in_the_second_trail(client, person) -> None:
    person()
    before = LogEntry.objects.count()
    client.post("/accounts/guest/")
    log_in(client)
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": "another calm table"})
    assert LogEntry.objects.count() == before


def test_nothing_personal_is_in_either_trail(person) -> None:
    boris, anna = person(), give_role(person("Anna", "anna@example.org"), "operator")
    enter(anna)
    boris.set_password("secret4711")
    boris.email, boris.username = "new@example.org", "Boriska"
    boris.save()
    until = timezone.now() + timedelta(days=1)
    sanctions.lay_sanction(anna, boris, SanctionKind.MUTE, reason="loud", ends_at=until)
    Case.objects.create(person=boris, kind=CaseKind.TALK)
    Group.objects.get(name="moderator").user_set.set([boris])
    held = [list(model.objects.values()) for model in (ModerationAction, LogEntry)]
    told = json.dumps(held, default=str, ensure_ascii=False)
    assert "•••" in told  # that it has changed is told
    for secret in ("boris@", "new@", "Boris", "Anna", "anna@", "secret4711", boris.password):
        assert secret not in told, secret


def test_a_sanction_is_in_the_second_trail_too(person) -> None:
    boris, anna = person(), give_role(person("Anna", "anna@example.org"), "operator")
    until = timezone.now() + timedelta(days=1)
    laid = sanctions.lay_sanction(anna, boris, SanctionKind.MUTE, reason="loud", ends_at=until)
    assert LogEntry.objects.filter(content_type__model="sanction", object_pk=str(laid.pk)).exists()


def test_rebuilding_the_ratings_is_in_the_trail() -> None:
    call_command("ratings", "rebuild", why="a rule has changed")
    row = ModerationAction.objects.get()
    assert (row.action, row.via, row.why) == ("ratings.rebuild", "command", "a rule has changed")
    assert row.after == {"matches": 0, "corrected": 0}


def test_people_who_did_nothing_as_staff_can_still_be_deleted(person) -> None:
    boris = person()
    User.objects.filter(pk=boris.pk).delete()
    assert not User.objects.filter(pk=boris.pk).exists()
