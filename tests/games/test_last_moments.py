"""What came in time goes first, whoever shows meanwhile that time is over."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games import instants
from games.clocks.alarms import LEEWAY
from games.clocks.beats import beat
from games.door.loaded import Entry
from games.log import storing
from games.models import Match
from games.serving.hub import hub
from tests.games.conftest import make_user, started, to_move
from tests.games.race_tables import answer, driven
from tests.games.socket_pages import Page, session_of

OTHER = "another-process"
PER_MOVE, LEFT = 10_000, 300  # ms, and what is left of it when the test begins
OFFER = {"type": "offer_draw", "token": "t1"}
Json = dict[str, Any]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]


@pytest.fixture
def match(db, monkeypatch) -> Match:
    beat()
    with monkeypatch.context() as before:
        before.setattr("games.services.now_ms", lambda: instants.now_ms() - PER_MOVE + LEFT)
        return started(make_user(), make_user(), clock={"per_move": PER_MOVE})


@pytest.fixture
def mover(match) -> Any:
    return to_move(match)[0]


@pytest.fixture
def other(match, mover) -> Any:
    return next(row.user for row in match.seat_rows.all() if row.user != mover)


@pytest.fixture
def page(match, other) -> Page:
    """Return the other player's page, at this process."""
    return Page(match.id, session_of(other))


async def until_late(match: Match) -> int:
    """Make this process the owner and wait until the mover's time is over; return when it was."""
    room = hub().rooms[match.id]
    await room.run(room.claim)
    due = room.loaded.since + PER_MOVE
    await asyncio.sleep((due + 2 - instants.now_ms()) / 1000)
    return due


def sent(match: Match, user: Any, request: Json, arrived: int) -> Json:
    """Return the message by which another process sends a request."""
    told = {"request": request, "user": user.pk, "arrived": arrived, "saw": [0, 0]}
    return {"kind": "ask", "match": match.id, "id": 1, "from": OTHER, **told}


def last_of(match: Match) -> list[Entry]:
    return list(storing.entries_after(match.id, 4))


def a_move(match: Match) -> Json:
    return {"type": "move", "token": "t2", "move": to_move(match)[1][0]}


def test_a_move_that_came_in_time_by_another_process_is_not_lost_to_what_another_player_asks(match, mover, page):
    move = a_move(match)

    async def play() -> None:
        due = await until_late(match)
        await page.send(OFFER)
        await asyncio.sleep(0.01)
        hub().receive(sent(match, mover, move, arrived=due))
        assert (await answer(page))["type"] == "accepted"

    driven(play, page)
    first, second = last_of(match)
    assert (first.kind, second.kind) == ("move", "draw_offer")


def test_what_another_player_asks_after_time_is_over_has_time_called_a_little_later(match, page):
    took: list[int] = []

    async def play() -> None:
        due = await until_late(match)
        await page.send(OFFER)
        assert (await answer(page))["error"]["code"] == "game_over"
        took.append(instants.now_ms() - due)

    driven(play, page)
    (entry,) = last_of(match)
    assert (entry.kind, entry.body["by"]) == ("give_up", "time")
    assert took[0] >= LEEWAY


def test_a_move_that_is_late_is_told_so_at_once(match, mover):
    own, move, took = Page(match.id, session_of(mover)), a_move(match), []

    async def play() -> None:
        due = await until_late(match)
        await own.send(move)
        assert (await answer(own))["error"]["code"] == "game_over"
        took.append(instants.now_ms() - due)

    driven(play, own)
    assert took[0] < LEEWAY


def test_another_process_is_told_that_the_answer_takes_a_moment(match, page, other, monkeypatch):
    said: list[Json] = []
    monkeypatch.setattr("games.serving.wire.Wire.send", lambda wire, group, message: said.append(message))

    async def play() -> None:
        due = await until_late(match)
        hub().receive(sent(match, other, OFFER, arrived=due + 1))
        await page.next("entry")
        await asyncio.sleep(0.05)

    driven(play, page)
    assert [(one.get("later", False), one.get("code")) for one in said] == [(True, None), (False, "game_over")]
