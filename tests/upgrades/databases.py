"""The databases that earlier releases have left, and how a test gets one under Django's own connection."""

from __future__ import annotations

import lzma
import os
import sqlite3
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from django.db import connection

from tests.upgrades.make import KEPT

RELEASES = sorted({path.name.split(".")[0] for path in KEPT.glob("*.xz")})
Row = dict[str, Any]


class Table(NamedTuple):
    """What stands in a table: rows by column, whatever code wrote them."""

    columns: frozenset[str]
    rows: list[Row]

    def told(self, columns: frozenset[str]) -> Counter[str]:
        """Return how often each row is there, as far as these columns tell."""
        return Counter(repr([(name, row[name]) for name in sorted(columns)]) for row in self.rows)


def content() -> dict[str, Table]:
    """Return all that stands in the database, read without any model."""
    with connection.cursor() as cursor:
        return {table: _table(cursor, table) for table in connection.introspection.table_names(cursor)}


def _table(cursor: Any, name: str) -> Table:
    cursor.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - a table's name, from the database itself
    columns = [column[0] for column in cursor.description]
    rows = [dict(zip(columns, map(_plain, row), strict=True)) for row in cursor.fetchall()]
    return Table(frozenset(columns), rows)


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


@contextmanager
def connected_to(release: str, folder: Path) -> Iterator[None]:
    """Lead Django's connection to a new database with what a release has left, until the end."""
    text = lzma.decompress((KEPT / f"{release}.{connection.vendor}.sql.xz").read_bytes()).decode()
    with _database(text, folder) as name:
        connection.close()
        before, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], name
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = before


@contextmanager
def _database(text: str, folder: Path) -> Iterator[str]:
    if connection.vendor == "sqlite":
        path = folder / "left.sqlite3"
        with closing(sqlite3.connect(path)) as new:
            new.executescript(text)
        yield str(path)
        return
    name, server = f"left_{uuid.uuid4().hex[:12]}", os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as ours:
        ours.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        try:
            with psycopg.connect(server, dbname=name) as new:
                new.execute(text.encode())
            yield name
        finally:
            ours.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
