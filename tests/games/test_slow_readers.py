"""A page that does not read what it is sent harms only itself; nor does one match's trouble reach another."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from games import carrier
from games.log import storing
from games.serving import follower
from games.serving import hub as hubs
from games.serving.outbox import MOST_WAITING, Outbox
from tests.games.conftest import ask, make_user, open_for, play_on, started
from tests.games.socket_pages import Page, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]


class Stalled:
    """A socket whose network takes nothing."""

    def __init__(self) -> None:
        self.user_id, self.session_key, self.person = None, "", "somebody"
        self.staff = None
        self.outbox = Outbox(self._send, self._send)

    async def _send(self, frame: Any) -> None:
        await asyncio.Event().wait()

    def push(self, frame: bytes | int) -> None:
        self.outbox.put(frame)

    def round_trip(self, now: float) -> float | None:
        return None


def test_frames_leave_in_order_and_a_code_closes():
    sent: list[Any] = []

    async def send(frame: Any) -> None:
        sent.append(frame)

    async def play() -> None:
        outbox = Outbox(send, send)
        for frame in (b"a", b"b", 4401):
            outbox.put(frame)
        await asyncio.sleep(0.01)
        outbox.stop()

    async_to_sync(play)()
    assert sent == ["a", "b", 4401]


def test_a_page_that_is_too_far_behind_is_given_up():
    async def play() -> bool:
        stalled = Stalled()
        for _ in range(MOST_WAITING + 2):
            stalled.push("frame")
            await asyncio.sleep(0)
        return stalled.outbox.broken

    assert async_to_sync(play)()


def test_players_see_every_move_while_a_watcher_reads_nothing(match, anna):
    page = Page(match.id, session_of(anna))

    async def play() -> None:
        await page.open()
        first = await page.next("state")
        stalled = Stalled()
        hubs.hub().rooms[match.id].sockets.add(stalled)
        await sync_to_async(play_on)(match, 20)
        for number in range(first["frame"]["number"] + 1, first["frame"]["number"] + 21):
            assert (await page.next("entry", seconds=5))["number"] == number
        await page.close()
        stalled.outbox.stop()

    async_to_sync(play)()


def test_a_match_that_cannot_be_followed_keeps_no_other_from_its_news(anna, boris, monkeypatch):
    broken, sound = started(anna, boris), started(make_user(), make_user())
    pages = [Page(broken.id), Page(sound.id)]
    entries, load = follower._entries, storing.load_owned

    def fail_for_broken(call):
        return lambda match_id, *rest: 1 / 0 if match_id == broken.id else call(match_id, *rest)

    async def play() -> None:
        for page in pages:
            await page.open()
            await page.next("state")
        monkeypatch.setattr(follower, "_entries", fail_for_broken(entries))
        monkeypatch.setattr(storing, "load_owned", fail_for_broken(load))
        for match in (broken, sound):
            hubs.hub().rooms[match.id].loaded.number -= 1  # as if its last entry had been missed
        assert (await pages[1].next("entry", seconds=5))["kind"] == "start"
        for page in pages:
            await page.close()

    async_to_sync(play)()


def test_a_stranger_who_comes_as_the_match_starts_sees_nothing_of_a_closed_one(anna, boris):
    match = open_for(anna, watchers=False)
    ask(match, boris, "join")
    ask(match, boris, "ready", ready=True)

    async def play() -> dict[str, Any]:
        stranger = Page(match.id)
        await stranger.open()
        await stranger.next("state")
        room = hubs.hub().rooms[match.id]
        await sync_to_async(ask)(match, anna, "start")
        room.loaded = await sync_to_async(carrier.load)(match.id)
        await stranger.send({"type": "resync"})
        return await stranger.next("state", "close")

    assert async_to_sync(play)() == {"type": "close", "code": 4403}


def test_one_person_has_so_many_sockets_and_no_more(match, anna, settings):
    settings.SOCKETS_EACH = 2
    session = session_of(anna)
    pages = [Page(match.id, session) for _ in range(3)]

    async def play() -> dict[str, Any]:
        for page in pages[:2]:
            await page.open()
            await page.next("state")
        await pages[2].open()
        last = await pages[2].next("state", "close")
        for page in pages[:2]:
            await page.close()
        return last

    assert async_to_sync(play)() == {"type": "close", "code": 4429}


def test_an_address_without_sockets_is_refused_in_the_handshake(match):
    async def play() -> bool:
        page = Page(match.id, path="/ws/elsewhere/")
        return await page.open()

    assert async_to_sync(play)() is False
