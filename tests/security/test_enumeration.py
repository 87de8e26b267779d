"""Nobody learns which addresses have an account: not by a page, not by a mail, not by time (E6).

Names are public. Each door is asked with addresses that have an account and with others, turn by turn.
"""

from __future__ import annotations

import gc
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import zip_longest
from statistics import median
from time import perf_counter, process_time, time
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from django.test import Client

from accounts.models import OutgoingMail, User
from games.mail.incoming.receiving import receive
from games.tables import invitations
from tests.games.conftest import in_process, make_user, open_for
from tests.live.machine import slowness
from tests.rules.positions import SOAK

__all__ = ["in_process"]
# They measure: nothing may run beside them.
pytestmark = [pytest.mark.django_db, pytest.mark.live, pytest.mark.alone, pytest.mark.usefixtures("in_process")]
PAIRS = 200 if SOAK else 14
WARMING = 4  # pairs first, which are not timed
AGAIN = 2  # times that it is measured anew where the medians lie apart
MOST_APART = 0.005  # s between the medians
PASSWORD = "a calm table for five"
# What others do on the machine must not decide: so it is the processor's time of this process, except on a quiet one.
clock = perf_counter if SOAK else process_time
_numbers = itertools.count(1)


class SlowEnough(PBKDF2PasswordHasher):
    """Takes some ten times as long as the medians may differ: a hash that is left out for strangers shows."""

    iterations = 60_000


@pytest.fixture(autouse=True)
def _site(settings, monkeypatch):
    settings.EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"
    settings.PASSWORD_HASHERS = [f"{__name__}.SlowEnough"]
    monkeypatch.setattr(invitations, "MAILS_A_DAY", 10_000)
    monkeypatch.setattr(invitations, "EACH_A_DAY", 10_000)


@dataclass
class Told:
    """What one asking brought: all that was answered, and which mails it had sent."""

    answers: list[tuple[int, str, str]] = field(default_factory=list)
    mails: int = 0
    seconds: float = 0.0


class Visitor:
    """A browser at an address of its own, which keeps what it is told, without what it has typed itself."""

    def __init__(self, email: str) -> None:
        self.email, self.told, self.number = email, Told(), next(_numbers)
        self.client = Client(REMOTE_ADDR=f"10.0.{self.number >> 8}.{self.number & 255}")

    def send(self, path: str, **fields: str) -> None:
        """Send a form: this is what is timed. Then look at the page to which it leads."""
        begun = clock()
        answer = self.client.post(path, fields)
        self.told.seconds += clock() - begun
        self._keep(answer)
        if answer.status_code == 302:
            self._keep(self.client.get(answer.url))

    def _keep(self, answer: Any) -> None:
        page = answer.content.decode()
        for own in (self.email, quote(self.email), f"name{self.number:05}", f"own{self.number:05}"):
            page = page.replace(own, "OWN")
        page = re.sub(r'(csrfmiddlewaretoken" value="|nonce=")[^"]+', "TOKEN", page)
        page = re.sub(r'<svg class="face".*?</svg>|Guest(?: |%20)\d+', "GUEST", page, flags=re.DOTALL)
        self.told.answers.append((answer.status_code, answer.headers.get("Location", ""), page))


# --- the doors ---


def sign_up(visitor: Visitor) -> None:
    name = f"name{visitor.number:05}"
    visitor.send("/accounts/signup/", username=name, email=visitor.email, password1=PASSWORD)
    visitor.send("/accounts/confirm-email/", code="BBBB-BBBB")


def log_in(visitor: Visitor) -> None:
    visitor.send("/accounts/login/", login=visitor.email, password="not that one")


def forget_password(visitor: Visitor) -> None:
    visitor.send("/accounts/password/reset/", email=visitor.email)
    visitor.send("/accounts/password/reset/confirm/", code="BBBB-BBBB")


def change_address(visitor: Visitor) -> None:
    user = User.objects.create_user(f"name{visitor.number:05}", f"own{visitor.number:05}@example.net")
    User.objects.filter(pk=user.pk).update(password=_hash())
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    user.refresh_from_db()
    visitor.client.force_login(user)
    session = visitor.client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time(), "reauthenticated": True}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    OutgoingMail.objects.all().delete()
    visitor.send("/accounts/email/", email=visitor.email, action_add="")
    visitor.send("/accounts/confirm-email/", code="BBBB-BBBB")


