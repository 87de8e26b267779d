"""People, their browsers, and matches to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.models import Match

Ask = Callable[..., int]


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def boris(db: None) -> User:
    return User.objects.create_user("boris")


@pytest.fixture
def as_user() -> Callable[[User], Client]:
    """Return a browser that is logged in as somebody."""

    def log_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return log_in


def ask(match: Match, user: User, kind: str, **fields: Any) -> int:
    """Make a request as any front door would."""
    return services.request(match.id, user, {"type": kind, "token": services.new_token(), **fields})


def table(host: User, **choices: Any) -> Match:
    """Return an open table of two."""
    return services.open_table(host, **({"game": "sequence", "options": {}, "seats": 2} | choices))


def begun(host: User, other: User, **choices: Any) -> Match:
    """Return a match that has just begun."""
    match = table(host, **choices)
    ask(match, other, "join")
    ask(match, other, "ready", ready=True)
    ask(match, host, "start")
    return match


def over(host: User, other: User, **choices: Any) -> Match:
    """Return a match that the host has resigned."""
    match = begun(host, other, **choices)
    ask(match, host, "resign")
    return match
