"""The eleven roles of the route x role matrix, and things of one of them that the others have no business with."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from accounts import friends, personal_tokens
from accounts.models import (
    FOREVER,
    Appeal,
    Block,
    Case,
    CaseKind,
    Friendship,
    Holiday,
    OutgoingMail,
    PersonalToken,
    Preferences,
    Role,
    Sanction,
    SanctionKind,
    User,
)
from games.log.storing import load
from games.mail import tokens
from games.mail.outgoing import links
from games.models import ChatLine, EntryRow, Invitation, MatchMailChoice, SeatRow
from games.tables import invitations
from matchmaking import tickets
from matchmaking.models import Ticket
from tests.games.conftest import ask, make_user, open_for, started
from tests.mail.posts import by_mail
from tests.staff import SECRET

ANONYMOUS, READ, PLAY = "anonymous", "read token", "play token"
LOGGED_IN = ("stranger", "player", "opponent", "spectator", "blocked", "banned", "moderator", "admin")
ROLES = (ANONYMOUS, *LOGGED_IN, READ, PLAY)
PASSWORD = "a calm table for five"
MISSING = "2222222222222222"  # the id of no match
WRITTEN = """SELECT sum(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
    + pg_stat_get_xact_tuples_deleted(oid))::bigint FROM pg_class
    WHERE relkind = 'r' AND relname NOT IN ('django_session', 'usersessions_usersession')"""  # nearly all write those


@dataclass
class World:
    """Who there is, and what is the player's: closed matches that go on, are over or by mail, and more."""

    people: dict[str, User]
    clients: dict[str, Client]
    places: dict[str, Any] = field(default_factory=dict)  # what stands in addresses
    bearers: dict[str, str] = field(default_factory=dict)  # the headers of programs

    def fingerprint(self) -> list[Any]:
        """Return all that only the player, or the table, may change."""
        own, matches = self.people["player"], [self.places[name] for name in ("match", "over", "mailed", "table")]
        hers = Q(user=own)
        everybody = User.objects.filter(pk__in=[user.pk for user in self.people.values()]).order_by("pk")
        return [
            *User.objects.filter(pk=own.pk).values_list("username", "email", "password", "is_active", "is_bot", "role"),
            *everybody.values_list("role", "muted_until", "unrated_until", "barred_until"),
            *PersonalToken.objects.filter(hers).order_by("pk").values_list("pk", "revoked_at"),
            *Holiday.objects.filter(hers).values_list(),
            *Preferences.objects.filter(hers).values_list(),
            *Sanction.objects.order_by("pk").values_list("person", "kind", "seen_at", "lifted_at"),
            *Case.objects.order_by("pk").values_list("person", "moderator", "closed_at"),
            *Appeal.objects.order_by("pk").values_list("sanction", "granted"),
            *Ticket.objects.filter(hers).values_list("pk", "state"),
            *Invitation.objects.filter(Q(invited=own) | Q(inviter=own)).order_by("pk").values_list("pk", "declined"),
            *Friendship.objects.filter(asker=own).values_list(),
            *Block.objects.filter(blocker=own).values_list(),
            *MatchMailChoice.objects.filter(hers).order_by("pk").values_list("match", "turns"),
            *SeatRow.objects.filter(match__in=matches).order_by("pk").values_list("match", "seat", "user"),
            [model.objects.filter(match__in=matches).count() for model in (EntryRow, ChatLine)],
        ]


class Watch:
    """Says whether the player's things are otherwise than they were when it began.

    What is asked for first is whether any row was written at all since it last looked: that is one query, and all
    their things are fifteen.
    """

    def __init__(self, site: World) -> None:
        self._site, self._before, self._written = site, site.fingerprint(), rows_written()

    def has_changed(self) -> bool:
        """Return it; to be asked before anything is taken back."""
        written, self._written = self._written, rows_written()
        return written != self._written and self.differs()

    def differs(self) -> bool:
        """Return it by looking at all, whoever may have written."""
        return self._site.fingerprint() != self._before


