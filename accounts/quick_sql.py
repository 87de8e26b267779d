"""SQL as it is written, for the few reads that every opened page and every move may need.

To build such a query with the ORM takes the server five to ten times as long as the database takes to answer it. All
else is the ORM's: these few stand here because they are measured, and the tests of both databases hold them to the
models. (It stands in this app, for games lies above accounts.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db import connection

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


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


def texts() -> str:
    """Return what stands behind IN for any number of texts, which come as one parameter: see `together`.

    (The driver puts parameters into the text by itself, and takes as long for a hundred as all the rest takes.)
    """
    return _TEXTS[connection.vendor]


def numbers() -> str:
    """Return the same for whole numbers."""
    return _NUMBERS[connection.vendor]


def together(values: Iterable[Any]) -> str:
    """Return many values as the one parameter that `texts` and `numbers` have a place for."""
    return _encode(list(values)).decode()


_SQLITE = "(SELECT value FROM json_each(%s))"
_TEXTS = {"postgresql": "(SELECT json_array_elements_text(%s::json))", "sqlite": _SQLITE}
_NUMBERS = {"postgresql": "(SELECT json_array_elements_text(%s::json)::bigint)", "sqlite": _SQLITE}


def json_of(stored: str) -> Any:
    """Return the value of a JSON column, which comes as text from either database."""
    return _decode(stored)
