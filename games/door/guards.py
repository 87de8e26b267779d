"""Who asks, and what must hold before a request is looked at: each guard returns what it has found, or refuses."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door.loaded import ABORTED, ACTIVE, OPEN, Loaded
from games.errors import Refused


class Asker(msgspec.Struct, frozen=True):
    """Who asks: a person by id and seat (None: not seated), with the request's token and digest."""

    user: int
    seat: int | None
    token: str
    asked: str


Draft = tuple[str, int, dict[str, Any]]  # kind, seat, body; a move's body holds the move itself


def need_open(loaded: Loaded) -> None:
    """Refuse what belongs before the start."""
    if loaded.status == ABORTED:
        raise Refused("game_over", N_("This table has been closed."), number=loaded.number)
    if loaded.status != OPEN:
        raise Refused("already_started", N_("This match has already started."), number=loaded.number)


def need_seat(asker: Asker) -> int:
    """Return the seat of who asks."""
    if asker.seat is None:
        raise Refused("not_a_player", N_("You have no seat at this table."))
    return asker.seat


def need_host(loaded: Loaded, asker: Asker) -> int:
    """Return the host's seat at a table that has not started, if it is the host who asks."""
    seat = need_seat(asker)
    need_open(loaded)
    if seat != loaded.host:
        raise Refused("not_host", N_("Only the host of this table can do that."))
    return seat


def need_active(loaded: Loaded, asker: Asker) -> int:
    """Return the seat of who asks in a match that is going on, also where a bot plays on for it."""
    seat = need_seat(asker)
    if loaded.over:
        raise Refused("game_over", N_("This match is over."), number=loaded.number)
    if loaded.status != ACTIVE:
        raise Refused("not_started", N_("This match has not started yet."), number=loaded.number)
    return seat


def need_play(loaded: Loaded, asker: Asker) -> int:
    """Return the seat of a person who takes part in a match that is going on."""
    seat = need_active(loaded, asker)
    if loaded.occupants[seat].stand_in:
        raise Refused("gave_up", N_("A bot plays for you; take your seat back first."), number=loaded.number)
    if loaded.occupants[seat].gave_up:
        raise Refused("gave_up", N_("You have left this match; a bot plays on for you."), number=loaded.number)
    return seat


def need_other_seat(loaded: Loaded, seat: int) -> None:
    """Refuse a seat that is not at this table."""
    if seat >= loaded.facts.seats:
        raise Refused("out_of_range", N_("This table has no such seat."), field="seat")
