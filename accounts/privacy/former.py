"""Nobody washes off a sanction by deleting themselves: what holds waits for whoever proves the same address again.

Of the address only a keyed hash is kept, and no longer than a sanction holds or a case may still bring one.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Case, FormerAddress, Sanction, SanctionKind, User
from accounts.moderation import merged, sanctions

ENDLESS = timedelta(days=730)  # for so long a ban without an end waits, and any sanction at most
OPEN_CASE = timedelta(days=90)  # and for so long the address of somebody about whom a case is open


def digest(address: str) -> str:
    """Return what stands for an address that has been somebody's."""
    return salted_hmac("accounts.privacy.former", address.strip().lower(), algorithm="sha256").hexdigest()


def remember(user: User, addresses: set[str]) -> None:
    """Keep hashes of a person's addresses for as long as something holds, or may; in the transaction of a deletion."""
    until = _until(user)
    if until is not None:
        rows = [FormerAddress(digest=digest(address), person=user, until=until) for address in addresses]
        FormerAddress.objects.bulk_create(rows, ignore_conflicts=True)


def take_over(user: User) -> None:
    """Lay upon who has just proven an address what still holds of who had it before; cases go on, too."""
    found = FormerAddress.objects.filter(digest=digest(user.email), until__gt=timezone.now())
    for former in {row.person for row in found.exclude(person=user).select_related("person")}:
        with transaction.atomic():
            going_on = Case.objects.select_for_update().filter(person=former, closed_at=None).order_by("pk")
            for case in going_on:
                merged.move_case(case, user)
            sanctions.hold(user.pk)  # after the cases, as who judges one
            _holding(former).update(person=user)
            sanctions.project(user.pk)
    if found:
        user.refresh_from_db(fields=["muted_until", "unrated_until", "barred_until"])


def forget() -> None:
    """Delete the hashes for which nothing holds any more."""
    FormerAddress.objects.filter(until__lte=timezone.now()).delete()


def _holding(user: User) -> QuerySet[Sanction]:
    lasting = Sanction.objects.filter(person=user, lifted_at=None).exclude(kind=SanctionKind.WARNING)
    return lasting.filter(Q(ends_at=None) | Q(ends_at__gt=timezone.now()))


def _until(user: User) -> datetime | None:
    """Return until when an address must be known again; None: nothing is held against the person."""
    now = timezone.now()
    longest = now + ENDLESS
    ends = [min(end or longest, longest) for end in _holding(user).values_list("ends_at", flat=True)]
    if Case.objects.filter(person=user, closed_at=None).exists():
        ends.append(now + OPEN_CASE)
    return max(ends, default=None)
