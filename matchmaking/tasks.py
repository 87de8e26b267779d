"""Work that Celery does: here, bringing together those who wait."""

from __future__ import annotations

from celery import shared_task

from matchmaking import halls


@shared_task(time_limit=30)  # ten thousand who wait are paired and seated within three
def pair_tickets() -> None:
    """Seat all who can be seated now. May run twice, late, or in several workers at once."""
    halls.seat_waiting()
