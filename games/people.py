"""The public side of the people at a table: what others may know of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accounts import quick_sql
from games.door.loaded import Loaded


@dataclass(frozen=True, slots=True)
class PublicName:
    """What everyone may see of a person."""

    name: str
    guest: bool


def names_of(ids: Iterable[int]) -> dict[int, PublicName]:
    """Return the public names by user id."""
    if not (wanted := set(ids)):
        return {}
    sql = f"SELECT id, username, is_guest FROM accounts_user WHERE id IN ({quick_sql.marks(len(wanted))})"  # noqa: S608
    return {pk: PublicName(name, bool(guest)) for pk, name, guest in quick_sql.rows(sql, *wanted)}


def people_at(loaded: Loaded) -> dict[int, PublicName]:
    """Return the public names of all who sit at a table, and of those for whom a seat is kept."""
    named = (occupant.user or occupant.kept for occupant in loaded.occupants)
    return names_of(user for user in named if user is not None)
