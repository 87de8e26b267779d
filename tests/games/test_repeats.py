"""A request that another process carries out while this one judges its copy is answered alike."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import carrier, instants, services, storing
from games.beats import beat
from games.door import requests
from games.models import Match, MatchLive
from games.serving.hub import Hub, hub
from tests.games.conftest import ask, started, to_move
from tests.games.race_tables import answer, begun, driven, grab
from tests.games.socket_pages import Page, session_of

PACE = 3_000
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]


def test_a_copy_that_is_refused_by_what_the_first_has_changed_gets_the_same_number(match, anna, boris, monkeypatch):
    mover, legal = to_move(match)
    other = boris if mover == anna else anna
    page, looks, find_repeat = Page(match.id, session_of(other)), [], storing.find_repeat

    def move_elsewhere() -> dict[str, Any]:
        """Make the move that the other waits for; return theirs."""
        ask(match, mover, "move", move=legal[0])
        return {"type": "move", "token": "t1", "move": to_move(match)[1][0]}

    async def play() -> None:
        monkeypatch.setattr("games.live.hubs", list)  # this process hears nothing of it
        body = await sync_to_async(move_elsewhere)()

        def look(*asked: Any) -> int | None:
            looks.append(find_repeat(*asked))
            if len(looks) == 1:
                carrier.perform(match.id, other.pk, requests.read_request(body), instants.now_ms())
            return looks[-1]

        monkeypatch.setattr(storing, "find_repeat", look)
        await page.send(body)
        assert (await answer(page))["number"] == 6

    driven(play, page)
    assert looks == [None, 6]


def test_a_copy_of_what_a_race_has_refused_is_refused_alike_though_the_table_is_another_by_then(anna, boris):
    match = started(anna, boris, game="blitz")
    page = Page(match.id, session_of(anna))
    turn = {"type": "move", "move": {"type": "turn"}}

    async def play() -> list[dict[str, Any]]:
        answers = [await page.ask(turn | {"token": "t1"})]  # before the cards are open
        await sync_to_async(_open_cards)(match)
        await page.next("entry")
        return [*answers, await page.ask(turn | {"token": "t1"}), await page.ask(turn | {"token": "t2"})]

    first, copy, anew = driven(play, page)
    assert first["type"] == "refused"
    assert copy == first
    assert anew["type"] == "accepted"


@pytest.mark.parametrize("meanwhile", ["left and loaded again", "judged by another process"])
def test_a_late_copy_is_refused_alike_whatever_has_become_of_the_match(anna, boris, monkeypatch, meanwhile):
    match = started(anna, boris, game="blitz")
    page, later = Page(match.id, session_of(anna)), Page(match.id, session_of(anna))
    turn = {"type": "move", "token": "t1", "move": {"type": "turn"}}

    async def play() -> list[dict[str, Any]]:
        here = hub()
        if meanwhile == "judged by another process":
            await sync_to_async(_give_away)(match)
            here.peers, here.rooms[match.id].owner = {OTHER}, OTHER
            monkeypatch.setattr(here.forwards, "_send", partial(_refuse_over_there, here))
        refused = await page.ask(turn)
        await sync_to_async(_open_cards)(match)
        await page.next("entry")
        here.peers = set()  # the other process is gone, and the match is ours
        await page.close()
        here.rooms.clear()
        await later.open()
        await later.next("state")
        return [refused, await later.ask(turn)]

    refused, copy = driven(play, page)
    assert refused["type"] == "refused"
    assert copy["error"] == refused["error"]


OTHER = "another"


def _give_away(match: Match) -> None:
    MatchLive.objects.filter(match=match).update(owner=OTHER)


def _refuse_over_there(here: Hub, group: str, message: dict[str, Any]) -> None:
    """Answer as another process would, for whom no card is open yet."""
    if message["kind"] == "ask":
        here.receive({"kind": "answer", "id": message["id"], "code": "illegal_move", "template": "No.", "details": {}})


def test_a_copy_of_a_grab_that_came_too_late_takes_no_part_in_the_next_one(anna, boris, monkeypatch):
    beat()
    with monkeypatch.context() as before:  # so that the first flip is due now
        before.setattr("games.services.now_ms", lambda: instants.now_ms() - PACE)
        match = begun([anna, boris], 2, PACE)
    services.tick(match.id)
    first, second = pages = [Page(match.id, session_of(anna)), Page(match.id, session_of(boris))]

    async def play() -> list[dict[str, Any]]:
        await first.ask(grab("t1"))
        late = await second.ask(grab("t2"))
        await sync_to_async(_open_cards)(match)
        await second.next("entry")
        return [late, await second.ask(grab("t2"))]

    late, copy = driven(play, *pages)
    assert late["error"]["code"] == "too_late"
    assert copy == late


def _open_cards(match: Match) -> None:
    loaded = carrier.load(match.id)
    carrier.carry_order(match.id, requests.Tick(), loaded.timer_since + loaded.timer[0])
