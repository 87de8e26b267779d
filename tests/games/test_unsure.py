"""When the database goes away while it writes, nobody knows whether the entry is there: the pages soon show what is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.errors import try_again
from games.log import storing
from games.models import Match
from games.serving import hub as hubs
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
    monkeypatch.setattr(hubs, "CHECK_EVERY", 0.05)
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
