"""The hub: what each page of a match is sent, in which order, and what it is never sent."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.utils.translation import get_language

from games import carrier, frames, instants, live
from games.door.folding import fold
from games.door.loaded import Loaded, fresh
from games.log import storing
from games.models import SeatRow
from games.people import people_at
from games.serving import follower, hub
from rules.chance import Chance
from tests.games.conftest import ask, make_user, open_for, play_on, started, to_move
from tests.games.socket_pages import Page, open_pages, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
CARD = re.compile(r"(10|[2-9TJQKA])[SHDC]")
PUBLIC = {"placed", "removed", "exchanged", "forfeited"}  # the events that lay a card open for all


def page_of(match, user=None, **options) -> Page:
    return Page(match.id, session_of(user) if user else "", **options)


def driven(play, *pages: Page) -> Any:
    """Open the pages, run the play on their loop, close them."""

    async def run() -> Any:
        await open_pages(*pages)
        try:
            return await play()
        finally:
            for page in pages:
                if page.closed_with is None:
                    await page.close()

    return async_to_sync(run)()


in_database = sync_to_async


# --- what comes first, and in which order ---


def test_a_page_gets_the_whole_state_first(match, anna):
    ask(match, anna, "chat", text="hello")
    player, watcher = page_of(match, anna), page_of(match)

    async def play():
        assert player.messages[0]["type"] == watcher.messages[0]["type"] == "state"

    driven(play, player, watcher)
    state = player.messages[0]
    assert state["frame"]["number"] == carrier.load(match.id).number
    assert [(line["name"], line["seat"], line["text"]) for line in state["chat"]] == [("anna", 0, "hello")]
    assert len(state["frame"]["view"]["hand"]) == 7
    assert watcher.messages[0]["chat"] == state["chat"]
    assert not {"seat", "legal"} & watcher.messages[0]["frame"].keys()
    assert "hand" not in watcher.messages[0]["frame"]["view"]


def test_every_page_gets_every_entry_once_and_in_order(match, anna, boris):
    pages = [page_of(match, anna), page_of(match, boris), page_of(match), page_of(match, anna)]  # anna has two tabs
    first = carrier.load(match.id).number

    async def play():
        await in_database(play_on)(match, 12)
        for page in pages:
            await page.quiet()

    driven(play, *pages)
    for page in pages:
        entries = [message for message in page.messages if message["type"] == "entry"]
        assert [entry["number"] for entry in entries] == list(range(first + 1, first + 13))
        assert [entry["frame"]["number"] for entry in entries] == [entry["number"] for entry in entries]


def test_a_request_gets_one_answer_with_its_token_and_number(match):
    user, legal = to_move(match)
    page = page_of(match, user)

    async def play():
        answer = await page.ask({"type": "move", "token": "t1", "move": legal[0]})
        assert answer == {"type": "accepted", "token": "t1", "number": 5}
        refused = await page.ask({"type": "move", "token": "t2", "move": legal[0]})
        assert (refused["token"], refused["error"]["code"]) == ("t2", "not_your_turn")
        await page.send({"type": "ping"})
        assert await page.next("pong") == {"type": "pong", "number": 5}

    driven(play, page)


# --- hidden cards ---


def test_no_viewer_of_a_whole_match_gets_a_byte_that_depends_on_what_it_may_not_see(match, anna, boris):
    """Two worlds: everything sent equals what would be sent if all that is hidden were otherwise."""
    pages = {0: page_of(match, anna), 1: page_of(match, boris), None: page_of(match)}

    async def play():
        await in_database(play_on)(match, seed=3)
        for page in pages.values():
            await page.quiet()

    driven(play, *pages.values())
    sent = {seat: {m["number"]: m for m in page.messages if m["type"] == "entry"} for seat, page in pages.items()}
    loaded = fresh(carrier.load(match.id).facts)
    people = people_at(carrier.load(match.id))
    compared = 0
    for entry in storing.entries_after(match.id, 0):
        events = fold(loaded, entry)
        for seat, messages in sent.items():
            if entry.number in messages and not loaded.over:
                world = other_world(loaded, seat)
                told = [disguised(event, seat) for event in events]
                assert timeless(messages[entry.number]) == timeless(frames.entry_json(world, people, entry, told, seat))
                compared += 1
    assert compared > 150


def other_world(loaded: Loaded, seat: int | None) -> Loaded:
    """Return the match with all cards that the viewer cannot see dealt anew."""
    game, state, chance = loaded.facts.game, loaded.state, Chance(b"another world" + bytes(19), loaded.ply)
    for known in (0, 1) if seat is None else (seat,):
        state = game.determinize(state, known, chance)
    return replace(loaded, state=state)


def disguised(event: Any, seat: int | None) -> Any:
    """Return the event with other secrets, unless the viewer may read them."""
    return event if seat in event.insiders() else replace(event, **dict.fromkeys(event.secret, "QH"))


def timeless(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message as plain JSON without the instant at which it was sent."""
    plain = json.loads(json.dumps(message))
    plain["frame"]["clocks"].pop("now")
    return plain


