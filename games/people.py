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
    bot_of: str = ""  # whose bot it is; "" for people


_NAMES = """
SELECT person.id, person.username, person.is_guest, person.is_bot, owner.username
FROM accounts_user person LEFT JOIN accounts_user owner ON owner.id = person.owner_id WHERE
"""
NO_OWNER = "—"  # of a bot whose owner's account is no more


def names_of(ids: Iterable[int]) -> dict[int, PublicName]:
    """Return the public names by user id."""
    if not (wanted := set(ids)):
        return {}
    rows = quick_sql.rows(f"{_NAMES} {quick_sql.any_number('person.id')}", quick_sql.together(wanted))
    return {pk: _public(*row) for pk, *row in rows}


def _public(name: str, guest: bool, bot: bool, owner: str | None) -> PublicName:
    return PublicName(name, bool(guest), (owner or NO_OWNER) if bot else "")


def people_at(loaded: Loaded) -> dict[int, PublicName]:
    """Return the public names of all who sit at a table, and of those for whom a seat is kept."""
    named = (occupant.user or occupant.kept for occupant in loaded.occupants)
    return names_of(user for user in named if user is not None)
