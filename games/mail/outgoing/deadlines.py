"""An instant as a mail tells it: in the reader's zone with its offset, and in UTC, for whoever is elsewhere."""

from __future__ import annotations

from datetime import UTC
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from accounts.models import Preferences
from accounts.preferences import time_zones
from games.instants import exact_words


def zone_of(likes: Preferences) -> ZoneInfo:
    """Return the zone in which a person wants to be told times; UTC where they have not said."""
    return ZoneInfo(likes.time_zone if likes.time_zone in time_zones() else "UTC")


def instant_words(ms: int, zone: ZoneInfo) -> str:
    """Return an instant (ms since 1970 UTC) in a zone with its offset, and in UTC where that is not the same."""
    local, in_utc = exact_words(ms, zone), exact_words(ms, UTC)
    if local == in_utc:
        return in_utc
    return gettext("%(local)s, which is %(utc)s") % {"local": local, "utc": in_utc}
