"""What of the notation is this game's own; what every game forgives and refuses is in the shared suite."""

from __future__ import annotations

import pytest

from rules.blitz import game
from rules.blitz.models import Deal, PlayToCentre, PlayToWork, Reshuffle, Start, Stuck, Turn
from rules.contract import MalformedMove, Move


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


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Center Blitz New", "centre blitz new"),
        ("centreblitznew", "centre blitz new"),
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
        *("centre", "centre blitz", "centre new", "centre work:1", "centre work:1:all 2"),
        *("centre reserve 0", "centre blitz -1", "centre blitz 1.5.x", "centre work:a 1", "centre blitz new 1"),
        *("work", "work waste", "work waste new", "work waste:all 1", "work work:1:all", "work work:x 1"),
        *("turn 3", "turns", "centre blitz ١", "centre blitz 1234567890123456"),
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move"):
        game.read_move(text)
