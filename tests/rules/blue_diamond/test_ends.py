"""How a match ends: the target, both at once, and the two kinds of draw."""

from __future__ import annotations

import random

import pytest

from rules.blue_diamond import game
from rules.blue_diamond.models import BlueDiamondOptions, BlueDiamondState, Ended, Scored, SetAside
from rules.chance import Chance
from rules.contract import Outcome
from tests.rules.blue_diamond.tables import CHANCE, do, may, only, refusal, scored, table

PXP = "PA XD DP AX XP DA"  # flip 3 makes P X P: one for Arsène
BOTH = "PX AD DP XA PA DX"  # flip 3 makes P A P and P X P: one each
ROBBERY_AND_QUESTIONING = "DX DA PX DP AX PA"  # swap 3 makes D D D and P A P
FULL_SIX = "PX PA XD AX DP DA"


def is_over(state: BlueDiamondState) -> bool:
    """Tell whether the match is over, having checked that then nobody can do anything."""
    if game.outcome(state) is None:
        return False
    assert game.must_act(state) == frozenset()
    assert may(state) == []
    assert refusal(state, "pass", seat=0) == refusal(state, "flip 1", seat=None) == "The game is over."
    view = game.view(state, None)
    assert view["phase"] == "over"
    assert not {"turn", "must"} & view.keys()
    return True


# --- the target ---
@pytest.mark.parametrize(("target", "before"), [(7, 6), (3, 2), (15, 14)])
def test_the_first_to_reach_the_target_wins(target: int, before: int) -> None:
    state = table(PXP, diamonds=(before, 1), target=target)
    assert do(state, "flip 3")[-1] == Ended((1, 2), "target")
    assert game.outcome(state) == Outcome((1, 2), (target, 1))
    assert is_over(state)


def test_six_are_not_seven() -> None:
    state = table(PXP, diamonds=(5, 1))
    assert only(do(state, "flip 3"), Ended) == []
    assert not is_over(state)


def test_more_than_seven_win_too() -> None:
    state = table("DA DX PD AX XP PA", diamonds=(6, 0))
    do(state, "flip 3")
    assert game.outcome(state) == Outcome((1, 2), (9, 0))


def test_one_may_win_in_the_rivals_turn() -> None:
    state = table(PXP, diamonds=(6, 6), turn=1)
    do(state, "flip 3")
    assert game.outcome(state) == Outcome((1, 2), (7, 6))


def test_a_match_may_end_while_the_row_is_built() -> None:
    state = table("PX XA", "PA AD DX DP", diamonds=(6, 0))
    do(state, "place 3 right")
    assert is_over(state)


def test_the_game_ends_in_the_moment_of_the_main_action_and_cards_are_not_returned_any_more() -> None:
    state = table("PX XA DP AD AP", due="XD", diamonds=(6, 0), turn=1)
    events = do(state, "flip 3")
    assert events[1:] == [Scored(0, 1, (1, 2, 3), "PXP"), SetAside(2), Ended((1, 2), "target")]
    assert is_over(state)
    assert {one["card"] for one in game.view(state, None)["aside"]} == {2, 6}


# --- both at once ---
def test_if_one_action_lifts_both_to_seven_the_higher_total_wins() -> None:
    state = table(ROBBERY_AND_QUESTIONING, diamonds=(5, 6))
    do(state, "swap 3")
    assert game.outcome(state) == Outcome((1, 2), (8, 7))
    state = table(ROBBERY_AND_QUESTIONING, diamonds=(6, 4), turn=1)
    do(state, "swap 3")
    assert game.outcome(state) == Outcome((2, 1), (6, 8))


def test_if_one_action_lifts_both_to_seven_equal_totals_are_a_draw() -> None:
    state = table(BOTH, diamonds=(6, 6))
    assert do(state, "flip 3")[-1] == Ended((1, 1), "target")
    assert game.outcome(state) == Outcome((1, 1), (7, 7))
    assert is_over(state)


def test_if_one_action_lifts_only_one_to_seven_that_one_wins() -> None:
    state = table(BOTH, diamonds=(6, 5))
    do(state, "flip 3")
    assert game.outcome(state) == Outcome((1, 2), (7, 6))


# --- a hundred quiet turns ---
def quiet_turns(state: BlueDiamondState) -> int:
    count: int = game.view(state, None)["quiet"]
    return count


def test_a_hundred_finished_turns_in_a_row_without_a_diamond_are_a_draw() -> None:
    state = table("PX PA", "XD AX DP DA", diamonds=(5, 2))
    state.quiet = 98
    do(state, "pass")
    assert not is_over(state)
    assert quiet_turns(state) == 99
    assert do(state, "pass")[-1] == Ended((1, 1), "quiet")
    assert game.outcome(state) == Outcome((1, 1), (5, 2))
    assert is_over(state)


def test_building_turns_count_among_the_hundred() -> None:
    state = table(loose=FULL_SIX)
    do(state, "pass", "place 1 left", "place 2 left")
    assert quiet_turns(state) == 3


def test_a_diamond_starts_the_count_anew_and_its_own_turn_is_not_quiet() -> None:
    state = table(PXP)
    state.quiet = 99
    do(state, "flip 3")
    assert quiet_turns(state) == 0
    do(state, "shift left")
    assert quiet_turns(state) == 0  # that turn is not finished: a card is due
    do(state, "return 2 left")
    assert quiet_turns(state) == 1


def test_the_hundredth_turn_is_finished_only_when_its_cards_are_returned() -> None:
    state = table(PXP)
    do(state, "flip 3")
    state.quiet = 99
    do(state, "shift left")
    assert not is_over(state)
    do(state, "return 2 left")
    assert is_over(state)


def test_every_match_ends_and_none_is_longer_than_a_hundred_turns_for_each_diamond() -> None:
    for number in range(60):
        rng = random.Random(number)
        state = game.deal(BlueDiamondOptions(), 2, Chance(rng.randbytes(32)))
        plies = longest = run = 0
        while game.outcome(state) is None:
            move = rng.choice(game.legal_moves(state, state.turn))
            run = 0 if scored(game.apply(state, state.turn, move, CHANCE)) else run + 1
            longest, plies = max(longest, run), plies + 1
        assert longest <= 102  # a turn of a hundred may return two cards
        assert plies < 14 * 102
