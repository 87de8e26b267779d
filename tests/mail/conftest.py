"""People with addresses, matches between them, and the mails that they write."""

from __future__ import annotations

from base64 import b64decode

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games.clocks import clock
from games.mail.outgoing import drawing, posting
from games.models import Match
from tests.games.conftest import in_process, later, started, stopped, time, to_move  # noqa: F401 - fixtures

DOMAIN = "play.example.org"
PNG = b64decode(  # a dot
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)


@pytest.fixture(autouse=True)
def _mail(settings) -> None:
    settings.MAIL_DOMAIN = DOMAIN
    settings.EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"  # under test Django keeps mail in memory


@pytest.fixture(autouse=True)
def _pictures(monkeypatch) -> None:
    """Draw no boards: a mail's picture takes a processor longer than all the rest of a test."""
    monkeypatch.setattr(drawing, "picture", lambda svg: PNG)


def make_member(name: str, language: str = "en") -> User:
    """Return a member whose address is proven."""
    address = f"{name}@example.org"
    user = User.objects.create_user(name, address, language=language)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


@pytest.fixture
def anna(db) -> User:
    return make_member("anna")


@pytest.fixture
def boris(db) -> User:
    return make_member("boris")


@pytest.fixture
def match(anna, boris) -> Match:
    return started(anna, boris, game="blue-diamond")  # whose moves are few enough to be numbered


@pytest.fixture
def posted_at_once(settings, monkeypatch) -> None:
    """Let the tasks of mail run at once, and mail be sent to memory."""
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr(clock.post_mails, "apply_async", lambda args, **_: posting.post_all(*args))


@pytest.fixture
def mover(match) -> User:
    """Return who is to move."""
    return to_move(match)[0]
