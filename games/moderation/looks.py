"""Looks of staff into matches: they may open any, and each look stands in the trail, once a person, match and hour."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import ModerationAction, User
from accounts.moderation import trail
from games.models import Match, SeatRow

LOOK = "match.look"


def note_look(match_id: str, user: User, via: str = trail.PAGE) -> None:
    """Write down that somebody of the staff looks into a match, unless it is their own or was noted in this hour."""
    hour = timezone.now().replace(minute=0, second=0, microsecond=0)
    if _is_noted(match_id, user, hour) or SeatRow.objects.filter(match_id=match_id, user=user).exists():
        return
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # page and socket at once: one after the other
        if not _is_noted(match_id, user, hour):
            trail.record(user, LOOK, Match(pk=match_id), via=via)


def _is_noted(match_id: str, user: User, since: datetime) -> bool:
    looks = ModerationAction.objects.filter(target="match", target_id=match_id, action=LOOK)
    return looks.filter(actor=user, at__gte=since).exists()


def still_staff(user_ids: Iterable[int]) -> set[int]:
    """Return those of these people who look after the site now."""
    return {user.pk for user in User.objects.filter(pk__in=list(user_ids)) if user.is_staff}
