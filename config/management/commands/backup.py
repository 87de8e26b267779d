"""`manage.py backup`: saves the whole database while people play (docs/operations.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.backups import taking
from config.backups.package import BackupError


class Command(BaseCommand):
    help = "Saves one moment of the whole database to a file, while people play on."
    requires_system_checks = ()  # what is wrong with the settings must not keep anybody from a backup

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file, or a folder with how many to keep in it."""
        parser.add_argument("file", nargs="?", type=Path, help="without it: a new one in the folder BACKUP_DIR")
        parser.add_argument("--keep", type=int, metavar="N", help="leave the newest N in BACKUP_DIR, delete the others")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the backup, then throw old ones away."""
        file, keep, folder = options["file"], options["keep"], settings.BACKUP_DIR
        if file is None and not folder:
            raise CommandError("Name a file, or set BACKUP_DIR to a folder for backups.")
        if keep is not None and (file or keep < 1):
            raise CommandError("--keep says how many to keep, at least 1, in BACKUP_DIR; without a FILE.")
        path = file or taking.new_name(Path(folder))
        try:
            about = taking.take(path)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path}: {about.size >> 10} KB of {about.origin.vendor}, checksum {about.digest}")
        if keep and (gone := taking.forget_old(path.parent, keep)):
            self.stdout.write(f"{gone} older ones deleted")
