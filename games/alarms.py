"""Which alarms a match needs, worked out from what its log says, and kept as rows beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from django.db.models import Q

from games.door import clocks, gathering
from games.door.loaded import FINISHED, MAIL, NO_SEAT, OPEN, Loaded
from games.models import Alarm

FILL_WITHIN = 60 * 60 * 1000  # ms that an open table waits in which nothing happens
FILL_BY_MAIL = 14 * 24 * 60 * 60 * 1000  # ms that one does whose people come when a mail reaches them
LEEWAY = 300  # ms by which a time-out is late: a move that had arrived in time must get its turn first
OF_TIME = ("time", "tick")  # what the server that owns a match does by itself
Key = tuple[str, int]  # kind and seat


def wanted(loaded: Loaded) -> dict[Key, int]:
    """Return the instant at which each alarm is due."""
    if loaded.status == FINISHED:
        return {("finish", NO_SEAT): loaded.ended_at}  # until it has been told: games.finishes
    if loaded.over:
        return {}
    if loaded.status == OPEN and loaded.gathered:
        return {("gather", NO_SEAT): loaded.facts.opened_at + gathering.ANSWER_WITHIN}
    if loaded.status == OPEN:
        return {("expire", NO_SEAT): loaded.at + (FILL_BY_MAIL if loaded.pace == MAIL else FILL_WITHIN)}
    alarms = of_time(loaded)
    return alarms | {("bot", seat): wake for seat, wake in enumerate(loaded.wakes) if wake}


def of_time(loaded: Loaded) -> dict[Key, int]:
    """Return the instants at which somebody's time runs out and at which the game's own clock moves."""
    alarms = {}
    if due := clocks.deadline(loaded):
        alarms["time", NO_SEAT] = due[0] + LEEWAY
    if (tick := clocks.tick_due(loaded)) is not None:
        alarms["tick", NO_SEAT] = tick
    return alarms


def difference(before: Mapping[Key, int], after: Mapping[Key, int]) -> tuple[dict[Key, int], list[Key]]:
    """Return the alarms that must be written, and those that must go, where `before` becomes `after`.

    A time-out that moves away is not written: a row may be early, never late. One that comes too early finds nothing
    to do and is set anew (games.services.time_out), once in a while instead of with every move.
    """
    due = {key: at for key, at in after.items() if _counts(key, before, at)}
    return due, [key for key in before if key not in after]


def _counts(key: Key, before: Mapping[Key, int], due: int) -> bool:
    if key not in before:
        return True
    return due < before[key] if key[0] == "time" else due != before[key]


def keep(match_id: str, due: Mapping[Key, int], gone: list[Key]) -> None:
    """Write the alarms that are due anew and take those away that are gone; a new instant also frees a claimed row."""
    if gone:
        which = reduce(or_, (Q(kind=kind, seat=seat) for kind, seat in gone))
        Alarm.objects.filter(which, match_id=match_id).delete()
    if due:
        rows = [Alarm(match_id=match_id, kind=kind, seat=seat, due_at=at) for (kind, seat), at in due.items()]
        Alarm.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["match", "seat", "kind"],
            update_fields=["due_at", "claimed_until", "move", "seen"],
        )
