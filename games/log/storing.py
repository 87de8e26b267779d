"""Matches in the database: how one is loaded, and how a change is written on Django's own connection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from accounts import quick_sql
from games.clocks import alarms
from games.door.folding import fold
from games.door.loaded import LIVE, MAIL, NO_SEAT, Entry, Facts, Loaded, fresh, from_snapshot, is_current, to_snapshot
from games.errors import id_reused
from games.log import archive
from games.log.changes import SNAPSHOT_EVERY, Change, summary
from games.models import Alarm, EntryRow, Match, MatchLive, SeatRow
from rules import codec

_ENTRY = ("number", "kind", "seat", "body", "at", "ply", "token", "asked")


def facts_of(match: Match) -> Facts:
    """Return the unchanging side of a stored match: pace and clock as it was opened, whatever its log made of them."""
    game = match.rules
    options = codec.options_from_json(game, match.options, match.seats)
    teams = game.teams(options, match.seats)
    return Facts(
        match=match.id,
        game=game,
        options=options,
        seats=match.seats,
        teams=teams,
        pace=match.pace if match.live_clock is None else LIVE,
        clock=match.live_clock or match.clock,
        listed=match.listed,
        watchers=match.watchers,
        server_seed=bytes(match.server_seed),
        opened_at=match.opened_at,
        talk=match.talk,
        rated=match.rated,
    )


def load(match_id: str) -> Loaded:
    """Return the match as its log tells it; raises Match.DoesNotExist."""
    return load_owned(match_id)[0]


_HEAD = """
SELECT live.number, live.owner, live.snapshot, options, clock, live_clock,
    game, seats, pace, listed, watchers, server_seed, opened_at, talk, rated
FROM games_matchlive live JOIN games_match ON id = live.match_id WHERE live.match_id = %s
"""
_PLAIN = ("game", "seats", "pace", "listed", "watchers", "server_seed", "opened_at", "talk", "rated")


def load_owned(match_id: str) -> tuple[Loaded, str]:
    """Return the match with the id of the process that owns it ("" for none); raises Match.DoesNotExist."""
    found = quick_sql.rows(_HEAD, match_id)
    if not found:
        raise Match.DoesNotExist(match_id)
    number, owner, snapshot, options, clock, live_clock, *plain = found[0]
    chosen = {"options": quick_sql.json_of(options), "clock": quick_sql.json_of(live_clock or clock)}
    chosen["live_clock"] = None if live_clock is None else chosen["clock"]
    match = Match(id=match_id, **chosen, **dict(zip(_PLAIN, plain, strict=True)))
    return _loaded(facts_of(match), quick_sql.json_of(snapshot), number), str(owner)


def _loaded(facts: Facts, snapshot: dict[str, Any], number: int) -> Loaded:
    """Return the match from its snapshot and what came after, or from its log where that is another program's."""
    loaded = from_snapshot(facts, snapshot) if is_current(facts, snapshot) else fresh(facts)
    return loaded if loaded.number == number else _brought_forward(loaded)


def load_all(match_ids: Iterable[str]) -> list[Loaded]:
    """Return matches by their ids' order, with two queries for all. What needs a look of its own is left out."""
    heads = {row.match_id: row for row in MatchLive.objects.filter(match_id__in=match_ids).select_related("match")}
    recent = EntryRow.objects.filter(match_id__in=heads, number__gt=F("match__live__number") - SNAPSHOT_EVERY)
    entries: dict[str, list[Entry]] = {}
    for match_id, *entry in recent.order_by("number").values_list("match_id", *_ENTRY):
        entries.setdefault(match_id, []).append(Entry(*entry))
    return [found for match_id, head in sorted(heads.items()) if (found := _folded(head, entries.get(match_id, [])))]


def _folded(head: MatchLive, entries: list[Entry]) -> Loaded | None:
    """Return a match from its snapshot and these entries, or None if they do not make it whole."""
    try:
        facts = facts_of(head.match)
        if not is_current(facts, head.snapshot):
            return None
        loaded = from_snapshot(facts, head.snapshot)
        for entry in entries:
            if entry.number == loaded.number + 1:
                fold(loaded, entry)
    except Exception:
        return None
    return loaded if loaded.number >= head.number else None


def replayed(match: Match) -> Loaded:
    """Return the match rebuilt from its log alone."""
    return _brought_forward(fresh(facts_of(match)))


def _brought_forward(loaded: Loaded) -> Loaded:
    for entry in entries_after(loaded.facts.match, loaded.number):
        fold(loaded, entry)
    return loaded


_SINCE = f"SELECT {', '.join(_ENTRY)} FROM games_entryrow WHERE match_id = %s AND number > %s ORDER BY number"  # noqa: S608


def entries_after(match_id: str, number: int, limit: int | None = None) -> list[Entry]:
    """Return the stored entries with a higher number, in order, at most `limit` of them, archived or not.

    Every reader of a log comes by here, or by `has_asked`. Where the next entry is at hand the archive is not asked.
    """
    found = _at_hand(match_id, number, limit)
    if found and found[0].number == number + 1:
        return found
    packed = archive.entries(match_id)
    later = [entry for entry in found if entry.number > len(packed)]  # a log may be packed between the two looks
    return ([entry for entry in packed if entry.number > number] + later)[:limit]


def _at_hand(match_id: str, number: int, limit: int | None) -> list[Entry]:
    sql, limits = (_SINCE, ()) if limit is None else (f"{_SINCE} LIMIT %s", (limit,))
    rows = quick_sql.rows(sql, match_id, number, *limits)
    return [Entry(index, kind, seat, quick_sql.json_of(body), *others) for index, kind, seat, body, *others in rows]


