"""The synchronous carrier: loads a match, lets the door judge, writes the entry, and only then says so.

For processes without a hub, and for tests: commands, Celery, the clock. No row is locked while it judges; the judge is
the unique key, and a writer that loses its number loads and decides again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import OperationalError, connection, transaction
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games import alarms, beats, live, measures
from games.changes import Change, fold_in
from games.deadlines import what_is_overdue
from games.door import precedence, requests
from games.door.deciding import decide, intervene, order
from games.door.guards import Asker
from games.door.loaded import NO_SEAT, Entry, Loaded
from games.errors import Refused, try_again
from games.models import MatchLive
from games.serving.recorder import statement
from games.storing import find_repeat, load, load_all, write_all, write_with

log = logging.getLogger(__name__)
TRIES = 8
Judge = Callable[[Loaded, bool], Entry | int]  # the match, and whether this is not the first try
Write = Callable[[Change], bool]  # whether it was written; else its number or token went to another


def set_time_alarm(match_id: str) -> None:
    """Write the instants at which time runs out as they are now; the rows may have been early (`alarms.difference`)."""
    with transaction.atomic(durable=True):
        MatchLive.objects.select_for_update().get(match_id=match_id)  # no entry may come in between
        alarms.keep(match_id, alarms.of_time(load(match_id)), [])


def perform(match_id: str, user_id: int, request: requests.Asked, now: int) -> int:
    """Carry a person's request out and return its entry's number. Raises Refused, and then has changed nothing.

    A repeated token with the same content gets the first number again; with other content it is `id_reused`.
    """
    asked = requests.fingerprint(request, user_id)

    def judge(loaded: Loaded, again: bool) -> Entry | int:
        _time_first(loaded, now)
        asker = Asker(user_id, loaded.seat_of(user_id), request.token, asked)
        again = again or isinstance(request, requests.Join)  # whose seat may be gone, and with it what keeps it unique
        if again and (number := find_repeat(match_id, asker.token, asked, asker.seat)):
            return number
        try:
            return decide(loaded, asker, request, now)
        except Refused:  # perhaps because it has been carried out already
            if number := find_repeat(match_id, asker.token, asked, asker.seat):
                return number
            raise

    try:
        number = _carry(match_id, judge, now)
    except Refused as error:
        measures.note_answer(measures.door(), now, error)
        raise
    measures.note_answer(measures.door(), now, number)
    return number


def carry_order(match_id: str, request: requests.Ordered, now: int) -> int:
    """Carry out what the clock, a bot or the accounts order; raises Refused (not_due) when it no longer fits."""

    def judge(loaded: Loaded, _: bool) -> Entry:
        if not isinstance(request, requests.Outage):
            _outage_first(loaded, now)
        if isinstance(request, requests.TimeOut) and isinstance(away := what_is_overdue(loaded, now), requests.Holiday):
            raise _First(away)
        return order(loaded, request, now)

    return _carry(match_id, judge, now)


def carry_intervention(
    match_id: str, user_id: int, request: requests.Intervening, now: int, beside: Callable[[str, Change], object]
) -> int:
    """Carry out what a moderator does and return its entry's number; raises Refused, and then has changed nothing.

    `beside(status before, change)` is called in the entry's transaction: what it writes is kept, or lost, with it.
    A repeated token gets the first number again, and nothing is written.
    """
    asked = requests.fingerprint(request, user_id)
    before = ""

    def judge(loaded: Loaded, _: bool) -> Entry | int:
        nonlocal before
        before = loaded.status
        _outage_first(loaded, now)
        if number := find_repeat(match_id, request.token, asked, NO_SEAT):
            return number
        if loaded.seat_of(user_id) is not None:  # perhaps since a moment ago
            raise Refused("not_allowed", N_("You cannot judge a match that you sit in."))
        return intervene(loaded, request, asked, now)

    return _carry(match_id, judge, now, lambda change: write_with(change, lambda: beside(before, change)))


def tick_all(match_ids: list[str], now: int) -> set[str]:
    """Play what the games' own clocks are to play in many matches, all with one commit; return where it was played.

    Never raises. Where something else comes first, or anything is amiss, nothing is done: `carry_order` knows more.
    """
    try:
        ticked = [(loaded.facts.game.slug, change) for loaded in load_all(match_ids) if (change := _tick(loaded, now))]
        written = _write([change for _, change in ticked])
    except Exception as error:
        log.warning("the clocks of %s matches could not move together: %r", len(match_ids), error)
        return set()
    done = [each for each, success in zip(ticked, written, strict=True) if success]
    for game, change in done:
        measures.count_move(game, "clock")
        live.publish(change.match, change.entry)
    return {change.match for _, change in done}


def _tick(loaded: Loaded, now: int) -> Change | None:
    try:
        _outage_first(loaded, now)
        return fold_in(loaded, order(loaded, requests.Tick(), now))[0]
    except (_First, Refused):
        return None


def _write(changes: list[Change]) -> list[bool]:
    """Write as storing.write_all does, where the database knows how with the servers' one statement."""
    if not changes or connection.vendor != "postgresql":
        return write_all(changes)
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(*statement(changes))
        written = set(cursor.fetchall())
    return [(change.match, change.entry.number) in written for change in changes]


class _First(Exception):
    """Something about time must be recorded before anything else is judged: `order`."""

    def __init__(self, order: requests.Ordered) -> None:
        self.order = order


def _time_first(loaded: Loaded, now: int) -> None:
    if _outage_first(loaded, now) and (late := what_is_overdue(loaded, now)):
        raise _First(late)


def _outage_first(loaded: Loaded, now: int) -> bool:
    """Raise if an outage of ours is still to be given back to this match; return whether time may be called."""
    if not precedence.may_hold_outage(loaded, now):
        return True
    servers = beats.life()
    if outage := precedence.outage(loaded, servers):
        raise _First(outage)
    return servers is not None


def _write_alone(change: Change) -> bool:
    return write_all([change]) == [True]


def _carry(match_id: str, judge: Judge, now: int, write: Write = _write_alone) -> int:
    while True:
        try:
            return _try(match_id, judge, write)
        except _First as first:
            try:
                carry_order(match_id, first.order, now)
            except Refused as error:
                if error.code != "not_due":  # else somebody was quicker
                    raise


def _try(match_id: str, judge: Judge, write: Write) -> int:
    for tried in range(TRIES):
        try:
            if number := _attempt(match_id, judge, write, again=tried > 0):
                return number
        except OperationalError as error:
            log.warning("match %s: the database failed: %s", match_id, error)
            raise try_again() from error
        log.info("match %s: an entry was there already, deciding again", match_id)
    raise try_again()


def _attempt(match_id: str, judge: Judge, write: Write, again: bool) -> int | None:
    """Load, judge, write, announce after the commit; None: the number went to another writer, or the token is there."""
    loaded = load(match_id)
    verdict = judge(loaded, again)
    if isinstance(verdict, int):
        return verdict
    change, _ = fold_in(loaded, verdict)
    if not write(change):
        return None
    if verdict.kind == "move":
        measures.count_move(loaded.facts.game.slug, _door_of(loaded, verdict))
    live.publish(match_id, verdict)
    return verdict.number


def _door_of(loaded: Loaded, entry: Entry) -> str:
    if entry.seat == NO_SEAT:
        return "clock"
    return "bot" if loaded.occupants[entry.seat].bot else measures.door()
