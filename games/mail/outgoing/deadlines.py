"""The time zone in which a mail tells its reader by when to move."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from accounts.models import Preferences
from accounts.preferences import time_zones


def zone_of(likes: Preferences) -> ZoneInfo:
    """Return the zone in which a person wants to be told times; UTC where they have not said."""
    return ZoneInfo(likes.time_zone if likes.time_zone in time_zones() else "UTC")
