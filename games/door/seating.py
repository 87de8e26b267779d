"""Who may take which seat, and how people who have played together sit down again: their seats are kept for them."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door import leaving, requests
from games.door.guards import Asker, Draft, need_open, need_other_seat
from games.door.loaded import Loaded
from games.errors import Refused


def seat_to_take(loaded: Loaded, user: int, wanted: int | None) -> int:
    """Return the seat that a person may take: as wished, else the one kept for them, else a free one; raises Refused.

    A seat that is kept for somebody else is not to be had.
    """
    kept = {seat: occupant.kept for seat, occupant in enumerate(loaded.occupants) if occupant.kept is not None}
    own = next((seat for seat, person in kept.items() if person == user), None)
    return free_seat(loaded, own if wanted is None else wanted, kept.keys() - {own})


def free_seat(loaded: Loaded, wanted: int | None, kept: Collection[int] = ()) -> int:
    """Return the wanted seat, or the first one without a wish, if it is free; raises Refused."""
    empty = [seat for seat, occupant in enumerate(loaded.occupants) if occupant.empty]
    free = [seat for seat in empty if seat not in kept]
    if not empty:
        raise Refused("table_full", N_("All seats at this table are taken."), number=loaded.number)
    if wanted is not None:
        need_other_seat(loaded, wanted)
    if not free or (wanted in kept and wanted in empty):
        raise Refused("seat_kept", N_("This seat is kept for somebody who is to play again."), number=loaded.number)
    if wanted is None:
        return free[0]
    if wanted not in free:
        raise Refused("seat_taken", N_("This seat is taken; others are still free."), number=loaded.number)
    return wanted


def seat_of(loaded: Loaded, user: int) -> int | None:
    """Return the seat where a person sits or that is kept for them, or None."""
    kept = (seat for seat, occupant in enumerate(loaded.occupants) if occupant.kept == user)
    sits = loaded.seat_of(user)
    return next(kept, None) if sits is None else sits


def decline(loaded: Loaded, asker: Asker, request: requests.Decline) -> Draft:
    """Let go of the seat that is kept for who asks; the others wait for them no longer."""
    need_open(loaded)
    kept = [seat for seat, occupant in enumerate(loaded.occupants) if occupant.kept == asker.user]
    if not kept:
        raise Refused("not_allowed", N_("No seat is kept for you at this table."), number=loaded.number)
    return "decline", kept[0], {}


def ready_by_mail(loaded: Loaded, seat: int, request: requests.Ready) -> Draft:
    """Be ready at a table by mail: with the last of all, the host among them, the match starts, whoever is away."""
    salt = {"salt": request.salt} if request.salt and seat == loaded.host else {}
    waiting = [s for s, occupant in enumerate(loaded.occupants) if s != seat and not occupant.ready]
    if request.ready and not waiting:
        return "start", seat, salt
    return "ready", seat, {"ready": request.ready, **salt}


def rematch(loaded: Loaded, request: requests.Rematch, now: int) -> Draft:
    """Tell of the new table, once."""
    if not loaded.over or (loaded.rematch and loaded.rematch["match"] == request.match):
        raise leaving.not_due()
    return "rematch", request.seat, {"match": request.match}


def people_only() -> Refused:
    """Return the answer to who would seat a bot in a rated match."""
    return Refused("people_only", N_("A rated match is for people alone; at a casual table bots may play."))


def no_rematch(loaded: Loaded, request: requests.NoRematch, now: int) -> Draft:
    """Tell that somebody does not come along, once."""
    if not loaded.rematch or request.seat in loaded.rematch.get("declined", ()):
        raise leaving.not_due()
    return "no_rematch", request.seat, {}
