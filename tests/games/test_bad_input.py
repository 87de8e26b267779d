"""Bad input at both front doors: each gets its code and a sentence, and nothing whatsoever changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games import carrier
from games.errors import Refused
from games.models import ChatLine, EntryRow, Match
from tests.games.conftest import ask, open_for
from tests.games.doors import DOORS, Answer, Table, ask_by_socket, assert_plain_sentence

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
Json = dict[str, Any]


BAD: list[tuple[str, str, Callable[[Table], Json | str | bytes], str]] = [
    # the wrong person, the wrong time
    ("not logged in", "login_required", Table.move, "nobody"),
    ("not your seat", "not_a_player", Table.move, "stranger"),
    ("not your turn", "not_your_turn", Table.move, "other"),
    ("a stale number", "stale_position", lambda t: t.move(number=t.number - 1), "mover"),
    ("a future number", "stale_position", lambda t: t.move(number=t.number + 1), "mover"),
    ("a double start", "already_started", lambda t: {"type": "start", "token": "t1"}, "mover"),
    ("joining what has begun", "already_started", lambda t: {"type": "join", "token": "t1"}, "stranger"),
    ("leaving what has begun", "already_started", lambda t: {"type": "leave", "token": "t1"}, "mover"),
    ("a draw nobody offered", "not_allowed", lambda t: {"type": "accept_draw", "token": "t1"}, "mover"),
    # moves
    ("a card not in hand", "illegal_move", lambda t: t.move(move=t.legal[0] | {"card": absent_card(t)}), "mover"),
    ("an unknown card", "illegal_move", lambda t: t.move(move=t.legal[0] | {"card": "1Z"}), "mover"),
    ("an unknown cell", "illegal_move", lambda t: t.move(move=t.legal[0] | {"cell": "z99"}), "mover"),
    ("a corner", "illegal_move", lambda t: t.move(move=t.legal[0] | {"cell": "a1"}), "mover"),
    ("a line of nothing", "illegal_move", lambda t: t.move(move=t.legal[0] | {"line": ["a1"] * 5}), "mover"),
    ("passing with moves", "illegal_move", lambda t: t.move(move={"type": "pass"}), "mover"),
    ("the referee's call", "illegal_move", lambda t: t.move(move={"type": "penalty", "team": 0}), "mover"),
    ("an unknown move", "unknown_type", lambda t: t.move(move={"type": "castle"}), "mover"),
    ("a move without type", "missing_field", lambda t: t.move(move={"card": "5S"}), "mover"),
    ("a move without cell", "missing_field", lambda t: t.move(move={"type": "play", "card": "5S"}), "mover"),
    ("a move with more", "unknown_field", lambda t: t.move(move=t.legal[0] | {"seat": 1}), "mover"),
    ("a move that is text", "bad_type", lambda t: t.move(move="5S d7"), "mover"),
    ("a move that is a list", "bad_type", lambda t: t.move(move=[t.legal[0]]), "mover"),
    ("a null in a move", "bad_type", lambda t: t.text('"move": {', '"move": {"line": null, '), "mover"),
    ("true for a card", "bad_type", lambda t: t.move(move=t.legal[0] | {"card": True}), "mover"),
    ("a call by a guest", "not_host", lambda t: {"type": "referee", "token": "t1", "move": {}}, "guest"),
    # requests
    ("an unknown type", "unknown_type", lambda t: t.move(type="undo"), "mover"),
    ("an internal type", "unknown_type", lambda t: t.move(type="match.message"), "mover"),
    ("a type of the protocol", "unknown_type", lambda t: t.move(type="websocket.disconnect"), "mover"),
    ("a method's name", "unknown_type", lambda t: t.move(type="shut"), "mover"),
    ("an order of the clock", "unknown_type", lambda t: {"type": "time", "token": "t1"}, "mover"),
    ("no type", "unknown_type", lambda t: t.move(type=None), "mover"),
    ("a list for the type", "unknown_type", lambda t: t.move(type=["move"]), "mover"),
    ("is_staff", "unknown_field", lambda t: t.move(is_staff=True), "mover"),
    ("a seat of one's own choice", "unknown_field", lambda t: t.move(seat=1), "mover"),
    ("a time of one's own choice", "unknown_field", lambda t: t.move(at=1), "mover"),
    ("no move", "missing_field", lambda t: t.move(move=None), "mover"),
    ("no token", "missing_field", lambda t: t.move(token=None), "mover"),
    ("a number for the token", "bad_type", lambda t: t.move(token=7), "mover"),
    ("an empty token", "out_of_range", lambda t: t.move(token=""), "mover"),
    ("a long token", "out_of_range", lambda t: t.move(token="x" * 65), "mover"),
    ("bad characters in the token", "out_of_range", lambda t: t.move(token="a b/../"), "mover"),
    ("a seat out of range", "out_of_range", lambda t: {"type": "join", "token": "t1", "seat": 99}, "stranger"),
    # numbers
    ("a fraction", "bad_type", lambda t: t.text(f'"number": {t.number}', f'"number": {t.number}.0'), "mover"),
    ("an exponent", "bad_type", lambda t: t.text(f'"number": {t.number}', '"number": 5e0'), "mover"),
    ("true for a number", "bad_type", lambda t: t.move(number=True), "mover"),
    ("text for a number", "bad_type", lambda t: t.move(number=str(t.number)), "mover"),
    ("a negative number", "out_of_range", lambda t: t.move(number=-1), "mover"),
    ("more than 63 bits", "out_of_range", lambda t: t.move(number=2**63), "mover"),
    ("a number of 5 000 digits", "out_of_range", lambda t: t.text(f": {t.number}", f": 1{'0' * 5000}"), "mover"),
    ("NaN", "out_of_range", lambda t: t.text(f": {t.number}", ": NaN"), "mover"),
    ("Infinity", "out_of_range", lambda t: t.text(f": {t.number}", ": -Infinity"), "mover"),
    # text and form
    ("junk", "bad_json", lambda t: "}{ not json", "mover"),
    ("a list", "bad_json", lambda t: json.dumps([t.move()]), "mover"),
    ("two values", "bad_json", lambda t: json.dumps(t.move()) * 2, "mover"),
    ("a byte order mark", "bad_json", lambda t: "\ufeff" + json.dumps(t.move()), "mover"),
    ("one key twice", "bad_json", lambda t: t.text('"token"', '"token": "t0", "token"'), "mover"),
    ("one key twice, deeper", "bad_json", lambda t: t.text('"card"', '"card": "5S", "card"'), "mover"),
    ("depth 25", "too_complex", lambda t: t.text('"play"', nested(25)), "mover"),
    ("depth without end", "too_complex", lambda t: "[" * 7000, "mover"),
    ("2 000 keys", "too_complex", lambda t: t.move(move={f"k{i}": 0 for i in range(2000)}), "mover"),
    ("NUL", "bad_text", lambda t: t.move(move=t.legal[0] | {"card": "5S\0"}), "mover"),
    ("a lone surrogate", "bad_text", lambda t: t.text('"token": "t1"', r'"token": "\ud800"'), "mover"),
    ("a bidi override", "bad_text", lambda t: {"type": "chat", "token": "t1", "text": "\u202eolleh"}, "mover"),
    ("a bad key", "bad_text", lambda t: t.move(**{"to\u0000ken": 1}), "mover"),
    # chat
    ("chat of a stranger", "not_a_player", lambda t: {"type": "chat", "token": "t1", "text": "hi"}, "stranger"),
    ("chat without login", "login_required", lambda t: {"type": "chat", "token": "t1", "text": "hi"}, "nobody"),
    ("chat of nothing", "missing_field", lambda t: {"type": "chat", "token": "t1", "text": "  "}, "mover"),
    ("chat too long", "too_long", lambda t: {"type": "chat", "token": "t1", "text": "x" * 501}, "mover"),
    ("chat of a list", "bad_type", lambda t: {"type": "chat", "token": "t1", "text": ["hi"]}, "mover"),
]  # fmt: skip


def absent_card(table: Table) -> str:
    """Return a card that the mover does not hold and the other does: the worst one to be told apart."""
    loaded = carrier.load(table.match.id)
    mover, other = table.people["mover"], table.people["other"]
    assert mover and other
    hands = [loaded.facts.game.view(loaded.state, loaded.seat_of(user.pk))["hand"] for user in (mover, other)]
    return str(next(card for card in hands[1] if card not in hands[0]))


def nested(depth: int) -> str:
    """Return an array in an array in an array."""
    return "[" * depth + "]" * depth


@DOORS
def test_bad_input_gets_a_code_and_a_sentence_and_changes_nothing(door, table, settings, subtests):
    """All on one table, which each leaves as it was."""
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    before = table.fingerprint()
    for name, code, body, who in BAD:
        with subtests.test(name):
            answer = door(table.people[who], table.match, body(table))
            assert answer.code == code, answer
            assert_plain_sentence(answer.message)
            assert table.fingerprint() == before


@DOORS
def test_a_good_move_is_taken_and_a_repeated_token_gets_the_same_answer(door, table):
    first = door(table.people["mover"], table.match, table.move())
    after = table.fingerprint()
    assert first.number == table.number + 1
    assert door(table.people["mover"], table.match, table.move()) == first
    assert door(table.people["mover"], table.match, table.move(number=None)) == first
    assert table.fingerprint() == after


@DOORS
def test_a_token_that_comes_with_another_move_is_refused(door, table):
    assert door(table.people["mover"], table.match, table.move()).number
    after = table.fingerprint()
    answer = door(table.people["mover"], table.match, table.move(move=table.legal[-1]))
    assert answer.code == "id_reused"
    assert_plain_sentence(answer.message)
    assert table.fingerprint() == after


@DOORS
def test_a_move_after_the_end_is_refused(door, table):
    ask(table.match, table.people["other"], "resign")
    after = table.fingerprint()
    answer = door(table.people["mover"], table.match, table.move())
    assert answer.code == "game_over"
    assert table.fingerprint() == after


def test_a_card_that_the_other_holds_is_refused_in_the_same_words_as_one_in_the_deck(table):
    held, loaded = absent_card(table), carrier.load(table.match.id)
    mover = table.people["mover"]
    assert mover
    seen = [loaded.facts.game.view(loaded.state, seat)["hand"] for seat in (0, 1)]
    hidden = next(f"{rank}{suit}" for rank in "23456789" for suit in "SHDC" if f"{rank}{suit}" not in seen[0] + seen[1])
    answers = [
        ask_by_socket(mover, table.match, table.move(token=f"t{card}", move=table.legal[0] | {"card": card}))
        for card in (held, hidden)
    ]
    assert answers[0] == answers[1]


# --- tables ---

BEFORE_THE_DEAL: list[tuple[str, str, Json, str]] = [
    ("a full table", "table_full", {"type": "join"}, "clara"),
    ("joining twice", "already_seated", {"type": "join"}, "boris"),
    ("a start by a guest", "not_host", {"type": "start"}, "boris"),
    ("a start by a stranger", "not_a_player", {"type": "start"}, "clara"),
    ("a start before all are ready", "not_ready", {"type": "start"}, "anna"),
    ("a move before the deal", "not_started", {"type": "move", "move": {"type": "pass"}}, "anna"),
    ("resigning before the deal", "not_started", {"type": "resign"}, "boris"),
    ("a kick by a guest", "not_host", {"type": "kick", "seat": 0}, "boris"),
    ("a kick of oneself", "not_allowed", {"type": "kick", "seat": 0}, "anna"),
    ("a seat that is not there", "out_of_range", {"type": "kick", "seat": 9}, "anna"),
    ("a bot on a taken seat", "table_full", {"type": "add_bot", "seat": 1, "policy": "greedy"}, "anna"),
    ("a bot nobody knows", "out_of_range", {"type": "add_bot", "seat": 1, "policy": "deep_thought"}, "anna"),
    ("ready for a number", "bad_type", {"type": "ready", "ready": 1}, "boris"),
    ("a salt with a quote", "out_of_range", {"type": "join", "salt": "'; --"}, "clara"),
    ("a salt with a comma", "out_of_range", {"type": "start", "salt": "a,b"}, "anna"),
]


@pytest.fixture
def full_table(anna, boris):
    match = open_for(anna)
    ask(match, boris, "join")
    return match


@DOORS
@pytest.mark.parametrize("case", [case[1:] for case in BEFORE_THE_DEAL], ids=[case[0] for case in BEFORE_THE_DEAL])
def test_what_a_full_table_refuses_before_the_deal(door, case, full_table, request):
    (code, body, who), match = case, full_table
    before = EntryRow.objects.count(), carrier.load(match.id)
    answer = door(request.getfixturevalue(who), match, body | {"token": "t1"})
    assert answer.code == code
    assert_plain_sentence(answer.message)
    assert (EntryRow.objects.count(), carrier.load(match.id)) == before


@DOORS
def test_empty_seats_are_refused_at_the_start(door, anna):
    match = open_for(anna)
    answer = door(anna, match, {"type": "start", "token": "t1"})
    assert answer.code == "empty_seats"
    assert_plain_sentence(answer.message)
    assert EntryRow.objects.filter(match=match).count() == 1


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("bad_options", {"game": "chess"}),
        ("bad_options", {"options": {"teams": 5}}),
        ("bad_options", {"options": {"draw": "never"}}),
        ("bad_options", {"options": {"table_talk": 1}}),
        ("unknown_field", {"options": {"cheat": True}}),
        ("bad_seats", {"seats": 1}),
        ("bad_seats", {"seats": 5}),
        ("bad_options", {"clock": {}}),
        ("bad_options", {"clock": {"per_move": 30_000, "main": 60_000}}),
        ("out_of_range", {"clock": {"per_move": 1}}),
        ("out_of_range", {"clock": {"per_move": True}}),
        ("out_of_range", {"clock": {"main": 60_000, "increment": -1}}),
    ],
)
def test_illegal_choices_open_no_table(code, changes, anna):
    with pytest.raises(Refused) as caught:
        open_for(anna, **changes)
    assert caught.value.code == code
    assert_plain_sentence(caught.value.message)
    assert not Match.objects.exists()


# --- talk ---


@DOORS
def test_a_line_said_twice_a_flood_and_a_token_used_twice_are_refused(door, table):
    def say(token: str, text: str) -> Answer:
        return door(table.people["mover"], table.match, {"type": "chat", "token": token, "text": text})

    first = say("c1", "hello")
    assert say("c1", "hello") == first
    assert say("c1", "other").code == "id_reused"
    assert say("c2", "hello").code == "repeat"
    assert [bool(say(f"c{n}", f"line {n}").number) for n in range(3, 7)] == [True] * 4
    assert say("c8", "one more").code == "slow_down"
    assert ChatLine.objects.count() == 5
