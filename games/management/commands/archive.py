"""`manage.py archive`: keeps the table in which the log of every move stands as small as what is being played."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.instants import now_ms
from games.log.archiving import DAY, LEAST, archive_matches, matches_to_archive, restore_match
from games.models import ArchivedLog

PAUSE = 0.02  # s after each batch, in which others write


class Command(BaseCommand):
    help = "Packs the logs of matches that are long over into monthly tables; every page and record stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how old, or what to bring back."""
        parser.add_argument("--older-than", type=int, default=90, metavar="DAYS", help="days since the end (90)")
        parser.add_argument("--dry-run", action="store_true", help="only say how many there are")
        parser.add_argument("--restore", metavar="MATCH", help="bring one match's log back, or those of 'all'")

    def handle(self, *args: Any, **options: Any) -> None:
        """Pack or bring back, and say how many."""
        if options["restore"]:
            return self._restore(options["restore"])
        if options["older_than"] < LEAST:
            raise CommandError(f"--older-than takes {LEAST} or more days: a match just over may still be asked about.")
        before = now_ms() - options["older_than"] * DAY
        if options["dry_run"]:
            self.stdout.write(f"{matches_to_archive(before).count()} matches would be archived")
            return None
        self.stdout.write(f"{self._pack(before)} matches archived")
        return None

    def _pack(self, before: int) -> int:
        packed = 0
        for many in archive_matches(before):
            packed += many
            time.sleep(PAUSE)
        return packed

    def _restore(self, which: str) -> None:
        archived = ArchivedLog.objects.values_list("pk", flat=True)
        ids = list(archived if which == "all" else archived.filter(pk=which))
        if which != "all" and not ids:
            raise CommandError(f"The log of {which} is not archived.")
        entries = sum(restore_match(match_id) for match_id in ids)
        self.stdout.write(f"{len(ids)} matches brought back, {entries} entries")
