"""SQLite, by its own online backup."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from django.db import connection

from config.backups.package import CHUNK, BackupError, Pour, database_of, sync_folder

_BESIDE = ("", "-wal", "-shm")  # what SQLite keeps of one database


@contextmanager
def moment(folder: Path) -> Iterator[Pour]:
    """Copy one moment of the database, which goes on meanwhile, into a folder; yield what writes the copy to a file."""
    connection.ensure_connection()
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".sqlite-", suffix=".part") as copy:
        try:
            with closing(sqlite3.connect(copy.name)) as target:
                connection.connection.backup(target)  # all pages in one step, in which writers do not wait (WAL)
        except sqlite3.Error as error:
            raise BackupError(f"SQLite could not copy the database to {folder}: {error}") from error
        yield partial(_pour, Path(copy.name))


def _pour(copy: Path, target: IO[bytes]) -> None:
    with copy.open("rb") as source:
        shutil.copyfileobj(source, target, CHUNK)


@contextmanager
def filled(path: Path) -> Iterator[None]:
    """Let Django work on a database from a backup; at the end of the block it takes the place of the empty one."""
    name = Path(connection.settings_dict["NAME"])
    draft = name.with_name(f".{name.name}.restored")
    connection.close()
    _remove(draft)
    try:
        _unpack(path, draft)
        connection.settings_dict["NAME"] = str(draft)
        yield
        connection.close()  # the last one writes all into the one file
        _put(draft, name)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(name)
        _remove(draft)


def _unpack(path: Path, draft: Path) -> None:
    draft.parent.mkdir(parents=True, exist_ok=True)
    with database_of(path) as source, open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
        shutil.copyfileobj(source, target, CHUNK)
    with closing(sqlite3.connect(draft)) as copy:
        (found,) = copy.execute("PRAGMA integrity_check").fetchone()
    if found != "ok":
        raise BackupError(f"The database in the backup is damaged: {found}")


def _put(draft: Path, name: Path) -> None:
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    _remove(name)
    draft.rename(name)
    sync_folder(name.parent)


def _remove(name: Path) -> None:
    for beside in _BESIDE:
        Path(f"{name}{beside}").unlink(missing_ok=True)
