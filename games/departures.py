"""Who deletes their account leaves every table and match by the doors by which anybody leaves, and is renamed there."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games import carrier, live, services
from games.door import requests
from games.door.loaded import ACTIVE, OPEN
from games.errors import Refused
from games.instants import now_ms
from games.models import Match, SeatRow

log = logging.getLogger(__name__)
RENAMED = "renamed"  # the kind of message that tells the servers whose name is another now


def leave_all(user: User) -> None:
    """Leave open tables, give matches up, let go of seats that are kept. Raises Refused (try_again) to be done again.

    What no longer fits (the match is over, a bot plays there already) needs no doing.
    """
    for match_id, request in _partings(user):
        try:
            (live.server() or carrier).perform(match_id, user.pk, request, now_ms())
        except Refused as refused:
            if refused.code == "try_again":
                raise
            log.info("match %s: nothing to leave there (%s)", match_id, refused.code)


def _partings(user: User) -> Iterator[tuple[str, requests.Asked]]:
    seats = SeatRow.objects.filter(user=user, match__live__status__in=(OPEN, ACTIVE))
    for match_id, status in list(seats.values_list("match_id", "match__live__status")):
        yield match_id, (requests.Leave if status == OPEN else requests.Resign)(token=services.new_token())
    kept = Match.objects.filter(rematch_of__seat_rows__user=user, live__status=OPEN)
    for match_id in list(kept.exclude(seat_rows__user=user).values_list("pk", flat=True)):
        yield match_id, requests.Decline(token=services.new_token())


def show_new_name(message: dict[str, Any]) -> None:
    """Let all who have a match of this person open see their new name; in each server, on its loop."""
    from games.serving.hub import hub

    for room in hub().rooms.values():
        if room.loaded.seat_of(message["person"]) is not None:
            room.submit(room.reloaded)
