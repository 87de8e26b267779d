"""Packs the logs of matches that are long over away, and brings them back: `manage.py archive`.

Each batch is one short transaction under the matches' heads, so a kill anywhere leaves every log whole, in one place
or the other, and a second run goes on where the first was ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts import quick_sql
from games.door.loaded import OVER, Entry
from games.log import archive, storing
from games.models import Alarm, ArchivedLog, EntryRow, Match, MatchLive

BATCH = 20  # matches in one transaction
LEAST = 1  # days after its end before a log may be packed: nobody still plays from a copy in memory that old
DAY = 86_400_000  # ms
LOCK_WAIT = "2s"  # that making a month's partition may hold up who opens a table


def matches_to_archive(before: int) -> QuerySet[MatchLive]:
    """Return the heads of matches that ended before an instant, whose end is dealt with and whose entries are hot."""
    hot = EntryRow.objects.filter(match=OuterRef("pk"))
    due = Alarm.objects.filter(match=OuterRef("pk"))
    return MatchLive.objects.filter(Exists(hot), ~Exists(due), status__in=OVER, at__lt=before)


def archive_matches(before: int) -> Iterator[int]:
    """Pack the logs of matches that ended before an instant; yield after each batch how many it held."""
    ids = list(matches_to_archive(before).order_by("at").values_list("pk", flat=True))
    for first in range(0, len(ids), BATCH):
        batch = ids[first : first + BATCH]
        _make_room(batch)
        yield _pack(before, batch)


@transaction.atomic(durable=True)
def _pack(before: int, match_ids: list[str]) -> int:
    heads = matches_to_archive(before).filter(pk__in=match_ids).order_by("pk")
    held = list(heads.select_for_update(of=("self",), skip_locked=True).values_list("pk", flat=True))
    for match_id in held:
        _pack_one(match_id)
    return len(held)


def _pack_one(match_id: str) -> None:
    entries = storing.entries_after(match_id, 0)  # with those of an earlier run, where something came after it
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        raise ValueError(f"the log of match {match_id} has a hole: see manage.py replay")
    match = Match.objects.only("opened_at").get(pk=match_id)
    ArchivedLog.objects.filter(match=match, opened_at=match.opened_at).delete()
    ArchivedLog.objects.create(match=match, opened_at=match.opened_at, entries=archive.packed(entries))
    EntryRow.objects.filter(match_id=match_id, number__lte=len(entries)).delete()


@transaction.atomic(durable=True)
def restore_match(match_id: str) -> int:
    """Bring the entries of a match back to the hot table; return how many were packed away."""
    list(MatchLive.objects.select_for_update().filter(pk=match_id))
    entries: list[Entry] = archive.entries(match_id)
    EntryRow.objects.bulk_create(storing.row_of(match_id, entry) for entry in entries)
    ArchivedLog.objects.filter(pk=match_id).delete()
    return len(entries)


# --- months ---


def _make_room(match_ids: list[str]) -> None:
    """Make the partitions of the months in which these matches were opened, where there are none."""
    if connection.vendor != "postgresql":
        return
    opened = Match.objects.filter(pk__in=match_ids).values_list("opened_at", flat=True)
    for year, month in sorted({(at.year, at.month) for at in map(_instant, opened)}):
        _make_partition(f"games_archivedlog_{year}_{month:02}", _begins(year, month), _begins(year, month + 1))


def _make_partition(name: str, since: int, until: int) -> None:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [name])
        if not cursor.fetchone()[0]:
            quick_sql.wait_at_most("lock", LOCK_WAIT)
            cursor.execute(
                f'CREATE TABLE IF NOT EXISTS "{name}" PARTITION OF games_archivedlog'
                f" FOR VALUES FROM ({since}) TO ({until})"
            )


def _instant(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _begins(year: int, month: int) -> int:
    """Return the ms since 1970 at which a month begins; month 13 is the next January."""
    return int(datetime(year + (month - 1) // 12, (month - 1) % 12 + 1, 1, tzinfo=UTC).timestamp()) * 1000
