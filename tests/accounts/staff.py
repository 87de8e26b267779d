"""Staff with a second factor, for tests of what they see and do."""

from __future__ import annotations

import time

from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import Case, CaseKind, Role, User
from accounts.moderation import roles
from accounts.moderation.reports import Complaint, report
from tests.accounts.conftest import PASSWORD
from tests.staff import SECRET


def code(secret: str = SECRET) -> str:
    """Return what an app for codes shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def set_up_app(client: Client) -> str:
    """Set an app for codes up on its page, which asks for the password first; return the page that comes then."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    secret = client.get("/accounts/2fa/totp/activate/").context["form"].secret
    return client.post("/accounts/2fa/totp/activate/", {"code": code(secret)}).url


def give_app(user: User) -> User:
    """Give somebody an app for codes, and return them."""
    TOTP.activate(user, SECRET)
    return user


def give_role(user: User, role: str) -> User:
    """Give somebody a role, or make them the operator; return them."""
    if role == "operator":
        user.is_superuser = True
        user.save(update_fields=["is_superuser"])
    else:
        roles.set_role(None, user, role, why="a test")
    user.refresh_from_db()
    return give_app(user)


def moderator(user: User, role: str = Role.MODERATOR) -> User:
    """Put somebody into a group, as the admin's forms do, and return them; without a second factor."""
    user.groups.set([Group.objects.get_or_create(name=role)[0]])  # a flush has taken those of the migration
    user.refresh_from_db()
    return user


def case_about(person: User, reporter: User) -> Case:
    """Return the case that a report of a person's talk makes or joins."""
    return report(reporter, Complaint("person", str(person.pk), person, CaseKind.TALK, "He shouts.")).case
