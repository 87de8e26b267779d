"""The live lobby: each page is told what has changed for it, and a thousand pages cost what one costs."""

from __future__ import annotations

import asyncio
import json
import os
import time
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import get_language

from accounts.models import Block
from accounts.selectors import LOGGED_OUT
from games import services
from games.instants import now_ms
from games.tables import listed
from games.tables.listed import ANY, TableFilters
from matchmaking import feed, halls, listings, tickets
from matchmaking.listings import Question, Reader
from matchmaking.models import Ticket
from tests.games.conftest import make_user, open_for
from tests.matchmaking.conftest import crowd, fresh, wait

PATIENCE = 300  # s, of a busy machine
PAGES = 1_000 if os.environ.get("SOAK") == "1" else 200


def question(people: list, languages: tuple[str, ...] = ("en",)) -> Question:
    ids = frozenset(person.pk for person in people)
    shown = frozenset((language, ANY) for language in languages)
    return Question(ids, {(pk, "en"): 0 for pk in ids}, shown, keep_alive=True)


@pytest.mark.django_db
def test_a_look_costs_the_same_few_queries_for_one_page_and_for_many(django_assert_max_num_queries, anna):
    reader = Reader()
    for _ in range(5):
        services.open_table(make_user(), game="diamoniak", options={}, seats=3)
    people = crowd(100)
    for person in people[:20]:
        wait(person)
    known = reader.read(question(people))
    marks = {viewer: mark for viewer, (mark, _) in known.own.items()}
    for those in (people[:1], people):
        asked = question(those)
        again = {viewer: marks[viewer] for viewer in asked.own}
        with django_assert_max_num_queries(10):
            reader.read(Question(asked.people, again, asked.shown, keep_alive=True))


@pytest.mark.django_db
def test_who_has_a_page_open_is_kept_in_the_queue(anna):
    ticket = wait(anna)
    Ticket.objects.update(seen_at=now_ms() - 2 * tickets.GONE)
    Reader().read(question([anna], languages=()))
    assert fresh(ticket).seen_at > now_ms() - tickets.GONE


@pytest.mark.django_db
def test_a_card_is_rendered_anew_only_where_it_has_changed(anna, boris, monkeypatch):
    reader, table = Reader(), open_for(anna, seats=3)
    before = reader.read(question([])).editions["en", "open", ANY]
    monkeypatch.setattr("matchmaking.listings.render_card", lambda card, section: "new")
    assert reader.read(question([])).editions["en", "open", ANY] == before
    services.request(table.id, boris, {"type": "join", "token": "t"})
    assert reader.read(question([])).editions["en", "open", ANY] == ((table.id, "new"),)


