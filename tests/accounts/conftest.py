"""People, browsers and the outbox, for the tests of accounts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import OutgoingMail, User

PASSWORD = "correct horse battery"
SIGNUP = {"username": "Anna", "email": "anna@example.org", "password1": PASSWORD}


@pytest.fixture(autouse=True)
def _quick_passwords_and_own_mail(settings, db) -> None:
    """Cheap password hashes, and mail that stays in the outbox."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"  # under test Django keeps mail in memory
    settings.MAIL_PAGE = True


@pytest.fixture
def person() -> Callable[..., User]:
    """Make full people with a proven address."""

    def make(name: str = "Boris", email: str = "boris@example.org") -> User:
        user = User.objects.create_user(name, email, PASSWORD)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        return user

    return make


@pytest.fixture
def anna(person) -> User:
    """Make one who asks."""
    return person("Anna", "anna@example.org")


@pytest.fixture
def boris(person) -> User:
    """Make the other one."""
    return person()


@pytest.fixture
def new_client() -> Callable[[], Client]:
    """Make further browsers, each with cookies of its own."""
    return Client


def log_in(client: Client, email: str = "boris@example.org", password: str = PASSWORD, **more: str):
    """Send the log-in form."""
    return client.post("/accounts/login/", {"login": email, "password": password, **more})


def who(client: Client) -> User | None:
    """Return who is logged in there."""
    return client.get("/accounts/logout/").context["user"] if "_auth_user_id" in client.session else None


def enter_as_guest(client: Client) -> User:
    """Press the guest's button and return the guest."""
    client.post("/accounts/guest/")
    return User.objects.get(pk=client.session["_auth_user_id"])


def last_mail(to: str) -> OutgoingMail:
    """Return the newest mail to an address; fails when there is none."""
    return OutgoingMail.objects.filter(to=to).latest("pk")


def last_code(to: str) -> str:
    """Return the code in the newest mail to an address."""
    found = re.search(r"\b[A-Z]{4}-[A-Z]{4}\b", last_mail(to).text)
    assert found, last_mail(to).text
    return found[0]


def enter_code(client: Client, code: str, path: str = "/accounts/confirm-email/", **more: str):
    """Send the form of a page that asks for a code."""
    return client.post(path, {"code": code, **more})
