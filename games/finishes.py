"""The end of a match, told to who builds on it: once, by a worker, whoever comes twice or is killed in between."""

from __future__ import annotations

from django.db import transaction

from games.models import Alarm, Match
from games.signals import match_finished


def tell(match_id: str) -> None:
    """Fire `match_finished` for a match that has its alarm `finish` still, and take that away in one transaction."""
    with transaction.atomic():
        alarm = Alarm.objects.select_for_update().filter(match_id=match_id, kind="finish").first()
        if alarm is None:  # told already
            return
        match = Match.objects.select_related("live").defer("live__snapshot").get(pk=match_id)
        match_finished.send(sender=Match, match=match)
        alarm.delete()
