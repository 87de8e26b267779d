"""Writes a queued mail about a match at the moment it leaves, or drops it: accounts.mailmakers calls this."""

from __future__ import annotations

from django.core.mail import EmailMultiAlternatives

from accounts.models import OutgoingMail
from games import storing
from games.mail import posting
from games.mail.outgoing import END, OFFER, START, TURN
from games.mail.writing import REMINDERS, compose
from games.models import Match

PASSING = {START, TURN, OFFER, END, *REMINDERS}  # answers are given whatever has happened meanwhile


def make(mail: OutgoingMail) -> EmailMultiAlternatives | None:
    """Return the mail as it is to be read now, or None where its moment has passed."""
    about = mail.about
    try:
        loaded = storing.load(about["match"])
    except Match.DoesNotExist:
        return None
    user = mail.user
    assert user is not None  # accounts.delivery has looked
    if loaded.seat_of(user.pk) is None:
        return None
    if about["kind"] in PASSING and posting.is_stale(loaded, about["kind"], about["number"], user.pk):
        return None
    return compose(loaded, user, kind=about["kind"], number=about["number"], note=about.get("note", ""))
