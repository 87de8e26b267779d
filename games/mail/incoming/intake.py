"""What is noted of mail that comes in, and how little of our own it may cause."""

from __future__ import annotations

import logging
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from accounts.models import User
from games.instants import now_ms
from games.models import MailIn, MailPause, ReplyToken

log = logging.getLogger(__name__)
HOUR = 3_600_000  # ms
DAY = 24 * HOUR
KEPT = 30 * DAY  # what is noted of a mail
KEPT_TOKENS = 400 * DAY  # longer than a person may take for a move, holidays included
ASKED_EACH = 20  # answers to `board` and `help` that one person gets in an hour


def note(verdict: str, row: ReplyToken | None = None) -> str:
    """Write down what became of a mail and return the same word; `row`: the token that it came with."""
    match_id, user_id = (row.match_id, row.user_id) if row else (None, None)
    if row is not None or not _counted(verdict):
        MailIn.objects.create(at=now_ms(), verdict=verdict, match_id=match_id, user_id=user_id)
    if row is None:
        log.info("mail in: %s", verdict)
    else:
        log.info("match %s: mail in: %s (person %s)", match_id, verdict, user_id)
    return verdict


def mails_in(*, user: User | None = None, verdict: str = "") -> QuerySet[MailIn]:
    """Return what is noted of mails, newest first: of one person, or of everybody.

    `verdict`: the word before the colon, as `receive` returns it; all of them unless told.
    """
    mails = MailIn.objects.select_related("user").order_by("-at", "-pk")
    mails = mails if user is None else mails.filter(user=user)
    return mails.filter(verdict__startswith=verdict) if verdict else mails


def _counted(verdict: str) -> bool:
    """Count one more mail of nobody we know in its hour's row; return whether there was one (two at once make two)."""
    now = now_ms()
    hour = MailIn.objects.filter(match=None, user=None, verdict=verdict, at__gte=now - now % HOUR)
    pk = hour.values_list("pk", flat=True).first()
    return pk is not None and bool(MailIn.objects.filter(pk=pk).update(at=now, times=F("times") + 1))


def may_refuse(row: ReplyToken, words: str) -> bool:
    """Return whether a person may be told now that a mail was not understood: once an hour, and of the same words once.

    The second ends loops with programs that answer everything, however slowly they do. Call it in the transaction that
    writes the answer, so that nobody's hour is spent on one that was never written.
    """
    same = f"same:{sha256(f'{row.digest}:{words}'.encode()).hexdigest()[:48]}"
    if MailPause.objects.filter(key=same, until__gt=now_ms()).exists():
        return False
    return _take(f"refused:{row.user_id}", HOUR) and _take(same, KEPT)


def may_answer(row: ReplyToken) -> bool:
    """Return whether what somebody has asked for may be sent: a bound that only a program reaches."""
    answers = MailIn.objects.filter(user=row.user_id, at__gt=now_ms() - HOUR, verdict__startswith="answered")
    return answers.count() < ASKED_EACH


def _take(key: str, pause: int) -> bool:
    """Return whether nobody has taken the key within its pause; of many at once one is told so."""
    now = now_ms()
    if MailPause.objects.filter(key=key, until__lte=now).update(until=now + pause):
        return True
    try:
        with transaction.atomic():
            MailPause.objects.create(key=key, until=now + pause)
    except IntegrityError:
        return False
    return True


def forget_old_mail() -> None:
    """Delete what was noted of mails a month ago, and tokens that nobody can still mean to answer."""
    now = now_ms()
    MailIn.objects.filter(at__lt=now - KEPT).delete()
    MailPause.objects.filter(until__lt=now).delete()
    ReplyToken.objects.filter(made_at__lt=now - KEPT_TOKENS).delete()