def test_a_watcher_gets_no_card_that_does_not_lie_open(match):
    watcher = page_of(match)

    async def play():
        await in_database(play_on)(match, seed=4)
        await watcher.quiet()

    driven(play, watcher)
    assert watcher.frame["status"] == "finished"
    places = {place for message in watcher.messages for place in cards_in(message)}
    assert places == {f"frame.view.{part}" for part in ("layout", "cut", "discards")} | {"events.card"}
    for message in watcher.messages:
        for event in message.get("events", []):
            assert event["type"] in PUBLIC or "card" not in event
        if message.get("frame", {}).get("status") == "active":
            assert "server_seed" not in json.dumps(message)


def cards_in(value: Any, place: str = "") -> Iterator[str]:
    """Yield where in a message the names of cards stand."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from cards_in(inner, f"{place}.{key}".strip("."))
            if CARD.search(key):
                yield place
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner, place)
    elif isinstance(value, str) and any(CARD.fullmatch(word) for word in value.split()):
        yield place


def test_only_the_player_who_drew_is_told_the_card(match, anna, boris):
    pages = [page_of(match, anna), page_of(match, boris), page_of(match)]

    async def play():
        user, legal = await in_database(to_move)(match)
        move = random.Random(1).choice([move for move in legal if move["type"] == "play"])
        await in_database(ask)(match, user, "move", move=move)
        return user, [await page.next("entry") for page in pages]

    user, entries = driven(play, *pages)
    drawn = [next(event for event in entry["events"] if event["type"] == "drew") for entry in entries]
    assert ["card" in event for event in drawn] == [user == anna, user == boris, False]


# --- who is there, and what is said ---


def test_presence_says_who_has_the_match_open(match, anna, boris):
    player, second, watcher = page_of(match, anna), page_of(match, boris), page_of(match)

    async def play():
        await asyncio.sleep(0)
        await player.quiet()
        await open_pages(second, watcher)
        await player.quiet()
        both = player.messages[-1]
        await second.close()
        await watcher.close()
        await player.quiet()
        return both, player.messages[-1]

    both, alone = driven(play, player)
    assert both == {"type": "presence", "seats": [0, 1], "watchers": 1}
    assert alone == {"type": "presence", "seats": [0], "watchers": 0}


def test_a_line_of_talk_reaches_every_page_as_plain_text(match, anna, boris):
    pages = [page_of(match, anna), page_of(match, boris), page_of(match)]
    text = "<b>hi</b> & “you”"

    async def play():
        assert (await pages[0].ask({"type": "chat", "token": "c1", "text": text}))["type"] == "accepted"
        return [message for page in pages for message in [*page.messages, *await page.quiet()]]

    lines = [message["line"] for message in driven(play, *pages) if message["type"] == "chat"]
    assert [(line["name"], line["seat"], line["text"]) for line in lines] == [("anna", 0, text)] * 3


def test_chat_reaches_only_the_whole_table(anna, boris, clara):
    """Never the team alone, to whom it would be advice: every player hears it, and no request can name some of them."""
    players = [anna, boris, clara, make_user()]
    match = started(*players)
    assert carrier.load(match.id).facts.teams == (0, 1, 0, 1)
    pages = [page_of(match, player) for player in players]
    only = [{"seat": 2}, {"team": 0}, {"to": [0, 2]}, {"listed": False}]

    async def play():
        refused = [
            await pages[0].ask({"type": "chat", "token": f"t{nth}", "text": "play d7"} | some)
            for nth, some in enumerate(only)
        ]
        await pages[0].ask({"type": "chat", "token": "c1", "text": "hello"})
        return refused, [[*page.messages, *await page.quiet()] for page in pages]

    refused, heard = driven(play, *pages)
    assert [answer["error"]["code"] for answer in refused] == ["unknown_field"] * 4
    for messages in heard:
        assert [message["line"]["text"] for message in messages if message["type"] == "chat"] == ["hello"]


# --- gaps, faults, farewells ---


def test_a_page_asks_anew_and_gets_the_whole_state(match, anna):
    page = page_of(match, anna)

    async def play():
        await page.send({"type": "resync"})
        return await page.next("state")

    state = driven(play, page)
    assert state["frame"]["number"] == carrier.load(match.id).number


def test_an_entry_nobody_announced_is_shown_within_two_seconds(match, anna, monkeypatch):
    monkeypatch.setattr(live, "publish", lambda *_: None)
    page = page_of(match, anna)

    async def play():
        await in_database(play_on)(match, 3)
        return [await page.next("entry", seconds=2) for _ in range(3)]

    assert [entry["number"] for entry in driven(play, page)] == [5, 6, 7]


def test_an_entry_that_overtook_another_is_shown_after_it(match, anna, monkeypatch):
    held = []
    real = live.publish
    monkeypatch.setattr(live, "publish", lambda *message: held.append(message))
    page = page_of(match, anna)

    async def play():
        await in_database(play_on)(match, 2)
        for message in reversed(held):
            real(*message)
        return await page.quiet()

    entries = [message for message in driven(play, page) if message["type"] == "entry"]
    assert [entry["number"] for entry in entries] == [5, 6]


def test_a_hub_that_cannot_follow_loads_the_match_again(match, anna, monkeypatch):
    page = page_of(match, anna)

    async def play():
        monkeypatch.setattr(follower, "fold", lambda *_: 1 / 0)
        await in_database(play_on)(match, 1)
        state = await page.next("state")
        monkeypatch.undo()
        return state

    assert driven(play, page)["frame"]["number"] == 5


def test_watchers_of_a_table_without_watchers_are_sent_away_at_the_start(anna, boris):
    match = open_for(anna, watchers=False)
    host, watcher = page_of(match, anna), page_of(match)

    async def play():
        for user, kind, fields in ((boris, "join", {}), (boris, "ready", {"ready": True}), (anna, "start", {})):
            await in_database(ask)(match, user, kind, **fields)
        return await watcher.next("close")

    assert driven(play, host, watcher) == {"type": "close", "code": 4403}
    assert "view" not in watcher.frame


def test_who_is_sent_away_from_a_table_looks_on_as_a_watcher(anna, boris):
    match = open_for(anna)
    ask(match, boris, "join")
    page = page_of(match, boris)

    async def play():
        await in_database(ask)(match, anna, "kick", seat=1)
        return await page.next("entry")

    entry = driven(play, page)
    assert (entry["kind"], entry["frame"]["may"]) == ("kick", ["join"])
    assert "seat" not in entry["frame"]


def test_a_page_of_another_match_hears_nothing(match, anna):
    other = started(make_user(), make_user())
    page = page_of(match, anna)

    async def play():
        await page.quiet()
        await in_database(play_on)(other, 3)
        return await page.quiet()

    assert driven(play, page) == []


def test_the_hub_keeps_nothing_when_the_last_page_has_gone(match, anna):
    page = page_of(match, anna)

    async def play():
        running = hub.hub()
        await page.close()
        page.closed_with = 1001
        return running.rooms, running.watch.running

    assert driven(play, page) == ({}, False)


@pytest.mark.parametrize(
    ("cookies", "language"), [("", "en"), ("django_language=ru", "ru"), ("django_language=xx", "en")]
)
def test_sentences_come_in_the_language_of_the_page(cookies, language, match, monkeypatch):
    monkeypatch.setattr("accounts.refusals.gettext", lambda text: f"{get_language()}: {text}")
    page = page_of(match, cookies=cookies)

    async def play():
        return await page.ask({"type": "undo", "token": "t1"})

    assert driven(play, page)["error"]["message"].startswith(f"{language}: ")


def test_who_arrives_between_two_counts_is_written_down_as_here_at_the_next_look(match, anna, boris):
    """The clock closes what nobody has had open for long: it must not close what somebody has just opened."""
    first, second = Page(match.id, session_of(anna)), Page(match.id, session_of(boris))

    async def arrive() -> None:
        await open_pages(first)
        await first.quiet(1.3)  # the first look is over, which writes everybody down
        await open_pages(second)
        await second.quiet(1.3)
        for page in (first, second):
            await page.close()

    before = instants.now_ms()
    async_to_sync(arrive)()
    assert SeatRow.objects.filter(match=match, seen_at__gte=before).count() == 2
