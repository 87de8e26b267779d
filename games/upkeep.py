"""What a server process asks of the database and tells it once a second, all rooms at once."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts.selectors import session_stamps
from games.instants import now_ms
from games.models import MatchLive, SeatRow

Pair = tuple[str, int]


def upkeep(matches: list[str], sessions: set[Pair], seated: list[tuple[str, int]]) -> tuple[dict[str, int], set[Pair]]:
    """Return each match's number and the sessions that are still valid; note who has been seen.

    `seated`: (match, user) of open pages, empty when they need not be noted this time.
    """
    numbers = dict(MatchLive.objects.filter(match_id__in=matches).values_list("match_id", "number"))
    if seated:
        note_seen(seated)
    return numbers, set(session_stamps(sessions))


def note_seen(seated: Iterable[tuple[str, int]]) -> None:
    """Write down that these people have their match open now."""
    which = Q()
    for match_id, user_id in seated:
        which |= Q(match_id=match_id, user_id=user_id)
    SeatRow.objects.filter(which).update(seen_at=now_ms())
