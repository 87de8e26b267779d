"""Which alarms a match needs, worked out from what its log says, and kept as rows beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from django.conf import settings
from django.db.models import Q

from games.door import clocks, gathering, interventions
from games.door.loaded import FINISHED, MAIL, NO_SEAT, OPEN, Loaded
from games.models import Alarm

FILL_WITHIN = 60 * 60 * 1000  # ms that an open table waits in which nothing happens
FILL_BY_MAIL = 14 * 24 * 60 * 60 * 1000  # ms that one does whose people come when a mail reaches them
LEEWAY = 300  # ms by which a time-out is late: a move that had arrived in time must get its turn first
OF_TIME = ("time", "tick")  # what the server that owns a match does by itself
OF_CLOCK = (*OF_TIME, "expire", "gather")  # what the clock carries out by itself
OF_MAIL = ("start", "mail", "offer", "remind")  # what becomes a mail
OF_WORKER = ("finish", *OF_MAIL)  # what the clock hands to the common worker
Key = tuple[str, int]  # kind and seat


def wanted(loaded: Loaded) -> dict[Key, int]:
    """Return the instant at which each alarm is due."""
    if loaded.status == FINISHED or is_told(loaded):
        return {("finish", NO_SEAT): loaded.ended_at}  # until it has been told: games.finishes
    if loaded.over:
        return {}
    if loaded.status == OPEN and loaded.gathered:
        return {("gather", NO_SEAT): loaded.facts.opened_at + gathering.ANSWER_WITHIN}
    if loaded.status == OPEN:
        return {("expire", NO_SEAT): loaded.at + (FILL_BY_MAIL if loaded.pace == MAIL else FILL_WITHIN)}
    alarms = of_time(loaded) | of_mail(loaded)
    return alarms | {("bot", seat): wake for seat, wake in enumerate(loaded.wakes) if wake}


def is_told(loaded: Loaded) -> bool:
    """Return whether a moderator has stopped a match that had begun: of that, too, it is told."""
    stopped = loaded.over and loaded.ended is not None and loaded.ended.get("reason") == interventions.STOPPED
    return stopped and loaded.started_at > 0


def of_time(loaded: Loaded) -> dict[Key, int]:
    """Return the instants at which somebody's time runs out and at which the game's own clock moves."""
    alarms = {}
    if due := clocks.deadline(loaded):
        alarms["time", NO_SEAT] = due[0] + LEEWAY
    if (tick := clocks.tick_due(loaded)) is not None:
        alarms["tick", NO_SEAT] = tick
    return alarms


def of_mail(loaded: Loaded) -> dict[Key, int]:
    """Return when each person is to be mailed of the start, of their turn and of a draw that others offer.

    After a grace, lest they be here. The instants go by the position, so that an entry that changes nothing in it mails
    nobody of a turn again.
    """
    if loaded.pace != MAIL:
        return {}
    grace, acting = settings.MAIL_GRACE * 1000, loaded.must_act()
    people = [seat for seat, occupant in enumerate(loaded.occupants) if occupant.person]
    starts = {("start", seat): loaded.started_at + grace for seat in people}
    turns = {("mail", seat): loaded.moved_at + grace for seat in people if seat in acting}
    asked = [seat for seat in people if loaded.offers and seat not in loaded.offers]
    return starts | turns | {("offer", seat): loaded.since + grace for seat in asked}  # it lapses with the next move


def difference(before: Mapping[Key, int], after: Mapping[Key, int]) -> tuple[dict[Key, int], list[Key]]:
    """Return the alarms that must be written, and those that must go, where `before` becomes `after`.

    A time-out that moves away is not written: a row may be early, never late. One that comes too early finds nothing
    to do and is set anew (games.services.time_out), once in a while instead of with every move.
    """
    due = {key: at for key, at in after.items() if _counts(key, before, at)}
    return due, [key for key in before if key not in after] + _reminders_gone(before, after)


def _reminders_gone(before: Mapping[Key, int], after: Mapping[Key, int]) -> list[Key]:
    """Return the reminders of turns that have ended: mail sets them, so no match wants them by itself."""
    turns = [key for key in before if key[0] == "mail"]
    return [("remind", seat) for kind, seat in turns if after.get((kind, seat)) != before[kind, seat]]


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
