"""A person's own matches: those that go on, the most urgent first, and those that are over, a page at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from games.door.loaded import ABORTED, ACTIVE, FINISHED, OPEN
from games.log import storing
from games.models import Match, SeatRow
from games.selectors import SHOWN, Listing, MatchCard, cards, cards_by_id

MOST = 200  # unfinished ones that are shown at one time
LOOKED_AT = 1_000  # among which these are the most urgent: more are in no list


def unfinished_matches_of(user: Any, most: int = SHOWN) -> Listing:
    """Return a person's open and running matches, those that wait for them first, then by deadline; `most` of them."""
    if not user.is_authenticated:
        return Listing([], 0)
    seats = SeatRow.objects.filter(user=user, over=False, match__live__status__in=(OPEN, ACTIVE)).order_by(
        "-match__live__at"
    )
    told = seats.values_list("match_id", "seat", "bot", "match__live__status", "match__live__summary")
    ids = [row[0] for row in sorted(told[:LOOKED_AT], key=_urgency)]
    return Listing([*kept_tables_of(user), *cards_by_id(ids[:most], user)], max(0, len(ids) - most))


def _urgency(row: tuple[str, int, str, str, dict[str, Any]]) -> tuple[bool, bool, int]:
    """Return what the rows are sorted by: a live match, whose clock runs in seconds, is before any by mail."""
    _, seat, bot, status, summary = row
    return bot != "" or seat not in summary["turn"], status == OPEN, summary.get("deadline", 0)


def kept_tables_of(user: Any) -> list[MatchCard]:
    """Return the open tables where a seat is kept for a person who has played with those who ask for a rematch."""
    asked = Match.objects.filter(live__status=OPEN, rematch_of__seat_rows__user=user).exclude(seat_rows__user=user)
    newest = asked.order_by("-live__at").values_list("pk", flat=True)[:SHOWN]
    kept = [pk for pk in newest if storing.load(pk).is_kept_for(user.pk)]
    return [replace(card, kept=True) for card in cards_by_id(kept, user)]


def finished_matches_of(user: Any, page: int = 1) -> tuple[list[MatchCard], bool]:
    """Return a page of a person's matches that are over, latest first, and whether there are older ones."""
    over = all_matches_of(user).filter(live__status__in=(FINISHED, ABORTED))
    first = (page - 1) * SHOWN
    rows = list(over[first : first + SHOWN + 1])
    return cards(rows[:SHOWN], user), len(rows) > SHOWN


def all_matches_of(user: Any) -> QuerySet[Match]:
    """Return a person's matches, latest change first; tables that closed before the start are left out."""
    mine = Match.objects.filter(seat_rows__user=user).exclude(live__status=ABORTED, live__started_at=0)
    return mine.select_related("live").order_by("-live__at").defer("live__snapshot")
