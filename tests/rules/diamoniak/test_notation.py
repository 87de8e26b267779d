"""Moves as text, both ways."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules.diamoniak
from rules import codec
from rules.contract import MalformedMove, Move
from rules.diamoniak import game
from rules.diamoniak.cards import KINDS
from rules.diamoniak.models import Buy, Draw, Pay, Stop

RULES = Path(rules.diamoniak.__file__).parent


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
        *("", " ", "draw 2", "drawn", "stop it", "buy", "buy pink", "buy -1", "buy 10", "buy 1.5", "buy ٢", "sell 2"),
        *("pay", "pay 3", "pay witch", "pay palace", "pay red", "pay pinkk", "pay diamond 2", "fairy", "pass", "undo"),
        *("draw\x00; stop", "pay diamond " * 40, "[" * 300, "💣", "%(text)s", "%s %d"),
    ],
)
def test_what_is_no_move_is_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move") as caught:
        game.read_move(text)
    assert caught.value.code == "bad_notation"
    assert len(caught.value.details["text"]) <= 40
    assert caught.value.details["text"].isprintable()


@given(st.text(max_size=300) | st.text(string.ascii_lowercase + string.digits + " :,+", max_size=30))
def test_no_text_does_more_than_be_read_or_refused(text: str) -> None:
    try:
        move = game.read_move(text)
    except MalformedMove:
        return
    assert game.read_move(game.print_move(move)) == move


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


@pytest.mark.parametrize("name", ["README.md", "README.ru.md", "README.he.md"])
def test_every_example_in_the_rules_can_be_read(name: str) -> None:
    lines = (RULES / name).read_text().split("`draw`")[1].splitlines()
    rows = ["`draw`" + lines[0], *(line for line in lines[1:] if line.startswith("| `"))]
    examples = [example for row in rows for example in re.findall("`([^`]+)`", row.strip("|").split("|")[0])]
    assert len(examples) == 5
    assert [game.print_move(game.read_move(example)) for example in examples] == examples
