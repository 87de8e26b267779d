"""A turn of drawing: what becomes of each card, who may build in which colour, and when the turn is over."""

from __future__ import annotations

import pytest

from rules.contract import Outcome
from rules.diamoniak import game
from rules.diamoniak.models import (
    Completed,
    Drew,
    Ended,
    Joined,
    PalaceStarted,
    Sided,
    Stopped,
    TurnPassed,
)
from tests.rules.diamoniak.tables import cards, do, may, only, palace, refusal, side, table


# --- the turn ---
def test_drawing_at_least_once() -> None:
    state = table("", "", deck="diamond")
    assert may(state, 0) == ["draw"]
    assert "at least one" in refusal(state, 0, "stop")


def test_after_each_card_that_does_not_end_the_turn_draw_again_or_stop() -> None:
    state = table("", "", deck="diamond fairy pink blue pink witch")
    for _ in range(5):
        do(state, 0, "draw")
        assert may(state, 0) == ["draw", "stop"]
        assert may(state, 1) == []


def test_stopping_passes_the_turn_clockwise() -> None:
    state = table("", "", "", deck="diamond*9", turn=1)
    for seat, following in ((1, 2), (2, 0), (0, 1)):
        assert do(state, seat, "draw", "stop")[-2:] == [Stopped(seat), TurnPassed(following)]
        assert game.must_act(state) == {following}


def test_a_second_click_on_draw_never_skips_the_other_player() -> None:
    state = table("", "", deck="diamond*9")
    do(state, 0, "draw", "stop")
    for line in ("draw", "stop"):
        assert refusal(state, 0, line) == "It is not your turn."
    assert game.must_act(state) == {1}


def test_nothing_may_be_done_out_of_turn_or_by_the_clock() -> None:
    state = table("pink*2 | diamond*3", "pink diamond*5", deck="diamond*9")
    for line in ("draw", "stop", "buy 0", "pay diamond diamond diamond"):
        assert refusal(state, 1, line) == "It is not your turn."
        assert refusal(state, None, line) == "Only a player can do that."


# --- a palace card without a palace ---
def test_a_palace_card_of_a_free_colour_must_start_your_palace() -> None:
    state = table("", "blue*2 |", deck="pink blue*5")
    assert do(state, 0, "draw") == [Drew(0, "palace:pink"), PalaceStarted(0, "pink", 1)]
    assert palace(state, 0) == "pink*1"
    assert side(state, 0) == []


def test_a_palace_card_of_a_colour_that_somebody_builds_starts_nothing() -> None:
    state = table("", "blue*1 |", deck="blue pink")
    assert do(state, 0, "draw") == [Drew(0, "palace:blue"), Sided(0, "palace:blue")]
    assert palace(state, 0) == ""
    do(state, 0, "draw")
    assert palace(state, 0) == "pink*1"
    assert side(state, 0) == cards("blue")


def test_a_colour_is_yours_while_at_least_one_card_lies_in_your_palace() -> None:
    state = table("pink*1 | diamond*3", "", deck="witch diamond pink")
    do(state, 0, "draw", "pay diamond diamond diamond")
    do(state, 1, "draw", "draw")
    assert side(state, 1) == cards("pink diamond")
    assert palace(state, 1) == ""


def test_if_a_witch_takes_the_last_one_the_colour_is_free_again() -> None:
    state = table("pink*1 | diamond*3", "blue", deck="witch pink")
    do(state, 0, "draw", "pay pink diamond diamond")
    assert palace(state, 0) == ""
    do(state, 1, "draw")
    assert palace(state, 1) == "pink*1", "and another may take it"


def test_and_you_start_anew_with_the_next_palace_card_of_a_free_colour() -> None:
    state = table("", "blue*2 |", deck="blue diamond green pink", discard="pink witch")
    do(state, 0, "draw", "draw")
    assert palace(state, 0) == ""
    do(state, 0, "draw", "draw")
    assert palace(state, 0) == "green*1"
    assert side(state, 0) == cards("pink blue diamond")


def test_you_may_start_anew_in_the_colour_that_you_lost() -> None:
    state = table("pink |", "", deck="witch diamond pink")
    do(state, 0, "draw")
    assert palace(state, 0) == ""
    do(state, 1, "draw", "stop")
    do(state, 0, "draw")
    assert palace(state, 0) == "pink*1"


