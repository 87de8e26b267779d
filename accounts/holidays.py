"""Days on which somebody does not want to play by mail: their clocks stand still on them.

Whole days where the person is, from today on, thirty in a calendar year at most. Days are used once the holiday has
begun or put off a match that goes on, also if it ends early: else the same thirty could put one off for ever.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, time, timedelta, tzinfo

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.instants import now_ms
from accounts.listeners import Listeners
from accounts.models import Holiday, User

MOST_DAYS = 30  # of a person in a calendar year
AHEAD = timedelta(days=366)  # how far from today a holiday may reach
on_change: Listeners[[User]] = Listeners()  # after somebody has taken or ended a holiday
puts_off: Listeners[[Holiday]] = Listeners()  # each says whether a holiday has put off anything of theirs that goes on


def take_holiday(user: User, first: date, last: date, zone: tzinfo) -> Holiday:
    """Take whole days off, from `first` to `last`, both included, in a time zone.

    Raises ValidationError (order, past, far, overlap, too_many). A holiday from today on begins now.
    """
    now = now_ms()
    _check_days(first, last, _day(now, zone))
    begins, ends = max(now, _midnight(first, zone)), _midnight(last + timedelta(days=1), zone)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # one at a time, so that all days are counted
        taken = Holiday.objects.filter(user=user)
        if taken.filter(begins_at__lt=ends, ends_at__gt=begins).exists():
            raise ValidationError(_("You have a holiday then already."), code="overlap")
        _check_years(taken, first, last)
        holiday = Holiday.objects.create(
            user=user, first=first, last=last, zone=str(zone), begins_at=begins, ends_at=ends
        )
    on_change.tell(user)
    return holiday


def is_used(holiday: Holiday) -> bool:
    """Return whether a holiday's days are used: it has begun, or has put something off."""
    return holiday.begins_at <= now_ms() or any(puts_off.ask(holiday))


def end_holiday(user: User, holiday_id: int) -> None:
    """End a holiday now; one that is not used is as if it had not been taken. What it has put off stays so."""
    now = now_ms()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        holiday = Holiday.objects.filter(pk=holiday_id, user=user, ends_at__gt=now).first()
        if holiday is None:
            return
        if is_used(holiday):
            Holiday.objects.filter(pk=holiday.pk).update(ends_at=now)
        else:
            holiday.delete()
    on_change.tell(user)


def holidays_to_come(user: User) -> QuerySet[Holiday]:
    """Return a person's holidays that are not over, the next one first."""
    return Holiday.objects.filter(user=user, ends_at__gt=now_ms()).order_by("begins_at")


def days_left(user: User, year: int) -> int:
    """Return how many days a person may still take off in a calendar year."""
    return MOST_DAYS - _days_by_year(Holiday.objects.filter(user=user))[year]


def move_holidays(guest: User, member: User) -> None:
    """Give a guest's holidays to the member whom the guest turned out to be, unless the member has some."""
    if not Holiday.objects.filter(user=member).exists():
        Holiday.objects.filter(user=guest).update(user=member)


def _day(instant: int, zone: tzinfo) -> date:
    return datetime.fromtimestamp(instant / 1000, zone).date()


def _midnight(day: date, zone: tzinfo) -> int:
    """Return the first instant of a day; where the clocks are put forward at midnight, that of the change."""
    return round(datetime.combine(day, time.min, zone).timestamp() * 1000)


def _check_days(first: date, last: date, today: date) -> None:
    if last < first:
        raise ValidationError(_("The last day is before the first one."), code="order")
    if first < today:
        raise ValidationError(_("A holiday can begin today at the earliest."), code="past")
    if last > today + AHEAD:
        raise ValidationError(_("Please choose days of the next twelve months."), code="far")


def _check_years(taken: QuerySet[Holiday], first: date, last: date) -> None:
    days = _days_by_year(taken)
    wanted = Counter(day.year for day in _days(first, last))
    for year in sorted(wanted):
        if days[year] + wanted[year] > MOST_DAYS:
            left = max(0, MOST_DAYS - days[year])
            text = _("That is more than %(most)s days in %(year)s; you have %(left)s left.")
            raise ValidationError(text % {"most": MOST_DAYS, "year": year, "left": left}, code="too_many")


def _days_by_year(taken: QuerySet[Holiday]) -> Counter[int]:
    return Counter(day.year for first, last in taken.values_list("first", "last") for day in _days(first, last))


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]
