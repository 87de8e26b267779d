"""The row is built: placing at either end, turned over or not; passing, and its limit."""

from __future__ import annotations

import pytest

from rules import codec
from rules.blue_diamond import game
from rules.blue_diamond.models import Flip, Pass, Passed, Place, Placed, Returned, SetAside
from rules.contract import MalformedMove
from tests.rules.blue_diamond.tables import do, faces, lying, may, only, refusal, scored, table

LOOSE = "PX PA XD AX DP DA"


def test_a_player_takes_any_loose_card_to_either_end_as_it_lies_or_turned_over() -> None:
    state = table("PX PA", "XD AX DP DA")
    spots = ("L", "L*", "R", "R*")
    assert may(state) == [f"{card}{spot}" for card in (3, 4, 5, 6) for spot in spots] + ["pass"]
    for move, row in {
        "place 3 left": "3X 1P 2P",
        "place 3 right": "1P 2P 3X",
        "place 3 left turned": "3D 1P 2P",
        "place 3 right turned": "1P 2P 3D",
    }.items():
        after = state.clone()
        do(after, move)
        assert lying(after) == row
        assert after.turn == 1


def test_the_end_makes_no_difference_for_the_first_card() -> None:
    left, right = table(loose=LOOSE), table(loose=LOOSE)
    assert len(may(left)) == 6 * 2 * 2 + 1
    do(left, "place 4 left turned")
    do(right, "place 4 right turned")
    assert left == right
    assert lying(left) == "4X"


def test_placing_tells_the_end_the_turning_and_the_face_that_comes_up() -> None:
    assert do(table("PX", "PA XD AX DP DA"), "place 3 left turned") == [Placed(0, 3, "left", True, "D")]
    assert do(table("PX", "PA XD AX DP DA"), "place 3 left") == [Placed(0, 3, "left", False, "X")]


@pytest.mark.parametrize("missing", ["card", "end", "flip"])
def test_end_and_turning_are_both_decided_before_the_back_is_seen(missing: str) -> None:
    value = {"type": "place", "card": 3, "end": "left", "flip": True}
    assert codec.move_from_json(game, value) == Place(3, "left", True)
    del value[missing]
    with pytest.raises(MalformedMove, match=missing):
        codec.move_from_json(game, value)


def test_a_card_in_the_row_a_card_set_aside_and_no_card_at_all_cannot_be_placed() -> None:
    state = table("PX PD AP", "DA AX", "XD")
    assert refusal(state, "place 1 left") == "Card 1 lies in the row already."
    assert refusal(state, "place 6 left") == "Card 6 is set aside."
    for card in (0, 7, -1, 2**40):
        assert refusal(state, Place(card, "left", False)) == f"There is no card {card}: cards are 1 to 6."


def test_nothing_is_shifted_swapped_or_flipped_while_a_loose_card_exists() -> None:
    state = table("PX PA XD AX DP", "DA")
    for move in ("shift left", "swap 2", "flip 1", "flip 6"):
        assert refusal(state, move) == "The row is not built yet: place a card or pass."


def test_the_turn_alternates_with_every_placing_and_pass() -> None:
    state = table(loose=LOOSE, turn=1)
    turns = []
    for move in ("place 1 left", "pass", "place 2 left", "place 3 right", "pass", "pass", "place 4 left"):
        turns.append(state.turn)
        do(state, move)
    assert turns == [1, 0, 1, 0, 1, 0, 1]


# --- passing ---
def test_a_pass_is_refused_when_the_last_two_building_turns_were_both_passes() -> None:
    state = table(loose=LOOSE)
    assert do(state, "pass") == [Passed(0)]
    assert "pass" in may(state)
    assert do(state, "pass") == [Passed(1)]
    assert "pass" not in may(state)
    assert refusal(state, "pass") == "The last two turns were passes: now a card must be placed."
    do(state, "place 1 left")
    assert "pass" in may(state)


def test_one_pass_between_two_placings_is_soon_forgotten() -> None:
    state = table(loose=LOOSE)
    do(state, "pass", "place 1 left", "pass", "pass")
    assert "pass" not in may(state)
    assert game.view(state, None)["passes"] == game.view(state, None)["passes_limit"] == 2


def test_a_pass_does_not_spare_one_the_return_of_set_aside_cards() -> None:
    state = table("PX XA", "PA AD DX DP")
    assert scored(do(state, "place 3 right")) == [("PXP", 0, 1)]
    assert do(state, "pass") == [Passed(1)]
    assert state.turn == 1
    assert may(state) == ["return 2L", "return 2L*", "return 2R", "return 2R*"]
    assert refusal(state, "pass") == "You have moved; now return the cards that were set aside."
    assert do(state, "return 2 left") == [Returned(1, 2, "left", False, "X")]
    assert state.turn == 0
    assert "pass" in may(state)


def test_a_return_between_two_passes_does_not_part_them() -> None:
    state = table("PX XA", "PA AD DX DP")
    do(state, "place 3 right", "pass", "return 2 left", "pass")
    assert "pass" not in may(state)


def test_nobody_can_pass_once_the_row_is_built() -> None:
    state = table("PX PA XD AX DP DA")
    assert Pass() not in game.legal_moves(state, 0)
    assert refusal(state, "pass") == "The row is built: shift, swap or flip its cards."
    assert refusal(state, "place 1 left") == "The row is built: shift, swap or flip its cards."


# --- combinations while building ---
def test_a_combination_scores_in_the_building_phase_too() -> None:
    state = table("PX XA", "PA AD DX DP")
    events = do(state, "place 3 right")
    assert scored(events) == [("PXP", 0, 1)]
    assert only(events, SetAside) == [SetAside(2)]
    assert faces(state) == "PP"


def test_in_the_building_phase_the_next_player_places_and_then_returns() -> None:
    state = table("PX XA", "PA AD DX DP")
    do(state, "place 3 right")
    assert refusal(state, "return 2 left") == "First make your move, then return card 2."
    do(state, "place 4 left")
    assert state.turn == 1
    assert refusal(state, "place 5 left") == "You have moved; now return the cards that were set aside."
    do(state, "return 2 right turned")
    assert lying(state) == "4A 1P 3P 2A"
    assert state.turn == 0


def test_a_set_aside_card_is_not_loose_so_the_row_is_built_without_it() -> None:
    state = table("PX XA", "PA AD DX DP")
    do(state, "place 3 right", "place 4 left", "return 2 left", "place 5 left", "place 6 right turned")
    assert game.view(state, None)["phase"] == "arrange"
    state = table("AD DX PX XA", "PA", "DP")
    do(state, "place 5 right")
    view = game.view(state, None)
    assert (view["phase"], view["must"], view["turn"]) == ("arrange", "return", 0)
    do(state, "return 6 left")
    view = game.view(state, None)
    assert (view["phase"], view["must"], view["turn"]) == ("arrange", "arrange", 1)
    assert [one["due"] for one in view["aside"]] == [True]
    assert Flip(4) not in game.legal_moves(state, 1)
