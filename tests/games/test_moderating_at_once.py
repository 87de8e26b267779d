"""A moderator and the players at once: the database judges, one is first, the other is told, and the log is whole."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from functools import partial

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection

from accounts.models import ModerationAction, User
from games import carrier, services
from games.clocks.beats import beat
from games.door.loaded import to_snapshot
from games.errors import Refused
from games.log import storing
from games.models import EntryRow, Match
from games.moderation import refereeing
from games.serving.hub import hub
from tests.games.conftest import ask, make_user, play_on, started, to_move
from tests.games.socket_pages import Page, open_pages, session_of
from tests.games.test_concurrency import WRITERS, assert_log_is_whole, at_once
from tests.games.test_refereeing import WHY, fining, make_staff, token

pytestmark = [pytest.mark.live, pytest.mark.sqlite_lane, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def mod(db) -> User:
    return make_staff()


def written(match: Match) -> int:
    return ModerationAction.objects.filter(target_id=match.id).exclude(action="match.look").count()


def orders(mod: User, match: Match) -> dict:
    return {
        "abort": partial(refereeing.abort, mod, match, why=WHY, token=token()),
        "adjudicate": partial(refereeing.adjudicate, mod, match, [2, 1], why=WHY, token=token()),
    }


@pytest.mark.parametrize("what", ["abort", "adjudicate"])
def test_a_move_and_a_moderator_at_once(what, mod, anna, boris):
    chosen = random.Random(7)
    for _ in range(5):
        match = started(anna, boris)
        play_on(match, chosen.randrange(6))
        user, legal = to_move(match)
        number = carrier.load(match.id).number
        move = partial(ask, match, user, "move", move=legal[0], number=number)
        moved, ended = at_once(move, orders(mod, match)[what])
        assert (moved, ended) in {(number + 1, number + 2), ("game_over", number + 1)}
        assert written(match) == 1
        assert_log_is_whole(match)


def test_one_click_many_times_at_once_acts_once_and_of_two_moderators_one(mod, match, anna, boris):
    once = orders(mod, match)["abort"]
    assert len(set(at_once(*[once] * WRITERS))) == 1
    assert written(match) == 1
    another = started(anna, boris)
    second = make_staff("second")
    told = Counter(at_once(*[orders(who, another)["adjudicate"] for who in (mod, second)] * 2))
    assert told["game_over"] == 2  # of the other; who was first gets the same answer twice
    assert written(another) == 1
    assert EntryRow.objects.filter(match=another, kind="adjudicate").count() == 1
    assert_log_is_whole(another)


def in_a_thread(call) -> int | str:
    try:
        return call()
    except Refused as refused:
        return refused.code
    finally:
        connection.close()


@pytest.mark.parametrize("what", ["abort", "adjudicate", "fine"])
def test_a_server_that_owns_the_match_is_no_other_judge(what, mod):
    """The players move through the actor of a server process; the moderator's order comes by the other carrier."""
    beat()
    players = [make_user() for _ in range(4 if what == "fine" else 2)]
    match = fining(*players) if what == "fine" else started(*players)
    order = orders(mod, match).get(what)
    if order is None:
        order = partial(refereeing.fine, mod, match, {"type": "penalty", "team": 0}, why=WHY, token=token())
    sessions = {user: session_of(user) for user in players}
    user, legal = to_move(match)

    async def scene() -> tuple:
        pages = {one: Page(match.id, session) for one, session in sessions.items()}
        await open_pages(*pages.values())
        room = hub().rooms[match.id]
        await room.run(room.claim)
        assert room.owned
        number = room.loaded.number
        move = {"type": "move", "token": services.new_token(), "move": legal[0], "number": number}
        answer, ruled = await asyncio.gather(
            pages[user].ask(move), sync_to_async(in_a_thread, thread_sensitive=False)(order)
        )
        for page in pages.values():
            while page.frame["number"] < ruled:
                await page.next("entry", "state")
        await room.run(room.follow)
        replayed = await sync_to_async(storing.replayed)(match)
        same = to_snapshot(room.loaded) == to_snapshot(replayed)
        frames = [page.frame for page in pages.values()]
        for page in pages.values():
            await page.close()
        return number, answer, ruled, same, frames

    number, answer, ruled, same, frames = async_to_sync(scene)()
    assert same
    if answer["type"] == "accepted":
        assert {answer["number"], ruled} == {number + 1, number + 2}
    else:
        assert ruled == number + 1
        assert answer["error"]["code"] in {"game_over", "stale_position", "illegal_move"}
    assert all(frame["interventions"][0]["number"] == ruled for frame in frames)
    assert all(frame["interventions"][0]["why"] == WHY for frame in frames)
    assert written(match) == 1
    assert_log_is_whole(match)
