"""What of the notation is this game's own; what every game forgives and refuses is in the shared suite."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import codec
from rules.contract import MalformedMove, Move
from rules.diamoniak import game
from rules.diamoniak.cards import KINDS
from rules.diamoniak.models import Buy, Draw, Pay, Stop


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Draw(), "draw"),
        (Stop(), "stop"),
        (Buy(2), "buy 2"),
        (Pay(("diamond", "diamond", "palace:pink")), "pay diamond diamond palace:pink"),
        (Pay(("fairy",)), "pay fairy"),
    ],
)
def test_printing_is_strict_and_read_back(move: Move, text: str) -> None:
    assert game.print_move(move) == text
    assert game.read_move(text) == move


@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
def test_any_payment_keeps_its_order(cards: list[str]) -> None:
    move = Pay(tuple(cards))
    assert game.read_move(game.print_move(move)) == move


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("DRAW", "draw"),
        ("  stop \r\n", "stop"),
        ("Stop.", "stop"),
        ("buy2", "buy 2"),
        ("Buy from 2", "buy 2"),
        ("buy #2", "buy 2"),
        ("pay pink", "pay palace:pink"),
        ("Pay: Diamond, Diamond, Palace Pink", "pay diamond diamond palace:pink"),
        ("pay diamond + diamond + pink", "pay diamond diamond palace:pink"),
        ("pay diamond and palace-pink & blue", "pay diamond palace:pink palace:blue"),
        ("paydiamonddiamondpalace:pink", "pay diamond diamond palace:pink"),
        ("pay diamonds diamonds fairies", "pay diamond diamond fairy"),
        ("pay fаіrу", "pay fairy"),
        ("рay рink", "pay palace:pink"),
        ("ѕtор", "stop"),
        ("draw", "draw"),
        ("\u200fbuy 2\u200e", "buy 2"),
        ("\u202abuy\u00a02\u202c", "buy 2"),
    ],
)
def test_what_people_type_is_read(text: str, plain: str) -> None:
    assert game.read_move(text) == game.read_move(plain)


@pytest.mark.parametrize(
    "text",
    [
        *("draw 2", "drawn", "stop it", "buy", "buy pink", "buy -1", "buy 10", "buy 1.5", "buy ٢", "sell 2"),
        *("pay", "pay 3", "pay witch", "pay palace", "pay red", "pay pinkk", "pay diamond 2", "fairy", "pass"),
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move"):
        game.read_move(text)


def test_a_purchase_is_written_from_in_json() -> None:
    assert codec.move_to_json(Buy(2)) == {"type": "buy", "from": 2}
    assert codec.move_from_json(game, {"type": "buy", "from": 2}) == Buy(2)


def test_moves_are_told_apart_by_their_json() -> None:
    for bad in (
        *({"type": "buy"}, {"type": "buy", "from_": 1}, {"type": "buy", "from": True}, {"type": "buy", "from": 1.0}),
        *({"type": "pay"}, {"type": "pay", "cards": "fairy"}, {"type": "pay", "cards": [1]}),
        *({"type": "pay", "cards": [["fairy"]]}, {"type": "pay", "cards": None}),
        *({"type": "draw", "card": "fairy"}, {"type": "stop", "seat": 0}, {"type": "Draw"}, {"type": 1}, {}, [], None),
    ):
        with pytest.raises(MalformedMove):
            codec.move_from_json(game, bad)


def test_a_decoded_payment_in_the_listed_order_is_the_shared_object() -> None:
    one, other = (codec.move_from_json(game, {"type": "pay", "cards": ["palace:pink", "diamond"]}) for _ in range(2))
    assert one is other
