"""By mail in the production shape: a match is slowed down through two processes that write with one statement."""

from __future__ import annotations

import json
import secrets
import time
from typing import Any

import pytest

from tests.live.judge import seat_two
from tests.live.people import Person, make_members
from tests.stack import Stack

pytestmark = pytest.mark.live
DAY = 86_400_000


async def slowed(stack: Stack) -> tuple[list[Person], str]:
    """Return two people at a match that they have slowed down, each by another process."""
    people = [await Person.guest(stack.url) for _ in range(2)]
    make_members(stack)
    match = await seat_two(*people)
    for person, url, kind, fields in zip(
        people, stack.own_urls, ("slow", "accept_slow"), ({"days": 2}, {}), strict=True
    ):
        answer = await person.ask(match, kind, secrets.token_hex(8), at=url, **fields)
        assert answer.status == 200, answer.body
    return people, match


def row_of(stack: Stack, match: str) -> list[Any]:
    pace, *clocks = stack.query("SELECT pace, clock, live_clock FROM games_match WHERE id = %s", [match])[0]
    return [pace, *(json.loads(clock) if isinstance(clock, str) else clock for clock in clocks)]


async def test_both_processes_slow_a_match_down_and_the_log_says_what_the_row_does(production_stack):
    stack = production_stack
    people, match = await slowed(stack)
    for person in people:
        frame = await person.frame(match)
        assert (frame["pace"], frame["clock"]) == ("mail", {"per_move": 2 * DAY})
        assert frame["deadlines"][0]["at"] > time.time() * 1000 + 2 * DAY - 60_000
    pace, clock, before = row_of(stack, match)
    assert (pace, clock) == ("mail", {"per_move": 2 * DAY})
    assert before and before != clock
    assert "are as their logs say" in stack.manage("replay", match).stdout
