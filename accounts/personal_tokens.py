"""Personal tokens: with one a program acts for the person who has made it, as far as its scopes go.

256 random bits, shown once; what is stored is their SHA-256, which needs no salt and no slow hash: nobody can guess so
many bits.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import logins, quick_sql
from accounts.models import PersonalToken, User
from accounts.refusals import Refused

SCOPES = {
    "read": _("see what you can see"),
    "play": _("open tables, sit down and move, and change what you can: friends, invitations, preferences, reports"),
    "chat": _("talk at the table"),
    "tickets": _("look for opponents"),
}
LIVES = (7, 30, 90, 365)  # days
EACH = 20  # tokens of one person at a time
STAMP = "token:"  # how the stamp of a stream that a token has opened begins: see accounts.selectors
_START = "quintet_"  # so that a token that has got where it should not be is known as one
_BYTES = 32
_NOTED = timedelta(minutes=1)


def make_token(user: User, name: str, scopes: Iterable[str], days: int) -> tuple[PersonalToken, str]:
    """Return a new token's row, and its text, which is known to nobody afterwards.

    Raises Refused (members_only, out_of_range, slow_down, name_taken).
    """
    if user.is_guest:
        raise Refused("members_only", N_("Tokens are for members: a guest may be gone tomorrow."))
    chosen = [scope for scope in SCOPES if scope in set(scopes)]
    if not chosen or set(chosen) != set(scopes) or days not in LIVES:
        raise Refused("out_of_range", N_("Choose what the token may do, and for how long."))
    text = _START + secrets.token_urlsafe(_BYTES)
    until = timezone.now() + timedelta(days=days)
    token = PersonalToken(user=user, name=name, scopes=chosen, digest=_digest(text), expires_at=until)
    _save(token)
    return token, text


def _save(token: PersonalToken) -> None:
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=token.user_id)  # one at a time, so that all are counted
            _forget_expired(token)
            if tokens_of(token.user).count() >= EACH:
                text = N_("You have %(most)s tokens already; revoke one first.")
                raise Refused("slow_down", text, most=EACH, limit="tokens", retry_after=60)
            token.save(force_insert=True)
    except IntegrityError:
        raise Refused("name_taken", N_("You have a token of this name already."), field="name") from None


def _forget_expired(token: PersonalToken) -> None:
    """Let the name of a token that is over be used again."""
    over = PersonalToken.objects.filter(user=token.user_id, revoked_at=None, expires_at__lte=timezone.now())
    over.update(revoked_at=timezone.now())


def revoke_token(user: User, token_id: int) -> None:
    """End a token of this person; streams that it has opened close within two seconds. What is over is no error."""
    PersonalToken.objects.filter(pk=token_id, user=user, revoked_at=None).update(revoked_at=timezone.now())
    logins.tell_ended([user.pk])


def tokens_of(user: User) -> QuerySet[PersonalToken]:
    """Return a person's tokens that are valid, the newest first."""
    return _valid().filter(user=user).order_by("-made_at", "-pk")


def find_token(text: str) -> PersonalToken | None:
    """Return the valid token with this text, with its person; notes that it was used."""
    token = _valid().select_related("user").filter(digest=_digest(text)).first()
    if token is None:
        return None
    now = timezone.now()
    if token.used_at is None or token.used_at < now - _NOTED:
        PersonalToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


class Holder(NamedTuple):
    """Who is known by a token, and its scopes as JSON."""

    user: int
    scopes: str

    def may(self, scope: str) -> bool:
        """Return whether the token was made for that."""
        return scope in quick_sql.json_of(self.scopes)


_HOLDER = """
SELECT token.user_id, token.scopes
FROM accounts_personaltoken token JOIN accounts_user person ON person.id = token.user_id
WHERE token.digest = %s AND token.revoked_at IS NULL AND token.expires_at > %s AND person.is_active
AND token.used_at > %s AND (person.barred_until IS NULL OR person.barred_until <= %s)
"""


def holder_of(text: str) -> Holder | None:
    """Return who is known by a valid token that was used within the last minute: for who polls, without the ORM.

    Nobody for who is barred: the usual way says so.
    """
    now = timezone.now()
    adapted = [connection.ops.adapt_datetimefield_value(instant) for instant in (now, now - _NOTED, now)]
    found = quick_sql.rows(_HOLDER, _digest(text), *adapted)
    return Holder(*found[0]) if found else None


def valid_stamps(stamps: Iterable[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return those of the stamps (`stamp_of`, and the id of the person) whose tokens are valid still. One query."""
    wanted = {(stamp, user): int(stamp.removeprefix(STAMP)) for stamp, user in stamps}
    if not wanted:
        return set()
    held = dict(_valid().filter(pk__in=wanted.values()).values_list("pk", "user_id"))
    return {pair for pair, pk in wanted.items() if held.get(pk) == pair[1]}


def stamp_of(token: PersonalToken) -> str:
    """Return what stands in for the key of a session where a token has opened a stream or a socket."""
    return f"{STAMP}{token.pk}"


def need_scope(token: PersonalToken | None, scope: str) -> None:
    """Refuse (scope_missing) what a token was not made for; whoever came by a login may do it all."""
    if token is not None and scope not in token.scopes:
        raise Refused("scope_missing", N_("This token may not do that: it needs the scope “%(scope)s”."), scope=scope)


def bad_token() -> Refused:
    """Return the refusal of a token that is none, or none any more."""
    return Refused("bad_token", N_("This token is not valid, or not any more."))


def _valid() -> QuerySet[PersonalToken]:
    return PersonalToken.objects.filter(revoked_at=None, expires_at__gt=timezone.now(), user__is_active=True)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