class OpenPage:
    """A page whose socket is served by the feed of this loop."""

    def __init__(
        self, user: Any = None, *, lists: str = "lists", address: str = "127.0.0.1", language: str = ""
    ) -> None:
        self.heard: list[dict[str, Any]] = []
        self.code = 0
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._scope = {
            "user": user or AnonymousUser(), "session": type("Session", (), {"session_key": "key"})(),
            "headers": [(b"host", b"localhost"), (b"origin", b"http://localhost")], "cookies": {},
            "query_string": f"{lists}&language={language}".encode(), "client": [address, 1],
        }  # fmt: skip
        self._task = asyncio.create_task(feed.serve(self._scope, self._said.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))
        self.code = message.get("code", self.code)

    def say(self, text: str) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    async def hears(self, kind: str, fits: Any = lambda message: True) -> dict[str, Any]:
        """Return the next message of a kind that fits; what was heard before it is done with."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for place, message in enumerate(self.heard):
                    if message["type"] == kind and fits(message):
                        del self.heard[: place + 1]
                        return message
                await asyncio.sleep(0.02)

    async def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self._task


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_pages_hear_of_tables_of_their_own_matches_and_of_the_table_that_is_ready(anna, boris, monkeypatch):
    monkeypatch.setattr(feed, "ended", lambda _: {})  # these people have no sessions
    clara = make_user("clara")
    Block.objects.create(blocker=clara, blocked=anna)

    async def scene() -> None:
        stranger, hers, apart, quiet = OpenPage(), OpenPage(anna), OpenPage(clara), OpenPage(boris, lists="")
        await stranger.hears("cards", lambda told: told["list"] == "open")
        table = await sync_to_async(open_for)(anna, seats=3)
        told = await stranger.hears("cards", lambda told: table.id in told["order"])
        assert table.get_absolute_url() in told["cards"][table.id]
        assert table.id in (await hers.hears("own", lambda told: table.id in told["html"]))["html"]
        await sync_to_async(services.request)(table.id, anna, {"type": "leave", "token": "t"})
        assert (await stranger.hears("cards", lambda told: told["list"] == "open"))["order"] == []
        assert not any(table.id in json.dumps(message) for message in apart.heard)
        await sync_to_async(wait)(boris)
        (key,) = (await stranger.hears("cards", lambda told: told["list"] == "awaited" and told["order"]))["order"]
        (ticket,) = (await quiet.hears("tickets", lambda told: told["tickets"]))["tickets"]
        assert (ticket["state"], ticket["name"], ticket["bots_in"]) == ("waiting", "Blue Diamond", None)
        await sync_to_async(wait)(make_user_again)
        await sync_to_async(halls.seat_waiting)()
        told = await stranger.hears("cards", lambda told: told["list"] == "awaited")
        assert "2 people wait" in told["cards"].get(key, "") or key not in told["order"]
        (ticket,) = (await quiet.hears("tickets"))["tickets"]
        assert ticket["state"] == "called"
        assert ticket["url"].startswith("/m/")
        assert not any(message["type"] == "cards" for message in quiet.heard)
        quiet.say('{"type": "ping"}')
        await quiet.hears("pong")
        quiet.say("no json at all")
        for page in (stranger, hers, apart, quiet):
            await page.leave()
        assert not feed.feed().pages

    make_user_again = make_user("dora")
    async_to_sync(scene)()


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_a_page_is_told_of_the_tables_that_it_asks_for_and_whether_there_are_more(anna, boris, monkeypatch):
    monkeypatch.setattr(listed, "SHOWN", 1)
    blitz, older, newer = open_for(anna, game="blitz"), open_for(boris), open_for(make_user())

    async def scene() -> None:
        page, other = OpenPage(), OpenPage(lists="lists&only=blitz&free=1")
        told = await page.hears("cards", lambda told: told["list"] == "open")
        assert (told["order"], told["cut"]) == ([newer.id], True)
        told = await other.hears("cards", lambda told: told["list"] == "open")
        assert (told["order"], told["cut"]) == ([blitz.id], False)
        page.say('{"type": "show", "only": "blitz"}')
        told = await page.hears("cards", lambda told: told["list"] == "open")
        assert (told["order"], set(told["cards"]), told["cut"]) == ([blitz.id], {blitz.id}, False)
        page.say('{"type": "show", "only": "blitz", "rated": "0"}')  # the same: but it is answered
        told = await page.hears("cards", lambda told: told["list"] == "open")
        assert (told["order"], told["cards"]) == ([blitz.id], {})
        await sync_to_async(services.request)(blitz.id, anna, {"type": "leave", "token": "t"})
        assert (await page.hears("cards", lambda told: told["list"] == "open"))["order"] == []
        page.say('{"type": "show", "only": 7}')
        told = await page.hears("cards", lambda told: told["list"] == "open")
        assert (told["order"], told["cut"]) == ([newer.id], True)
        await sync_to_async(services.request)(older.id, boris, {"type": "leave", "token": "t"})
        told = await page.hears("cards", lambda told: told["list"] == "open")
        assert (told["order"], told["cut"]) == ([newer.id], False)
        for one in (page, other):
            await one.leave()

    async_to_sync(scene)()


@pytest.mark.django_db
def test_a_card_is_rendered_once_a_language_whatever_pages_ask_for(anna, boris, django_assert_max_num_queries):
    table, rendered = open_for(anna), []
    open_for(boris, game="blitz")
    asked = [ANY, TableFilters(game="sequence"), TableFilters(free=1), TableFilters(game="blitz", rated=False)]
    wanted = frozenset((language, filters) for language in ("en", "ru") for filters in asked)
    render = listings.render_card

    def counted(card: Any, section: str) -> str:
        rendered.append((get_language(), card.id))
        return render(card, section)

    with pytest.MonkeyPatch.context() as patch, django_assert_max_num_queries(7):
        patch.setattr(listings, "render_card", counted)
        news = Reader().read(Question(frozenset(), {}, wanted, keep_alive=False))
    assert len(rendered) == len(set(rendered)) == 4
    assert [card for card, _ in news.editions["ru", "open", asked[1]]] == [table.id]
    assert news.editions["en", "open", asked[2]] == news.editions["en", "open", ANY]


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_all_devices_behind_one_line_of_version_six_are_one_stranger(settings):
    settings.SOCKETS_EACH = 2

    async def scene() -> None:
        pages = [OpenPage(address=f"2001:db8:1:2::{number}") for number in range(3)]
        other = OpenPage(address="2001:db8:1:3::1")
        async with asyncio.timeout(PATIENCE):
            while not any(page.code for page in pages):
                await asyncio.sleep(0.02)
        assert sorted(page.code for page in pages) == [0, 0, feed.TOO_FAST]
        assert other.code == 0
        for page in (*pages, other):
            await page.leave()

    async_to_sync(scene)()


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("language", "name"), [("", "Blue Diamond"), ("ru", "Голубой бриллиант"), ("xx", "Blue Diamond")]
)
def test_cards_come_in_the_language_in_which_the_page_is_written(anna, language, name):
    table = open_for(anna, game="blue-diamond")

    async def scene() -> None:
        page = OpenPage(language=language)
        told = await page.hears("cards", lambda told: table.id in told["order"])
        assert name in told["cards"][table.id]
        await page.leave()

    async_to_sync(scene)()


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_a_page_of_somebody_who_has_logged_out_is_closed(anna):

    async def scene() -> None:
        page = OpenPage(anna)  # its session is nobody's
        async with asyncio.timeout(PATIENCE):
            while page.code != LOGGED_OUT:
                await asyncio.sleep(0.02)
        await page.leave()

    async_to_sync(scene)()


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_a_look_for_many_pages_is_quick(monkeypatch):
    for number in range(30):
        services.open_table(make_user(f"host{number}"), game="diamoniak", options={}, seats=3)
    people = crowd(PAGES)
    monkeypatch.setattr(feed, "ended", lambda _: {})

    async def scene() -> tuple[float, float]:
        pages = [OpenPage(person) for person in people]
        await asyncio.gather(*(page.hears("own") for page in pages))
        await asyncio.gather(*(page.hears("cards", lambda told: told["list"] == "open") for page in pages[-20:]))
        desk, used = feed.feed(), time.process_time()
        for looks in range(1, 6):
            await desk._look(looks)
        still = (time.process_time() - used) / 5
        await sync_to_async(open_for)(await sync_to_async(make_user)(), seats=2)
        used = time.process_time()
        await desk._look(1)
        changed = time.process_time() - used
        for page in pages:
            await page.leave()
        return still, changed

    still, changed = async_to_sync(scene)()
    print(f"{PAGES} pages: a look takes {still * 1000:.0f} ms, one that finds a new table {changed * 1000:.0f} ms")
    assert still < PAGES / 1000


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_the_page_of_ones_own_matches_is_told_of_these_alone(anna, boris, monkeypatch):
    monkeypatch.setattr(feed, "ended", lambda _: {})

    async def scene() -> None:
        page = OpenPage(anna, lists="own")
        assert (await page.hears("own"))["html"] == ""
        table = await sync_to_async(open_for)(anna)
        assert table.id in (await page.hears("own"))["html"]
        await sync_to_async(open_for)(boris)
        await sync_to_async(services.request)(table.id, anna, {"type": "leave", "token": "t"})
        assert (await page.hears("own"))["html"] == ""
        assert not any(message["type"] == "cards" for message in page.heard)
        await page.leave()

    async_to_sync(scene)()
