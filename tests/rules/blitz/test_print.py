"""The worked examples and the answers of the printed rules, played."""

from __future__ import annotations

from rules.blitz import game
from rules.blitz.models import Completed, Filled, TurnedUp, Worked
from tests.rules.blitz.tables import area, do, may, refused, sole, table


def test_pink_8_with_yellow_7_goes_on_green_9_and_pink_10_of_the_blitz_pile_fills_the_slot() -> None:
    state = table(area(work="p8,y7 g9 b2", blitz="p10 g5"))
    events = do(state, 0, "work work:0:all 1")
    assert events == [Worked(0, ("p8", "y7"), "work:0:all", 1), Filled(0, 0, "p10"), TurnedUp(0, "g5")]
    assert game.view(state, None)["seats"][0]["work"] == [["p10"], ["g9", "p8", "y7"], ["b2"]]


def test_may_cards_lie_in_the_centre_as_1_2_5_7_8_no_strictly_in_order_from_1_to_10() -> None:
    state = table(area(work="p5 p7 p8"), centre="p2")
    assert may(state, kinds="centre") == []
    for slot in range(3):
        assert refused(state, 0, f"centre work:{slot} 0").code == "illegal_move"


def test_may_cards_lie_in_the_work_row_as_10_8_9_no_strictly_in_order() -> None:
    state = table(area(work="p10 g8 y2", waste="g9"))
    assert refused(state, 0, "work work:1 0").code == "illegal_move"
    do(state, 0, "work waste 0")
    state = table(area(work="p10,g9 p8 y2"))
    do(state, 0, "work work:1 0")
    assert state.areas[0].work[0] == ["p10", "g9", "p8"]


def test_cards_in_a_work_stack_fall_as_7_6_5_and_crosses_and_noughts_alternate() -> None:
    state = table(area(work="p7 b1 y9", waste="p5 g6"))
    do(state, 0, "work waste 0")
    do(state, 0, "work waste 0")
    assert state.areas[0].work[0] == ["p7", "g6", "p5"]
    assert refused(table(area(work="p7 b1 y9", waste="b6")), 0, "work waste 0").code == "illegal_move"


def test_a_stack_in_the_centre_is_carried_from_1_to_10_and_put_aside() -> None:
    state = table(area(work="g10 b10 y10", waste=" ".join(f"p{number}" for number in range(10, 0, -1))))
    do(state, 0, "centre waste new")
    events = [event for _ in range(9) for event in do(state, 0, "centre waste 0")]
    assert sole(events, Completed) == Completed(0)
    assert game.view(state, 0)["centre"] == []


def test_when_nobody_can_move_the_reserves_are_shuffled_blitz_is_said_and_the_game_goes_on() -> None:
    state = table(area(work="p9 p8 p7", waste="y5", reserve="y6 y7"), area(work="b9 b8 b7", reserve="y9"))
    assert all(may(state, seat) == [] for seat in range(2))
    do(state, None, "reshuffle")
    assert state.phase == "play"
    assert sorted(state.areas[0].cycle) == ["y5", "y6", "y7"]


def test_one_may_stop_turning_at_any_time_for_the_blitz_pile_or_the_work_row_and_go_on_later() -> None:
    state = table(area(work="p1 b9 b8", blitz="p2 y9 y8", reserve="y2 y3 y4 y5 y6 y7"))
    for move in ("turn", "centre work:0 new", "turn"):
        do(state, 0, move)
    assert game.view(state, 0)["seats"][0]["waste"] == {"size": 6, "top": "y7"}


def test_the_result_of_a_round_may_be_positive_negative_or_zero() -> None:
    row = "p9 p8 p7"
    state = table(area(work=row, blitz="y1"), area(work=row, blitz="y2"), area(work=row, blitz="y2", played=2))
    do(state, 0, "centre blitz new")
    assert game.scores(state) == (1, -2, 0)
