"""Bad moves of every game, at both front doors: each gets its code and a sentence, and nothing whatsoever changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from games import carrier, strict_json
from games.errors import Refused
from rules import codec, registry
from tests.crosses import crossed
from tests.games.conftest import Time
from tests.games.doors import BY_NAME, DOORS, Table, assert_plain_sentence
from tests.games.random_matches import RandomMatch
from tests.games.socket_pages import Page, open_pages, session_of
from tests.rules.positions import Setup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
Json = dict[str, Any]
DEEP: Any = json.loads("[" * 12 + "]" * 12)
JUNK = [None, True, -1, 0, 99, 2**63, "", "x" * 300, "<b>", "%(card)s", "'; --", [], {}, [[]], DEEP, {"type": "pass"}]
KINDS = [(slug, kind.type) for slug, game in registry.GAMES.items() for kind in game.moves]
OF_THE_CLOCK = {"red-handed": ("flip", "timeout", "recover"), "blitz": ("start", "reshuffle", "deal")}
CLOCK = [(slug, kind) for slug, kinds in OF_THE_CLOCK.items() for kind in kinds]
GAMES = pytest.mark.parametrize("slug", registry.GAMES)


class GameTable(Table):
    """A match of any game that goes on, in which somebody may move."""

    def __init__(self, slug: str, time: Time) -> None:
        game = registry.GAMES[slug]
        seats = min(game.seats)
        self.random_match = RandomMatch(Setup(game, seats, codec.options_from_json(game, {}, seats)), 1, time)
        self.random_match.advance(12)
        while not self._movers():
            self.random_match.advance(1)
        self.match, self.loaded = self.random_match.match, self.random_match.loaded
        self.number, mover = self.loaded.number, self._movers()[0]
        users = self.random_match.users
        self.people = {"mover": users[mover], "other": users[(mover + 1) % seats], "stranger": users[None]}
        self.people |= {"host": users[self.loaded.host], "nobody": None}
        self.legal = [codec.move_to_json(move) for move in game.legal_moves(self.loaded.state, mover)]

    def _movers(self) -> list[int]:
        loaded = self.random_match.loaded
        return [seat for seat in range(loaded.facts.seats) if loaded.may_act(seat)]


@pytest.fixture
def table(slug: str, stopped: Time, settings: Any) -> GameTable:
    settings.SOCKET_RATE = settings.SOCKET_BURST = 1_000_000
    return GameTable(slug, stopped)


BAD: list[tuple[str, str, Callable[[GameTable], Json | str], str]] = [
    ("no login", "login_required", Table.move, "nobody"),
    ("a stranger", "not_a_player", Table.move, "stranger"),
    ("a stale number", "stale_position", lambda t: t.move(number=0), "mover"),
    ("a future number", "stale_position", lambda t: t.move(number=t.number + 1), "mover"),
    ("a number without end", "out_of_range", lambda t: t.text(f": {t.number}", f": 1{'0' * 5000}"), "mover"),
    ("text", "bad_type", lambda t: t.move(move="5S d7"), "mover"),
    ("a number", "bad_type", lambda t: t.move(move=7), "mover"),
    ("true", "bad_type", lambda t: t.move(move=True), "mover"),
    ("a list", "bad_type", lambda t: t.move(move=[t.legal[0]]), "mover"),
    ("nothing", "missing_field", lambda t: t.move(move={}), "mover"),
    ("an unknown move", "unknown_type", lambda t: t.move(move={"type": "castle"}), "mover"),
    ("a list for the kind", "bad_type", lambda t: t.move(move={"type": ["pass"]}), "mover"),
    ("another's seat", "unknown_field", lambda t: t.move(move=t.legal[0] | {"seat": 1}), "mover"),
    ("a time of one's own", "unknown_field", lambda t: t.move(move=t.legal[0] | {"at": 1}), "mover"),
    ("an instant of one's own", "unknown_field", lambda t: t.move(arrived=1), "mover"),
    ("a fraction", "bad_type", lambda t: t.text('"type"', '"x": 1.5, "type"'), "mover"),
    ("one key twice", "bad_json", lambda t: t.text('"move": {', '"move": {"type": "pass", '), "mover"),
    ("NUL", "bad_text", lambda t: t.move(move=t.legal[0] | {"type": "pass\0"}), "mover"),
    ("an order of the clock", "unknown_type", lambda t: {"type": "tick", "token": "t1"}, "mover"),
    ("a call of no referee", "not_allowed", lambda t: {"type": "referee", "token": "t1", "move": t.legal[0]}, "host"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("bad", "door", "slug"),
    crossed({case[0]: case for case in BAD}, BY_NAME, {slug: slug for slug in registry.GAMES}, share=5),
)
def test_a_bad_request_gets_a_code_and_a_sentence_and_changes_nothing(bad, door, table):
    _, code, body, who = bad
    before = table.fingerprint()
    answer = door(table.people[who], table.match, body(table))
    assert answer.code == code, answer
    assert_plain_sentence(answer.message)
    assert table.fingerprint() == before


@DOORS
@pytest.mark.parametrize(("slug", "kind"), CLOCK)
def test_nobody_makes_the_moves_of_the_clock(door, kind, table):
    before = table.fingerprint()
    for request in ("move", "referee"):
        answer = door(table.people["host"], table.match, {"type": request, "token": "t1", "move": {"type": kind}})
        assert answer.code in {"illegal_move", "not_allowed"}, answer
        assert_plain_sentence(answer.message)
    assert table.fingerprint() == before


@GAMES
@DOORS
def test_nobody_moves_for_another(door, table):
    """What one may do is refused to the other, unless the rules of a race give it to both."""
    other, before = table.people["other"], table.fingerprint()
    seat = table.loaded.seat_of(other.pk)
    foreign = [move for move in table.legal if not table.random_match.is_allowed(seat, move)][:3]
    assert foreign or table.loaded.facts.game.race
    for move in foreign:
        answer = door(other, table.match, table.move(move=move))
        assert answer.code in {"not_your_turn", "illegal_move", "too_late"}, answer
        assert_sentence(answer.message)
    assert table.fingerprint() == before


@pytest.mark.parametrize(("slug", "kind"), KINDS)
def test_junk_in_every_field_of_every_move_is_answered_and_closes_nothing(kind, table):
    seat = table.loaded.seat_of(table.people["mover"].pk)
    moves = [move for move in junk_moves(table, kind) if not table.random_match.is_allowed(seat, move)]
    answers = answers_on_one_page(table, [table.move(token=f"t{n}", move=move) for n, move in enumerate(moves)])
    assert [answer.get("token") for answer in answers] == [f"t{n}" for n in range(len(moves))]
    for answer in answers:
        assert_sentence(answer["error"]["message"])
        assert answer["error"]["code"] not in {"try_again", "not_due"}


@GAMES
def test_moves_of_other_games_are_answered_and_close_nothing(table, slug):
    kinds = [(other, kind) for other, kind in KINDS if other != slug]
    own = {kind for other, kind in KINDS if other == slug}
    bodies = [table.move(token=f"t{n}", move={"type": kind}) for n, (_, kind) in enumerate(kinds) if kind not in own]
    answers = answers_on_one_page(table, bodies)
    assert {answer["error"]["code"] for answer in answers} == {"unknown_type"}


def junk_moves(table: GameTable, kind: str) -> Iterator[Json]:
    """Yield moves of a kind with junk in each field in turn, and with each field left out."""
    (wanted,) = [move for move in table.loaded.facts.game.moves if move.type == kind]
    names = [name.removesuffix("_") for name in wanted.__dataclass_fields__]
    listed = [move for move in table.legal if move["type"] == kind] or [{"type": kind} | dict.fromkeys(names, 0)]
    for name in (*names, "type", "more"):
        yield {key: value for key, value in listed[0].items() if key != name}
        yield from (listed[0] | {name: junk} for junk in JUNK)


def answers_on_one_page(table: GameTable, bodies: list[Json]) -> list[Json]:
    """Return the answers to requests sent on one socket, which stays open; nothing has changed by them."""
    for body in bodies:
        assert is_readable(body)  # else five of them would close the socket
    before = table.fingerprint()

    async def play() -> list[Json]:
        page = Page(table.match.id, session)
        await open_pages(page)
        answers = [await page.ask(body) for body in bodies]
        await page.close()
        return answers

    session = session_of(table.people["mover"])
    answers = async_to_sync(play)()
    assert {answer["type"] for answer in answers} == {"refused"}
    assert table.fingerprint() == before
    return answers


def assert_sentence(text: str) -> None:
    """What was asked may stand in it, and a card at its beginning."""
    assert re.fullmatch(r"[“\w-].{8,400}\.", text), text
    assert not re.search(r"Traceback|Exception|object at|\{|`|None|null|%\((?!card\)s)", text), text


def is_readable(body: Json) -> bool:
    try:
        strict_json.read(json.dumps(body))
    except Refused:
        return False
    return True


@GAMES
@DOORS
def test_a_good_move_is_taken_once_whatever_was_refused_before(door, table):
    for _ in range(2):
        assert door(table.people["mover"], table.match, table.move(token="bad", move={"type": "castle"})).code
    first = door(table.people["mover"], table.match, table.move())
    assert first.number == table.number + 1
    assert door(table.people["mover"], table.match, table.move()) == first
    assert carrier.load(table.match.id).number == first.number
