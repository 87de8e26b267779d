"""What must not be read is refused at every address that takes a body, with its code and field; nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import Appeal, Case, Friendship, Holiday, Preferences, Report, Sanction, SanctionKind, User
from games.models import ChatLine, EntryRow, Invitation, Match, MatchMailChoice
from matchmaking.models import Ticket
from tests.crosses import crossed
from tests.games.conftest import ask, make_user, open_for, started, to_move
from tests.programs import Program, failed
from tests.staff import laid

pytestmark = pytest.mark.usefixtures("in_process")
DEEP = {"token": "t", "move": {}}
for _ in range(30):
    DEEP = {"token": "t", "move": DEEP}


@pytest.fixture
def doors(match) -> dict[str, tuple[Program, str, dict[str, Any]]]:
    """Return by name who may send what where, so that it is good."""
    user, legal = to_move(match)
    program = Program(user)
    at = f"matches/{match.id}"
    return {
        "moves": (program, f"{at}/moves", {"token": "t", "move": legal[0]}),
        "requests": (program, f"{at}/requests", {"token": "t", "type": "move", "move": legal[0]}),
        "chat": (program, f"{at}/chat", {"token": "t", "text": "hello"}),
        "tables": (program, "tables", {"token": "t", "game": "sequence", "seats": 2}),
        "tickets": (program, "tickets", {"token": "t", "game": "sequence", "seats": 2}),
        "bot": (program, "account/bot", {"code": "x"}),
    } | _doors_of_ones_own(program, match, user)


def _doors_of_ones_own(program: Program, match: Match, user: User) -> dict[str, tuple[Program, str, dict[str, Any]]]:
    other, sanction = make_user("zoya"), laid(user, SanctionKind.WARNING).pk
    table = open_for(user).id
    over = started(user, make_user())
    ask(over, user, "resign")
    report = {"token": "t", "about": "person", "person": other.username, "kind": "talk"}
    return {
        "friends": (program, "account/friends", {"token": "t", "name": other.username, "do": "ask"}),
        "preferences": (program, "account/preferences", {"token": "t", "theme": "dark"}),
        "holidays": (program, "account/holidays", {"token": "t", "first": "2099-01-01", "last": "2099-01-02"}),
        "appeal": (program, f"account/sanctions/{sanction}/appeal", {"token": "t", "words": "I was away."}),
        "read": (program, f"account/sanctions/{sanction}/read", {"token": "t"}),
        "export": (program, "account/export", {"token": "t", "password": "x"}),
        "invite": (program, f"matches/{table}/invitations", {"token": "t", "who": other.username}),
        "mails": (program, f"matches/{match.id}/mails", {"token": "t", "mail_turns": "none"}),
        "reports": (program, "reports", report),
        "rematch": (program, f"matches/{over.id}/rematch", {"token": "t"}),
    }


_ROWS = (
    EntryRow,
    ChatLine,
    Ticket,
    Friendship,
    Preferences,
    Holiday,
    Appeal,
    Invitation,
    MatchMailChoice,
    Report,
    Case,
)


def state() -> list[Any]:
    heads = Match.objects.order_by("pk").values_list("pk", "live__number", "live__summary")
    seen = Sanction.objects.order_by("pk").values_list("pk", "seen_at")
    return [list(heads), list(seen), [model.objects.count() for model in _ROWS]]


OWN = ["friends", "preferences", "holidays", "appeal", "read", "export", "invite", "mails", "reports", "rematch"]
ALL = ["moves", "requests", "chat", "tables", "tickets", "bot", *OWN]
NEED_NOTHING = {"preferences", "export", "read", "rematch"}  # without a body they are asked for nothing that is missing
TEXTS = {
    "no JSON": ("{", 400, "bad_json"),
    "nothing": ("", 400, None),
    "a list": ("[]", 400, "bad_json"),
    "a text": ('"x"', 400, "bad_json"),
    "trailing": ('{"token": "t"} x', 400, "bad_json"),
    "a BOM": ("\ufeff{}", 400, "bad_json"),
    "a key twice": ('{"token": "t", "token": "u"}', 400, "bad_json"),
    "no UTF-8": (b'{"token": "\xff"}', 400, "bad_json"),
    "NaN": ('{"token": "t", "x": NaN}', 400, "out_of_range"),
    "Infinity": ('{"token": "t", "x": -Infinity}', 400, "out_of_range"),
    "a huge number": ('{"token": "t", "x": 1' + "0" * 5_000 + "}", 400, "out_of_range"),
    "a fraction": ('{"token": "t", "x": 3.0}', 400, "bad_type"),
    "NUL": ('{"token": "t", "x": "a\\u0000"}', 400, "bad_text"),
    "a surrogate": ('{"token": "t", "x": "\\ud800"}', 400, "bad_text"),
    "an override": ('{"token": "t", "x": "\\u202e"}', 400, "bad_text"),
    "too deep": (json.dumps(DEEP), 400, "too_complex"),
    "too many": (json.dumps({"token": "t", "x": list(range(2_000))}), 400, "too_complex"),
    "too large": ('{"token": "' + "t" * 66_000 + '"}', 413, "too_large"),
    "ten megabytes": ('{"token": "' + "t" * 10_000_000 + '"}', 413, "too_large"),
    "an unknown field": ('{"token": "t", "code": "x", "type": "x", "is_staff": true}', 400, None),
}


@pytest.mark.parametrize(("bad", "name"), crossed(TEXTS, {name: name for name in ALL}, share=3))
def test_a_body_that_is_no_good_is_refused_everywhere_and_nothing_changes(bad, name, doors):
    text, status, code = bad
    if not text and name in NEED_NOTHING:
        return
    program, path, _ = doors[name]
    before = state()
    told = failed(program.post(path, text))
    assert told[0] == status
    assert code is None or told[1] == code
    assert state() == before


FIELDS = {
    "moves": {"token": "bad_type", "number": "bad_type", "move": "bad_type"},
    "chat": {"token": "bad_type", "text": "bad_type"},
    "tables": {"token": "bad_type", "game": "bad_type", "seats": "bad_type"},
    "tickets": {"token": "bad_type", "game": "bad_type", "seats": "bad_type"},
    "bot": {"code": "bad_type"},
    "friends": {"token": "bad_type", "name": "bad_type", "do": "bad_type"},
    "preferences": {"token": "bad_type", "theme": "bad_type"},
    "holidays": {"token": "bad_type", "first": "bad_type", "last": "bad_type"},
    "appeal": {"token": "bad_type", "words": "bad_type"},
    "read": {"token": "bad_type"},
    "export": {"token": "bad_type", "password": "bad_type"},
    "invite": {"token": "bad_type", "who": "bad_type"},
    "mails": {"token": "bad_type", "mail_turns": "bad_type"},
    "reports": {"token": "bad_type", "about": "bad_type", "person": "bad_type", "kind": "bad_type"},
    "rematch": {"token": "bad_type"},
}
CASES = [(name, field) for name, fields in FIELDS.items() for field in fields]


@pytest.mark.parametrize(("name", "field"), CASES)
def test_a_value_of_another_type_is_never_cast(name, field, doors):
    program, path, good = doors[name]
    before = state()
    for value in (True, None, [], 1.5):
        if (name, field, value) != ("moves", "number", None):  # which may be left out
            assert failed(program.post(path, {**good, field: value})) == (400, "bad_type"), value
    assert state() == before


@pytest.mark.parametrize("name", [name for name in ALL if name != "requests"])
def test_a_field_too_many_is_named_and_not_applied(name, doors):
    program, path, good = doors[name]
    before = state()
    for field in ("is_staff", "rating", "host", "user", "type"):
        answer = program.post(path, {**good, field: 1})
        assert failed(answer) == (400, "unknown_field"), field
        assert answer.json()["error"]["field"] == field
    assert state() == before


@pytest.mark.parametrize(("name", "field"), [("moves", "number"), ("tables", "seats"), ("tickets", "seats")])
def test_a_number_out_of_range_is_refused(name, field, doors):
    program, path, good = doors[name]
    before = state()
    for value in (-1, 2**31, 2**63, 10**19):
        assert failed(program.post(path, {**good, field: value})) == (400, "out_of_range"), value
    assert state() == before


@pytest.mark.parametrize("name", [name for name in ALL if name != "bot"])
def test_a_token_of_another_form_is_refused(name, doors):
    program, path, good = doors[name]
    before = state()
    for token in ("", "a" * 65, "a b", "ä", "../x", "t\n"):
        assert failed(program.post(path, {**good, "token": token})) == (400, "out_of_range"), token
    assert state() == before


@pytest.mark.parametrize("salt", ["x\n", "a" * 65, "a b"])
def test_a_salt_of_another_form_is_refused(salt, anna, boris):
    table = open_for(anna)
    body = {"type": "join", "token": "t", "salt": salt}
    assert failed(Program(boris).post(f"matches/{table.id}/requests", body)) == (400, "out_of_range")


def test_another_kind_of_content_is_refused(doors):
    program, path, good = doors["moves"]
    before = state()
    for kind in ("text/plain", "application/xml", "application/x-www-form-urlencoded", ""):
        answer = program.client.generic("POST", f"/api/v1/{path}", json.dumps(good), content_type=kind)
        assert failed(answer) == (415, "unsupported_media_type"), kind
    assert state() == before


CHOICES = [
    {"options": {"cheat": True}}, {"options": []}, {"clock": {"per_move": -1}}, {"clock": {"x": 1}}, {"clock": "fast"},
    {"pace": "slow"}, {"talk": "loud"}, {"bots": "divine"}, {"bots": "gentle", "rated": True}, {"seats": 5},
    {"game": "chess"}, {"game": "../blitz"}, {"rated": "yes"}, {"listed": None}, {"pace": "mail"},
    {"game": "blitz", "pace": "mail", "clock": {"per_move": 86_400_000}},
]  # fmt: skip


def test_a_table_that_cannot_be_is_not_opened(doors):
    program, path, good = doors["tables"]
    before = state()
    for choice in CHOICES:
        assert failed(program.post(path, {**good, **choice}))[0] in (400, 403, 422), choice
    assert state() == before


@pytest.mark.parametrize("path", ["", "/log", "/chat", "/record", "/ratings"])
def test_an_id_that_is_none_is_not_found(path, anna):
    program = Program(anna)
    for match_id in ("..%2F1", "1%20OR%201=1", "📎", "%00", "a" * 300, "7HQ2VW9XK4MNPTZ3"):
        assert failed(program.client.get(f"/api/v1/matches/{match_id}{path}")) == (404, "not_found"), match_id
