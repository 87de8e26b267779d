"""What accounts and the libraries below it hold of people, as exports tell it."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from auditlog.models import LogEntry
from django.contrib.admin.models import LogEntry as AdminEntry
from django.db.models import Q

from accounts import names, unwanted
from accounts.models import (
    Appeal,
    Block,
    Case,
    Friendship,
    Holiday,
    ModerationAction,
    OutgoingMail,
    PersonalToken,
    Preferences,
    Report,
    Sanction,
    UnwantedAddress,
    User,
)
from accounts.preferences import FIELDS
from accounts.privacy.holdings import Json, fields, tell, tell_not

_ACCOUNT = (
    "username", "kind", "email", "language", "created_at", "seen_at", "last_login", "bounced", "bounces", "role",
    "owner", "muted_until", "unrated_until", "barred_until",
)  # fmt: skip
_MAIL = ("to", "subject", "text", "created_at", "sent_at", "dropped_at", "bounced_at", "attempts")


def register() -> None:
    """Let exports have all of it."""
    _people()
    _entrance()
    _mail()
    _civility()


def _people() -> None:
    tell("account", rows=lambda user: User.objects.filter(pk=user.pk), item=_account)
    tell("bots", "accounts.User.owner", rows=lambda user: user.bots.all(), item=_account)
    tell("preferences", "accounts.Preferences.user", rows=_of(Preferences), item=lambda row: fields(row, *FIELDS))
    tell(
        "friendships", "accounts.Friendship.asker", "accounts.Friendship.asked",
        rows=_ties, item=lambda row: fields(row, "asker", "asked", "accepted", "at"),
    )  # fmt: skip
    tell("blocks", "accounts.Block.blocker", rows=_of(Block, "blocker"), item=lambda row: fields(row, "blocked", "at"))
    tell_not("who has blocked you is their own affair: it would part people anew", "accounts.Block.blocked")
    tell(
        "holidays", "accounts.Holiday.user",
        rows=_of(Holiday), item=lambda row: fields(row, "first", "last", "zone"),
    )  # fmt: skip


def _entrance() -> None:
    tell(
        "tokens", "accounts.PersonalToken.user", rows=_of(PersonalToken),
        item=lambda row: fields(row, "name", "scopes", "made_at", "expires_at", "used_at", "revoked_at"),
    )  # fmt: skip
    tell(
        "sessions", "usersessions.UserSession.user", rows=_of(UserSession),
        item=lambda row: fields(row, "ip", "user_agent", "created_at", "last_seen_at"),
    )  # fmt: skip
    tell(
        "addresses", "account.EmailAddress.user", rows=_of(EmailAddress),
        item=lambda row: fields(row, "email", "verified", "primary"),
    )  # fmt: skip
    tell(
        "second_factors", "mfa.Authenticator.user", rows=_of(Authenticator),
        item=lambda row: fields(row, "type", "created_at", "last_used_at"),
    )  # fmt: skip


def _mail() -> None:
    tell("mails", "accounts.OutgoingMail.user", rows=mails_to, item=lambda row: fields(row, *_MAIL))
    tell(
        "unwanted_mail",
        rows=lambda user: UnwantedAddress.objects.filter(digest=unwanted.digest(user.email)),
        item=lambda row: fields(row, "at"),
    )


def _civility() -> None:
    tell("reports_made", "accounts.Report.reporter", rows=_of(Report, "reporter"), item=_report)
    tell("cases", "accounts.Case.person", rows=_closed_cases, item=_case)
    tell("sanctions", "accounts.Sanction.person", rows=_of(Sanction, "person"), item=_sanction)
    tell(
        "appeals", rows=_of(Appeal, "sanction__person"),
        item=lambda row: fields(row, "words", "at", "decided_at", "granted", "answer"),
    )  # fmt: skip
    tell("changes_of_account", rows=lambda user: _audited(own_changes(user)), item=_own_change)
    tell(
        "changes_made", "auditlog.LogEntry.actor", rows=lambda user: _audited(Q(actor=user) & ~own_changes(user)),
        item=lambda row: _change(row) | {"row": row.object_pk} | fields(row, "remote_addr"),
    )  # fmt: skip
    tell(
        "staff_actions", "accounts.ModerationAction.actor", rows=_of(ModerationAction, "actor"),
        item=lambda row: fields(row, "at", "action", "via", "target", "target_id", "why"),
    )  # fmt: skip
    tell(
        "admin_actions", "admin.LogEntry.user", rows=_of(AdminEntry),
        item=lambda row: fields(row, "action_time", "object_id", "change_message"),
    )  # fmt: skip
    tell("roles", "accounts.User_groups.user", rows=lambda user: user.groups.all(), item=lambda row: {"role": row.name})
    tell(
        "permissions", "accounts.User_user_permissions.user", rows=lambda user: user.user_permissions.all(),
        item=lambda row: {"permission": row.codename},
    )  # fmt: skip
    tell_not("what a moderator does about others is in staff_actions", "accounts.Case.moderator",
             "accounts.Sanction.by", "accounts.Sanction.lifted_by", "accounts.Appeal.decided_by")  # fmt: skip
    tell_not("a hash of who is gone already", "accounts.FormerAddress.person")
    tell_not(
        "staff’s own notes on a case; what was decided is in cases and sanctions", "accounts.ModerationAction.person"
    )


def _of(model: Any, field: str = "user") -> Any:
    """Return what finds the rows of a model that are a person's by this field, the oldest first."""
    return lambda user: model.objects.filter(**{field: user.pk}).order_by("pk")


def _ties(user: User) -> Any:
    return Friendship.objects.filter(Q(asker=user) | Q(asked=user)).select_related("asker", "asked").order_by("pk")


def mails_to(user: User) -> Any:
    """Return the mails that are a person's, or went to an address of theirs."""
    return OutgoingMail.objects.filter(Q(user=user) | Q(to__in=addresses_of(user))).order_by("pk")


def addresses_of(user: User) -> set[str]:
    """Return all addresses that are known of a person, and are nobody else's by now."""
    found = {user.email, user.bounced, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    others = User.objects.filter(email__in=found).exclude(pk=user.pk).values_list("email", flat=True)
    return found - {"", *others}


def _audited(which: Q) -> Any:
    return LogEntry.objects.filter(which).select_related("content_type").order_by("pk")


def own_changes(user: User) -> Q:
    """Return what finds the changes of a person's own row."""
    return Q(content_type__app_label="accounts", content_type__model="user", object_pk=str(user.pk))


def _account(user: User) -> Json:
    return fields(user, *_ACCOUNT) | {"has_password": user.has_usable_password()}


def _report(row: Report) -> Json:
    told = fields(row, "about", "about_id", "words", "at") | {"of": names.shown(row.case.person.username)}
    return told | fields(row.case, "kind", "closed_at", "answer")


def _closed_cases(user: User) -> Any:
    """Return the cases about a person that have been judged: of an open one they are not warned."""
    return Case.objects.filter(person=user, closed_at__isnull=False).order_by("pk")


def _case(row: Case) -> Json:
    """Who has reported, and who judges, is not for the person."""
    return fields(row, "kind", "opened_at", "closed_at", "verdict", "told_person")


def _change(row: LogEntry) -> Json:
    return fields(row, "timestamp") | {"action": row.get_action_display(), "of": row.content_type.model}


def _own_change(row: LogEntry) -> Json:
    return _change(row) | {"changes": row.changes}


def _sanction(row: Sanction) -> Json:
    return fields(row, "kind", "reason", "begins_at", "ends_at", "seen_at", "lifted_at", "lifted_why")
