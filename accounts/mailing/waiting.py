"""What waits in the outbox, for those who look after a site: doctor and the page of measures."""

from __future__ import annotations

from django.db.models import QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import OutgoingMail


def untried() -> QuerySet[OutgoingMail]:
    """Return the mails that nobody has tried to send yet.

    To hand one out moves its `due_at`, which so says nothing of a worker that is gone.
    """
    return OutgoingMail.objects.filter(attempts=0, due_at__isnull=False, sent_at=None, dropped_at=None)


def refused() -> int:
    """Return to how many addresses mails were tried in vain, of those written since the newest one that has left.

    Where others leave, or it is one alone, an address may be wrong; else it is the way out. By number: the newest that
    has left is found without a look at all mails of a week.
    """
    left = OutgoingMail.objects.filter(sent_at__isnull=False).order_by("-pk").values("pk")[:1]
    tried = OutgoingMail.objects.filter(sent_at=None, dropped_at=None).exclude(last_error="")
    return tried.filter(pk__gt=Coalesce(Subquery(left), Value(0))).values("to").distinct().count()
