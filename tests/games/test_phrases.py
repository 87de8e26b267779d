"""Set phrases instead of free chat: whose tables have them, what is refused there, and that only ids travel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.utils import translation

from games import carrier, frames, selectors
from games.errors import Refused
from games.models import ChatLine, EntryRow
from games.talk import phrases
from games.talk.chat import recent_lines
from rules.registry import GAMES
from tests.games.conftest import ask, open_for, started
from tests.games.doors import DOORS, Answer, assert_plain_sentence
from tests.games.socket_pages import Page, open_pages, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
ROOT = Path(__file__).resolve().parent.parent.parent

REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("free text", "phrases_only", {"text": "hello"}),
    ("free text beside a phrase", "phrases_only", {"text": "hello", "phrase": "hello"}),
    ("nothing", "phrases_only", {}),
    ("an unknown phrase", "unknown_phrase", {"phrase": "you-lose"}),
    ("the words of a phrase", "unknown_phrase", {"phrase": "Hello!"}),
    ("a number", "bad_type", {"phrase": 1}),
    ("a list", "bad_type", {"phrase": ["hello"]}),
]


@pytest.fixture
def children(anna, boris):
    return started(anna, boris, game="diamoniak")


@DOORS
@pytest.mark.parametrize(("code", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_a_table_of_set_phrases_refuses(door, code, said, children, anna):
    before = EntryRow.objects.count()
    answer = door(anna, children, {"type": "chat", "token": "c1"} | said)
    assert answer.code == code
    assert_plain_sentence(answer.message)
    assert not ChatLine.objects.exists()
    assert EntryRow.objects.count() == before
    assert door(anna, children, {"type": "chat", "token": "c2", "phrase": "hello"}).number  # the door is still open


@DOORS
def test_a_phrase_is_refused_where_people_talk_freely(door, match, anna):
    answer = door(anna, match, {"type": "chat", "token": "c1", "phrase": "hello"})
    assert answer.code == "not_allowed"
    assert_plain_sentence(answer.message)


@DOORS
def test_a_stranger_says_no_phrase_and_a_flood_of_phrases_is_slowed_down(door, children, anna, clara):
    def say(token: str, phrase: str, who=anna) -> Answer:
        return door(who, children, {"type": "chat", "token": token, "phrase": phrase})

    assert say("c0", "hello", clara).code == "not_a_player"
    first = say("c1", "hello")
    assert first.number
    assert say("c1", "hello") == first
    assert say("c1", "bye").code == "id_reused"
    assert say("c2", "hello").code == "repeat"
    assert all(say(f"c-{name}", name).number for name in ("wow", "oh-no", "sorry", "funny"))
    assert say("c8", "bye").code == "slow_down"
    assert ChatLine.objects.count() == 5


def test_a_phrase_reaches_every_page_by_its_id(children, anna, boris):
    pages = [Page(children.id, session_of(anna)), Page(children.id, session_of(boris)), Page(children.id)]

    async def play():
        await open_pages(*pages)
        try:
            await pages[0].ask({"type": "chat", "token": "c1", "phrase": "well-done"})
            return [message for page in pages for message in [*page.messages, *await page.quiet()]]
        finally:
            for page in pages:
                await page.close()

    lines = [message["line"] for message in async_to_sync(play)() if message["type"] == "chat"]
    assert [(line["name"], line["seat"], line["phrase"]) for line in lines] == [("anna", 0, "well-done")] * 3
    assert recent_lines(children.id, {anna.pk: 0, boris.pk: 1}, None) == lines[:1]
    assert "text" not in lines[0]


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_has_its_games_manner_of_talk_unless_the_host_says_otherwise(slug, anna):
    seats = min(GAMES[slug].seats)
    own = "phrases" if slug == "diamoniak" else "free"
    chosen = [{}, {"talk": "free"}, {"talk": "phrases"}]
    tables = [open_for(anna, game=slug, seats=seats, **choice) for choice in chosen]
    assert [selectors.frame(table, anna)["talk"] for table in tables] == [own, "free", "phrases"]


def test_a_manner_of_talk_that_nobody_knows_opens_no_table(anna):
    with pytest.raises(Refused) as caught:
        open_for(anna, talk="shouting")
    assert caught.value.code == "bad_options"
    assert_plain_sentence(caught.value.message)


def test_the_talk_is_no_part_of_the_record(anna, boris):
    match = started(anna, boris, game="diamoniak")
    ask(match, anna, "chat", phrase="good-luck")
    ask(match, boris, "resign")
    assert "good-luck" not in selectors.record_text(match)
    assert "talk" not in selectors.match_record(match)
    assert frames.frame(carrier.load(match.id), {}, None)["talk"] == "phrases"


@pytest.mark.parametrize("language", ["en", "ru", "he"])
def test_every_phrase_has_words_of_its_own_in_every_language(language):
    with translation.override(language):
        words = [phrase.words for phrase in phrases.offered()]
    assert len(set(words)) == len(phrases.TEXTS)
    assert language == "en" or not set(words) & set(phrases.TEXTS.values())


def test_every_phrase_has_a_picture_and_stands_in_the_docs():
    pictures = re.findall(r'<symbol id="([^"]+)"', (ROOT / "static/img/phrases.svg").read_text())
    told = re.search(r"The phrases are (.*?)\.\n", (ROOT / "docs/api.md").read_text(), re.DOTALL)
    assert told
    assert pictures == re.findall(r"`([^`]+)`", told[1]) == list(phrases.TEXTS)
    assert all(len(name) <= ChatLine._meta.get_field("phrase").max_length for name in phrases.TEXTS)
