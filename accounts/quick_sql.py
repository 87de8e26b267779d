"""SQL as it is written, for the few reads that every opened page and every move may need.

To build such a query with the ORM takes the server five to ten times as long as the database takes to answer it. All
else is the ORM's: these few stand here because they are measured, and the tests of both databases hold them to the
models. (It stands in this app, for games lies above accounts.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def rows(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    """Return all rows of a query; `%s` stands for each parameter."""
    database = connections[DEFAULT_DB_ALIAS]  # once: to ask Django's `connection` five times takes longer than the rest
    if database.vendor == "postgresql" and not database.queries_logged:
        return _prepared(database, sql, parameters)
    with database.cursor() as cursor:
        cursor.execute(sql, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def _prepared(database: BaseDatabaseWrapper, sql: str, parameters: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return all rows of a query that PostgreSQL reads and plans once a connection: that takes longer than the answer.

    Django's own cursor puts the parameters into the text, so each would be another query.
    """
    database.ensure_connection()
    driver = database.connection
    with database.wrap_database_errors:
        driver.prepare_threshold = 0
        found: list[tuple[Any, ...]] = psycopg.Cursor(driver).execute(sql, parameters).fetchall()
    return found


def change(sql: str, *parameters: Any) -> int:
    """Carry out a statement; return how many rows it has changed."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        count: int = cursor.rowcount
    return count


def wait_at_most(what: Literal["lock", "statement"], patience: str) -> None:
    """Let what remains of this transaction wait no longer (as "2s") for a lock, or for any one answer.

    PostgreSQL alone knows of it: SQLite has one patience for all.
    """
    if connection.vendor == "postgresql":
        rows("SELECT set_config(%s, %s, true)", f"{what}_timeout", patience)


def any_text(column: str) -> str:
    """Return the condition that a column holds one of any number of texts, which come as one parameter: see `together`.

    (The driver puts parameters into the text by itself, and for a hundred that takes longer than all the rest.)
    """
    return f"{column} {_ANY_TEXT[connection.vendor]}"


def any_number(column: str) -> str:
    """Return the same for whole numbers."""
    return f"{column} {_ANY_NUMBER[connection.vendor]}"


def together(values: Iterable[Any]) -> str:
    """Return many numbers, or texts without control characters, as the one parameter that these conditions take."""
    told = _encode(list(values)).decode()
    return f"{{{told[1:-1]}}}" if connection.vendor == "postgresql" else told  # its arrays are written like JSON's


_SQLITE = "IN (SELECT value FROM json_each(%s))"
_ANY_TEXT = {"postgresql": "= ANY(%s::text[])", "sqlite": _SQLITE}
_ANY_NUMBER = {"postgresql": "= ANY(%s::bigint[])", "sqlite": _SQLITE}


def json_of(stored: str) -> Any:
    """Return the value of a JSON column, which comes as text from either database."""
    return _decode(stored)
