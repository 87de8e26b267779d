"""What the clock is to do before anything else is judged, with what the door cannot know: who is on holiday."""

from __future__ import annotations

from accounts.models import Holiday
from games.door import holiday as door
from games.door import requests
from games.door.deciding import overdue
from games.door.loaded import MAIL, Loaded
from games.errors import Refused


def what_is_overdue(loaded: Loaded, now: int) -> requests.Ordered | None:
    """Return what the door says is overdue; before time is called by mail, a holiday that puts it off."""
    late = overdue(loaded, now)
    return uncounted(loaded) or late if isinstance(late, requests.TimeOut) and loaded.pace == MAIL else late


def uncounted(loaded: Loaded) -> requests.Holiday | None:
    """Return the next holiday that the log of a match by mail does not know of yet, or None. One query at most."""
    seats = {loaded.occupants[seat].user: seat for seat in loaded.running if door.is_awaited(loaded, seat)}
    rows = Holiday.objects.filter(user__in=seats).order_by("begins_at", "id") if seats else ()
    orders = (requests.Holiday(seats[row.user_id], row.pk, row.begins_at, row.ends_at) for row in rows)
    return next((order for order in orders if _fits(loaded, order)), None)


def _fits(loaded: Loaded, order: requests.Holiday) -> bool:
    try:
        door.draft(loaded, order, loaded.at)
    except Refused:
        return False
    return True
