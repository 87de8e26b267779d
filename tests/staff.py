"""Those who look after the site, and what they lay upon people, as tests need them."""

from __future__ import annotations

import time
from datetime import timedelta

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.base import SessionBase
from django.test import Client
from django.utils import timezone

from accounts.models import Role, Sanction, SanctionKind, User
from accounts.moderation.sanctions import lay_sanction
from accounts.sessions import SessionStore

REASON = "Insults at the table."
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
ENDLESS = (SanctionKind.BAN, SanctionKind.WARNING)


def staff(name: str = "mona", role: Role = Role.MODERATOR) -> User:
    """Return somebody in this role, the same one for the same name."""
    user = User.objects.filter(username=name).first() or User.objects.create_user(name, f"{name}@staff.example")
    user.groups.add(Group.objects.get_or_create(name=role)[0])  # a flush takes those of the migration
    return User.objects.get(pk=user.pk)


def laid(
    person: User, kind: SanctionKind, *, reason: str = REASON, days: float = 7, by: User | None = None
) -> Sanction:
    """Lay a sanction upon a person, whose row at hand shows it afterwards."""
    ends_at = None if kind in ENDLESS else timezone.now() + timedelta(days=days)
    sanction = lay_sanction(by or staff(), person, SanctionKind(kind), reason=reason, ends_at=ends_at)
    person.refresh_from_db()
    return sanction


def enter(user: User, client: Client | None = None) -> Client:
    """Return a browser in which somebody has just logged in, staff with a second factor."""
    client = client or Client()
    user.refresh_from_db()  # the row at hand may know nothing of a role yet
    client.force_login(user)
    if user.is_staff:
        _use_factor(client.session, user)
    return client


def appoint(name: str) -> None:
    """Make somebody a moderator who has used a second factor wherever they are logged in."""
    user = staff(name)
    for row in UserSession.objects.filter(user=user):
        _use_factor(SessionStore(row.session_key), user)


def _use_factor(session: SessionBase, user: User) -> None:
    if not Authenticator.objects.filter(user=user).exists():
        TOTP.activate(user, SECRET)
    now = time.time()
    shown = [{"method": method, "at": now, "reauthenticated": True} for method in ("password", "mfa")]
    session["account_authentication_methods"] = shown
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