def test_side_cards_of_that_colour_that_you_already_have_join_a_palace_in_the_moment_it_starts() -> None:
    state = table("pink*3 blue*2", "green |", deck="pink")
    assert do(state, 0, "draw") == [Drew(0, "palace:pink"), PalaceStarted(0, "pink", 4)]
    assert palace(state, 0) == "pink*4"
    assert side(state, 0) == cards("blue*2")


def test_side_cards_of_a_free_colour_start_nothing_by_themselves() -> None:
    state = table("pink*3", "blue |", deck="diamond blue fairy")
    do(state, 0, "draw", "draw", "draw")
    assert palace(state, 0) == ""
    assert side(state, 0) == cards("pink*3 blue diamond fairy")


def test_a_palace_that_starts_with_five_side_cards_is_complete_at_once() -> None:
    state = table("pink*5", "blue |", deck="pink")
    events = do(state, 0, "draw")
    assert events[1:] == [PalaceStarted(0, "pink", 6), Completed(0, "pink"), Ended((1, 2))]
    assert game.outcome(state) == Outcome((1, 2), (6, 1))


@pytest.mark.parametrize("held", ["", "blue*3"])
def test_a_palace_is_started_only_while_you_have_none(held: str) -> None:
    state = table(f"pink | {held}", "", deck="blue")
    assert do(state, 0, "draw")[1] == Sided(0, "palace:blue")
    assert palace(state, 0) == "pink*1"


# --- other cards ---
def test_a_palace_card_of_your_colour_joins_your_palace() -> None:
    state = table("pink*2 |", "blue |", deck="pink")
    assert do(state, 0, "draw") == [Drew(0, "palace:pink"), Joined(0, "palace:pink", 3)]
    assert palace(state, 0) == "pink*3"


@pytest.mark.parametrize("card", ["blue", "green"])
def test_any_other_palace_card_goes_to_your_side_area(card: str) -> None:
    state = table("pink*2 |", "blue |", deck=card)
    assert do(state, 0, "draw") == [Drew(0, f"palace:{card}"), Sided(0, f"palace:{card}")]
    assert palace(state, 0) == "pink*2"
    assert side(state, 0) == cards(card)


@pytest.mark.parametrize("card", ["diamond", "fairy"])
def test_diamond_and_fairy_go_to_the_side_area(card: str) -> None:
    state = table("pink*2 |", "", deck=card)
    assert do(state, 0, "draw") == [Drew(0, card), Sided(0, card)]
    assert side(state, 0) == [card]
    assert may(state, 0) == ["draw", "stop"], "and give the right to draw again"


# --- the aim ---
def test_be_first_to_complete_the_palace_of_your_colour_six_cards_of_it_wins_at_once() -> None:
    state = table("blue*5 | diamond*2", "pink*5 | diamond*3 blue", "green*2 |", deck="pink witch", turn=1)
    events = do(state, 1, "draw")
    assert events == [
        *(Drew(1, "palace:pink"), Joined(1, "palace:pink", 6)),
        *(Completed(1, "pink"), Ended((2, 1, 2))),
    ]
    assert game.outcome(state) == Outcome(places=(2, 1, 2), scores=(5, 6, 2))


def test_six_cards_of_another_colour_complete_nothing() -> None:
    state = table("pink*2 | blue*5", "", deck="blue")
    assert not only(do(state, 0, "draw"), Completed)
    assert game.outcome(state) is None


def test_after_the_end_nobody_can_do_anything() -> None:
    state = table("pink*5 |", "blue*2 | diamond*3", deck="pink witch")
    do(state, 0, "draw")
    for seat in (0, 1):
        assert may(state, seat) == []
        for line in ("draw", "stop", "buy 0", "buy 1", "pay diamond diamond diamond"):
            assert refusal(state, seat, line) == "The game is over."


def test_scores_so_far_are_the_cards_in_the_palaces() -> None:
    state = table("pink*4 | blue*2 diamond*3", "blue*2 |", "diamond pink")
    assert game.scores(state) == (4, 2, 0)
    assert game.outcome(state) is None
