"""Whatever ends logins or tokens says so at once: an open socket takes nothing more in the second until a look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts import logins, personal_tokens, services
from accounts.models import Role, SanctionKind, User
from accounts.moderation import roles, upkeep
from accounts.privacy import deletion
from tests.accounts.conftest import enter_as_guest, log_in
from tests.staff import laid, staff

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


def _end_from_afar(boris: User) -> None:
    here, there = Client(), Client()
    log_in(here)
    log_in(there)
    far = UserSession.objects.get(session_key=there.session.session_key)
    here.post("/accounts/sessions/", {"session": far.pk})


def _end_by_staff(boris: User) -> None:
    upkeep.log_out(staff("boss", Role.ADMINISTRATOR), boris, why="a lost phone")


def _revoke(boris: User) -> None:
    personal_tokens.revoke_token(boris, _token(boris).pk)


def _revoke_by_staff(boris: User) -> None:
    upkeep.revoke_token(staff("boss", Role.ADMINISTRATOR), _token(boris), why="it floods")


def _token(boris: User) -> Any:
    return personal_tokens.make_token(boris, "gnubot", ["read"], 7)[0]


def _demote(boris: User) -> None:
    for role in (Role.MODERATOR.value, ""):
        roles.set_role(None, boris, role, why="a test")


ENDS: dict[str, Callable[[User], object]] = {
    "a log-in ended from afar": _end_from_afar,
    "all log-ins ended by staff": _end_by_staff,
    "another password": lambda boris: services.change_password(boris, "another calm table"),
    "a revoked token": _revoke,
    "a token revoked by staff": _revoke_by_staff,
    "a suspension": lambda boris: laid(boris, SanctionKind.SUSPENSION),
    "a role taken away": _demote,
    "a deletion": deletion.retire,
}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list that takes the ids of all of whom it is told."""
    heard: list[int] = []
    monkeypatch.setattr(logins.on_end, "_all", [heard.extend])
    return heard


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_what_ends_is_told_with_the_commit(end, person, told, django_capture_on_commit_callbacks) -> None:
    boris = person()
    with django_capture_on_commit_callbacks(execute=True):
        end(boris)
    assert boris.pk in told


def test_of_a_guest_who_became_somebody_else_it_is_told_too(
    client, person, told, django_capture_on_commit_callbacks
) -> None:
    guest, boris = enter_as_guest(client), person()
    with django_capture_on_commit_callbacks(execute=True):
        services.merge_guest(guest, boris)
    assert guest.pk in told
