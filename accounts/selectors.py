"""Reads about people, their sessions and their mail."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeGuard

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts import names
from accounts.models import OutgoingMail, User

Stamp = tuple[str, int]  # a session's key and the id of the person who is logged in there


def is_guest(user: AbstractBaseUser | AnonymousUser | None) -> TypeGuard[User]:
    """Return whether this is a guest account; false for a full one and for nobody."""
    return bool(getattr(user, "is_guest", False))


def is_name_free(name: str, *, apart_from: User | None = None) -> bool:
    """Return whether no other person's name is, or looks like, this one."""
    people = User.objects.filter(name_key=names.key(names.normalise(name)))
    return not (people.exclude(pk=apart_from.pk) if apart_from else people).exists()


def recent_mail(limit: int = 100) -> QuerySet[OutgoingMail]:
    """Return the newest mails of the outbox, newest first, sent or not."""
    return OutgoingMail.objects.order_by("-pk")[:limit]


def session_stamps(pairs: Iterable[Stamp]) -> set[Stamp]:
    """Return those pairs that are logins still: two queries for any number of them."""
    wanted = set(pairs)
    if not wanted:
        return set()
    sessions = Session.objects.filter(pk__in={key for key, _ in wanted}, expire_date__gt=timezone.now())
    held = {session.session_key: _login(session.session_data) for session in sessions}
    people = User.objects.in_bulk({user_id for _, user_id in wanted})
    return {(key, user_id) for key, user_id in wanted if _is_login(held.get(key), people.get(user_id))}


def _is_login(login: tuple[str, str] | None, user: User | None) -> bool:
    if login is None or user is None or not user.is_active or login[0] != str(user.pk):
        return False
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(login[1], value) for value in hashes)


@lru_cache(maxsize=10_000)  # asked every second for each open socket, and signed data says the same for ever
def _login(session_data: str) -> tuple[str, str]:
    session: dict[str, Any] = SessionStore().decode(session_data)
    return str(session.get(SESSION_KEY, "")), str(session.get(HASH_SESSION_KEY, ""))
