"""What of the notation is this game's own; what every game forgives and refuses is in the shared suite."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import MalformedMove, Move
from rules.sequence import game
from rules.sequence.board import CELLS
from rules.sequence.cards import PACK
from rules.sequence.models import Draw, Exchange, Forfeit, Pass, Penalty, Play

CELL = st.sampled_from(CELLS)


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


@given(st.sampled_from(PACK), CELL, st.tuples(CELL, CELL, CELL, CELL, CELL))
def test_any_line_keeps_its_order(card: str, cell: str, line: tuple[str, ...]) -> None:
    move = Play(card, cell, line)
    assert game.read_move(game.print_move(move)) == move


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
        ("ѕwар 5п", "swap 5S"),
        ("реnаltу 1", "penalty 1"),
        ("раѕѕ", "pass"),
    ],
)
def test_cyrillic_letters_are_read_where_only_one_letter_can_be_meant(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    "text",
    [
        *("5S", "d7", "5S d11", "5S d0", "5S k1", "1S d7", "11S d7", "5X d7", "5Sxd7", "JDxd7", "JSxxd7"),
        *("5S d7 [a1 b2 c3 d4]", "5S d7 [a1 b2 c3 d4 e5 f6]", "5S d7 d8", "swap", "swap 5S d7", "draw 5S", "passs"),
        *("penalty", "penalty -1", "penalty 1.5", "penalty 100", "penalty ١", "forfeit", "5S d٧", "х5 d7"),
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move"):
        game.read_move(text)
