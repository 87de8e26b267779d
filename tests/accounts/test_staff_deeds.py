"""Every deed of staff, by every door, is in the trail: who, when, what, why, before, after, and nothing personal."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.core.management import call_command
from django.utils import timezone

from accounts import personal_tokens
from accounts.models import ModerationAction, OutgoingMail, PersonalToken, SanctionKind, User
from accounts.moderation import sanctions
from tests.accounts.staff import give_role
from tests.staff import enter

WHY = "because of what was seen"
CANARY = "canary4711"
USERS = "/staff/admin/accounts/user/"
MAILS = "/staff/admin/accounts/outgoingmail/"
TOKENS = "/staff/admin/accounts/personaltoken/"
DEEDS = [  # what, in which room, the deed, the role that the person has before
    ("role.set", USERS, "make_moderator", ""),
    ("role.set", USERS, "make_administrator", ""),
    ("role.set", USERS, "take_role", "moderator"),
    ("role.set", USERS, "take_role", "administrator"),
    ("person.log_out", USERS, "log_out", ""),
    ("token.revoke", TOKENS, "revoke", ""),
    ("mail.send_again", MAILS, "send_again", ""),
]
ENDLESS = (SanctionKind.WARNING, SanctionKind.BAN)
Maker = Callable[..., Any]


@pytest.fixture
def boss(person) -> User:
    return give_role(person("Boss", "boss@example.org"), "operator")


@pytest.fixture
def target(person) -> Maker:
    """Make what a room is about, with a canary in all that nobody may read."""

    def make(room: str, role: str = "") -> Any:
        boris = person("Boris", f"{CANARY}@example.org")
        if role:
            give_role(boris, role)
        if room == MAILS:
            told = {"subject": CANARY, "text": CANARY, "headers": {"Reply-To": CANARY}}
            return OutgoingMail.objects.create(user=boris, to=boris.email, sender="q@example.org", due_at=None, **told)
        if room == TOKENS:
            return personal_tokens.make_token(boris, CANARY, ["read"], 7)[0]
        return boris

    return make


def in_order(row: ModerationAction, actor: User | None, via: str, what: str) -> None:
    """Fail unless a row says all that it has to, and no more."""
    assert (row.actor, row.via, row.action, row.why) == (actor, via, what, WHY)
    assert timezone.now() - row.at < timedelta(minutes=5)
    assert row.before != row.after
    held = [list(model.objects.values()) for model in (ModerationAction, LogEntry)]
    told = json.dumps(held, default=str, ensure_ascii=False)
    secrets = [
        *User.objects.values_list("password", flat=True),
        *PersonalToken.objects.values_list("digest", flat=True),
    ]
    for secret in (CANARY, "boss@example.org", *secrets):
        assert secret not in told


@pytest.mark.parametrize("done", DEEDS)
@pytest.mark.parametrize("bulk", [False, True])
def test_deeds_in_the_admin(boss: User, target: Maker, done: tuple[str, ...], bulk: bool) -> None:
    what, room, deed, role = done
    row = target(room, role)
    before = ModerationAction.objects.count()
    told = {"confirmed": "1", "why": WHY}
    if bulk:
        enter(boss).post(room, {"action": deed, "_selected_action": [row.pk], **told})
    else:
        enter(boss).post(f"{room}{row.pk}/do/{deed}/", told)
    assert ModerationAction.objects.count() == before + 1
    in_order(ModerationAction.objects.latest("pk"), boss, "admin", what)


@pytest.mark.parametrize("kind", list(SanctionKind))
@pytest.mark.parametrize("lift", [False, True])
def test_sanctions(boss: User, person, kind: SanctionKind, lift: bool) -> None:
    ends_at = None if kind in ENDLESS else timezone.now() + timedelta(days=1)
    laid = sanctions.lay_sanction(boss, person(), kind, reason=WHY, ends_at=ends_at)
    if lift:
        sanctions.lift_sanction(boss, laid, why=WHY)
    in_order(ModerationAction.objects.latest("pk"), boss, "page", "sanction.lift" if lift else "sanction.lay")


@pytest.mark.parametrize("role", ["moderator", "administrator"])
@pytest.mark.parametrize("give", [True, False])
def test_roles_by_the_command_line(person, role: str, give: bool) -> None:
    boris = person()
    if not give:
        give_role(boris, role)
    call_command("role", "Boris", role if give else "none", why=WHY)
    in_order(ModerationAction.objects.latest("pk"), None, "command", "role.set")


def test_ratings_by_the_command_line() -> None:
    call_command("ratings", "rebuild", why=WHY)
    in_order(ModerationAction.objects.latest("pk"), None, "command", "ratings.rebuild")


@pytest.mark.parametrize("door", ["admin", "command", "service"])
def test_without_a_reason_nothing_is_done(boss: User, person, door: str) -> None:
    boris = person()
    before = ModerationAction.objects.count()
    if door == "admin":
        enter(boss).post(f"{USERS}{boris.pk}/do/make_moderator/", {"confirmed": "1", "why": " "})
    elif door == "command":
        with pytest.raises(Exception, match="reason"):
            call_command("role", "Boris", "moderator", why=" ")
    else:
        with pytest.raises(Exception, match="missing_field"):
            sanctions.lay_sanction(boss, boris, SanctionKind.BAN, reason=" ")
    assert ModerationAction.objects.count() == before
    assert User.objects.get(pk=boris.pk).role == ""
