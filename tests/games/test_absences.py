"""Who is away is noticed by the servers, from the pages that are open, and said in the log, for all doors alike."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from accounts.models import User
from games import carrier, live, services
from games.door import requests
from games.log import storing
from games.models import Alarm, EntryRow, Match
from games.serving import watch
from games.serving.hub import hub
from games.serving.presence import Presence
from games.tasks import move_bot
from tests.games.conftest import against_bot, ask, to_move
from tests.games.doors import DOORS, ask_by_rest, browser
from tests.games.socket_pages import Page, open_pages, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
GRACE = 0.9  # s
Json = dict[str, Any]
Play = Callable[[Page, Page], Awaitable[None]]


@dataclass
class Table:
    """A match of two: who is to act and will leave, and the other."""

    match: Match
    leaver: User
    other: User

    @property
    def seat(self) -> int:
        seat = carrier.load(self.match.id).seat_of(self.leaver.pk)
        assert seat is not None
        return seat

    def page(self, user: User) -> Page:
        return Page(self.match.id, session_of(user))

    def kinds(self) -> list[str]:
        kinds = EntryRow.objects.filter(match=self.match).order_by("number").values_list("kind", flat=True)
        return [kind for kind in kinds if kind not in {"join", "ready", "start"}]


@pytest.fixture(autouse=True)
def quick(settings, monkeypatch) -> None:
    """Look often and wait for nobody long."""
    settings.ABSENCE_GRACE = GRACE
    monkeypatch.setattr(watch, "CHECK_EVERY", 0.05)


@pytest.fixture
def duel(match, anna, boris) -> Table:
    leaver = to_move(match)[0]
    return Table(match, leaver, boris if leaver == anna else anna)


def at_table(table: Table, play: Play) -> None:
    """Let both be there and then `play` with the leaver's page and the other's."""
    pages = [table.page(table.leaver), table.page(table.other)]

    async def run() -> None:
        await open_pages(*pages)
        try:
            await play(*pages)
        finally:
            await pages[1].close()

    async_to_sync(run)()


async def entry(page: Page, kind: str, seconds: float = 5.0) -> Json:
    """Return the next entry of a kind."""
    while (told := await page.next("entry", seconds=seconds))["kind"] != kind:
        pass
    return told


def request(kind: str, **fields: Any) -> Json:
    return {"type": kind, "token": services.new_token(), **fields}


async def over(page: Page) -> None:
    """Wait until the time of who is absent is over."""
    (absent,) = page.frame["absent"]
    await asyncio.sleep((absent["until"] - page.frame["clocks"]["now"]) / 1000 + 0.1)


def test_who_leaves_while_to_act_is_called_absent_and_loses_when_it_is_claimed(duel):
    seat = duel.seat

    async def play(leaver: Page, other: Page) -> None:
        await leaver.close()
        told = await entry(other, "absent")
        assert (told["seat"], set(other.frame["may"])) == (
            seat,
            {"chat", "resign", "offer_draw", "claim_win", "seat_bot", "slow"},
        )
        span = told["frame"]["absent"][0]
        assert told["at"] - span["since"] >= GRACE * 1000 / 3
        assert span["until"] - told["at"] == pytest.approx(GRACE * 2000 / 3, abs=50)
        early = await other.ask(request("claim_win", seat=seat))
        assert (early["error"]["code"], early["error"]["retry_after"]) == ("too_early", 1)
        await over(other)
        assert (await other.ask(request("claim_win", seat=seat)))["type"] == "accepted"
        assert (await entry(other, "give_up"))["frame"]["ended"] == {"by": "claim", "seat": seat}
        assert (await other.ask(request("claim_win", seat=seat)))["error"]["code"] == "game_over"

    at_table(duel, play)
    assert duel.kinds() == ["absent", "give_up"]
    assert storing.replayed(duel.match) == carrier.load(duel.match.id)


def test_a_bot_is_seated_and_the_seat_taken_back(duel):
    seat = duel.seat

    async def play(leaver: Page, other: Page) -> None:
        await leaver.close()
        await entry(other, "absent")
        await over(other)
        twice = [request("seat_bot", seat=seat) for _ in range(2)]
        for body in twice:  # both at once
            await other.send(body)
        answers = [await other.next("accepted", "refused") for _ in twice]
        assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
        page = await sync_to_async(duel.page)(duel.leaver)
        await open_pages(page)
        assert page.frame["may"] == ["chat", "take_back"]
        assert (await page.ask(request("take_back")))["type"] == "accepted"
        back = await entry(page, "take_back")
        assert "bot" not in back["frame"]["seats"][seat]
        assert (await page.ask(request("move", move=back["frame"]["legal"][0])))["type"] == "accepted"
        await page.close()

    at_table(duel, play)
    assert duel.kinds()[:3] == ["absent", "take_over", "take_back"]


def test_who_opens_a_page_again_is_back_at_once(duel):
    seat = duel.seat

    async def play(leaver: Page, other: Page) -> None:
        await leaver.close()
        await entry(other, "absent")
        page = await sync_to_async(duel.page)(duel.leaver)
        await open_pages(page)
        assert "absent" not in (await entry(other, "back"))["frame"]
        await asyncio.sleep(GRACE)
        assert (await other.ask(request("claim_win", seat=seat)))["error"]["code"] == "not_absent"
        await page.close()

    at_table(duel, play)
    assert duel.kinds() == ["absent", "back"]


def test_a_page_that_is_loaded_anew_is_nobodys_business(duel, settings):
    settings.ABSENCE_GRACE = 6.0

    async def play(leaver: Page, other: Page) -> None:
        await leaver.close()
        await asyncio.sleep(0.2)
        page = await sync_to_async(duel.page)(duel.leaver)
        await open_pages(page)
        await asyncio.sleep(2.2)
        await page.close()

    at_table(duel, play)
    assert duel.kinds() == []


def test_who_leaves_while_the_other_thinks_is_not_away(duel):
    stays = Table(duel.match, duel.other, duel.leaver)

    async def play(leaver: Page, other: Page) -> None:
        await leaver.close()
        await asyncio.sleep(GRACE)
        assert (await other.ask(request("claim_win", seat=1 - other.frame["seat"])))["error"]["code"] == "not_absent"

    at_table(stays, play)
    assert stays.kinds() == []


def test_where_no_other_player_waits_nothing_is_said(duel):
    watcher = Page(duel.match.id)

    async def run() -> None:
        await open_pages(watcher)
        await asyncio.sleep(GRACE)
        await watcher.close()

    async_to_sync(run)()
    assert duel.kinds() == []


def test_nobody_waits_for_a_bot(anna):
    match = against_bot(anna)
    page = Page(match.id, session_of(anna))

    async def run() -> None:
        await open_pages(page)
        await asyncio.sleep(GRACE)
        await page.close()

    async_to_sync(run)()
    assert "absent" not in EntryRow.objects.filter(match=match).values_list("kind", flat=True)


def test_who_plays_by_rest_has_no_page_and_is_there_all_the_same(duel, settings):
    settings.ABSENCE_GRACE = 3.0
    client = browser(duel.leaver)

    async def play(leaver: Page, other: Page) -> None:
        await sync_to_async(client.get)("/api/v1/account")  # the first request loads all that REST needs
        await leaver.close()
        for _ in range(8):
            await asyncio.sleep(0.2)
            await sync_to_async(client.get)(f"/api/v1/matches/{duel.match.id}")
        assert await sync_to_async(duel.kinds)() == []
        await entry(other, "absent")
        shown = await sync_to_async(client.get)(f"/api/v1/matches/{duel.match.id}")
        assert "absent" not in shown.json()["frame"]

    at_table(duel, play)
    assert duel.kinds() == ["absent", "back"]


def test_while_the_other_processes_cannot_be_heard_nobody_is_called_absent(duel, monkeypatch):
    monkeypatch.setattr(live, "layer_is_away", lambda: True)

    async def play(leaver: Page, other: Page) -> None:
        await leaver.close()
        await asyncio.sleep(GRACE)

    at_table(duel, play)
    assert duel.kinds() == []


def test_a_process_that_was_deaf_is_contradicted_by_who_has_the_page(duel):
    seat = duel.seat

    async def play(leaver: Page, other: Page) -> None:
        room = hub().rooms[duel.match.id]
        now = room.loaded.at
        room.submit(lambda: room.order(requests.Absent(seat, now, now + 60_000), now))
        await entry(other, "absent")
        await entry(other, "back")
        await leaver.close()

    at_table(duel, play)
    assert duel.kinds() == ["absent", "back"]


def test_the_owner_speaks_or_who_has_it_open_in_its_stead():
    presence = Presence()
    presence.note("owner", [], 0)
    presence.note("b", [1], 0)
    presence.note("a", [], 2)
    assert presence.speaker("owner") == "a"
    presence.note("owner", [0], 0)
    assert presence.speaker("owner") == "owner"


@pytest.fixture
def absent(duel) -> Table:
    """A match of which the log says that who is to act has been away for so long."""
    loaded = carrier.load(duel.match.id)
    carrier.carry_order(duel.match.id, requests.Absent(duel.seat, loaded.at, loaded.at + 1), loaded.at)
    return duel


@DOORS
def test_both_doors_refuse_and_allow_alike(absent, door, clara):
    claim = {"seat": absent.seat}
    assert door(clara, absent.match, request("claim_win", **claim)).code == "not_a_player"
    assert door(clara, absent.match, request("take_back")).code == "not_a_player"
    assert door(absent.other, absent.match, request("seat_bot")).code == "missing_field"
    assert door(absent.other, absent.match, request("seat_bot", seat=12)).code == "out_of_range"
    assert door(absent.other, absent.match, request("take_back")).code == "not_allowed"
    body = request("seat_bot", **claim)
    taken = door(absent.other, absent.match, body)
    assert taken.number
    assert door(absent.other, absent.match, body).number == taken.number, "a repeat"
    assert door(absent.other, absent.match, request("claim_win", **claim)).code == "not_absent"
    assert ask_by_rest(absent.leaver, absent.match, request("take_back")).number == taken.number + 1


def test_a_bot_that_was_seated_moves_and_one_that_was_sent_away_does_not(absent):
    ask(absent.match, absent.other, "seat_bot", seat=absent.seat)
    alarm = Alarm.objects.get(match=absent.match, kind="bot")
    ask(absent.match, absent.leaver, "take_back")
    assert not Alarm.objects.filter(match=absent.match, kind="bot").exists()
    move_bot(absent.match.id, absent.seat, alarm.due_at)
    assert "move" not in absent.kinds()
