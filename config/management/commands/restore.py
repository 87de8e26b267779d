"""`manage.py restore`: brings a backup back into an empty database (docs/operations.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.backups import package, restoring
from config.backups.package import BackupError

OTHER_KEY = """SECRET_KEY is not that of the site that was saved: people must log in anew, second factors cannot be
read, and reply addresses of mails are worth nothing. Put the old key there, or into SECRET_KEY_FALLBACKS."""


class Command(BaseCommand):
    help = "Brings a backup back into an empty database. Nothing may run on it meanwhile."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and what is to be done with it."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help="only look whether the file is whole")
        mails = "send the mails that waited at the backup's moment: right only if nothing was sent since"
        parser.add_argument("--send-waiting", action="store_true", help=mails)

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was restored, and what to do next."""
        try:
            if options["check"]:
                self._tell(package.verify(options["file"]), "Whole")
                return
            about, dropped = restoring.restore(options["file"], send_waiting=options["send_waiting"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self._tell(about, "Restored")
        self.stdout.write(f"{dropped} mails that waited then will not be sent. Next: manage.py replay, then start.")
        if not restoring.is_key_known(about):
            self.stderr.write(OTHER_KEY)

    def _tell(self, about: package.About, what: str) -> None:
        origin = about.origin
        self.stdout.write(f"{what}: {origin.vendor} of {about.made_at:%Y-%m-%d %H:%M:%S} UTC, version {origin.version}")
