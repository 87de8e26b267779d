"""The public side of the people at a table: what others may know of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from games.door.loaded import Loaded


@dataclass(frozen=True, slots=True)
class PublicName:
    """What everyone may see of a person."""

    name: str
    guest: bool


def names_of(ids: Iterable[int]) -> dict[int, PublicName]:
    """Return the public names by user id."""
    rows = User.objects.filter(pk__in=set(ids)).values_list("pk", "username", "is_guest")
    return {pk: PublicName(name, guest) for pk, name, guest in rows}


def people_at(loaded: Loaded) -> dict[int, PublicName]:
    """Return the public names of all who sit at a table."""
    return names_of(occupant.user for occupant in loaded.occupants if occupant.user is not None)
