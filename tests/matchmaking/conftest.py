"""People who wait, and the workers that bring them together."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from accounts.models import User
from matchmaking.models import Ticket
from matchmaking.tickets import open_ticket
from tests.games.conftest import anna, boris

__all__ = ["anna", "boris"]

_names = itertools.count()


@pytest.fixture
def guest(db) -> User:
    return User.objects.create_user("Guest 77", is_guest=True)


def wait(user: User, game: str = "blue-diamond", seats: int = 2, **wishes: Any) -> Ticket:
    """Let a person wait, by default for a duel."""
    return open_ticket(user, game=game, seats=seats, **wishes)


def crowd(count: int) -> list[User]:
    """Make many people with one statement."""
    names = [f"waiting{next(_names)}" for _ in range(count)]
    return User.objects.bulk_create([User(username=name, name_key=name) for name in names])


def fresh(ticket: Ticket) -> Ticket:
    """Return the ticket as it is stored now."""
    return Ticket.objects.get(pk=ticket.pk)
