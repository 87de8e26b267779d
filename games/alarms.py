"""Which alarms a match needs, worked out from what its log says, and kept as rows beside it."""

from __future__ import annotations

from games.door import clocks
from games.door.loaded import OPEN, Loaded
from games.models import Alarm

FILL_WITHIN = 60 * 60 * 1000  # ms that an open table waits for its players
BOT_PAUSE = 700  # ms before a bot moves, so that people can follow
LEEWAY = 300  # ms by which a time-out is late: a move that had arrived in time must get its turn first


def wanted(loaded: Loaded) -> dict[str, int]:
    """Return the instant at which each kind of alarm is due."""
    if loaded.over:
        return {}
    if loaded.status == OPEN:
        return {"expire": loaded.facts.opened_at + FILL_WITHIN}
    alarms = {}
    if due := clocks.deadline(loaded):
        alarms["time"] = due[0] + LEEWAY
    if loaded.bots_to_act():
        alarms["bot"] = loaded.at + BOT_PAUSE
    return alarms


def keep(match_id: str, before: dict[str, int], after: dict[str, int]) -> None:
    """Write the difference between two sets of alarms; a new instant also frees a claimed row.

    A time-out that moves away is not written: a row may be early, never late. One that comes too early finds nothing
    to do and is set anew (games.services.time_out), once in a while instead of with every move.
    """
    if gone := before.keys() - after.keys():
        Alarm.objects.filter(match_id=match_id, kind__in=gone).delete()
    changed = [Alarm(match_id=match_id, kind=k, due_at=due) for k, due in after.items() if _counts(k, before, due)]
    if changed:
        Alarm.objects.bulk_create(
            changed,
            update_conflicts=True,
            unique_fields=["match", "seat", "kind"],
            update_fields=["due_at", "claimed_until"],
        )


def _counts(kind: str, before: dict[str, int], due: int) -> bool:
    if kind not in before:
        return True
    return due < before[kind] if kind == "time" else due != before[kind]
