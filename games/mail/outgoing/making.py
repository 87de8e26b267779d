"""Writes a queued mail about a match at the moment it leaves, or drops it: accounts.mailing.mailmakers calls this."""

from __future__ import annotations

from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from accounts.models import OutgoingMail, User
from games.door.loaded import Loaded
from games.instants import now_ms
from games.log import storing
from games.mail import choices
from games.mail.outgoing import posting
from games.mail.outgoing.acting import is_acting
from games.mail.outgoing.outbox import END, OFFER, START, TURN
from games.mail.outgoing.writing import REMINDERS, compose
from games.models import Alarm, Match, MatchMail

_ALARMS = {START: "start", TURN: "mail", OFFER: "offer"}  # whose mails wait while their person is at the page
PASSING = {START, TURN, OFFER, END, *REMINDERS}  # answers are given whatever has happened meanwhile


def make(mail: OutgoingMail) -> EmailMultiAlternatives | None:
    """Return the mail as it is to be read now, or None where its moment has passed."""
    about = mail.about
    try:
        loaded = storing.load(about["match"])
    except Match.DoesNotExist:
        return None
    user = mail.user
    assert user is not None  # accounts.mailing.delivery has looked
    if loaded.seat_of(user.pk) is None:
        return None
    if about["kind"] in PASSING and not _is_still_due(loaded, user, about["kind"], about["number"]):
        return None
    return compose(loaded, user, kind=about["kind"], number=about["number"], note=about.get("note", ""))


def _is_still_due(loaded: Loaded, user: User, kind: str, number: int) -> bool:
    """Return whether what was worth a mail when it was queued, maybe hours ago, is so now."""
    match_id = loaded.facts.match
    if posting.is_stale(loaded, kind, number, user.pk) or not choices.wants(user, match_id, kind):
        return False
    seat = loaded.seat_of(user.pk)
    if kind not in _ALARMS or seat is None or not is_acting(match_id, seat, user.pk, now_ms()):
        return True
    _put_off(loaded, user, seat, kind, number)
    return False


def _put_off(loaded: Loaded, user: User, seat: int, kind: str, number: int) -> None:
    """Let the alarm look again in a moment, as if nothing had been queued: who is at the page may go without a move."""
    match_id = loaded.facts.match
    row = {"due_at": now_ms() + posting.PUT_OFF, "claimed_until": 0}
    with transaction.atomic():
        MatchMail.objects.filter(match_id=match_id, number=number, user=user, kind=kind).delete()
        Alarm.objects.update_or_create(match_id=match_id, seat=seat, kind=_ALARMS[kind], defaults=row)
