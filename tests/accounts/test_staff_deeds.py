"""Every deed of staff, by every door, is in the trail: who, when, what, why, before, after, and nothing personal."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import logins, personal_tokens
from accounts.models import CaseKind, ModerationAction, OutgoingMail, PersonalToken, SanctionKind, User
from accounts.moderation import appeals, cases, sanctions, upkeep
from accounts.moderation.reports import Complaint, report
from games.finishes import tell_all
from tests.accounts.staff import give_role
from tests.accounts.staff_doors import doors, written
from tests.games.conftest import make_user, play_on, started
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
BY_PAGE = {  # door: what it writes, the last one first
    "desk:claim_case": ["case.claim"],
    "desk:release_case": ["case.release"],
    "desk:close_case": ["case.close", "sanction.lay"],
    "desk:decide_appeal": ["sanction.lift", "appeal.decide"],
    "desk:lay_sanction": ["sanction.lay"],
    "desk:lift_sanction": ["sanction.lift"],
    "match:abort": ["match.abort"],
    "match:adjudicate": ["match.adjudicate"],
    "match:fine": ["match.fine"],
    "match:annul": ["match.annul"],
}
BY_COMMAND = {"role.set", "ratings.rebuild", "operator.make"}
WITHOUT_WHY = {"case.claim", "case.release", "match.look"}  # the case, or the match, says why
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


def in_order(row: ModerationAction, actor: User | None, via: str, what: str, why: str = WHY) -> None:
    """Fail unless a row says all that it has to, and no more."""
    assert (row.actor, row.via, row.action, row.why) == (actor, via, what, why)
    assert row.target_id or row.target == ""
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


# --- by the pages of the desk and of matches, and by REST ---
def test_every_deed_that_the_code_knows_is_tried_here() -> None:
    rooms = {USERS: "user", MAILS: "outgoingmail", TOKENS: "personaltoken"}
    in_admin = {f"admin:{rooms[room]}:{deed}" for _, room, deed, _ in DEEDS}
    assert doors() == BY_PAGE.keys() | in_admin
    tried = {what for rows in BY_PAGE.values() for what in rows} | {what for what, *_ in DEEDS} | BY_COMMAND
    assert written() == tried | {"match.look"}


@pytest.fixture
def affair(person) -> SimpleNamespace:
    """A case that the moderator may claim, a claimed one, a sanction, one with an appeal, and matches."""
    anna, boris, vera, zoya = (person(name, f"{name}@example.org") for name in ("Anna", "Boris", "Vera", "Zoya"))
    vera, zoya = (give_role(one, "moderator") for one in (vera, zoya))
    kinds = (CaseKind.TALK, CaseKind.NAME)
    free, own = (report(anna, Complaint("person", str(boris.pk), boris, kind)).case for kind in kinds)
    cases.claim(vera, own)
    until = timezone.now() + timedelta(days=1)
    mute = sanctions.lay_sanction(vera, boris, SanctionKind.MUTE, reason=WHY, ends_at=until)
    other = sanctions.lay_sanction(zoya, boris, SanctionKind.WARNING, reason=WHY)
    appeal = appeals.appeal(boris, other, "please")
    return SimpleNamespace(boris=boris, vera=vera, free=free.pk, own=own.pk, mute=mute.pk, appeal=appeal.pk)


def form_of(door: str, affair: SimpleNamespace) -> tuple[str, dict[str, str]]:
    """Return the address of a door and what is filled in there."""
    place, name = door.split(":")
    if place == "match":
        options = {"table_talk": True} if name == "fine" else {}
        match = started(affair.boris, make_user(), make_user(), make_user(), rated=True, options=options)
        if name == "annul":
            play_on(match)
            tell_all([match.id])
        more = {"team": "1", "place_0": "1", "place_1": "2"}
        return f"/staff/matches/{match.id}/{name}/", {"why": WHY, "token": "t1", "sure": "yes", **more}
    told = {"reason": WHY, "why": WHY, "kind": "unrated", "days": "2"}
    told |= {"verdict": "sanctioned", "answer": WHY, "told_person": WHY}
    told |= {f"appeal-{affair.appeal}-granted": "yes", f"appeal-{affair.appeal}-answer": WHY}
    at = {"claim_case": affair.free, "decide_appeal": affair.appeal, "lift_sanction": affair.mute}
    at["lay_sanction"] = affair.boris.username
    return reverse(f"accounts:{name}", args=[at.get(name, affair.own)]), told


@pytest.mark.parametrize("door", BY_PAGE)
def test_deeds_at_the_desk_and_at_matches(affair: SimpleNamespace, door: str) -> None:
    address, told = form_of(door, affair)
    before = set(ModerationAction.objects.values_list("pk", flat=True))
    assert enter(affair.vera).post(address, told).status_code == 302
    rows = ModerationAction.objects.exclude(pk__in=before).exclude(action="match.look").order_by("-pk")
    assert [row.action for row in rows] == BY_PAGE[door]
    for row in rows:
        why = "" if row.action in WITHOUT_WHY else WHY
        in_order(row, affair.vera, "page", row.action, why=why)
        assert row.person == (None if door.startswith("match:") else affair.boris)


def test_a_look_by_rest_is_one_by_rest_and_by_a_login_alone(affair: SimpleNamespace) -> None:
    private = started(affair.boris, make_user(), watchers=False)
    _, token = personal_tokens.make_token(affair.vera, "reader", ["read"], 7)
    address, known = f"/api/v1/matches/{private.id}", {"authorization": f"Bearer {token}"}
    assert Client().get(address, headers=known).status_code == 404
    assert not ModerationAction.objects.filter(action="match.look").exists()
    assert enter(affair.vera).get(address).status_code == 200
    row = ModerationAction.objects.get(action="match.look")
    assert (row.actor, row.via, row.target, row.target_id) == (affair.vera, "api", "match", private.id)


@pytest.mark.parametrize("what", ["log_out", "revoke"])
def test_what_ends_a_login_or_a_token_is_told_to_open_connections_at_once(
    person, monkeypatch, what, django_capture_on_commit_callbacks
) -> None:
    boris, root = person(), give_role(person("Root", "root@example.org"), "administrator")
    token, _ = personal_tokens.make_token(boris, "bot", ["read"], 7)
    told: list[int] = []
    monkeypatch.setattr(logins.on_end, "_all", [told.extend])
    with django_capture_on_commit_callbacks(execute=True):
        if what == "log_out":
            upkeep.log_out(root, boris, why="stolen")
        else:
            upkeep.revoke_token(root, token, why="stolen")
    assert told == [boris.pk]
