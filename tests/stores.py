"""Where whole server stacks keep their data: a database of their own, empty but for its tables.

To make the tables takes longer than all else at a start, so they are made once in a test run and copied from then on.
"""

from __future__ import annotations

import fcntl
import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis

from tests.services import WORKER_DATABASES, postgres_programs, valkey_database

ROOT = Path(__file__).resolve().parent.parent
LOCK = 7_301  # of the tests' PostgreSQL server: one process makes the tables, the others wait for them
FILE = "quintet.sqlite3"
_numbers = itertools.cycle(range(WORKER_DATABASES, 2 * WORKER_DATABASES))


class Postgres:
    """A database of its own on the tests' PostgreSQL server, and a numbered database of their Valkey."""

    def __init__(self, *, bare: bool) -> None:
        self._server = os.environ["DATABASE_URL"]
        self._valkey = valkey_database(os.environ["REDIS_URL"], next(_numbers))
        self._name = f"stack_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self._server, autocommit=True) as connection:
            template = "template1" if bare else _database_with_tables(connection, self._server)
            connection.execute(f'CREATE DATABASE "{self._name}" TEMPLATE "{template}"')
        redis.Redis.from_url(self._valkey).flushdb()

    def environment(self) -> dict[str, str]:
        """What leads the stack to its own data."""
        return {"DATABASE_URL": self._url, "REDIS_URL": self._valkey, "CHANNEL_PREFIX": self._name, "MAIL_PAGE": "on"}

    def query(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Run one statement; returns its rows."""
        with psycopg.connect(self._url, autocommit=True) as connection:
            cursor = connection.execute(sql, parameters)
            return cursor.fetchall() if cursor.description else []

    def remove(self) -> None:
        """Drop the database, whoever is still connected."""
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{self._name}" WITH (FORCE)')

    @property
    def _url(self) -> str:
        return database_on(self._server, self._name)


def fill(server: str) -> None:
    """Have the databases of another server begin with the tables: a copy of the tests' own."""
    ours = Postgres(bare=False)
    try:
        programs, source = postgres_programs(), ours.environment()["DATABASE_URL"]
        dump = subprocess.check_output([programs / "pg_dump", "--no-owner", source])
    finally:
        ours.remove()
    target = ["-q", "-v", "ON_ERROR_STOP=1", "-d", database_on(server, "template1")]
    subprocess.run([programs / "psql", *target], input=dump, stdout=subprocess.DEVNULL, check=True)


class SQLite:
    """A SQLite file in the stack's own folder."""

    def __init__(self, folder: Path, *, bare: bool) -> None:
        self._folder = folder
        if not bare:
            folder.mkdir(mode=0o700, exist_ok=True)
            shutil.copyfile(_file_with_tables(), folder / FILE)

    def environment(self) -> dict[str, str]:
        """Nothing: the folder leads to the file."""
        return {}

    def query(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Run one statement; returns its rows."""
        with closing(sqlite3.connect(self._folder / FILE, timeout=10)) as connection, connection:
            return connection.execute(sql.replace("%s", "?"), parameters).fetchall()

    def remove(self) -> None:
        """Nothing: the file goes with the folder."""


def share_tables() -> None:
    """Have Django's own test database of this worker begin as such a copy too, whoever has made the tables."""
    from django.db import connection

    if connection.vendor == "postgresql":
        server = os.environ["DATABASE_URL"]
        with psycopg.connect(server, autocommit=True) as asking:
            connection.settings_dict["TEST"]["TEMPLATE"] = _database_with_tables(asking, server)
    else:
        creation: Any = connection.creation
        creation._create_test_db = partial(_filled, connection, creation._get_test_db_name())


def _filled(ours: Any, name: str, *_: Any) -> str:
    """Make the database in memory and copy the tables into it; returns its name."""
    ours.settings_dict["NAME"] = name
    ours.ensure_connection()
    with closing(sqlite3.connect(_file_with_tables())) as source:
        source.backup(ours.connection)
    return name


def _database_with_tables(connection: psycopg.Connection[Any], server: str) -> str:
    """Return the database to copy; on a server that one test has for itself there is but an empty one."""
    if not (name := os.environ.get("STACK_TEMPLATE")):
        return "template1"
    connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
        connection.execute(f'CREATE DATABASE "{name}_draft"')
        _migrate({"DATABASE_URL": database_on(server, f"{name}_draft"), "REDIS_URL": os.environ["REDIS_URL"]})
        connection.execute(f'ALTER DATABASE "{name}_draft" RENAME TO "{name}"')
    connection.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
    return name


def _file_with_tables() -> Path:
    folder = Path(os.environ["VAR_DIR"])
    folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one process makes them, the others wait
        if not (folder / FILE).exists():
            _migrate({"VAR_DIR": str(folder / "draft")})
            (folder / "draft" / FILE).rename(folder / FILE)
    return folder / FILE


def _migrate(data: dict[str, str]) -> None:
    plain = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    command = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity=0"]
    subprocess.run(command, cwd=ROOT, env=plain | data, check=True)


def database_on(server: str, name: str) -> str:
    """Return the address of another database of a server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
