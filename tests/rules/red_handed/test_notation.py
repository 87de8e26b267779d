"""What of the notation is this game's own; what every game forgives and refuses is in the shared suite."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import MalformedMove, Move
from rules.red_handed import game
from rules.red_handed.listing import FLIP, GRAB, RECOVER, TIMEOUT
from rules.red_handed.models import Grab, Point

NUMBERS = st.lists(st.integers(0, 59), min_size=1, max_size=4).map(tuple)
FILLING = st.none() | st.integers(0, 10**6)
CLAIMS: st.SearchStrategy[Move] = st.builds(Grab, st.none() | NUMBERS, FILLING) | st.builds(Point, NUMBERS, FILLING)


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


@given(CLAIMS)
def test_any_claim_keeps_its_numbers_and_filling(move: Move) -> None:
    assert game.read_move(game.print_move(move)) == move


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
        *("grab it", "grabs", "3 5 8", "point", "point @2", "grab @", "grab @2 3 5", "grab 3 @2 @3"),
        *("grab 3a", "flip 4", "timeout 3", "recover @1", "grab ٣ ٥", "grab 3/4½", "f lip"),
        "grab " + "1" * 16,
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move"):
        game.read_move(text)
