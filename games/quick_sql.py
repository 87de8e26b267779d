"""SQL as it is written, for the few reads that every opened page and every move may need.

To build such a query with the ORM takes the server five to ten times as long as the database takes to answer it. All
else is the ORM's: these few stand here because they are measured, and the tests of both databases hold them to the
models.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import connection

_decode = msgspec.json.Decoder().decode


def rows(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    """Return all rows of a query; `%s` stands for each parameter."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def change(sql: str, *parameters: Any) -> int:
    """Carry out a statement; return how many rows it has changed."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        count: int = cursor.rowcount
    return count


def marks(count: int) -> str:
    """Return so many placeholders, for IN."""
    return ", ".join(["%s"] * count)


def json_of(stored: str) -> Any:
    """Return the value of a JSON column, which comes as text from either database."""
    return _decode(stored)
