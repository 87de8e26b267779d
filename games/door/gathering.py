"""A quick match before its start: all are seated from the first entry on, and each has only to come, with a salt.

It has no host and starts by itself with the last who comes. Who has come and stays silent, or does not come at all, is
not waited for without end.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door import leaving, requests
from games.door.guards import Asker, Draft, need_open, need_seat
from games.door.loaded import NO_SEAT, OPEN, Entry, Loaded, Occupant
from games.errors import Refused
from rules.contract import Event

ANSWER_WITHIN = 1_500  # ms for a page that is open to answer with its salt (docs/fairness.md)
COME_WITHIN = 30_000  # ms for the page to be opened; longer would keep the others from another table
MISSED = "missed"  # why such a table closes


def here(loaded: Loaded, asker: Asker, request: requests.Here) -> Draft:
    """Come to the table with a salt; the last who comes starts the match with that."""
    seat = need_seat(asker)
    need_open(loaded)
    if not loaded.gathered:
        raise Refused("not_allowed", N_("At this table you say yourself when you are ready."))
    if loaded.occupants[seat].ready:
        raise Refused("already_seated", N_("You are at the table already, perhaps on another device."))
    if missing(loaded) == [seat]:
        return "start", seat, {"salt": request.salt}
    return "ready", seat, {"ready": True, "salt": request.salt}


def need_host_table(loaded: Loaded) -> None:
    """Refuse what only a table with a host knows."""
    if loaded.gathered:
        raise Refused("not_allowed", N_("This match starts by itself as soon as all are here."))


def leave(seat: int) -> Draft:
    """Close the table for all: who stays is matched anew, which is quicker than to wait for somebody at this one."""
    return "abort", seat, {"reason": MISSED, "missing": [seat]}


def assemble(loaded: Loaded, request: requests.Assemble, now: int) -> Draft:
    """Start without the salts of those who are here and silent, or give the table up; not before it is time."""
    if loaded.status != OPEN or not loaded.gathered:
        raise leaving.not_due()
    absent = [seat for seat in missing(loaded) if seat not in request.present]
    waited = now - max(loaded.facts.opened_at, request.running_since)
    if waited >= ANSWER_WITHIN and not absent:
        return "start", NO_SEAT, {}
    if waited >= COME_WITHIN:
        return "abort", NO_SEAT, {"reason": MISSED, "missing": absent}
    raise leaving.not_due()


def missing(loaded: Loaded) -> list[int]:
    """Return the seats whose person has not answered yet."""
    return [seat for seat, occupant in enumerate(loaded.occupants) if not occupant.ready]


def fold(loaded: Loaded, entry: Entry) -> list[Event]:
    """Seat everybody at once. Nobody is the host: nobody here has invited the others."""
    people: list[tuple[int | None, str]] = entry.body["seats"]
    loaded.occupants = [Occupant(user=user, bot=bot, ready=bool(bot)) for user, bot in people]
    loaded.gathered, loaded.host = True, NO_SEAT
    return []


def told(loaded: Loaded) -> dict[str, Any]:
    """Return what a frame says of it while people are awaited."""
    if loaded.status != OPEN or not loaded.gathered:
        return {}
    return {"gathering": {"until": loaded.facts.opened_at + COME_WITHIN}}
