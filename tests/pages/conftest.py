"""People, their browsers, and matches to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.games.conftest import anna, ask, boris, started

__all__ = ["anna", "boris"]


@pytest.fixture
def as_user() -> Callable[[User], Client]:
    """Return a browser that is logged in as somebody."""

    def log_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return log_in


def over(host: User, other: User, **choices: Any) -> Match:
    """Return a match that the host has resigned."""
    match = started(host, other, **choices)
    ask(match, host, "resign")
    return match
