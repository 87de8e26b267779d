"""Signs of life: each kind of process says once a second that it runs, so that a gap is known as our fault."""

from __future__ import annotations

from django.db.models import BigIntegerField, Case, F, Value, When

from games.instants import now_ms
from games.models import Beat

GAP = 5_000  # ms without a beat that count as an outage


def beat(name: str) -> None:
    """Note that a process of this kind is alive; after a gap the count of unbroken time begins anew."""
    now = now_ms()
    alive_since = Case(When(at__lt=now - GAP, then=Value(now)), default=F("since"), output_field=BigIntegerField())
    if not Beat.objects.filter(name=name).update(since=alive_since, at=now):
        Beat.objects.get_or_create(name=name, defaults={"at": now, "since": now})


def alive_since(name: str) -> int | None:
    """Return since when this kind of process has run without a gap, or None while it does not."""
    row = Beat.objects.filter(name=name, at__gte=now_ms() - GAP).first()
    return row.since if row else None
