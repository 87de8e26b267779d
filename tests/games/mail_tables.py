"""Matches by mail for tests of pace, holidays and slowing down."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts import holidays
from accounts.models import Holiday, User
from games.models import Match
from games.selectors import frame
from tests.games.conftest import Time, ask, started, to_move

HOUR, DAY = 3_600_000, 86_400_000


def by_mail(*players: User, days: int = 3, **choices: Any) -> Match:
    """Return a match by mail that has just begun."""
    return started(*players, pace="mail", clock={"per_move": days * DAY}, **choices)


def deadline(match: Match) -> int:
    """Return the one deadline, as everybody sees it."""
    (told,) = frame(match, AnonymousUser())["deadlines"]
    return int(told["at"])


def mover(match: Match) -> User:
    """Return who is to act."""
    return to_move(match)[0]


def play(match: Match) -> None:
    """Let who is to act make a move."""
    user, legal = to_move(match)
    ask(match, user, "move", move=legal[0])


def play_until(match: Match, user: User) -> None:
    """Play on until it is this person's turn."""
    while mover(match) != user:
        play(match)


def take(user: User, time: Time, first: int, last: int) -> Holiday:
    """Take days off, counted from today, in UTC."""
    today = datetime.fromtimestamp(time.now / 1000, UTC).date()
    return holidays.take_holiday(user, today + timedelta(first), today + timedelta(last), UTC)


def kinds(match: Match) -> list[str]:
    """Return the kinds of all entries."""
    return list(match.entries.order_by("number").values_list("kind", flat=True))
