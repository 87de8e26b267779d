"""`manage.py ratings rebuild`: works all ratings out anew from the matches that count."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.moderation import trail
from matchmaking import ratings


class Command(BaseCommand):
    help = "Works all ratings out anew, in the order in which the matches counted; annulled ones are left out."

    def add_arguments(self, parser: CommandParser) -> None:
        """What to do: there is one thing."""
        parser.add_argument("action", choices=["rebuild"])
        parser.add_argument("--why", default="", help="is written down")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild and report."""
        matches, differing = ratings.rebuild()
        counted = {"matches": matches, "corrected": differing}
        trail.record(None, "ratings.rebuild", None, why=options["why"], after=counted, via=trail.COMMAND)
        self.stdout.write(f"{matches} matches count; {differing} rows differed and were corrected")
