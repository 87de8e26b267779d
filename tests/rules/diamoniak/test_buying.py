"""Buying: whose card, for what, when, and that it is the whole turn."""

from __future__ import annotations

import pytest

from rules.contract import Outcome
from rules.diamoniak import game
from rules.diamoniak.models import Bought, Buy, Completed, Ended, Joined, TurnPassed
from tests.rules.diamoniak.tables import cards, do, may, palace, refusal, side, table


def test_pay_three_diamonds_to_that_player_for_one_palace_card_of_your_colour_in_their_side_area() -> None:
    state = table("pink*2 | diamond*4", "blue |", "pink*2 green")
    assert do(state, 0, "buy 2") == [
        Bought(0, 2, "palace:pink", 3),
        Joined(0, "palace:pink", 3),
        TurnPassed(1),
    ]
    assert palace(state, 0) == "pink*3"
    assert side(state, 0) == cards("diamond")


def test_the_diamonds_become_theirs() -> None:
    state = table("pink*2 | diamond*3", "blue*1 | pink diamond")
    do(state, 0, "buy 1")
    assert side(state, 1) == cards("diamond*4")
    assert state.discard == []


def test_they_cannot_refuse() -> None:
    state = table("pink*2 | diamond*3", "blue*5 | pink")
    do(state, 0, "buy 1")
    assert may(state, 0) == []
    assert may(state, 1) == ["draw"], "no answer of the seller is waited for"


def test_buying_as_the_turns_only_action_before_any_draw() -> None:
    state = table("pink*2 | diamond*3", "pink*2", deck="diamond witch")
    do(state, 0, "draw")
    assert may(state, 0) == ["draw", "stop"]
    assert "drawn in this turn already" in refusal(state, 0, "buy 1")


def test_at_most_one_a_turn_and_no_draw_in_this_turn() -> None:
    state = table("pink*2 | diamond*9", "pink*2")
    do(state, 0, "buy 1")
    assert game.must_act(state) == {1}
    for line in ("buy 1", "draw", "stop"):
        assert refusal(state, 0, line) == "It is not your turn."


def test_who_buys_need_not_draw() -> None:
    state = table("pink*2 | diamond*3", "pink*2", deck="witch")
    do(state, 0, "buy 1")
    assert state.deck == ["witch"]


def test_you_must_have_a_palace_so_a_colour() -> None:
    state = table("diamond*5", "pink*2")
    assert may(state, 0) == ["draw"]
    assert "no palace yet" in refusal(state, 0, "buy 1")


def test_who_lost_the_palace_cannot_buy_its_colour() -> None:
    state = table("pink | diamond*6", "blue*2 | pink", deck="witch diamond witch")
    do(state, 0, "draw", "pay pink diamond diamond")
    do(state, 1, "draw", "stop")
    assert "no palace yet" in refusal(state, 0, "buy 1")


def test_the_sixth_card_may_be_bought_and_wins() -> None:
    state = table("blue*2 | pink", "pink*5 | diamond*3", turn=1)
    events = do(state, 1, "buy 0")
    assert events == [
        *(Bought(1, 0, "palace:pink", 3), Joined(1, "palace:pink", 6)),
        *(Completed(1, "pink"), Ended((2, 1))),
    ]
    assert game.outcome(state) == Outcome(places=(2, 1), scores=(2, 6))
    assert side(state, 0) == cards("diamond*3"), "the diamonds change hands all the same"


@pytest.mark.parametrize("diamonds", [0, 1, 2])
def test_two_diamonds_buy_nothing(diamonds: int) -> None:
    state = table(f"pink*2 | diamond*{diamonds} fairy*3" if diamonds else "pink*2 | fairy*3", "pink*2")
    assert may(state, 0) == ["draw"]
    assert "costs 3 diamonds" in refusal(state, 0, "buy 1")


def test_a_card_in_a_palace_is_not_for_sale() -> None:
    state = table("pink*2 | diamond*3", "blue*5 | green*2")
    assert may(state, 0) == ["draw"]
    assert "no palace card of your colour (pink)" in refusal(state, 0, "buy 1")


def test_only_your_own_colour_can_be_bought() -> None:
    state = table("pink*2 | diamond*3", "blue*2 | green", "pink*1")
    do(state, 0, "buy 2")
    assert side(state, 2) == cards("diamond*3")
    assert "green" not in palace(state, 0)


@pytest.mark.parametrize("seat", [-1, 3, 4, 2**53])
def test_a_seat_that_the_table_lacks_sells_nothing(seat: int) -> None:
    state = table("pink*2 | diamond*3", "pink", "")
    assert f"no seat {seat}" in refusal(state, 0, Buy(seat))


def test_nobody_buys_from_themselves() -> None:
    state = table("pink*2 | diamond*3", "pink")
    assert "from yourself" in refusal(state, 0, "buy 0")


def test_each_seat_that_must_sell_is_listed_once() -> None:
    state = table("blue*2 | pink*2", "pink*2 | diamond*6", "pink", "green |", turn=1)
    assert may(state, 1) == ["draw", "buy 0", "buy 2"]


def test_a_seller_without_a_palace_sells_too() -> None:
    state = table("pink*2 | diamond*3", "pink*1")
    do(state, 0, "buy 1")
    assert palace(state, 0) == "pink*3"
