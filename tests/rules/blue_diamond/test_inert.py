"""An action scores what it made. A combination that already lay there is inert until it is broken and made again.

A combination is known by its set of three cards and its picture pattern.
"""

from __future__ import annotations

import pytest

from rules.blue_diamond import game
from rules.blue_diamond.models import BlueDiamondState
from tests.rules.blue_diamond.tables import do, faces, scored, table

PAP = "XD DA PA PD AX"  # with PX returned on the right it ends in P A P, made by nobody


def with_inert_questioning() -> BlueDiamondState:
    """Return a table whose row X P D P A P ends in a combination that a returned card formed; seat 0 is to act."""
    state = table(PAP, due="PX", turn=1)
    do(state, "swap 2", "return 6 right")
    assert faces(state) == "XPDPAP"
    return state


def standing(state: BlueDiamondState) -> list[tuple[str, list[int]]]:
    return [(one["pattern"], one["cards"]) for one in game.view(state, None)["standing"]]


def test_a_combination_that_already_lay_there_scores_nothing() -> None:
    state = with_inert_questioning()
    for move in ("flip 1", "shift left", "swap 2", "flip 3"):
        after = state.clone()
        assert scored(do(after, move)) == []
        assert standing(after) == [("PAP", [4, 5, 6])]


def test_it_scores_nothing_when_the_row_moves_round_it() -> None:
    state = with_inert_questioning()
    do(state, "flip 1", "shift left", "shift left", "shift left")
    assert faces(state) == "PAPDPD"
    assert standing(state) == [("PAP", [4, 5, 6])]
    assert state.diamonds == [0, 0]


def test_it_scores_when_it_is_broken_and_made_again() -> None:
    state = with_inert_questioning()
    do(state, "shift right")
    assert standing(state) == []
    assert scored(do(state, "shift left")) == [("PAP", 1, 1)]


@pytest.mark.parametrize("maker", [0, 1])
def test_it_scores_when_a_card_of_it_is_flipped_away_and_back(maker: int) -> None:
    state = with_inert_questioning()
    do(state, *["flip 1"] * maker, "flip 6")
    assert standing(state) == []
    assert scored(do(state, "flip 6")) == [("PAP", 1, 1)]


def test_three_diamonds_of_which_two_change_places_are_the_same_combination() -> None:
    state = table("DA DX PA XP AX", due="DP", turn=1)
    do(state, "flip 4", "return 6 left")
    assert faces(state) == "DDDPPA"
    assert standing(state) == [("DDD", [6, 1, 2])]
    assert scored(do(state, "flip 5")) == []
    do(state, "shift right")
    assert faces(state) == "XDDDPP"
    assert scored(do(state, "swap 2")) == []
    assert standing(state) == [("DDD", [1, 6, 2])]
    assert scored(do(state, "swap 3")) == []
    assert standing(state) == [("DDD", [1, 2, 6])]


def test_another_pattern_of_the_same_cards_is_another_combination() -> None:
    state = with_inert_questioning()
    assert scored(do(state, "flip 5")) == [("PXP", 0, 1)]


def test_one_inert_and_one_made_by_the_same_action_pay_once() -> None:
    state = table("DA XD PA PD AX", due="PX", turn=1)
    do(state, "flip 1", "return 6 right")
    assert faces(state) == "AXPPAP"
    assert standing(state) == [("PAP", [4, 5, 6])]
    events = do(state, "flip 2")
    assert scored(events) == []
    assert faces(state) == "ADPPAP"
    events = do(state, "flip 3")  # A D A P A P
    assert scored(events) == [("ADA", 0, 2)]
    assert faces(state) == "AAPAP"
    assert standing(state) == [("PAP", [4, 5, 6])]
    assert state.row == [1, 3, 4, 5, 6]
