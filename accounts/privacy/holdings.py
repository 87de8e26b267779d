"""What is held of people, in which rows, how they are told of it, and what becomes of it when they delete themselves.

Each app registers its own rows when it starts, for accounts may not import those above. A test walks all foreign keys
that lead to a person: one that stands in neither table fails it, so that no new model can be forgotten.

A relation is written "app.Model.field"; a model without one, which may hold personal text all the same, "app.Model".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import Model, QuerySet

from accounts import names
from accounts.models import User

Json = dict[str, Any]
Rows = Callable[[User], QuerySet[Any]]
File = tuple[str, Iterable[str]]  # its name in the export, and its text in pieces


@dataclass(frozen=True, slots=True)
class Told:
    """One kind of thing as an export tells it: a file with a JSON list, one item a row."""

    file: str
    rows: Rows
    tell: Callable[[Any], Json]


told: dict[str, Told] = {}  # by file
told_by: dict[str, str] = {}  # by relation: the file
untold: dict[str, str] = {}  # by relation: why no export has it
erasers: list[Callable[[User], object]] = []  # in the order in which they are called
erased: set[str] = set()  # the relations and models that those clear
kept: dict[str, str] = {}  # by relation or model: why it may stay
leavings: list[Callable[[User], object]] = []  # how a person leaves what goes on, before anything is erased
_files: list[Callable[[User], Iterator[File]]] = []


def tell(file: str, *relations: str, rows: Rows, item: Callable[[Any], Json]) -> None:
    """Let an export have a file with what `item` says of each of a person's `rows`. Registers once."""
    told[file] = Told(file, rows, item)
    told_by.update(dict.fromkeys(relations, file))


def tell_not(why: str, *relations: str) -> None:
    """Say why what these relations lead to is in no export."""
    untold.update(dict.fromkeys(relations, why))


def tell_files(files: Callable[[User], Iterator[File]]) -> None:
    """Let an export have whole files, which are made one after the other. Registers once."""
    if files not in _files:
        _files.append(files)


def files_of(user: User) -> Iterator[File]:
    """Yield those of a person."""
    for files in _files:
        yield from files(user)


def on_leaving(leave: Callable[[User], object]) -> None:
    """Have `leave(user)` called when a person deletes themselves, and maybe again: it ends what goes on with them.

    Apps above come first, for what they do may seat people at tables.
    """
    if leave not in leavings:
        leavings.insert(0, leave)


def erase(eraser: Callable[[User], object], *where: str) -> None:
    """Have `eraser(user)` called in the transaction of a deletion; it clears these relations and models."""
    if eraser not in erasers:
        erasers.append(eraser)
    erased.update(where)


def keep(why: str, *where: str) -> None:
    """Say why what these relations lead to, or these models hold, may stay: nothing there names the person."""
    kept.update(dict.fromkeys(where, why))


# --- how rows are told ---


def rows_of(model: Any) -> Rows:
    """Return what finds the rows of a model whose `user` a person is, the oldest first."""
    return lambda user: model.objects.filter(user=user).order_by("pk")


def fields(row: Model, *names: str) -> Json:
    """Return some fields of a row as JSON values; instants and days as text, other people by their public names."""
    return {name: value_of(getattr(row, name)) for name in names}


def value_of(value: Any) -> Any:
    """Return one value as JSON can hold it."""
    if isinstance(value, User):
        return names.shown(value.username)
    return value.isoformat() if isinstance(value, date | datetime) else value


def instant(ms: int | None) -> str | None:
    """Return an instant in ms since 1970 UTC as text; None for none."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat() if ms else None
