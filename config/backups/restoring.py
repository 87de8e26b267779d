"""Brings a backup back into an empty database, and makes it right for a site that was away."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader

from config.backups import package, postgres
from config.backups.package import About, BackupError
from config.backups.taking import STORES, mark_of
from games.log import restored

_EMPTY = {
    "postgresql": "Make an empty one, and keep this one beside it: docs/operations.md, “Backup and restore”.",
    "sqlite": "Move its file away first, and those beside it that begin like it.",
}


def restore(path: Path, *, send_waiting: bool = False) -> tuple[About, int]:
    """Restore a backup; return what it was, and how many mails are not sent again.

    Raises BackupError, and then has changed nothing. `send_waiting`: send what waited to be sent at its moment: right
    only where nothing was sent since.
    """
    about = package.verify(path)
    _refuse_other(about)
    _refuse_full()
    with STORES[connection.vendor].filled(path):
        call_command("migrate", interactive=False, verbosity=0)
        return about, restored.settle(send_waiting=send_waiting)


def _refuse_other(about: About) -> None:
    made_by = f"The backup was made by version {about.origin.version}"
    if about.origin.vendor != connection.vendor:
        raise BackupError(f"The backup is of {about.origin.vendor}, and DATABASE_URL leads to {connection.vendor}.")
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if newer := sorted(set(about.origin.migrations) - known):
        raise BackupError(f"{made_by}, which is newer: this one does not know {newer[0]}. Install that one first.")


def _refuse_full() -> None:
    try:
        tables = set(connection.introspection.table_names())
    except Error as error:
        raise BackupError(f"The database does not answer: {str(error).strip()}") from error
    if tables - {postgres.UNFINISHED}:
        name = connection.settings_dict["NAME"]
        raise BackupError(f"The database {name} is not empty, so nothing was changed. {_EMPTY[connection.vendor]}")


def is_key_known(about: About) -> bool:
    """Return whether this site has the SECRET_KEY of the one that was saved."""
    return about.origin.key in map(mark_of, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])
