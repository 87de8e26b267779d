"""Moves as text: printed strictly, read leniently, and the same move again after the round trip."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import MalformedMove, Move
from rules.red_handed import game, notation
from rules.red_handed.listing import FLIP, GRAB, RECOVER, TIMEOUT
from rules.red_handed.models import Grab, Point

RULES = Path(notation.__file__).parent
NUMBERS = st.lists(st.integers(0, 59), min_size=1, max_size=4).map(tuple)
FILLING = st.none() | st.integers(0, 10**6)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Grab, st.none() | NUMBERS, FILLING),
    st.builds(Point, NUMBERS, FILLING),
    st.sampled_from([FLIP, TIMEOUT, RECOVER]),
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (FLIP, "flip"),
        (GRAB, "grab"),
        (Grab((3, 5, 8)), "grab 3 5 8"),
        (Grab((3, 5, 8), 2), "grab 3 5 8 @2"),
        (Grab(None, 2), "grab @2"),
        (Point((3, 5, 8)), "point 3 5 8"),
        (Point((3, 12), 0), "point 3 12 @0"),
        (TIMEOUT, "timeout"),
        (RECOVER, "recover"),
    ],
)
def test_each_kind_of_move_has_one_printed_form(move: Move, text: str) -> None:
    assert game.print_move(move) == text
    assert game.read_move(text) == move


@given(MOVES)
def test_every_move_survives_being_printed_and_read(move: Move) -> None:
    assert game.read_move(game.print_move(move)) == move


@given(MOVES, st.sampled_from([str.upper, str.lower, str.swapcase, str.title]))
def test_case_does_not_matter(move: Move, change: object) -> None:
    assert game.read_move(change(game.print_move(move))) == move  # type: ignore[operator]


@given(MOVES, st.data())
def test_invisible_marks_and_more_spaces_do_not_matter(move: Move, data: st.DataObject) -> None:
    marks = st.text("\u200b\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2069\ufeff\u05b0\u05bc", max_size=2)
    spaces = st.text(" \t\u00a0\u3000", max_size=2)
    text = "".join(
        sign + data.draw(marks) + (data.draw(spaces) if sign in " @" else "") for sign in game.print_move(move)
    )
    assert game.read_move(data.draw(spaces) + text + data.draw(spaces)) == move


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("GRAB 3,5,8", "grab 3 5 8"),
        ("grab 3, 5, 8.", "grab 3 5 8"),
        ("grab [3, 5, 8]", "grab 3 5 8"),
        ("grab: 3-5-8", "grab 3 5 8"),
        ("grab 3+5+8", "grab 3 5 8"),
        ("grab #3 #5 #8", "grab 3 5 8"),
        ("grab3 5", "grab 3 5"),
        ("grab\t3\t5", "grab 3 5"),
        ("grab 03 05", "grab 3 5"),
        ("grab@2", "grab @2"),
        ("grab 3 5 8@2", "grab 3 5 8 @2"),
        ("point (3 5) @ 2", "point 3 5 @2"),
        ("ｇｒａｂ　３　５", "grab 3 5"),
        ("time out", "timeout"),
        ("Time-out", "timeout"),
        ("\u200fgrab 3 5 8\u200f", "grab 3 5 8"),
        ("  flip \r\n", "flip"),
        ("grаb 3 5", "grab 3 5"),  # a Cyrillic a
        ("роint 3 5", "point 3 5"),  # a Cyrillic er and o
        ("rесоvеr", "recover"),  # Cyrillic es, o and ye
    ],
)
def test_what_people_type_is_read(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "grab it", "grabs", "3 5 8", "point", "point @2", "grab @", "grab @2 3 5", "grab 3 @2 @3"),
        *("grab 3a", "flip 4", "timeout 3", "recover @1", "undo", "grab ٣ ٥", "grab 3/4½", "grab 3\x00; flip", "f lip"),
        *("grab " + "1" * 16, "grab 3 5 8 " * 40, "[" * 300, "💣", "%(text)s", "%s %d"),
    ],
)
def test_what_is_no_move_is_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move") as caught:
        game.read_move(text)
    assert caught.value.code == "bad_notation"
    assert len(caught.value.details["text"]) <= 40
    assert caught.value.details["text"].isprintable()


@given(st.text(max_size=300) | st.text(string.ascii_letters + string.digits + " ,[]@", max_size=30))
def test_no_text_does_more_than_be_read_or_refused(text: str) -> None:
    try:
        move = game.read_move(text)
    except MalformedMove:
        return
    assert game.read_move(game.print_move(move)) == move


@pytest.mark.parametrize("name", ["README.md", "README.ru.md", "README.he.md"])
def test_every_example_in_the_rules_can_be_read(name: str) -> None:
    rows = [line.split("|")[1] for line in (RULES / name).read_text().splitlines() if line.startswith("| `")]
    examples = [example for row in rows for example in re.findall("`([^`]+)`", row)]
    moves = [example for example in examples if not re.fullmatch("[TDFP][rgb][123]?|K", example)]
    assert len(moves) == 7
    assert [game.print_move(game.read_move(move)) for move in moves] == moves
