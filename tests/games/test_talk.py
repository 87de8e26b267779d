"""Table talk at every front door: who is not heard, what is no line, and what is one line said twice."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts import friends
from accounts.models import User
from games import services
from games.models import ChatLine, Match
from games.tables.listed import live_matches
from tests.games.conftest import started
from tests.games.doors import DOORS, assert_plain_sentence
from tests.games.socket_pages import Page, open_pages, session_of
from tests.games.stream_readers import Listener

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
TOWER = "Z" + "\u0300" * 5 + "algo"


def say(match: Match, user: User, text: str) -> int:
    return services.request(match.id, user, {"type": "chat", "token": services.new_token(), "text": text})


@DOORS
@pytest.mark.parametrize("text", [TOWER, "h\u0336\u0334\u0335\u0337\u0338\u0321i", "a\u20dd\u20dd\u20dd\u20dd\u20dd"])
def test_towers_of_signs_are_refused_in_words(door, text, match, anna):
    answer = door(anna, match, {"type": "chat", "token": "c1", "text": text})
    assert answer.code == "bad_text"
    assert_plain_sentence(answer.message)
    assert not ChatLine.objects.exists()


@pytest.mark.parametrize(
    "text",
    ["שָׁלוֹם עֲלֵיכֶם", "Việt Nam tiếng", "ที่นี่ น้ำ", "नमस्ते क्ष्म्य", "مَرْحَبًا", "é à ñ", "👩🏽‍💻👨‍👩‍👧", "1̈2"],
)
def test_the_signs_of_any_script_are_welcome(text, match, anna):
    say(match, anna, text)
    assert ChatLine.objects.get().text == text


@DOORS
def test_one_thing_said_louder_is_said_again(door, match, anna):
    assert door(anna, match, {"type": "chat", "token": "c1", "text": "Hurry up!"}).number
    for token, text in [("c2", "HURRY UP"), ("c3", "hurry  up!!!"), ("c4", "h.u.r.r.y up")]:
        assert door(anna, match, {"type": "chat", "token": token, "text": text}).code == "repeat"
    assert door(anna, match, {"type": "chat", "token": "c5", "text": "…"}).number
    assert door(anna, match, {"type": "chat", "token": "c6", "text": "?!"}).number  # no letters: the signs count


@pytest.fixture
def spoken(anna, boris, clara) -> Match:
    """Return a match at which each has said something, and clara has blocked anna since."""
    match = started(anna, boris, clara, game="diamoniak", talk="free")
    for user in (anna, boris, clara):
        say(match, user, f"{user.username} is here")
    friends.block_person(clara, anna)
    return match


def names(lines) -> list[str]:
    return [line["name"] for line in lines]


def test_who_has_blocked_somebody_reads_no_line_of_theirs_on_any_page(spoken, anna, boris, clara):
    async def scene() -> dict[str, list[str]]:
        pages = {user.username: Page(spoken.id, sessions[user]) for user in (anna, boris, clara)}
        pages["nobody"] = Page(spoken.id)
        await open_pages(*pages.values())
        try:
            await pages["anna"].ask({"type": "chat", "token": "c9", "text": "can you hear me"})
            await pages["boris"].ask({"type": "chat", "token": "c9", "text": "so do I"})
            heard = {}
            for name, page in pages.items():
                await page.quiet()
                told = [line for message in page.messages for line in message.get("chat", [])]
                heard[name] = names(told + [message["line"] for message in page.messages if "line" in message])
            return heard
        finally:
            for page in pages.values():
                await page.close()

    sessions = {user: session_of(user) for user in (anna, boris, clara)}
    heard = async_to_sync(scene)()
    everything = ["anna", "boris", "clara", "anna", "boris"]
    assert heard["anna"] == heard["boris"] == heard["nobody"] == everything  # the block works one way
    assert heard["clara"] == ["boris", "clara", "boris"]


def test_who_has_blocked_somebody_is_told_no_line_of_theirs_by_rest_and_streams(spoken, anna, boris, clara):
    def by_rest(user: User | None) -> list[str]:
        client = Client()
        if user is not None:
            client.force_login(user)
        return names(client.get(f"/api/v1/matches/{spoken.id}/chat").json()["results"])

    assert by_rest(clara) == ["clara", "boris"]
    assert by_rest(boris) == by_rest(None) == ["clara", "boris", "anna"]

    async def scene() -> list[str]:
        stream = Listener(f"matches/{spoken.id}/stream", cookie=f"sessionid={session}")
        first = await stream.open()
        page = Page(spoken.id, hers)
        await open_pages(page)
        try:
            await page.ask({"type": "chat", "token": "c9", "text": "can you hear me"})
            quiet = await stream.quiet(0.4)
            return [*names(first["chat"]), *([] if quiet else ["more"])]
        finally:
            await page.close()
            await stream.close()

    session, hers = session_of(clara), session_of(anna)
    heard = async_to_sync(scene)()
    assert "anna" not in heard
    assert heard[:2] == ["boris", "clara"]


def test_a_block_hides_running_matches_from_the_lists(spoken, anna, boris, clara):
    own = started(anna, boris)

    def watched(user: User) -> set[str]:
        client = Client()
        client.force_login(user)
        told = client.get("/api/v1/matches?page_size=100").json()
        return {card["match"] for card in told["results"]}

    assert own.id not in {card.id for card in live_matches(clara).cards}
    assert own.id in {card.id for card in live_matches(boris).cards}
    assert own.id in {card.id for card in live_matches(AnonymousUser()).cards}
    assert json.dumps(sorted(watched(boris)))
