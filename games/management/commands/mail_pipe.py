"""`manage.py mail_pipe`: one mail on standard input, for the pipe transport of a mail server."""

import logging
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.instants import keep_time
from games.mail.incoming.receiving import MAX_BYTES, receive

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Takes one mail from standard input (docs/deploy.md). Ends with 0, or 75 (try again)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what the envelope says."""
        parser.add_argument("--to", action="append", default=[], help="recipient of the envelope; may come often")
        parser.add_argument("--from", dest="sender", default="", help="sender of the envelope, <> for a bounce")

    def handle(self, *args: Any, **options: Any) -> None:
        """Deal with the mail.

        One that cannot be read ends with 0 too: its server would send a bounce to whoever is named as its sender.
        """
        try:
            keep_time()
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
            receive(raw, envelope_to=options["to"], envelope_from=options["sender"])
        except Exception:
            log.exception("a mail could not be dealt with; the mail server keeps it")
            sys.exit(os.EX_TEMPFAIL)
        sys.exit(0)
