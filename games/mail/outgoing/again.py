"""What is set anew for the turns that run when a person's wishes, or what we know of their address, have changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.preferences import REMINDERS
from games.door.loaded import ACTIVE, MAIL
from games.instants import now_ms
from games.mail.outgoing import posting
from games.mail.outgoing.outbox import TURN
from games.models import Alarm, MatchMail, SeatRow

TURN_ALARM = "mail"  # its kind


def remind_anew(user: User, changes: Mapping[str, Any]) -> None:
    """Set the reminders of the turns that wait for a person as they are wished now, if that is among the changes.

    One whose instant has passed already is not sent: nobody is reminded at the click by which they ask for it.
    """
    if changes.keys().isdisjoint(REMINDERS):
        return
    seats = SeatRow.objects.filter(user=user, match__pace=MAIL, match__live__status=ACTIVE)
    for match_id, seat in seats.order_by("match_id").values_list("match_id", "seat"):
        posting.set_reminder(match_id, seat)


def mail_again(user: User) -> None:
    """Mail a person of the turns that wait for them, whatever was noted while mail to them came back."""
    seats = SeatRow.objects.filter(user=user, match__pace=MAIL, match__live__status=ACTIVE)
    for match_id, seat in seats.order_by("match_id").values_list("match_id", "seat"):
        with transaction.atomic():
            MatchMail.objects.filter(match_id=match_id, user=user, kind=TURN).delete()
            # Where it is not their turn, games.mail.outgoing.posting finds the alarm moot.
            row = {"due_at": now_ms(), "claimed_until": 0}
            Alarm.objects.update_or_create(match_id=match_id, seat=seat, kind=TURN_ALARM, defaults=row)
