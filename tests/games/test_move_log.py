"""The log of a match in short: read by page and program while it goes on, and never more than was seen."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import carrier, selectors
from rules import codec
from tests.games.conftest import ask, started
from tests.games.doors import browser

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


def move(match, players):
    """Let whoever is to move make their first legal move; return its line."""
    loaded = carrier.load(match.id)
    game = loaded.facts.game
    seat = min(loaded.must_act())
    first = game.legal_moves(loaded.state, seat)[0]
    ask(match, players[seat], "move", move=codec.move_to_json(first))
    return game.print_move(first)


def read(match, person=None, after=0):
    answer = browser(person).get(f"/api/v1/matches/{match.id}/log?after={after}")
    assert answer.status_code == 200
    return answer.json()


def test_the_log_has_each_move_in_notation_and_goes_on_from_any_number(match, anna, boris):
    begun = read(match)
    assert begun["number"] == begun["lines"][-1]["number"]
    assert {"start"} <= {line["kind"] for line in begun["lines"]}
    made = [move(match, [anna, boris]) for _ in range(3)]
    later = read(match, anna, after=begun["number"])
    assert [line["line"] for line in later["lines"]] == made
    assert [line["number"] for line in later["lines"]] == [begun["number"] + step for step in (1, 2, 3)]
    assert [line["ply"] for line in later["lines"]] == [0, 1, 2]
    assert read(match, anna, after=later["number"])["lines"] == []


def test_players_and_watchers_read_the_same_log(match, anna, boris, clara):
    move(match, [anna, boris])
    assert read(match, anna) == read(match, boris) == read(match, clara) == read(match)


def test_where_lines_would_tell_too_much_they_come_with_the_end(match, anna, boris, monkeypatch):
    monkeypatch.setattr(match.rules.__class__, "open_lines", False)
    told = move(match, [anna, boris])
    assert [line.get("line") for line in read(match)["lines"] if line["kind"] == "move"] == [None]
    ask(match, anna, "resign")
    assert [line.get("line") for line in read(match)["lines"] if line["kind"] == "move"] == [told]


def test_a_table_without_watchers_shows_its_log_to_its_players_alone(anna, boris, clara):
    match = started(anna, boris, watchers=False)
    assert read(match, boris)["lines"]
    for stranger in (clara, None):
        assert browser(stranger).get(f"/api/v1/matches/{match.id}/log").status_code == 404


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "٣", "9" * 10, ""])
def test_a_number_that_is_none_is_refused_in_words(match, after):
    answer = browser(None).get(f"/api/v1/matches/{match.id}/log", {"after": after})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "out_of_range")


def test_a_long_log_comes_in_parts(match, anna, boris, monkeypatch):
    monkeypatch.setattr(selectors, "LINES", 2)
    whole, after = [], 0
    while (part := read(match, after=after))["lines"]:
        assert len(part["lines"]) <= 2
        whole += part["lines"]
        after = whole[-1]["number"]
    assert [line["number"] for line in whole] == list(range(1, part["number"] + 1))


def test_the_log_loads_no_match(match, anna):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        selectors.lines(match, 0)
    assert len(queries) == 1
