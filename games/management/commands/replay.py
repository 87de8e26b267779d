"""`manage.py replay`: rebuilds matches from their logs and compares them with what is stored beside the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import storing
from games.changes import summary
from games.door.loaded import to_snapshot
from games.models import Match, SeatRow

LOOKS = 5  # at a match before it is called wrong


class Command(BaseCommand):
    help = "Rebuilds matches from their logs and compares. Names each that differs; exit status 1 if any does."

    def add_arguments(self, parser: CommandParser) -> None:
        """Matches by id; all if none is named."""
        parser.add_argument("matches", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare and report."""
        matches = Match.objects.select_related("live").order_by("opened_at")
        if options["matches"]:
            matches = matches.filter(pk__in=options["matches"])
        faults = [f"{match.id}: {fault}" for match in matches.iterator() if (fault := lasting_difference(match))]
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(f"{matches.count()} matches are as their logs say")


def lasting_difference(match: Match) -> str:
    """Return what differs however often one looks: a match that goes on meanwhile is read in the middle of a change."""
    for _ in range(LOOKS):
        if not (fault := difference(match)):
            return ""
        match = Match.objects.select_related("live").get(pk=match.pk)
    return fault


def difference(match: Match) -> str:
    """Return what differs between a match's log and what is stored of it, or an empty string."""
    numbers = [entry.number for entry in storing.entries_after(match.id, 0)]
    if numbers != list(range(1, len(numbers) + 1)):
        return "the log's numbers have a hole"
    replayed = storing.replayed(match)
    head = match.live  # whether it has begun says whether its seed may be told
    if (head.number, head.status, head.started_at) != (replayed.number, replayed.status, replayed.started_at):
        return "number, status or start differ"
    if to_snapshot(replayed) != to_snapshot(storing.load(match.id)):  # the snapshot and what came after
        return "the snapshot differs"
    if summary(replayed) != head.summary:
        return "the summary differs"
    if (match.pace, match.clock) != (replayed.pace, replayed.clock):
        return "pace or clock differ"
    seats = {row.seat: (row.user_id, row.bot) for row in SeatRow.objects.filter(match=match)}
    return "" if seats == {s: (o.user, o.bot) for s, o in enumerate(replayed.occupants)} else "the seats differ"
