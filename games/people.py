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


_NAMES = "SELECT id, username, is_guest FROM accounts_user WHERE"


def names_of(ids: Iterable[int]) -> dict[int, PublicName]:
    """Return the public names by user id."""
    if not (wanted := set(ids)):
        return {}
    rows = quick_sql.rows(f"{_NAMES} {quick_sql.any_number('id')}", quick_sql.together(wanted))
    return {pk: PublicName(name, bool(guest)) for pk, name, guest in rows}


def people_at(loaded: Loaded) -> dict[int, PublicName]:
    """Return the public names of all who sit at a table, and of those for whom a seat is kept."""
    named = (occupant.user or occupant.kept for occupant in loaded.occupants)
    return names_of(user for user in named if user is not None)
