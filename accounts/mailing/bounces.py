"""Mail that comes back. After one lasting failure, or three passing ones in a row, we pause until somebody has looked.

Mail providers tell by webhook what became of a mail; django-anymail makes one signal of all their dialects. A person
sees a banner at the next visit and says that the address is right, or gives another one, which begins anew.
"""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from accounts.listeners import Listeners
from accounts.models import MOST_BOUNCES, OutgoingMail, User

BACK = {"bounced", "rejected", "failed"}  # event types of anymail.signals.EventType
PASSING = {"timed_out", "blocked", "other"}  # reasons that may be gone tomorrow; any other one lasts
on_confirmed: Listeners[[User]] = Listeners()  # after somebody has said that their address is right


def note_event(sender: object, event: Any, esp_name: str = "", **_: Any) -> None:
    """Take an event of anymail.signals.tracking in: `event_type`, `recipient`, `message_id`, `reject_reason` count."""
    address = (event.recipient or "").strip().lower()
    if event.event_type in BACK | {"complained"}:
        passing = event.event_type in BACK and event.reject_reason in PASSING
        _mark_mail(address, str(event.message_id or ""))
        note_bounce(address, lasting=not passing)
    elif event.event_type == "delivered":
        forget_passing_bounces(address)


def note_bounce(address: str, *, lasting: bool) -> None:
    """Count a mail that came back from a person's address; from another one it is nobody's."""
    people = User.objects.filter(email=address).exclude(email="")
    people.exclude(bounced=address).update(bounced=address, bounces=0)
    people.update(bounces=MOST_BOUNCES if lasting else F("bounces") + 1)


def forget_passing_bounces(address: str) -> None:
    """Start counting anew, for a mail has arrived; who is paused stays so until they say otherwise."""
    User.objects.filter(email=address, bounces__gt=0, bounces__lt=MOST_BOUNCES).exclude(email="").update(bounces=0)


def confirm_address(user: User) -> None:
    """Send mail to a person's address again: they say that it is right."""
    User.objects.filter(pk=user.pk).update(bounced="", bounces=0)
    on_confirmed.tell(user)


def _mark_mail(address: str, told_id: str) -> None:
    """Note in the log which mail it was, by the id that its provider gave it, or by our own.

    Who only passes mail on knows no id but ours, and tells it with its brackets or without.
    """
    bare = told_id.strip().strip("<>")
    if bare:
        known = Q(provider_id__in=[told_id, bare, f"<{bare}>"]) | Q(**{"headers__Message-ID": f"<{bare}>"})
        sent = OutgoingMail.objects.filter(known, to__iexact=address, bounced_at=None)
        sent.update(bounced_at=timezone.now())
