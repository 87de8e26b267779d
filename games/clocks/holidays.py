"""Whose holiday is to be counted in which match by mail: seen when it is declared, by the clock, and before a time-out.

What is counted stands in the match's log, and a holiday is counted there once a turn (games.door.holiday): so any of
them may come first, or again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from django.db.models import F, OuterRef, Subquery

from accounts.models import Holiday, User
from games import carrier
from games.clocks.deadlines import uncounted
from games.door.loaded import ACTIVE, MAIL
from games.errors import Refused
from games.instants import now_ms
from games.log import storing
from games.models import Alarm, EntryRow, SeatRow

log = logging.getLogger(__name__)


def apply_holidays() -> None:
    """Count the holidays of all who are on turn by mail, now or before their deadline, and whose log lacks them."""
    for match_id in _lacking():
        apply_to(match_id)


def apply_for(user: User) -> None:
    """Count a person's holidays in all turns of theirs that run; called when they take one or end it."""
    seats = SeatRow.objects.filter(user=user, bot="", match__pace=MAIL, match__live__status=ACTIVE)
    for match_id in seats.values_list("match_id", flat=True):
        apply_to(match_id)


def is_counted(holiday: Holiday) -> bool:
    """Return whether a holiday has put off a deadline of a match that goes on."""
    seats = SeatRow.objects.filter(user=holiday.user_id, match__pace=MAIL, match__live__status=ACTIVE)
    logs = EntryRow.objects.filter(match__in=seats.values("match"), kind="holiday")
    return logs.filter(body__holiday=holiday.pk).exists()


def apply_to(match_id: str) -> None:
    """Count in one match what is to be counted there; never raises: what fails is tried again by the clock."""
    try:
        while order := uncounted(storing.load(match_id)):
            carrier.carry_order(match_id, order, now_ms())
    except Refused as error:
        if error.code != "not_due":  # else somebody was quicker
            log.warning("match %s: a holiday could not be counted now (%s)", match_id, error.code)
    except Exception:
        log.exception("match %s: a holiday could not be counted", match_id)


def _lacking() -> Iterable[str]:
    """Return the matches to look at: one query, and next to none of them for nothing.

    Who is on holiday does not move, so the holiday mostly is the last entry of the log. The alarm's instant may be
    early, which only lets a holiday wait that begins after it: when that rings it is put right.
    """
    last = EntryRow.objects.filter(match=OuterRef("match"), number=OuterRef("match__live__number"))
    sitting = "match__seat_rows__user__holidays"
    found = Alarm.objects.filter(
        kind="time", match__pace=MAIL, match__live__status=ACTIVE, match__seat_rows__bot="",
        **{f"{sitting}__ends_at__gt": now_ms(), f"{sitting}__begins_at__lt": F("due_at")},
    ).annotate(token=Subquery(last.values("token")[:1]), seat_to_look_at=F("match__seat_rows__seat"))  # fmt: skip
    rows = found.values_list("match_id", "seat_to_look_at", "match__live__summary__turn", f"{sitting}__id", "token")
    return {
        match_id
        for match_id, seat, turn, holiday, token in rows
        if seat in turn and not (token or "").startswith(f"holiday:{holiday}:")
    }
