"""Reads about people, their sessions and their mail."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from typing import Any, TypeGuard

from allauth.account.models import EmailAddress
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts import names, personal_tokens, quick_sql
from accounts.models import Block, Case, Friendship, MailState, OutgoingMail, PersonalToken, Preferences, User

_SESSIONS = "SELECT session_key, session_data FROM django_session WHERE"
_SECRETS = "SELECT id, password, session_epoch FROM accounts_user WHERE"
_BLOCKS = "SELECT blocker_id, blocked_id FROM accounts_block WHERE blocker_id {0} OR blocked_id {0}"
HERE = timedelta(seconds=150)  # open pages are written down every minute: games.notices
_BARRED = "SELECT id FROM accounts_user WHERE {} AND barred_until > %s"
LOGGED_OUT, BARRED = 4401, 4403  # with what a socket closes
Stamp = tuple[str, int]  # a session's key and the id of the person who is logged in there


def is_guest(user: AbstractBaseUser | AnonymousUser | None) -> TypeGuard[User]:
    """Return whether this is a guest account; false for a full one and for nobody."""
    return bool(getattr(user, "is_guest", False))


def is_name_free(name: str, *, apart_from: User | None = None) -> bool:
    """Return whether no other person's name is, or looks like, this one."""
    people = User.objects.filter(name_key=names.key(names.normalise(name)))
    return not (people.exclude(pk=apart_from.pk) if apart_from else people).exists()


def person_named(name: str) -> User | None:
    """Return who has this name, or one that looks like it; nobody has one that cannot be shown."""
    if not name.isprintable():  # PostgreSQL takes NUL in no text at all
        return None
    return User.objects.filter(name_key=names.key(names.normalise(name)), is_active=True).first()


def member_at(address: str) -> User | None:
    """Return whose address this is. For our own use: no page may tell."""
    return User.objects.filter(email=address.strip().lower(), is_active=True).exclude(email="").first()


def has_proven_address(user: User) -> bool:
    """Return whether a person is a member who has shown that mail to the address of their account reaches them.

    As the database has it now: a page that was opened by a guest may be a member's by now.
    """
    proven = EmailAddress.objects.filter(user=user, verified=True, user__is_guest=False).exclude(email="")
    return proven.alias(address=Lower("email")).filter(address=Lower("user__email")).exists()


def wants_mail(user: User) -> bool:
    """Return whether mail that others cause may be sent to a person."""
    return not user.mail_is_paused and not Preferences.objects.filter(user=user, notify_mail=False).exists()


def is_here(user: User) -> bool:
    """Return whether a page of the person has been open a moment ago."""
    return user.seen_at is not None and user.seen_at > timezone.now() - HERE


def person_json(user: User) -> dict[str, Any]:
    """Return what a program is told of anybody: name, kind, since when they are here, and whose bot they are."""
    told = {"name": user.username, "kind": user.kind, "since": round(user.created_at.timestamp() * 1000)}
    return told | {"owner": user.owner.username} if user.owner else told


def account_json(user: User, token: PersonalToken | None) -> dict[str, Any]:
    """Return what a program is told of the person for whom it acts, and of the token by which it does."""
    told = person_json(user)
    if token is not None:
        until = round(token.expires_at.timestamp() * 1000)
        told["token"] = {"name": token.name, "scopes": token.scopes, "expires": until}
    return told


def reporters_of(case: Case | None) -> QuerySet[User]:
    """Return who has reported what a case is about."""
    return User.objects.filter(reports_made__case=case).distinct() if case else User.objects.none()


# --- who meets whom ---


def friends_of(user: AbstractBaseUser | AnonymousUser) -> QuerySet[User]:
    """Return a member's friends by name; nobody for guests and strangers."""
    accepted = Friendship.objects.filter(accepted=True)
    asked = accepted.filter(asker=user.pk).values("asked")
    askers = accepted.filter(asked=user.pk).values("asker")
    return User.objects.filter(Q(pk__in=asked) | Q(pk__in=askers), is_active=True).order_by("username")


def friends_by_presence(user: AbstractBaseUser | AnonymousUser) -> list[User]:
    """Return the same, who is here first."""
    return sorted(friends_of(user), key=lambda friend: not is_here(friend))


def blocked_by_or_of(user_ids: Iterable[int]) -> dict[int, frozenset[int]]:
    """Return, for each of these people, whom they must not meet: whom they block and who blocks them. One query."""
    apart: dict[int, set[int]] = {user_id: set() for user_id in user_ids}
    if not apart:
        return {}
    wanted = quick_sql.together(apart)
    for one, other in quick_sql.rows(_BLOCKS.format(quick_sql.any_number("")), wanted, wanted):
        for who, whom in ((one, other), (other, one)):
            if who in apart:
                apart[who].add(whom)
    return {user_id: frozenset(others) for user_id, others in apart.items()}


def blocked_people(user: AbstractBaseUser | AnonymousUser) -> QuerySet[User]:
    """Return whom somebody has blocked, by name; a visitor without a login has blocked nobody."""
    if user.pk is None:  # the filter would find everybody whom nobody has blocked
        return User.objects.none()
    return User.objects.filter(blocked_by__blocker=user.pk).order_by("username")


