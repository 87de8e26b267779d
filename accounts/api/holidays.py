"""REST: days on which one's clocks by mail stand still."""

from __future__ import annotations

from datetime import date, tzinfo
from typing import Annotated, Any, cast
from zoneinfo import ZoneInfo

import msgspec
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import holidays as off
from accounts import preferences
from accounts.api.bodies import FreeToken, read
from accounts.api.documented import documented
from accounts.api.rest import ApiView, is_whole
from accounts.models import User
from accounts.refusals import Refused

_SENT = {"first": "2026-12-24", "last": "2026-12-27", "time_zone": "Europe/Berlin"}
_DAYS_OFF = {"id": 4, **_SENT, "begins": 1_798_066_800_000, "ends": 1_798_412_400_000}
_EXAMPLE = {"holidays": [_DAYS_OFF], "left": {"2026": 26, "2027": 30}}


class DaysOff(msgspec.Struct):
    """A holiday: its first and last day in a time zone, and from when until when clocks stand still (ms since 1970)."""

    id: int
    first: date
    last: date
    time_zone: str
    begins: int
    ends: int


class Coming(msgspec.Struct):
    """Holidays that are not over, the next one first, and how many days may still be taken, by calendar year."""

    holidays: list[DaysOff]
    left: dict[str, int]


class NewDaysOff(msgspec.Struct, forbid_unknown_fields=True):
    """Whole days, both included. `time_zone`: where they begin and end; that of the preferences unless told."""

    first: date
    last: date
    time_zone: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    token: FreeToken = UNSET


class Holidays(ApiView):
    """GET one's holidays; POST takes one."""

    @documented("Your holidays", answer=Coming, example=_EXAMPLE)
    def get(self, request: Request) -> Response:
        """Answer with those to come and the days left."""
        return Response(_coming(cast(User, request.user)))

    @documented("Take a holiday", body=NewDaysOff, answer=Coming, status=201, sent=_SENT, example=_EXAMPLE)
    def post(self, request: Request) -> Response:
        """Take days off and answer with all that are to come; the same days asked for again are the same holiday."""
        asked, user = read(cast(dict[str, Any], request.data), NewDaysOff), cast(User, request.user)
        zone = _zone(user, asked.time_zone)
        same = off.holidays_to_come(user).filter(first=asked.first, last=asked.last, zone=str(zone))
        if not same.exists():
            _take(user, asked, zone)
        return Response(_coming(user), status=201)


class OneHoliday(ApiView):
    """DELETE ends a holiday."""

    @documented("End a holiday", answer=Coming, example=_EXAMPLE)
    def delete(self, request: Request, holiday_id: str) -> Response:
        """End it now, or call it off; one that is over, or none, is no error. Days once taken stay used."""
        if not is_whole(holiday_id):
            raise Refused("not_found", N_("There is no such holiday."))
        user = cast(User, request.user)
        off.end_holiday(user, int(holiday_id))
        return Response(_coming(user))


def _zone(user: User, asked: str | UnsetType) -> tzinfo:
    name = preferences.preferences_of(user).time_zone if asked is UNSET else asked
    if not name:
        return timezone.get_current_timezone()
    if name not in preferences.time_zones():
        raise Refused("out_of_range", N_("There is no such time zone."), field="time_zone")
    return ZoneInfo(str(name))


def _take(user: User, asked: NewDaysOff, zone: tzinfo) -> None:
    try:
        off.take_holiday(user, asked.first, asked.last, zone)
    except ValidationError as error:  # its sentence stands in the asker's language already
        raise Refused(error.code or "out_of_range", error.messages[0]) from None


def _coming(user: User) -> dict[str, Any]:
    year = timezone.localdate().year
    left = {str(wanted): off.days_left(user, wanted) for wanted in (year, year + 1)}
    return {"holidays": [_told(one) for one in off.holidays_to_come(user)], "left": left}


def _told(one: Any) -> dict[str, Any]:
    told = {"id": one.pk, "first": one.first.isoformat(), "last": one.last.isoformat(), "time_zone": one.zone}
    return told | {"begins": one.begins_at, "ends": one.ends_at}
