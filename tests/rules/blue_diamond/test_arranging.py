"""The row is built: exactly one shift, swap or flip a turn."""

from __future__ import annotations

import pytest

from rules import codec
from rules.blue_diamond import game
from rules.blue_diamond.models import Flip, Flipped, Place, Shift, Shifted, Swap, Swapped
from rules.contract import MalformedMove
from tests.rules.blue_diamond.tables import do, lying, may, refusal, table

ROW = "AX DP PX DA XD AP"  # no move makes a combination here
FIVE, FOUR = "AX DP PX DA XD", "AX DP PX DA"


def test_a_full_row_offers_two_shifts_three_swaps_and_six_flips() -> None:
    moves = ["shift left", "shift right", "swap 2", "swap 3", "swap 4", *(f"flip {card}" for card in range(1, 7))]
    assert may(table(ROW)) == moves


def test_a_row_of_five_offers_two_swaps_and_a_row_of_four_one() -> None:
    assert [move for move in may(table(FIVE, due="AP")) if "swap" in move] == ["swap 2", "swap 3"]
    assert [move for move in may(table(FOUR, due="XD AP")) if "swap" in move] == ["swap 2"]


@pytest.mark.parametrize(
    ("move", "row", "event"),
    [
        ("shift left", "2D 3P 4D 5X 6A 1A", Shifted(0, 1, "right")),
        ("shift right", "6A 1A 2D 3P 4D 5X", Shifted(0, 6, "left")),
        ("swap 2", "1A 3P 2D 4D 5X 6A", Swapped(0, (3, 2), 1)),
        ("swap 3", "1A 2D 4D 3P 5X 6A", Swapped(0, (4, 3), 2)),
        ("swap 4", "1A 2D 3P 5X 4D 6A", Swapped(0, (5, 4), 3)),
        ("flip 1", "1X 2D 3P 4D 5X 6A", Flipped(0, 1, "X")),
        ("flip 4", "1A 2D 3P 4A 5X 6A", Flipped(0, 4, "A")),
    ],
)
def test_each_arranging_move_does_this(move: str, row: str, event: object) -> None:
    state = table(ROW)
    assert do(state, move) == [event]
    assert lying(state) == row
    assert state.turn == 1


def test_a_shifted_or_swapped_card_is_not_turned() -> None:
    state = table(ROW)
    before = dict(state.faces)
    do(state, "shift left", "swap 2", "shift left", "swap 4")
    assert state.faces == before
    assert state.turned == []


@pytest.mark.parametrize("at", [-1, 0, 4, 5, 6, 2**40, -(2**40)])
def test_an_end_card_is_never_swapped(at: int) -> None:
    reason = "Only two neighbours that are not at an end of the row can change places."
    assert refusal(table(ROW), Swap(at)) == reason
    assert refusal(table(FIVE, due="AP"), Swap(3)) == reason
    assert refusal(table(FOUR, due="XD AP"), Swap(2)) == reason


def test_a_set_aside_card_cannot_be_flipped() -> None:
    assert refusal(table(FIVE, due="AP"), "flip 6") == "Card 6 is set aside."
    for card in (0, 7, -3):
        assert refusal(table(ROW), Flip(card)) == f"There is no card {card}: cards are 1 to 6."


def test_a_player_out_of_turn_may_do_nothing() -> None:
    state = table(ROW, turn=1)
    assert game.legal_moves(state, 0) == ()
    assert game.must_act(state) == {1}
    for move in ("shift left", "swap 2", "flip 1", "pass", "place 1 left", "return 1 left"):
        assert refusal(state, move, seat=0) == "It is not your turn."


def test_the_clock_and_the_referee_have_nothing_to_do() -> None:
    state = table(ROW)
    assert game.timer(state) is None
    assert game.referee_calls(state) == ()
    assert refusal(state, "flip 1", seat=None) == "Only a player can do that."


def test_nothing_is_returned_when_nothing_was_set_aside() -> None:
    assert refusal(table(ROW), "return 1 left") == "Card 1 is not set aside."


def test_shift_names_the_end_that_it_takes_the_card_from() -> None:
    assert codec.move_to_json(Shift("left")) == {"type": "shift", "from": "left"}
    assert codec.move_from_json(game, {"type": "shift", "from": "right"}) == Shift("right")
    with pytest.raises(MalformedMove, match="from_"):
        codec.move_from_json(game, {"type": "shift", "from_": "right", "from": "right"})


@pytest.mark.parametrize(
    "value",
    [
        {"type": "shift"},
        {"type": "shift", "from": "top"},
        {"type": "shift", "from": None},
        {"type": "swap", "at": 1.0},
        {"type": "swap", "at": True},
        {"type": "swap", "at": "1"},
        {"type": "swap", "at": 1, "to": 2},
        {"type": "flip", "card": 1.5},
        {"type": "flip", "card": [1]},
        {"type": "flip"},
        {"type": "pass", "card": 1},
        {"type": "place", "card": 1, "end": "left", "flip": 0},
        {"type": "return", "card": 1, "end": "middle", "flip": True},
        {"type": "Flip", "card": 1},
        {"card": 1},
    ],
)
def test_what_is_not_one_of_the_six_forms_is_malformed(value: object) -> None:
    with pytest.raises(MalformedMove):
        codec.move_from_json(game, value)


def test_decoded_moves_are_the_shared_ones() -> None:
    state = table(ROW)
    for move in game.legal_moves(state, 0):
        assert codec.move_from_json(game, codec.move_to_json(move)) is move
    far = Place(99, "left", False)
    assert game.intern(far) is far
