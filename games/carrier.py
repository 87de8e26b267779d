"""The synchronous carrier: loads a match, lets the door judge, writes the entry, and only then says so.

A short transaction of its own on Django's connection. The row lock serialises writers on PostgreSQL (SQLite's
IMMEDIATE does it there), but the judge is the unique key: a writer that loses its number loads and decides again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

from django.db import IntegrityError, OperationalError, transaction

from games import alarms, beats
from games.door import requests
from games.door.deciding import Asker, decide, order, overdue
from games.door.folding import fold
from games.door.loaded import ACTIVE, NO_SEAT, Entry, Facts, Loaded, fresh, from_snapshot, is_current, to_snapshot
from games.errors import Refused, id_reused, try_again
from games.live import publish
from games.models import EntryRow, Match, MatchLive, SeatRow
from rules import codec

log = logging.getLogger(__name__)
TRIES = 3
Judge = Callable[[Loaded, bool], Entry | int]  # the match, and whether this is not the first try


def facts_of(match: Match) -> Facts:
    """Return the unchanging side of a stored match."""
    game = match.rules
    options = codec.options_from_json(game, match.options, match.seats)
    teams = game.teams(options, match.seats)
    return Facts(
        match=match.id,
        game=game,
        options=options,
        seats=match.seats,
        teams=teams,
        pace=match.pace,
        clock=match.clock,
        listed=match.listed,
        watchers=match.watchers,
        server_seed=bytes(match.server_seed),
        opened_at=match.opened_at,
    )


def load(match_id: str, *, lock: bool = False) -> Loaded:
    """Return the match as its log tells it; raises Match.DoesNotExist. `lock` needs a transaction."""
    rows = MatchLive.objects.select_related("match")
    if lock:
        rows = rows.select_for_update(of=("self",))
    try:
        row = rows.get(match_id=match_id)
    except MatchLive.DoesNotExist:
        raise Match.DoesNotExist(match_id) from None
    return _loaded(row.match, row.snapshot)


def loaded_of(match: Match) -> Loaded:
    """Return the match from a row fetched together with its head."""
    return _loaded(match, match.live.snapshot)


def _loaded(match: Match, snapshot: dict[str, Any]) -> Loaded:
    """Return the match from its snapshot, or from its log where the snapshot is another program's."""
    facts = facts_of(match)
    return from_snapshot(facts, snapshot) if is_current(facts, snapshot) else replayed(match)


def replayed(match: Match) -> Loaded:
    """Return the match rebuilt from its log alone."""
    loaded = fresh(facts_of(match))
    for entry in entries_after(match.id, 0):
        fold(loaded, entry)
    return loaded


def entries_after(match_id: str, number: int) -> Iterable[Entry]:
    """Yield the stored entries with a higher number, in order."""
    for row in EntryRow.objects.filter(match_id=match_id, number__gt=number).order_by("number"):
        yield Entry(row.number, row.kind, row.seat, row.body, row.at, row.ply, row.token, row.asked)


def open_log(match: Match) -> None:
    """Write the head of a new match's log, inside the caller's transaction."""
    loaded = fresh(facts_of(match))
    MatchLive.objects.bulk_create([MatchLive(match=match, snapshot=to_snapshot(loaded), at=match.opened_at)])
    SeatRow.objects.bulk_create([SeatRow(match=match, seat=seat) for seat in range(match.seats)])
    alarms.keep(match.id, alarms.wanted(loaded), [])


def set_time_alarm(match_id: str) -> None:
    """Write the instants at which time runs out as they are now; a row may have been early (`alarms.difference`)."""
    with transaction.atomic(durable=True):
        alarms.keep(match_id, alarms.of_time(load(match_id, lock=True)), [])


def perform(match_id: str, user_id: int, request: requests.Asked, now: int) -> int:
    """Carry a person's request out and return its entry's number. Raises Refused, and then has changed nothing.

    A repeated token with the same content gets the first number again; with other content it is `id_reused`.
    """
    asked = requests.fingerprint(request, user_id)

    def judge(loaded: Loaded, again: bool) -> Entry | int:
        _clock_first(loaded, now)
        asker = Asker(user_id, loaded.seat_of(user_id), request.token, asked)
        again = again or isinstance(request, requests.Join)  # whose seat may be gone, and with it what keeps it unique
        if again and (number := _repeat(match_id, asker)):
            return number
        try:
            return decide(loaded, asker, request, now)
        except Refused:  # perhaps because it has been carried out already
            if number := _repeat(match_id, asker):
                return number
            raise

    return _carry(match_id, judge, now)


