"""What of the notation is this game's own; what every game forgives and refuses is in the shared suite."""

from __future__ import annotations

import pytest

from rules.blue_diamond import game
from rules.blue_diamond.models import Flip, Pass, Place, Return, Shift, Swap
from rules.contract import MalformedMove, Move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Place(3, "left", False), "3L"),
        (Place(6, "right", False), "6R"),
        (Place(3, "right", True), "3R*"),
        (Pass(), "pass"),
        (Shift("left"), "shift left"),
        (Shift("right"), "shift right"),
        (Swap(1), "swap 2"),
        (Swap(3), "swap 4"),
        (Flip(4), "flip 4"),
        (Return(3, "left", False), "return 3L"),
        (Return(3, "right", True), "return 3R*"),
    ],
)
def test_each_kind_of_move_has_one_printed_form(move: Move, text: str) -> None:
    assert game.print_move(move) == text
    assert game.read_move(text) == move


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("3 l", "3L"),
        ("3 right *", "3R*"),
        ("place 3 left", "3L"),
        ("place3leftturned", "3L*"),
        ("place #3, left", "3L"),
        ("Put 3 left.", "3L"),
        ("place 3 ←", "3L"),
        ("3 → turn", "3R*"),
        ("place 3 right flipped", "3R*"),
        ("return 3: r flip", "return 3R*"),
        ("return 3 right turned", "return 3R*"),
        ("turn 4", "flip 4"),
        ("flip４", "flip 4"),
        ("shift from left", "shift left"),
        ("shift r", "shift right"),
        ("swap 2 3", "swap 2"),
        ("swap 2-3", "swap 2"),
        ("swap 3–2", "swap 2"),
        ("swap 2\u05be3", "swap 2"),  # a Hebrew hyphen
        ("\u200fflip 4\u200f", "flip 4"),
        ("  pass \r\n", "pass"),
    ],
)
def test_what_people_type_is_read(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    ("text", "plain"),
    [("раss", "pass"), ("РАЅЅ", "pass"), ("рlасе 3 lеft", "3L"), ("ѕwар 2", "swap 2"), ("fliр 4", "flip 4")],
)
def test_cyrillic_letters_that_look_like_latin_ones_are_read(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "flip",
            "flip 0",
            "flip 7",
            "flip 10",
            "flip 4 4",
            "flip -1",
            "flip four",
            "flip ٤",
            "4",
            "left",
            "3",
            "3*",
            "7L",
            "3LR",
            "3L**",
            "*3L",
            "return 3*",
        ),
        *("place 3", "place left", "place 3 up", "place 7 left", "place 3 left left", "place 3 turned", "place"),
        *("return 3", "return 3 left turned turned", "return left", "shift", "shift 1", "shift left left", "swap"),
        *("swap 0", "swap 2 4", "swap 2 2", "swap 2 3 4", "swap -1", "pass 1", "passs"),
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move"):
        game.read_move(text)
