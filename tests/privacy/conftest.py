"""Somebody of whom everything is held that can be held of anybody."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from auditlog.models import LogEntry
from django.contrib.admin.models import ADDITION
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts import friends, preferences
from accounts.mailing import unwanted
from accounts.models import (
    Appeal,
    Block,
    Case,
    CaseKind,
    FormerAddress,
    Holiday,
    ModerationAction,
    OutgoingMail,
    PersonalToken,
    Report,
    Sanction,
    SanctionKind,
    User,
    Verdict,
)
from accounts.moderation import appeals, cases, reports
from games.finishes import tell_all
from games.instants import now_ms
from games.mail.outgoing import outbox
from games.models import Invitation, MailIn, MatchMailChoice, ReplyToken, SeatMark
from matchmaking import tickets
from tests.accounts.conftest import PASSWORD
from tests.games.conftest import ask, make_user, open_for, play_on, started

ANNA, ADDRESS, WORDS, IP = "Annabella", "annabella@private.example", "xyzzy-plugh", "203.0.113.77"
OTHER = "someone@else.example"


@pytest.fixture(autouse=True)
def _own_mail(settings, db) -> None:
    settings.EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def boris() -> User:
    return make_user("boris")


@pytest.fixture
def anna() -> User:
    user = User.objects.create_user(ANNA, ADDRESS, PASSWORD, language="en")
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=True, primary=True)
    return user


@pytest.fixture
def browser_of_anna(anna) -> Client:
    """Anna’s browser, in which she has just given her password."""
    client = Client(REMOTE_ADDR=IP)
    client.force_login(anna)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.fixture
def life(anna, boris, browser_of_anna) -> SimpleNamespace:
    """All that can be held of Anna, and where her matches are."""
    moderator = make_user("moderator")
    moderator.groups.add(Group.objects.get(name="moderator"))
    moderator.refresh_from_db()
    told = _matches(anna, boris)
    _account(anna, boris)
    _civility(anna, boris, moderator)
    _letters(anna, boris, told.over)
    return SimpleNamespace(**vars(told), moderator=moderator)


def _matches(anna: User, boris: User) -> SimpleNamespace:
    over = started(anna, boris, rated=True)
    ask(over, anna, "chat", text=f"{WORDS} one")
    ask(over, boris, "chat", text="what do you mean?")
    ask(over, anna, "chat", text=f"{WORDS} two")
    play_on(over)
    tell_all([over.id])
    going = started(boris, anna)
    table = open_for(anna)
    tickets.open_ticket(anna, game="blitz", seats=2)
    return SimpleNamespace(over=over, going=going, table=table)


def _account(anna: User, boris: User) -> None:
    preferences.keep_preferences(anna, {"theme": "dark"})
    friends.ask_friendship(anna, boris)
    friends.ask_friendship(make_user("asker"), anna)
    Block.objects.create(blocker=anna, blocked=make_user("pest"))
    Block.objects.create(blocker=make_user("offended"), blocked=anna)
    Holiday.objects.create(user=anna, first=date(2027, 1, 1), last=date(2027, 1, 2), zone="UTC", begins_at=1, ends_at=2)
    until = timezone.now() + timedelta(days=7)
    PersonalToken.objects.create(user=anna, name=f"{ANNA}’s bot", scopes=["read"], digest="d" * 64, expires_at=until)
    User.objects.create_user("annasbot", f"bot-{ADDRESS}", PASSWORD, is_bot=True, owner=anna)
    Authenticator.objects.create(user=anna, type="totp", data={"secret": "SECRETSECRET"})
    UserSession.objects.get_or_create(user=anna, session_key="k" * 32, defaults={"ip": IP, "user_agent": "Firefox"})
    unwanted.refuse_mail(unwanted.digest(ADDRESS))
    anna.groups.add(Group.objects.get(name="moderator"))
    anna.user_permissions.add(Permission.objects.first())


def _civility(anna: User, boris: User, moderator: User) -> None:
    now = timezone.now()
    closed = Case.objects.create(
        person=anna, kind="talk", closed_at=now, verdict="sanctioned", answer=f"{ANNA} is muted", told_person="no",
        moderator=moderator,
    )  # fmt: skip
    evidence = {"chat": [{"id": 1, "user": anna.pk, "text": f"{WORDS} one"}, {"id": 2, "user": boris.pk, "text": "hm"}]}
    Report.objects.create(
        case=closed, reporter=boris, about="person", about_id=str(anna.pk), words=f"{ANNA} is rude", evidence=evidence
    )
    Case.objects.create(person=anna, kind="name", moderator=moderator)
    about_boris = Case.objects.create(person=boris, kind="other", moderator=anna)
    Report.objects.create(
        case=about_boris, reporter=anna, about="person", about_id=str(boris.pk), words=WORDS, evidence=evidence
    )
    sanction = Sanction.objects.create(
        person=anna, kind="mute", reason=f"{ANNA} said {WORDS[:3]}", by=moderator, case=closed,
        ends_at=datetime(2099, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    Appeal.objects.create(sanction=sanction, words=WORDS, decided_by=anna)
    Sanction.objects.create(person=boris, kind="warning", reason="so", by=anna, lifted_by=anna)
    _told_because_of(anna, boris, moderator)
    ModerationAction.objects.create(
        actor=anna, person=anna, via="page", action="case.claim", target="case", target_id="1"
    )
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        content_type=kind, object_pk=str(anna.pk), object_id=anna.pk, actor=anna, action=1, changes={}
    )
    AdminEntry.objects.create(
        user=anna,
        content_type=kind,
        object_id=str(anna.pk),
        object_repr=ANNA,
        action_flag=ADDITION,
        change_message=ANNA,
    )
    FormerAddress.objects.create(digest="f" * 64, person=anna, until=timezone.now() + timedelta(days=1))


def _told_because_of(anna: User, boris: User, moderator: User) -> None:
    """What was judged because of her report: her name stands in what others were told, and in what they say."""
    case = reports.report(anna, reports.Complaint("person", str(boris.pk), boris, CaseKind.TALK, WORDS)).case
    cases.claim(moderator, case)
    penalty = cases.Penalty(SanctionKind.MUTE, 1)
    told = {"answer": f"Thank you, {ANNA}.", "told_person": f"You have insulted {ANNA}."}
    cases.close(moderator, case, Verdict.SANCTIONED, penalty=penalty, **told)
    said = appeals.appeal(boris, case.sanctions.get(), f"{ANNA} began.")
    judge = make_user("judge")
    judge.groups.add(Group.objects.get(name="moderator"))
    appeals.decide_appeal(User.objects.get(pk=judge.pk), said, True, f"{ANNA} says so, too.")


def _letters(anna: User, boris: User, match) -> None:
    EmailMessage(f"{ANNA} invites you", f"{ANNA} <{ADDRESS}>", to=[OTHER]).send()
    EmailMessage("Your code", "ABCD-EFGH", to=[ADDRESS]).send()
    outbox.post_once(match.id, anna, outbox.TURN, 3)
    OutgoingMail.objects.create(
        user=boris, maker="match", about={"match": match.id}, sender="x", to=boris.email, subject=f"{ANNA} moved",
        text=f"{ANNA}: {WORDS} one", sent_at=timezone.now(), due_at=None,
    )  # fmt: skip
    Invitation.objects.create(match=match, inviter=anna, invited=boris, at=now_ms())
    Invitation.objects.create(match=match, inviter=boris, invited=anna, at=now_ms())
    MatchMailChoice.objects.create(match=match, user=anna, turns="none")
    ReplyToken.objects.create(digest="r" * 64, match=match, number=1, user=anna, made_at=now_ms())
    SeatMark.objects.create(match=match, user=anna, digest="m" * 64, at=now_ms())
    MailIn.objects.create(at=now_ms(), verdict="played", match=match, user=anna)