def _hash(known: list[str] = []) -> str:  # noqa: B006 - made once
    if not known:
        known.append(SlowEnough().encode(PASSWORD, "salt"))
    return known[0]


def invite(visitor: Visitor) -> None:
    host = make_user(f"name{visitor.number:05}")
    table = open_for(host)
    visitor.client.force_login(host)
    visitor.send(f"/m/{table.id}/invite/", who=visitor.email)
    told = visitor.told.answers
    told[:] = [(status, where, page.replace(table.id, "MATCH")) for status, where, page in told]


def ask_rest(visitor: Visitor) -> None:
    for path in (f"/api/v1/people/{visitor.email}", f"/people/{visitor.email}/"):
        begun = clock()
        answer = visitor.client.get(path)
        visitor.told.seconds += clock() - begun
        visitor._keep(answer)


def answer_mail(visitor: Visitor) -> None:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = visitor.email, "r-" + "a" * 32 + "@localhost", "Re: your move"
    letter.set_content("1")
    begun = clock()
    word = receive(letter.as_bytes(), envelope_to=["r-" + "a" * 32 + "@localhost"], envelope_from=visitor.email)
    visitor.told.seconds += clock() - begun
    visitor.told.answers.append((0, "", word))


DOORS: dict[str, tuple[Callable[[Visitor], None], int]] = {  # and how many mails each address gets
    "sign-up": (sign_up, 1),
    "log-in": (log_in, 0),
    "a forgotten password": (forget_password, 1),
    "another address": (change_address, 1),
    "an invitation": (invite, 1),
    "REST and profiles": (ask_rest, 0),
    "an answer by mail": (answer_mail, 0),
}


def asked(door: Callable[[Visitor], None], email: str) -> Told:
    OutgoingMail.objects.all().delete()
    visitor = Visitor(email)
    door(visitor)
    visitor.told.mails = OutgoingMail.objects.filter(to=email).count()
    assert OutgoingMail.objects.count() == visitor.told.mails  # and nobody else gets any
    return visitor.told


def asked_in_turn(door: Callable[[Visitor], None], pairs: int) -> tuple[list[tuple[Told, Told]], float]:
    """Return what addresses with and without an account are told, and how many seconds the medians are apart."""
    people = [f"known{next(_numbers):04}@example.org" for _ in range(pairs)]
    for email in people:
        user = User.objects.create_user(email.split("@")[0], email)
        User.objects.filter(pk=user.pk).update(password=_hash())
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    told = []
    cache.clear()  # once: who comes first after that pays for it
    gc.collect()
    gc.disable()  # its pauses would fall on either
    try:
        for number, known in enumerate(people):
            unknown = known.replace("known", "other")
            first, second = (known, unknown) if number % 2 else (unknown, known)
            found = {first: asked(door, first), second: asked(door, second)}
            told.append((found[known], found[unknown]))
    finally:
        gc.enable()
    timed = told[WARMING:]
    return told, median(known.seconds for known, _ in timed) - median(unknown.seconds for _, unknown in timed)


def differing(one: str, other: str) -> Iterator[tuple[str, str]]:
    """Yield the lines in which two pages differ."""
    return (pair for pair in zip_longest(one.splitlines(), other.splitlines(), fillvalue="") if pair[0] != pair[1])


@pytest.mark.parametrize(("door", "mails"), DOORS.values(), ids=DOORS)
def test_with_and_without_an_account_all_is_the_same(door, mails):
    told, apart = asked_in_turn(door, PAIRS)
    for _ in range(AGAIN):  # what others do here hits now the one, now the other: a leak lies the same way each time
        if abs(apart) > MOST_APART * slowness():
            apart = min(apart, asked_in_turn(door, PAIRS)[1], key=abs)
    for known, unknown in told:
        for one, other in zip(known.answers, unknown.answers, strict=True):
            assert one[:2] == other[:2]
            assert list(differing(one[2], other[2])) == []
        assert (known.mails, unknown.mails) == (mails, mails)
    assert abs(apart) <= MOST_APART * slowness(), f"{apart * 1000:.1f} ms apart"


def test_the_measure_shows_a_hash_that_is_left_out(monkeypatch):
    """The test of the test: without the work that is done for strangers at the log-in, the medians lie far apart."""
    monkeypatch.setattr(AuthenticationBackend, "_mitigate_timing_attack", lambda *_: None)
    assert asked_in_turn(log_in, 12)[1] > 2 * MOST_APART
