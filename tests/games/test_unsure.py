"""When the database goes away while it writes, nobody knows whether the entry is there: the pages soon show what is.

And who comes while it is away, or asks for the whole view, is told to come again, and is not counted as here.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.consumers import COME_AGAIN
from games.errors import try_again
from games.log import storing
from games.models import Match, SeatRow
from games.serving import forwards, watch
from games.serving import hub as hubs
from games.serving import room as rooms
from games.serving.hub import hub
from games.serving.recorder import DjangoWriter
from tests.games.conftest import make_user, started, to_move
from tests.games.race_tables import driven
from tests.games.socket_pages import Page, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]


@pytest.fixture
def people(db) -> list[User]:
    return [make_user(), make_user()]


@pytest.fixture
def match(people) -> Match:
    return started(*people, game="blue-diamond")


@pytest.mark.parametrize("written", [True, False], ids=["it is there", "it is not"])
def test_a_page_that_asks_for_nothing_is_right_again_all_the_same(match, people, written, monkeypatch):
    """The other player's page would else show the wrong turn until somebody moves, while their own clock runs."""
    monkeypatch.setattr(watch, "CHECK_EVERY", 0.05)
    mover, legal = to_move(match)
    people.sort(key=mover.__ne__)
    pages = [Page(match.id, session_of(person)) for person in people]

    async def lost(changes: list[Any]) -> list[bool]:
        if written:
            await DjangoWriter().write(changes)
        raise try_again()

    async def play() -> None:
        number = pages[1].frame["number"]
        with monkeypatch.context() as away:
            away.setattr(hub().recorder, "_persist", lost)
            refused = await pages[0].ask({"type": "move", "token": "t1", "move": legal[0]})
            assert refused["error"]["code"] == "try_again"
        state = await pages[1].next("state")
        head = (await sync_to_async(storing.load)(match.id)).number
        assert state["frame"]["number"] == head == number + written
        await asyncio.sleep(0.2)
        assert not [message for message in await pages[1].quiet() if message["type"] == "state"], "once is enough"

    driven(play, *pages)


def test_what_fails_again_and_again_is_tried_ever_more_seldom(match, people):
    page = Page(match.id, session_of(people[0]))

    async def play() -> None:
        room = hub().rooms[match.id]
        assert not any(map(room.needs_look, range(100)))
        room.stale = True
        assert all(map(room.needs_look, range(100)))
        room.failures = 1
        assert room.needs_look(1), "once may be a moment's trouble"
        room.failures = 4
        assert [tick for tick in range(20) if room.needs_look(tick)] == [0, 8, 16]
        room.failures = 9_999
        assert [tick for tick in range(100) if room.needs_look(tick)] == [0, 64]
        await room.run(room.follow)
        assert (room.stale, room.failures) == (False, 0)

    driven(play, page)


async def away(*_: Any, **__: Any) -> None:
    raise try_again()


def test_who_has_come_while_the_database_was_away_is_written_down_afterwards(match, people, monkeypatch):
    page, looks, look = Page(match.id, session_of(people[0])), [], watch.upkeep

    def away_once(*asked: Any, **more: Any) -> Any:
        looks.append(asked)
        if len(looks) == 1:
            raise try_again()
        return look(*asked, **more)

    monkeypatch.setattr(watch, "CHECK_EVERY", 0.05)
    monkeypatch.setattr(watch, "SEEN_EVERY", 10_000)
    monkeypatch.setattr(watch, "upkeep", away_once)
    SeatRow.objects.filter(match=match).update(seen_at=0)

    async def play() -> None:
        while len(looks) < 3:
            await asyncio.sleep(0.02)

    driven(play, page)
    assert SeatRow.objects.get(match=match, user=people[0]).seen_at


@pytest.mark.parametrize("door", [hubs, rooms], ids=["before it is known which match", "before the first view"])
def test_who_comes_while_the_database_is_away_is_told_to_come_again_and_is_not_here(match, people, door, monkeypatch):
    first, second = (Page(match.id, session_of(person)) for person in people)

    async def play() -> None:
        if door is hubs:
            del hub().rooms[match.id]
        with monkeypatch.context() as down:
            down.setattr(door, "read_for_page", away)
            assert await second.open()
            assert (await second.next("close"))["code"] == COME_AGAIN
        assert hub().pages_of(people[1].pk) == 0

    driven(play, first)


def test_who_asks_for_the_whole_view_while_the_database_is_away_is_told_to_come_again(match, people, monkeypatch):
    page = Page(match.id, session_of(people[0]))

    async def play() -> None:
        with monkeypatch.context() as down:
            down.setattr(rooms, "read_for_page", away)
            await page.send({"type": "resync"})
            assert (await page.next("close"))["code"] == COME_AGAIN

    driven(play, page)


def test_a_request_whose_token_cannot_be_looked_for_is_answered(match, people, monkeypatch):
    """Its owner says nothing, and a fault of ours prevents to see whether it was carried out."""
    mover, legal = to_move(match)
    page = Page(match.id, session_of(mover))

    async def broken(*_: Any) -> None:
        raise ValueError("a fault of ours")

    async def play() -> None:
        room = hub().rooms[match.id]
        room.owner, hub().peers = "another", {"another"}
        with monkeypatch.context() as down:
            down.setattr(forwards, "read", broken)
            refused = await page.ask({"type": "move", "token": "t1", "move": legal[0]})
        assert refused["error"]["code"] == "try_again"

    driven(play, page)
