"""What the plain bots make of a table: a hit above waiting, waiting above a blind grab."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules import bots
from rules.chance import Chance
from rules.contract import Move
from rules.red_handed import game
from rules.red_handed.models import Grab, RedHandedState
from tests.rules.red_handed.tables import CHANCE, NO_INCIDENT, THEFT, do, full_table, table

VARIANTS = ("standard", "quick")


def worth(state: RedHandedState, seat: int, *moves: str) -> float:
    """Return the table's worth for the seat after its moves."""
    after = state.clone()
    for move in moves:
        do(after, seat, move)
    return game.appraise(after, seat)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hit_is_better_than_a_grab_before_it_and_that_better_than_waiting(variant: str) -> None:
    state = table("K K", "K K", "K K", opened=THEFT, variant=variant)
    assert worth(state, 1, "grab 0 1 2") > worth(state, 1, "grab") > worth(state, 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_waiting_is_better_than_a_miss_and_than_a_blind_grab(variant: str) -> None:
    state = table("K K", "K K", "K K", opened=NO_INCIDENT, variant=variant)
    assert worth(state, 1) > worth(state, 1, "grab 0 1")
    assert worth(state, 1) > worth(state, 1, "grab")


def test_a_blind_grab_is_worth_no_more_than_the_miss_that_it_comes_to() -> None:
    state = table("K K", "K K", opened=NO_INCIDENT)
    after = state.clone()
    do(after, 0, "grab")
    do(after, None, "timeout")
    assert worth(state, 0, "grab") < game.appraise(after, 0)


def test_the_diamond_in_a_rivals_hand_is_a_worry_if_there_is_an_incident_and_a_hope_if_not() -> None:
    for opened, better in ((THEFT, False), (NO_INCIDENT, True)):
        state = table("K K", "K K", "K K", opened=opened)
        before = game.appraise(state, 0)
        do(state, 1, "grab")
        assert (game.appraise(state, 0) > before) == better


def test_winning_is_worth_more_than_any_number_of_cards() -> None:
    state = table("", "K", "K", opened="0:Tr1 0:Dr1 0:Fr1")
    assert worth(state, 0, "grab 0 1 2") > 100
    assert worth(full_table(2), 0) == 0


def test_fewer_cards_are_better() -> None:
    assert game.appraise(table("K", "K K"), 0) > game.appraise(table("K K", "K"), 0)


def test_the_greedy_bot_points_to_an_incident_where_there_is_one() -> None:
    state = table("K K", "K K", opened=f"{THEFT} Db1 Fg3")
    for n in range(5):
        move = bots.choose(game, state, 1, "greedy", Chance(bytes([n]) * 32))
        assert isinstance(move, Grab)
        assert move.cards is not None


@pytest.mark.parametrize("policy", bots.POLICIES)
def test_bots_choose_only_listed_moves(policy: str) -> None:
    state = full_table(3)
    listed: Sequence[Move] = game.legal_moves(state, 2)
    small = table("K K", "K K", opened=f"{THEFT} Pr")
    for n in range(3):
        assert bots.choose(game, state, 2, "random", Chance(bytes([n]) * 32)) in listed
        assert bots.choose(game, small, 1, policy, Chance(bytes([n]) * 32)) in game.legal_moves(small, 1)


def test_a_bot_with_nothing_to_point_to_has_nothing_to_choose() -> None:
    state = table("K", "K", opened=NO_INCIDENT)
    do(state, 0, "grab")
    with pytest.raises(ValueError, match="seat 0"):
        bots.choose(game, state, 0, "random", CHANCE)
