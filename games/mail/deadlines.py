"""An instant as a mail tells it: in the reader's zone with its offset, and in UTC, for whoever is elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.models import Preferences
from accounts.preferences import time_zones


def zone_of(likes: Preferences) -> ZoneInfo:
    """Return the zone in which a person wants to be told times; UTC where they have not said."""
    return ZoneInfo(likes.time_zone if likes.time_zone in time_zones() else "UTC")


def instant_words(ms: int, zone: ZoneInfo) -> str:
    """Return an instant (ms since 1970 UTC) as "Friday, Dec. 4, 2026, 6:05 p.m. (UTC+01:00, Europe/Berlin) …"."""
    at = datetime.fromtimestamp(ms / 1000, UTC)
    local, in_utc = at.astimezone(zone), f"{at:%Y-%m-%d %H:%M} UTC"
    if zone.key == "UTC":
        return f"{_day_and_time(local)} ({in_utc})"
    offset = f"{local:%z}"
    told = {"local": _day_and_time(local), "offset": f"UTC{offset[:3]}:{offset[3:]}", "zone": zone.key, "utc": in_utc}
    return gettext("%(local)s (%(offset)s, %(zone)s), which is %(utc)s") % told


def _day_and_time(at: datetime) -> str:
    return f"{date_format(at, 'l')}, {date_format(at, 'DATETIME_FORMAT')}"