def askers_of(user: AbstractBaseUser | AnonymousUser) -> QuerySet[User]:
    """Return who waits for this member's answer to their asking, the latest first."""
    asking = Q(friendships_asked__asked=user.pk, friendships_asked__accepted=False, friendships_asked__declined=False)
    return User.objects.filter(asking, is_active=True).order_by("-friendships_asked__at")


def asked_by(user: AbstractBaseUser | AnonymousUser) -> QuerySet[User]:
    """Return whom this member has asked without an answer, by name; who has declined is still among them."""
    waiting = Q(friendships_received__asker=user.pk, friendships_received__accepted=False)
    return User.objects.filter(waiting, is_active=True).order_by("username")


def friendship_between(
    one: AbstractBaseUser | AnonymousUser, other: AbstractBaseUser | AnonymousUser
) -> QuerySet[Friendship]:
    """Return what there is between two people, whoever has asked: one row at the most."""
    return Friendship.objects.filter(Q(asker=one.pk, asked=other.pk) | Q(asker=other.pk, asked=one.pk))


def tie(viewer: AbstractBaseUser | AnonymousUser, person: User) -> str:
    """Return what somebody is to the viewer: self, stranger, blocked, friend, asked (by the viewer), asks (the viewer).

    That the person has blocked the viewer is not told.
    """
    if viewer.pk == person.pk:
        return "self"
    if Block.objects.filter(blocker=viewer.pk, blocked=person).exists():
        return "blocked"
    found = friendship_between(viewer, person).first()
    if found is None or (found.declined and found.asked_id == viewer.pk):
        return "stranger"
    if found.accepted:
        return "friend"
    return "asked" if found.asker_id == viewer.pk else "asks"


def mail_log(*, user: User | None = None, state: str = "") -> QuerySet[OutgoingMail]:
    """Return what has become of mails, newest first, without their texts: of one person, or of everybody for staff.

    `state`: one of accounts.models.MailState; all of them unless told. What was sent a week ago is gone.
    """
    mails = OutgoingMail.objects.defer("text", "html").select_related("user").order_by("-pk")
    mails = mails if user is None else mails.filter(user=user)
    return mails.filter(_STATES[MailState(state)]) if state else mails


_UNDONE = Q(sent_at=None, dropped_at=None)
_STATES = {
    MailState.BOUNCED: Q(bounced_at__isnull=False),
    MailState.SENT: Q(sent_at__isnull=False, bounced_at=None),
    MailState.DROPPED: Q(sent_at=None, dropped_at__isnull=False, bounced_at=None),
    MailState.FAILED: _UNDONE & Q(due_at=None),
    MailState.QUEUED: _UNDONE & Q(due_at__isnull=False),
}


def recent_mail(limit: int = 100) -> QuerySet[OutgoingMail]:
    """Return the newest mails of the outbox that have been written, newest first, sent or not."""
    return OutgoingMail.objects.exclude(maker__gt="", subject="").order_by("-pk")[:limit]


def session_stamps(pairs: Iterable[Stamp]) -> set[Stamp]:
    """Return those pairs that are logins still, or valid tokens: two queries for any number of either."""
    wanted = set(pairs)
    by_token = {pair for pair in wanted if str(pair[0]).startswith(personal_tokens.STAMP)}
    return _logins(wanted - by_token) | personal_tokens.valid_stamps(by_token)


def ended(pairs: Iterable[Stamp]) -> dict[Stamp, int]:
    """Return those pairs by which nobody may go on, and with what code their sockets close: three queries at most."""
    wanted = set(pairs)
    if not wanted:
        return {}
    barred = barred_among({user for _, user in wanted})
    out = dict.fromkeys(wanted - session_stamps(wanted), LOGGED_OUT)
    return {pair: BARRED for pair in wanted if pair[1] in barred} | out


def barred_among(user_ids: Iterable[int]) -> set[int]:
    """Return who of these people is suspended or banned now."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    found = quick_sql.rows(_BARRED.format(quick_sql.any_number("id")), quick_sql.together(user_ids), now)
    return {pk for (pk,) in found}


def _logins(wanted: set[Stamp]) -> set[Stamp]:
    if not wanted:
        return set()
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    sessions = f"{_SESSIONS} {quick_sql.any_text('session_key')} AND expire_date > %s"
    held = dict(quick_sql.rows(sessions, quick_sql.together({key for key, _ in wanted}), now))
    people = f"{_SECRETS} {quick_sql.any_number('id')} AND is_active"
    secrets = {pk: rest for pk, *rest in quick_sql.rows(people, quick_sql.together({user for _, user in wanted}))}
    return {
        (key, user_id)
        for key, user_id in wanted
        if key in held and user_id in secrets and _is_login(held[key], user_id, *secrets[user_id])
    }


@lru_cache(maxsize=20_000)  # asked every second for each open socket, and the same data say the same for ever
def _is_login(session_data: str, user_id: int, password: str, epoch: int) -> bool:
    login = _login(session_data)
    if login[0] != str(user_id):
        return False
    user = User(pk=user_id, password=password, session_epoch=epoch)
    return is_own_hash(user, login[1])


def is_own_hash(user: User, told: str) -> bool:
    """Return whether what a session carries is this person's: no password has changed since the login."""
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(told, value) for value in hashes)


def _login(session_data: str) -> tuple[str, str]:
    session: dict[str, Any] = SessionStore().decode(session_data)
    return str(session.get(SESSION_KEY, "")), str(session.get(HASH_SESSION_KEY, ""))