def find_repeat(match_id: str, token: str, asked: str, seat: int | None) -> int | None:
    """Return the number of the entry that this very request has made, or None; raises Refused (id_reused).

    The digest names the person, so that a repeat is known as one even after they left their seat.
    """
    rows = _with_token(match_id, token)
    for number, _, made_by in rows:
        if made_by == asked:
            return number
    for number, made_at, _ in rows:
        if made_at in (seat, NO_SEAT):
            raise id_reused(number=number)
    return None


def has_asked(match_id: str, token: str) -> bool:
    """Return whether an entry of the match was asked for with this token."""
    return bool(_with_token(match_id, token))


def _with_token(match_id: str, token: str) -> list[tuple[int, int, str]]:
    """Return number, seat and digest of the entries asked for with a token."""
    rows = EntryRow.objects.filter(match_id=match_id, token=token).values_list("number", "seat", "asked")
    return list(rows) or [(e.number, e.seat, e.asked) for e in archive.entries(match_id) if e.token == token]


_CLAIM = "UPDATE games_matchlive SET owner = %s WHERE match_id = %s AND owner = %s"


def claim(match_id: str, before: str, process: str) -> str:
    """Make a process the owner of a match if the owner is still the one it knew; return who is the owner now."""
    if quick_sql.change(_CLAIM, process, match_id, before):
        return process
    return MatchLive.objects.values_list("owner", flat=True).get(match_id=match_id)


def claim_all(matches: list[str], alive: set[str], process: str) -> list[tuple[str, str]]:
    """Make a process the owner of those matches whose owner is not alive; return who owns each now."""
    heads = MatchLive.objects.filter(match_id__in=matches)
    heads.exclude(owner__in=alive).update(owner=process)
    return list(heads.values_list("match_id", "owner"))


def release(matches: list[str], process: str) -> None:
    """Leave matches without an owner, as far as the process is theirs."""
    MatchLive.objects.filter(match_id__in=matches, owner=process).update(owner="")


def open_log(match: Match, entries: Sequence[Entry] = ()) -> None:
    """Write the head of a new match's log and its first entries, inside the caller's transaction."""
    open_logs([(match, entries)])


def open_logs(matches: Iterable[tuple[Match, Sequence[Entry]]]) -> None:
    """Do the same for many new matches, with few statements for all of them."""
    opened = [(match, entries, _begun(match, entries)) for match, entries in matches]
    MatchLive.objects.bulk_create([_head(match, loaded) for match, _, loaded in opened])
    EntryRow.objects.bulk_create([row_of(match.id, entry) for match, entries, _ in opened for entry in entries])
    SeatRow.objects.bulk_create(
        SeatRow(match=match, seat=seat, user_id=occupant.user, bot=occupant.bot)
        for match, _, loaded in opened
        for seat, occupant in enumerate(loaded.occupants)
    )
    Alarm.objects.bulk_create(
        Alarm(match=match, kind=kind, seat=seat, due_at=at)
        for match, _, loaded in opened
        for (kind, seat), at in alarms.wanted(loaded).items()
    )


def _begun(match: Match, entries: Iterable[Entry]) -> Loaded:
    loaded = fresh(facts_of(match))
    for entry in entries:
        fold(loaded, entry)
    return loaded


def _head(match: Match, loaded: Loaded) -> MatchLive:
    told = {"snapshot": to_snapshot(loaded), "summary": summary(loaded), "at": match.opened_at}
    told |= {"status": loaded.status, "started_at": loaded.started_at}
    return MatchLive(match=match, number=loaded.number, **told)


def write_all(changes: list[Change]) -> list[bool]:
    """Write changes in one transaction; return for each whether it was, or lost its number or token to another.

    `durable`: inside somebody else's transaction a move could be answered and then rolled back, so that raises.
    """
    with transaction.atomic(durable=True):
        return [_write(change) for change in changes]


def write_with(change: Change, beside: Callable[[], object]) -> bool:
    """Write a change and, in the same transaction, what belongs to it: neither is lost without the other."""
    with transaction.atomic(durable=True):
        if written := _write(change):
            beside()
    return written


def _write(change: Change) -> bool:
    try:
        with transaction.atomic():
            EntryRow.objects.bulk_create([row_of(change.match, change.entry)])
    except IntegrityError:
        return False
    head = {"number": change.entry.number, "status": change.status, "at": change.at, "summary": change.summary}
    head["started_at"] = change.started_at
    if change.owner is not None:
        head["owner"] = change.owner
    if change.snapshot is not None:
        head["snapshot"] = change.snapshot
    MatchLive.objects.filter(match_id=change.match).update(**head)
    alarms.keep(change.match, change.due, change.gone)
    for seat, user, bot in change.seats:
        SeatRow.objects.filter(match_id=change.match, seat=seat).update(user_id=user, bot=bot, over=change.over)
    if change.clock is not None:
        live = Match.objects.filter(pk=change.match, live_clock__isnull=True)
        live.update(pace=MAIL, live_clock=F("clock"), clock=change.clock)
    return True


def row_of(match_id: str, entry: Entry) -> EntryRow:
    """Return an entry as it is stored."""
    return EntryRow(
        match_id=match_id, number=entry.number, kind=entry.kind, seat=entry.seat, ply=entry.ply,
        body=entry.body, at=entry.at, token=entry.token, asked=entry.asked,
    )  # fmt: skip
