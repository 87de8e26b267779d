"""Moves as text: printed strictly, read leniently, and the same move again after the round trip."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.blitz import game, notation
from rules.blitz.models import Deal, PlayToCentre, PlayToWork, Reshuffle, Start, Stuck, Turn
from rules.blitz.sources import SINGLES, WHOLE
from rules.contract import MalformedMove, Move

RULES = Path(notation.__file__).parent
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(PlayToCentre, st.sampled_from(SINGLES), st.just("new") | st.integers(0, 31)),
    st.builds(PlayToWork, st.sampled_from([*SINGLES, *WHOLE]), st.integers(0, 4)),
    st.sampled_from([Turn(), Stuck(), Start(), Reshuffle(), Deal()]),
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (PlayToCentre("blitz", "new"), "centre blitz new"),
        (PlayToCentre("waste", 0), "centre waste 0"),
        (PlayToCentre("work:1", 13), "centre work:1 13"),
        (PlayToWork("waste", 0), "work waste 0"),
        (PlayToWork("blitz", 4), "work blitz 4"),
        (PlayToWork("work:2", 1), "work work:2 1"),
        (PlayToWork("work:2:all", 1), "work work:2:all 1"),
        (Turn(), "turn"),
        (Stuck(), "stuck"),
        (Start(), "start"),
        (Reshuffle(), "reshuffle"),
        (Deal(), "deal"),
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
        ("Center Blitz New", "centre blitz new"),
        ("centre blitz > new", "centre blitz new"),
        ("centre work1->3", "centre work:1 3"),
        ("centre work 1 → 13", "centre work:1 13"),
        ("work work 2 all 1", "work work:2:all 1"),
        ("work:work:2:1", "work work:2 1"),
        ("work, waste, 0.", "work waste 0"),
        ("centre work:12", "centre work:1 2"),
        ("сеntrе wаstе 0", "centre waste 0"),  # Cyrillic es, ie, a
        ("ТURN", "turn"),  # a Cyrillic te
        ("\u200fstuck\u200f", "stuck"),
        ("ｔｕｒｎ", "turn"),
        ("  deal \r\n", "deal"),
    ],
)
def test_what_people_type_is_read(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "centre", "centre blitz", "centre new", "centre work:1", "centre work:1:all 2"),
        *("centre reserve 0", "centre blitz -1", "centre blitz 1.5.x", "centre work:a 1", "centre blitz new 1"),
        *("work", "work waste", "work waste new", "work waste:all 1", "work work:1:all", "work work:x 1"),
        *("turn 3", "turns", "undo", "centre blitz ١", "centre blitz 1234567890123456", "turn\x00; stuck"),
        *("turn " * 50, "[" * 300, "💣", "%(text)s", "%s %d"),
    ],
)
def test_what_is_no_move_is_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move") as caught:
        game.read_move(text)
    assert caught.value.code == "bad_notation"
    assert len(caught.value.details["text"]) <= 40
    assert caught.value.details["text"].isprintable()


@given(st.text(max_size=300) | st.text(string.ascii_letters + string.digits + " :>", max_size=30))
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
    assert len(examples) == 11
    assert [game.print_move(game.read_move(example)) for example in examples] == examples
