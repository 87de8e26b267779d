"""Turning the reserve by threes."""

from __future__ import annotations

from rules.blitz import game
from rules.blitz.models import Turned
from tests.rules.blitz.tables import area, do, may, refused, table

ROW = "p9 p8 p7"


def piles(state: object) -> tuple[object, int]:
    seat = game.view(state, 0)["seats"][0]  # type: ignore[arg-type]
    return seat["waste"], seat["reserve"]


def test_three_cards_are_counted_off_and_laid_on_the_waste_so_that_the_third_lies_on_top() -> None:
    state = table(area(work=ROW, waste="g5", reserve="y2 y3 y4 y5"))
    assert do(state, 0, "turn") == [Turned(0, "y4", 3)]
    assert piles(state) == ({"size": 4, "top": "y4"}, 1)


def test_with_one_or_two_left_those_are_turned() -> None:
    for reserve, top, count in (("y2", "y2", 1), ("y2 y3", "y3", 2)):
        state = table(area(work=ROW, waste="g5", reserve=reserve))
        assert do(state, 0, "turn") == [Turned(0, top, count)]
        assert piles(state) == ({"size": 1 + count, "top": top}, 0)


def test_with_an_empty_reserve_the_waste_is_first_turned_over_order_kept_and_then_three_are_turned() -> None:
    state = table(area(work=ROW, waste="y2 y3 y4 y5"))
    assert do(state, 0, "turn") == [Turned(0, "y4", 3)]
    assert piles(state) == ({"size": 3, "top": "y4"}, 1)
    assert do(state, 0, "turn") == [Turned(0, "y5", 1)]
    assert state.areas[0].cycle == ["y2", "y3", "y4", "y5"], "the order never changes"


def test_one_card_alone_can_be_turned_again_and_again() -> None:
    state = table(area(work=ROW, waste="y5"))
    for _ in range(3):
        assert do(state, 0, "turn") == [Turned(0, "y5", 1)]


def test_turning_is_illegal_only_if_reserve_and_waste_are_both_empty() -> None:
    state = table(area(work=ROW))
    assert str(refused(state, 0, "turn")) == "You have no cards left to turn."
    assert may(state, kinds="turn") == []


def test_turning_is_allowed_at_any_time_and_playing_a_card_that_fits_is_never_forced() -> None:
    state = table(area(work="p1 g8 b7", blitz="y1 y2", waste="g1", reserve="g2 g3 g4"))
    assert len(may(state)) == 5
    assert do(state, 0, "turn") == [Turned(0, "g4", 3)]


def test_the_next_card_of_the_waste_can_be_played_after_its_top_and_so_on() -> None:
    state = table(area(work=ROW, waste="y3 y2 y1", reserve="g2 g3 g4"))
    for move in ("centre waste new", "centre waste 0", "centre waste 0"):
        do(state, 0, move)
    assert piles(state) == ({"size": 0}, 3)
    assert refused(state, 0, "centre waste 0").code == "illegal_move"


def test_after_a_card_is_played_from_the_waste_the_packets_shift() -> None:
    state = table(area(work=ROW, reserve="g5 g6 y1 y5 y6 y7"))
    do(state, 0, "turn")
    do(state, 0, "centre waste new")
    assert do(state, 0, "turn") == [Turned(0, "y7", 3)]
    assert do(state, 0, "turn") == [Turned(0, "y5", 3)], "g5 g6 y5 from the start"
    assert do(state, 0, "turn") == [Turned(0, "y7", 2)]
