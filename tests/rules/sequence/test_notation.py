"""Moves as text: printed strictly, read leniently, and the same move again after the round trip."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import MalformedMove, Move
from rules.sequence import game, notation
from rules.sequence.board import CELLS
from rules.sequence.cards import PACK
from rules.sequence.models import Draw, Exchange, Forfeit, Pass, Penalty, Play

RULES = Path(notation.__file__).parent
CARD = st.sampled_from(PACK)
CELL = st.sampled_from(CELLS)
LINE = st.none() | st.tuples(CELL, CELL, CELL, CELL, CELL)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Play, CARD, CELL, LINE),
    st.builds(Exchange, CARD),
    st.builds(Forfeit, CARD),
    st.builds(Penalty, st.integers(0, 2)),
    st.just(Draw()),
    st.just(Pass()),
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Play("5S", "d7"), "5S d7"),
        (Play("TC", "a10"), "TC a10"),
        (Play("JD", "e5"), "JD e5"),
        (Play("JS", "d7"), "JSxd7"),
        (Play("JH", "j10"), "JHxj10"),
        (Play("5S", "d7", ("a1", "b2", "c3", "d4", "e5")), "5S d7 [a1 b2 c3 d4 e5]"),
        (Exchange("5S"), "swap 5S"),
        (Draw(), "draw"),
        (Pass(), "pass"),
        (Forfeit("5S"), "forfeit 5S"),
        (Penalty(1), "penalty 1"),
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
        ("10S a1", "TS a1"),
        ("10♠a10", "TS a10"),
        ("5♠ d7", "5S d7"),
        ("5♠️ d7", "5S d7"),
        ("5♤ d7", "5S d7"),
        ("q♥c6", "QH c6"),
        ("K♦: d10", "KD d10"),
        ("A♣, a9.", "AC a9"),
        ("5s-d7", "5S d7"),
        ("5s → d7", "5S d7"),
        ("JS d7", "JSxd7"),
        ("j♠ × d7", "JSxd7"),
        ("JH х d7", "JHxd7"),  # a Cyrillic kha
        ("５Ｓ　ｄ７", "5S d7"),
        ("5S d7 a1 b2 c3 d4 e5", "5S d7 [a1 b2 c3 d4 e5]"),
        ("5sd7[a1,b2,c3,d4,e5]", "5S d7 [a1 b2 c3 d4 e5]"),
        ("exchange 5s", "swap 5S"),
        ("SWAP 10♦", "swap TD"),
        ("\u200f5S d7\u200f", "5S d7"),
        ("  pass \r\n", "pass"),
    ],
)
def test_what_people_type_is_read(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("ТС а10", "TC a10"),
        ("КН с8", "KH c8"),
        ("АС а9", "AC a9"),
        ("5С в2", "5C b2"),
        ("5д д3", "5D d3"),
        ("2п б1", "2S b1"),
        ("Дч ц3", "QH c3"),
        ("Вб е5", "JD e5"),
        ("Кк д8", "KC d8"),
        ("Тт а6", "TC a6"),
        ("9н и3", "9H i3"),
        ("8h й4", "8H j4"),
        ("6d ф1", "6D f1"),
        ("6d г10", "6D g10"),
        ("5h н7", "5H h7"),
        ("swap 5п", "swap 5S"),
    ],
)
def test_cyrillic_letters_are_read_where_only_one_letter_can_be_meant(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "5S", "d7", "5S d11", "5S d0", "5S k1", "1S d7", "11S d7", "5X d7", "5Sxd7", "JDxd7", "JSxxd7"),
        *("5S d7 [a1 b2 c3 d4]", "5S d7 [a1 b2 c3 d4 e5 f6]", "5S d7 d8", "swap", "swap 5S d7", "draw 5S", "passs"),
        *("penalty", "penalty -1", "penalty 1.5", "penalty 100", "penalty ١", "forfeit", "undo", "5S d٧", "х5 d7"),
        *("5S d7\x00; pass", "5S d7 " * 40, "[" * 300, "💣", "%(text)s", "%s %d"),
    ],
)
def test_what_is_no_move_is_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move") as caught:
        game.read_move(text)
    assert caught.value.code == "bad_notation"
    assert len(caught.value.details["text"]) <= 40
    assert caught.value.details["text"].isprintable()


@given(st.text(max_size=300) | st.text(string.ascii_letters + string.digits + " x[]♠♥♦♣", max_size=30))
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
