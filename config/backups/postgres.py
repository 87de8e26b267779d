"""PostgreSQL, by its own pg_dump and pg_restore."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from django.db import connection, transaction
from django.db.backends.postgresql.client import DatabaseClient

from config.backups.package import CHUNK, BackupError, Pour, database_of

UNFINISHED = "restore_not_finished"  # a table that stands there while what was restored must not be served yet
# What is of the server that was saved: another has other roles.
_RESTORE = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]


@contextmanager
def moment(folder: Path) -> Iterator[Pour]:
    """Hold one moment of the database, which goes on meanwhile; yield what writes that moment to a file.

    The caller's queries see the same moment.
    """
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield partial(_dump, cursor.fetchone()[0])


def _dump(snapshot: str, target: IO[bytes]) -> None:
    # uncompressed: the zip compresses
    with _running("pg_dump", "--format=custom", "--compress=0", f"--snapshot={snapshot}") as dump:
        assert dump.stdout is not None
        shutil.copyfileobj(dump.stdout, target, CHUNK)


@contextmanager
def filled(path: Path) -> Iterator[None]:
    """Fill the empty database from a backup; until the end of the block it says of itself that it is not finished."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE IF NOT EXISTS {UNFINISHED} ()")
    try:
        _load(path)
    except BackupError:
        _finish()  # nothing was restored: all of it is one transaction
        raise
    yield
    _finish()


def _finish() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {UNFINISHED}")


def _load(path: Path) -> None:
    with database_of(path) as source, _running("pg_restore", *_RESTORE) as restore:
        assert restore.stdin is not None
        with suppress(BrokenPipeError), restore.stdin:  # it has ended, and says why
            shutil.copyfileobj(source, restore.stdin, CHUNK)


@contextmanager
def _running(program: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run one of PostgreSQL's programs on our database; raises BackupError with what it says if it fails."""
    # A password goes by the environment, where no list of processes shows it.
    (_, *address, name), variables = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    command = [program, *address, "--dbname", name, "--no-password", *options]
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, env=os.environ | (variables or {})
            )
        except FileNotFoundError:
            raise BackupError(f"{program} is not there: apt-get install postgresql-client") from None
        with process:
            try:
                yield process
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            said.seek(0)
            raise BackupError(_told(program, said.read().decode(errors="replace")))


def _told(program: str, said: str) -> str:
    hint = ""
    if "server version mismatch" in said:
        hint = " Install the client of the server's version: apt-get install postgresql-client-NUMBER"
    return f"{program} failed: {said.strip()}{hint}"