def rows_written() -> int:
    """Return a number that grows with each row that is written in this transaction, and by taking back never falls."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        return connection.connection.total_changes
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN)
        return cursor.fetchone()[0]


def world() -> World:
    """Return everybody, each with a client: by login, by token, or as nobody."""
    people = {role: make_user(role.replace(" ", "-")) for role in LOGGED_IN}
    for user in people.values():
        user.set_password(PASSWORD)
        user.save()
    people |= {READ: people["player"], PLAY: people["player"]}
    for role in (Role.MODERATOR, Role.ADMINISTRATOR):
        name = "admin" if role == Role.ADMINISTRATOR else "moderator"
        people[name].groups.add(Group.objects.get_or_create(name=role.value)[0])
        secret = {"secret": get_adapter().encrypt(SECRET)}
        Authenticator.objects.create(user=people[name], type=Authenticator.Type.TOTP, data=secret)
    friends.block_person(people["player"], people["blocked"])
    reasons = {"reason": "a test", "by": people["admin"]}
    Sanction.objects.create(person=people["banned"], kind=SanctionKind.BAN, **reasons)
    User.objects.filter(pk=people["banned"].pk).update(barred_until=FOREVER)
    people |= {role: User.objects.get(pk=user.pk) for role, user in people.items()}
    bearers = {role: _bearer(people[role], role) for role in (READ, PLAY)}
    clients = {role: _client(people.get(role), bearers.get(role)) for role in ROLES}
    return World(people, clients, _belongings(people), bearers)


def _bearer(user: User, role: str) -> str:
    return f"Bearer {personal_tokens.make_token(user, role, [role.split(maxsplit=1)[0]], 7)[1]}"


def _client(user: User | None, bearer: str | None) -> Client:
    client = Client(raise_request_exception=False, headers={"Authorization": bearer} if bearer else {})
    if user and not bearer:
        client.force_login(user)
        session = client.session  # as after typing the password: nothing is refused for want of that
        session["account_authentication_methods"] = [
            {"method": method, "at": time.time(), "reauthenticated": True} for method in ("mfa", "password")
        ]
        session["account_authentication_methods_user"] = str(user.pk)
        session.save()
    return client


def _belongings(people: dict[str, User]) -> dict[str, Any]:
    player, opponent = people["player"], people["opponent"]
    private = started(player, opponent, watchers=False)
    over = started(player, opponent, watchers=False)
    ask(over, player, "resign")
    mailed = by_mail(player, opponent, watchers=False)
    table = open_for(player, listed=False, watchers=False)
    asking = open_for(opponent)
    invitations.invite_person(asking, opponent, player, "https://play.example.org")
    invitations.invite_address(table, player, "somebody@example.net", "https://play.example.org")
    now = timezone.now()
    days = {"first": now.date(), "last": now.date() + timedelta(days=3), "zone": "UTC"}
    holiday = Holiday.objects.create(user=player, begins_at=_ms(now), ends_at=_ms(now + timedelta(days=4)), **days)
    told = {"person": player, "kind": SanctionKind.WARNING, "reason": "a test", "by": people["admin"]}
    sanction, case = Sanction.objects.create(**told), Case.objects.create(person=player, kind=CaseKind.TALK)
    appeal = Appeal.objects.create(sanction=Sanction.objects.create(**told), words="a test")
    told = {"sender": "q@example.org", "to": player.email, "subject": "a test", "text": "a test", "html": "<p>a</p>"}
    mail, moved = OutgoingMail.objects.create(user=player, **told), load(mailed.id).moved
    tokens.issue(mailed.id, moved, player.pk)
    ticket = tickets.open_ticket(player, game="blitz", seats=2)
    return {
        "sanction": sanction.pk, "case": case.pk, "appeal": appeal.pk,
        "match": private.id, "over": over.id, "mailed": mailed.id, "table": table.id, "holiday": holiday.pk,
        "invitation": Invitation.objects.get(invited=player).pk, "ticket": ticket.pk,
        "invited": Invitation.objects.exclude(token=None).latest("pk").token,
        "link": tokens.link(mailed.id, moved, player.pk), "less": links.less_link(mailed.id, player.pk).split("/")[-2],
        "token": PersonalToken.objects.filter(user=player).latest("pk").pk,
        "name": player.username, "game": "sequence", "mail": mail.pk,
    }  # fmt: skip


def _ms(instant: Any) -> int:
    return int(instant.timestamp() * 1000)
