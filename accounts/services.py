"""The one door for changes to people and to the mail that leaves for them. Nothing here knows of requests."""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from threading import Lock
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts import logins, merging, names, selectors
from accounts.mailing import delivery
from accounts.models import OutgoingMail, User

logger = logging.getLogger(__name__)
_LEAVING = Lock()  # held while a mail is handed to the mail server and that is written down

HANDED_OUT = timedelta(seconds=30)  # a mail given to a worker is given again after this, should the worker be lost
SENDING = timedelta(seconds=60)  # a mail server that takes longer, EMAIL_TIMEOUT for each word, may get it twice
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=6)
KEPT = timedelta(days=7)  # a sent mail, for questions
MOST_ATTEMPTS = 16  # about a day and a half


class NameTaken(Exception):
    """Another person has this name, or one that looks like it."""


class AddressTaken(Exception):
    """Another person has this e-mail address."""


# --- people ---
def make_guest(*, language: str = "") -> User:
    """Return a new guest with a name of their own, such as “Guest 4821”, and no way to log in again."""
    digits = 4
    while True:
        name = names.GUEST.format(10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1)))
        try:
            with transaction.atomic():
                return User.objects.create_user(name, is_guest=True, language=language)
        except IntegrityError:
            digits += 1  # the names of this length fill up: ten times as many are tried next


def upgrade_guest(guest: User, *, username: str, email: str, password: str) -> User:
    """Make a guest a full person, keeping the row and so all matches; `password` is hashed already.

    Raises NameTaken or AddressTaken, and ValueError for who is no guest; then nothing has changed.
    """
    if not guest.is_guest:
        raise ValueError(f"{guest} is no guest")
    details = {"username": names.normalise(username), "email": email.lower(), "password": password, "is_guest": False}
    for name, value in details.items():
        setattr(guest, name, value)
    try:
        with transaction.atomic():
            guest.save(update_fields=list(details))
    except IntegrityError as error:
        guest.refresh_from_db()
        free = selectors.is_name_free(username, apart_from=guest)
        raise (AddressTaken(email) if free else NameTaken(username)) from error
    return guest


def merge_guest(guest: User, user: User) -> None:
    """Give the user all that the guest has and retire the guest; nothing happens when that was done before.

    Not one transaction: a match changes by an entry that commits by itself. The guest retires last, so a merging that
    breaks off leaves the guest logged in, and doing it again does the rest.
    """
    guest.refresh_from_db(fields=["is_guest", "is_active"])
    if not guest.is_guest or not guest.is_active:
        return
    merging.move_all(guest, user)
    User.objects.filter(pk=guest.pk).update(is_active=False, session_epoch=F("session_epoch") + 1)
    logins.tell_ended([guest.pk])


def end_other_sessions(user: User, *, keep: SessionBase | None = None) -> None:
    """Log the user out everywhere; `keep` stays logged in, under a new key."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    logins.tell_ended([user.pk])
    user.refresh_from_db(fields=["session_epoch", "password"])
    if keep is not None:
        before = keep.session_key
        keep.cycle_key()
        keep[HASH_SESSION_KEY] = user.get_session_auth_hash()
        UserSession.objects.filter(session_key=before).update(session_key=keep.session_key)


def change_password(user: User, password: str) -> None:
    """Set a new password, which ends every session that was opened with the old one."""
    user.set_password(password)
    user.save(update_fields=["password"])
    logins.tell_ended([user.pk])


def note_visit(user: User) -> None:
    """Note that somebody has come back to a login of theirs: how long they have been away is counted from it."""
    User.objects.filter(pk=user.pk).update(last_login=timezone.now())


def set_language(user: User, language: str) -> None:
    """Remember the language in which this person reads pages and mail."""
    User.objects.filter(pk=user.pk).update(language=language)


# --- mail ---
def due_mail_ids(limit: int = 100) -> list[int]:
    """Hand out the mails to send now, oldest first; each is handed out again only if no worker takes it."""
    now = timezone.now()
    with transaction.atomic():
        due = OutgoingMail.objects.select_for_update(skip_locked=True).filter(sent_at=None, due_at__lte=now)
        ids = list(due.order_by("due_at").values_list("pk", flat=True)[:limit])
        OutgoingMail.objects.filter(pk__in=ids).update(due_at=now + HANDED_OUT)
    return ids


def forget_sent_mail() -> None:
    """Delete mails that were sent, or dropped, a week ago or more: they hold codes and addresses."""
    old = timezone.now() - KEPT
    OutgoingMail.objects.filter(Q(sent_at__lt=old) | Q(dropped_at__lt=old)).delete()


def deliver_mail(mail_id: int) -> bool:
    """Send one mail and say whether it left; a failure is written down and the next attempt made due.

    One that its maker has nothing to say in any more is dropped.
    """
    mail = _claim_mail(mail_id)
    if mail is None:
        return False
    try:
        if (message := delivery.message_of(mail)) is not None:
            return _leave(mail, message)
    except Exception as error:  # whatever a mail server or a network can think of
        _put_back(mail, error)
        return False
    OutgoingMail.objects.filter(pk=mail.pk).update(dropped_at=timezone.now(), due_at=None)
    return False


def drop_waiting_mail(why: str) -> int:
    """Send nothing of what waits to be sent; return how many mails that were."""
    waiting = OutgoingMail.objects.filter(sent_at=None, dropped_at=None, due_at__isnull=False)
    return waiting.update(dropped_at=timezone.now(), due_at=None, last_error=why)


def _claim_mail(mail_id: int) -> OutgoingMail | None:
    """Take a mail unless it is done with, or somebody else has it; counts first, so that a killed worker counts too."""
    now = timezone.now()
    free = OutgoingMail.objects.filter(pk=mail_id, sent_at=None, dropped_at=None, claimed_until__lte=now)
    taken = free.update(claimed_until=now + SENDING, due_at=now + SENDING, attempts=F("attempts") + 1)
    return OutgoingMail.objects.select_related("user").get(pk=mail_id) if taken else None


def _leave(mail: OutgoingMail, message: EmailMultiAlternatives) -> bool:
    """Send it and write that down; False if its turn came so late that another worker has it.

    One after the other: of the mails that a killed worker was sending nobody knows whether they were taken, so each
    leaves again; there is one of them, however many threads write mails meanwhile.
    """
    with _LEAVING:
        now = timezone.now()
        row = OutgoingMail.objects.filter(pk=mail.pk, sent_at=None, attempts=mail.attempts)
        if not row.update(claimed_until=now + SENDING, due_at=now + SENDING):
            return False
        told: dict[str, Any] = {"provider_id": delivery.send(message), **delivery.told(mail, message)}
        # Also if it took so long that another process has it by now: else it would leave again and again.
        OutgoingMail.objects.filter(pk=mail.pk, sent_at=None).update(sent_at=timezone.now(), last_error="", **told)
    return True


def _put_back(mail: OutgoingMail, error: Exception) -> None:
    pause = min(FIRST_PAUSE * 2 ** (mail.attempts - 1), LONGEST_PAUSE)
    again = None if mail.attempts >= MOST_ATTEMPTS else timezone.now() + pause
    logger.warning("Mail %s failed at attempt %s, next %s: %s", mail.pk, mail.attempts, again, _kind(error))
    OutgoingMail.objects.filter(pk=mail.pk).update(
        due_at=again, claimed_until=again or mail.claimed_until, last_error=repr(error)[:1000]
    )


def _kind(error: Exception) -> str:
    """Return what kind of failure it was: its whole text may name an address, which no log holds."""
    return f"{type(error).__name__} {getattr(error, 'smtp_code', '')}".strip()