def carry_order(match_id: str, request: requests.Ordered, now: int) -> int:
    """Carry out what the clock, a bot or the accounts order; raises Refused (not_due) when it no longer fits."""

    def judge(loaded: Loaded, _: bool) -> Entry:
        if not isinstance(request, requests.Outage):
            _outage_first(loaded, now)
        return order(loaded, request, now)

    return _carry(match_id, judge, now)


class _First(Exception):
    """Something about time must be recorded before anything else is judged: `order`."""

    def __init__(self, order: requests.Ordered) -> None:
        self.order = order


def _clock_first(loaded: Loaded, now: int) -> None:
    """See to it that an outage is given back and the clock's part done: the clock process may be slow or gone."""
    if _outage_first(loaded, now) and (late := overdue(loaded, now)):
        raise _First(late)


def _outage_first(loaded: Loaded, now: int) -> bool:
    """Raise if an outage of ours is still to be given back to this match; return whether time may be called.

    Only a long silence can hold an outage, so quick moves are not slowed down by the look at the beat.
    """
    if loaded.status != ACTIVE or now - loaded.since <= beats.GAP:
        return True
    servers = beats.life()
    if servers is not None and servers.gap and loaded.since < servers.since:
        raise _First(requests.Outage(ms=servers.gap, until=servers.since))
    return servers is not None


def _repeat(match_id: str, asker: Asker) -> int | None:
    """Return the number of the entry that this very request has made, or None; raises Refused (id_reused).

    The digest names the person, so that a repeat is known as one even after they left their seat.
    """
    rows = EntryRow.objects.filter(match_id=match_id, token=asker.token).values_list("number", "seat", "asked")
    for number, _, made_by in rows:
        if made_by == asker.asked:
            return number
    for number, seat, _ in rows:
        if seat in (asker.seat, NO_SEAT):
            raise id_reused(number=number)
    return None


def _carry(match_id: str, judge: Judge, now: int) -> int:
    while True:
        try:
            return _try(match_id, judge)
        except _First as first:
            try:
                carry_order(match_id, first.order, now)
            except Refused as error:
                if error.code != "not_due":  # else somebody was quicker
                    raise


def _try(match_id: str, judge: Judge) -> int:
    for tried in range(TRIES):
        try:
            return _attempt(match_id, judge, again=tried > 0)
        except IntegrityError:  # the number went to another writer, or the token is there already
            log.info("match %s: an entry was there already, deciding again", match_id)
        except OperationalError as error:
            log.warning("match %s: the database failed: %s", match_id, error)
            raise try_again() from error
    raise try_again()


def _attempt(match_id: str, judge: Judge, again: bool) -> int:
    """Load, judge and write in one transaction; announce after the commit.

    `durable`: inside somebody else's transaction a move could be answered and then rolled back, so that raises.
    """
    with transaction.atomic(durable=True):
        loaded = load(match_id, lock=True)
        verdict = judge(loaded, again)
        if isinstance(verdict, int):
            return verdict
        _append(loaded, verdict)
    publish(match_id, verdict)
    return verdict.number


def _append(loaded: Loaded, entry: Entry) -> None:
    """Fold the entry in and write it, the head, and what they change: one INSERT and one UPDATE for most moves."""
    match_id, before, people = loaded.facts.match, alarms.wanted(loaded), _sitting(loaded)
    EntryRow.objects.bulk_create(
        [
            EntryRow(
                match_id=match_id, number=entry.number, kind=entry.kind, seat=entry.seat, ply=entry.ply,
                body=entry.body, at=entry.at, token=entry.token, asked=entry.asked,
            )
        ]
    )  # fmt: skip
    fold(loaded, entry)
    head = {"number": loaded.number, "status": loaded.status, "at": loaded.changed_at, "snapshot": to_snapshot(loaded)}
    MatchLive.objects.filter(match_id=match_id).update(**head)
    alarms.keep(match_id, *alarms.difference(before, alarms.wanted(loaded)))
    _keep_seats(match_id, people, _sitting(loaded))


def _sitting(loaded: Loaded) -> list[tuple[int | None, str]]:
    return [(occupant.user, occupant.bot) for occupant in loaded.occupants]


def _keep_seats(match_id: str, before: list[tuple[int | None, str]], after: list[tuple[int | None, str]]) -> None:
    for seat, (user, bot) in enumerate(after):
        if before[seat] != (user, bot):
            SeatRow.objects.filter(match_id=match_id, seat=seat).update(user_id=user, bot=bot)
