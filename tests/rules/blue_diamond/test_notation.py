"""Moves as text: printed strictly, read leniently, and the same move again after the round trip."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.blue_diamond import game, notation
from rules.blue_diamond.models import CARDS, Flip, Pass, Place, Return, Shift, Swap
from rules.contract import MalformedMove, Move

RULES = Path(notation.__file__).parent
CARD = st.sampled_from(CARDS)
END = st.sampled_from(["left", "right"])
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Place, CARD, END, st.booleans()),
    st.builds(Return, CARD, END, st.booleans()),
    st.builds(Shift, END),
    st.builds(Swap, st.integers(1, 3)),
    st.builds(Flip, CARD),
    st.just(Pass()),
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Place(3, "left", False), "place 3 left"),
        (Place(3, "left", True), "place 3 left turned"),
        (Place(6, "right", False), "place 6 right"),
        (Pass(), "pass"),
        (Shift("left"), "shift left"),
        (Shift("right"), "shift right"),
        (Swap(1), "swap 2"),
        (Swap(3), "swap 4"),
        (Flip(4), "flip 4"),
        (Return(3, "right", False), "return 3 right"),
        (Return(3, "right", True), "return 3 right turned"),
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
def test_spaces_and_invisible_marks_do_not_matter(move: Move, data: st.DataObject) -> None:
    noise = st.text(" \t\u00a0\u200b\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2069\ufeff\u05b0\u05bc", max_size=2)
    text = "".join(sign + data.draw(noise) for sign in game.print_move(move))
    assert game.read_move(data.draw(noise) + text) == move


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("place #3, left", "place 3 left"),
        ("Put 3 left.", "place 3 left"),
        ("place 3 L", "place 3 left"),
        ("place 3 ←", "place 3 left"),
        ("place 3 → turn", "place 3 right turned"),
        ("place 3 right flipped", "place 3 right turned"),
        ("return 3: r flip", "return 3 right turned"),
        ("turn 4", "flip 4"),
        ("flip４", "flip 4"),
        ("shift from left", "shift left"),
        ("shift r", "shift right"),
        ("swap 2 3", "swap 2"),
        ("swap 2-3", "swap 2"),
        ("swap 3–2", "swap 2"),
        ("\u200fflip 4\u200f", "flip 4"),
        ("  pass \r\n", "pass"),
    ],
)
def test_what_people_type_is_read(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    ("text", "plain"),
    [("раss", "pass"), ("РАЅЅ", "pass"), ("рlасе 3 lеft", "place 3 left"), ("ѕwар 2", "swap 2"), ("fliр 4", "flip 4")],
)
def test_cyrillic_letters_that_look_like_latin_ones_are_read(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "flip", "flip 0", "flip 7", "flip 10", "flip 4 4", "flip -1", "flip four", "flip ٤", "4", "left"),
        *("place 3", "place left", "place 3 up", "place 7 left", "place 3 left left", "place 3 turned", "place"),
        *("return 3", "return 3 left turned turned", "return left", "shift", "shift 1", "shift left left", "swap"),
        *("swap 0", "swap 2 4", "swap 2 2", "swap 2 3 4", "swap -1", "pass 1", "passs", "undo", "flip 4\x00; pass"),
        *("flip 4 " * 40, "[" * 300, "💣", "%(text)s", "%s %d"),
    ],
)
def test_what_is_no_move_is_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move") as caught:
        game.read_move(text)
    assert caught.value.code == "bad_notation"
    assert len(caught.value.details["text"]) <= 40
    assert caught.value.details["text"].isprintable()


@given(st.text(max_size=300) | st.text(string.ascii_letters + string.digits + " ←→#", max_size=30))
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
    assert len(examples) == 8
    assert [game.print_move(game.read_move(example)) for example in examples] == examples
