"""Puts mails about matches into the outbox. What they say is written when they leave (games.mail.outgoing.writing)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import OutgoingMail, User
from games.door.loaded import ACTIVE
from games.instants import now_ms
from games.mail.outgoing import links
from games.models import MatchMail

MAKER = "match"  # the name under which games.mail.outgoing.making writes these
START, TURN, OFFER, END = "start", "turn", "offer", "end"
KEPT = 30 * 24 * 60 * 60 * 1000  # ms
WHOLE = 0  # the number of what is mailed of a match as a whole


def post_once(match_id: str, user: User, kind: str, number: int, *, after: float = 0, silently: bool = False) -> bool:
    """Mail a person of a place in a match's log unless that was done, in the caller's transaction; say whether it was.

    `after`: seconds for which it waits. `silently`: only note that nobody need do so any more.
    """
    try:
        with transaction.atomic():
            MatchMail.objects.create(match_id=match_id, number=number, user=user, kind=kind, at=now_ms())
    except IntegrityError:  # another worker was quicker
        return False
    if not silently:
        _queue(match_id, user, kind, number, after=after)
    return True


def forget_old_notes() -> None:
    """Delete the notes of who was mailed of what, once a match has ended and no worker can come twice any more."""
    MatchMail.objects.filter(at__lt=now_ms() - KEPT).exclude(match__live__status=ACTIVE).delete()


def post_answer(
    match_id: str,
    user: User,
    kind: str,
    number: int,
    *,
    note: str = "",
    to: str = "",
    marks: Mapping[str, str] = MappingProxyType({}),
) -> OutgoingMail:
    """Mail an answer to what a person wrote: `kind` "board" or "help", `note` what to say first.

    `to`: the Message-ID of what is answered. `marks`: further headers. Each one leaves, with an id of its own.
    """
    with transaction.atomic():
        mail = _queue(match_id, user, kind, number, note=note, to=to)
        mail.headers |= marks
        mail.headers["Message-ID"] = links.message_id(match_id, user.pk, kind, number, serial=str(mail.pk))
        mail.save(update_fields=["headers"])
    return mail


def _queue(
    match_id: str, user: User, kind: str, number: int, *, note: str = "", to: str = "", after: float = 0
) -> OutgoingMail:
    return OutgoingMail.objects.create(
        maker=MAKER,
        user=user,
        about={"match": match_id, "kind": kind, "number": number} | ({"note": note} if note else {}),
        sender=settings.DEFAULT_FROM_EMAIL,
        to=user.email,
        headers=links.headers(match_id, user.pk, kind, number, to),
        due_at=timezone.now() + timedelta(seconds=after),
    )
