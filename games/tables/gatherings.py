"""Matches opened for people who were brought together: all are seated at once, and each has only to come.

By mail nobody has to: the match begins with the table, and the mails of its start call its people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games import carrier
from games.clocks import alarms, beats
from games.door import requests
from games.door.loaded import LIVE, MAIL, NO_SEAT, Entry
from games.errors import Refused
from games.instants import now_ms
from games.log import storing
from games.models import Alarm, Match, MatchLive, SeatRow
from games.tables.choices import checked_table

LOOK_AGAIN = 1_000  # ms


@dataclass(frozen=True, slots=True)
class Party:
    """What people who were brought together play, and who sits where: a person's id, or a bot's policy."""

    game: str
    clock: Mapping[str, int]
    rated: bool
    seats: tuple[int | str, ...]
    pace: str = LIVE


def open_matches(parties: Iterable[Party]) -> list[Match]:
    """Open a match for each party, with few statements for all of them, inside the caller's transaction.

    Its seed is drawn here, before any salt is known; the host in the row is the first person, who has no rights by it.
    Raises Refused (bad_options, bad_seats, out_of_range) as services.open_table does.
    """
    opened = [(_match(party), _seated(party)) for party in parties]
    Match.objects.bulk_create([match for match, _ in opened])
    storing.open_logs((match, _first_entries(match, body)) for match, body in opened)
    return [match for match, _ in opened]


def _match(party: Party) -> Match:
    table = checked_table(party.game, options={}, seats=len(party.seats), clock=party.clock, pace=party.pace)
    host = next(seat for seat in party.seats if isinstance(seat, int))
    return Match(**table, rated=party.rated, host_id=host, opened_at=now_ms())


def _first_entries(match: Match, seated: dict[str, Any]) -> list[Entry]:
    """Return the entry that seats all and, by mail, the start: with the empty salts of people who are not there."""
    entries = [Entry(1, "gather", NO_SEAT, seated, match.opened_at)]
    return [*entries, Entry(2, "start", NO_SEAT, {}, match.opened_at)] if match.pace == MAIL else entries


def _seated(party: Party) -> dict[str, Any]:
    return {"seats": [[seat, ""] if isinstance(seat, int) else [None, seat] for seat in party.seats]}


def assemble(match_id: str) -> None:
    """Start a gathered match without the salts of silent people, or give it up; raises Refused (not_due) if not yet.

    Who has the page open is what the servers have noted; it is looked at again a moment later.
    """
    present = SeatRow.objects.filter(match_id=match_id, seen_at__gt=0).values_list("seat", flat=True)
    servers = beats.life()
    asked = requests.Assemble(present=tuple(present), running_since=servers.since if servers else now_ms())
    try:
        carrier.carry_order(match_id, asked, now_ms())
    except Refused:
        _look_again(match_id)
        raise


def _look_again(match_id: str) -> None:
    with transaction.atomic(durable=True):
        MatchLive.objects.select_for_update().get(match_id=match_id)  # no entry may come in between
        wanted = alarms.wanted(storing.load(match_id))
        if ("gather", NO_SEAT) not in wanted:
            Alarm.objects.filter(match_id=match_id, kind="gather").delete()
        else:
            alarms.keep(match_id, {("gather", NO_SEAT): now_ms() + LOOK_AGAIN}, [])
