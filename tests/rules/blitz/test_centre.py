"""The common stacks in the middle."""

from __future__ import annotations

from rules.blitz import game
from rules.blitz.models import Completed, Put, TurnedUp
from tests.rules.blitz.tables import area, do, may, refused, sole, table


def test_stacks_are_of_one_colour_rising_1_2_to_10() -> None:
    state = table(area(work="p4 b4 p5 g4 p3"), centre="p3")
    assert may(state, kinds="centre") == ["centre work:0 0"]
    for slot, card in ((1, "b4"), (2, "p5"), (3, "g4")):
        assert str(refused(state, 0, f"centre work:{slot} 0")) == f"{card} does not fit there: the stack wants p4."


def test_anyone_may_start_one_with_a_1_at_any_time_and_several_of_one_colour_may_exist() -> None:
    state = table(area(work="p1 y8 g9"), area(work="p1 y8 p2"), centre="p7")
    do(state, 0, "centre work:0 new")
    do(state, 1, "centre work:0 new")
    assert [(one["n"], one["top"]) for one in game.view(state, None)["centre"]] == [(0, "p7"), (1, "p1"), (2, "p1")]
    assert may(state, 1) == ["centre work:2 1", "centre work:2 2"]
    assert str(refused(state, 1, "centre work:2 new")) == "Only a 1 starts a stack, not p2."


def test_a_1_is_no_card_for_a_stack_that_stands() -> None:
    state = table(area(work="p1 y8 g9"), centre="b1")
    assert refused(state, 0, "centre work:0 0").code == "illegal_move"


def test_the_10_completes_a_stack_and_it_is_taken_off_the_table() -> None:
    state = table(area(work="p10 y8 g9"), centre="b2 p9")
    events = do(state, 0, "centre work:0 1")
    assert events[:2] == [Put(0, "p10", 1, "work:0"), Completed(1)]
    assert [one["n"] for one in game.view(state, 0)["centre"]] == [0]
    assert game.view(state, 0)["finished"] == [1]


def test_stacks_carry_numbers_from_0_in_order_of_starting_and_those_of_finished_ones_are_not_used_again() -> None:
    state = table(area(work="p10 y1 g1"), centre="p9")
    do(state, 0, "centre work:0 0")
    assert sole(do(state, 0, "centre work:1 new"), Put).stack == 1
    assert str(refused(state, 0, "centre work:2 2")) == "There is no stack 2 in the centre."
    assert str(refused(state, 0, "centre work:2 0")) == "Stack 0 is complete and off the table."


def test_one_card_at_a_time_from_the_top_of_the_blitz_pile_the_waste_or_a_work_stack() -> None:
    state = table(area(work="p9,g4 y8,b3 g9", blitz="p3 b7", waste="y5 p3", reserve="b3"), centre="p2 g3 b2")
    assert may(state, kinds="centre") == ["centre blitz 0", "centre work:0 1", "centre work:1 2", "centre waste 0"]
    do(state, 0, "centre waste 0")
    assert state.areas[0].cycle == ["y5", "b3"]
    assert game.view(state, 0)["seats"][0]["waste"] == {"size": 1, "top": "y5"}


def test_only_the_top_that_is_the_lowest_card_of_a_work_stack_goes_into_the_centre() -> None:
    state = table(area(work="p4,g3 y9 y7"), centre="p3")
    assert may(state) == []
    assert refused(state, 0, "centre work:0 0").code == "illegal_move"


def test_a_whole_work_stack_does_not_go_into_the_centre() -> None:
    state = table(area(work="p4 y9 y7"), centre="p3")
    move = game.read_move("work work:0:all 1")
    centre = type(game.read_move("centre work:0 0"))(move.from_, 0)  # type: ignore[attr-defined]
    assert str(refused(state, 0, centre)) == "Cards go into the centre one by one."


def test_a_card_from_the_blitz_pile_turns_up_the_next_at_once() -> None:
    state = table(area(work="y9 y7 y5", blitz="p3 g8 b2"), centre="p2")
    events = do(state, 0, "centre blitz 0")
    assert events == [Put(0, "p3", 0, "blitz"), TurnedUp(0, "g8")]
    assert game.view(state, 1)["seats"][0]["blitz"] == {"size": 2, "top": "g8"}


def test_where_there_is_no_card_nothing_can_be_played() -> None:
    state = table(area(work="y9 y7 y5", reserve="p1"), centre="p2")
    for source in ("waste", "work:3", "work:4", "work:9"):
        assert str(refused(state, 0, f"centre {source} 0")) == "There is no card to play from there."
    assert refused(state, 0, "centre waste new").code == "illegal_move"


def test_each_card_is_counted_for_the_seat_that_put_it_there() -> None:
    state = table(area(work="p1 y9 y7"), area(work="p2 y9 y7"))
    do(state, 0, "centre work:0 new")
    do(state, 1, "centre work:0 0")
    view = game.view(state, None)
    assert view["centre"] == [{"n": 0, "colour": "p", "top": "p2", "owners": [0, 1]}]
    assert [seat["played"] for seat in view["seats"]] == [1, 1]
