"""The end of a round and of the match."""

from __future__ import annotations

import pytest

from rules.blitz import game
from rules.blitz.models import Ended, Put, RoundOver, TurnedUp
from tests.rules.blitz.tables import area, do, refused, sole, table


def test_the_round_is_over_at_once_when_a_blitz_pile_is_empty() -> None:
    state = table(area(work="p9 p8 p7", blitz="y1", played=3, stuck=True), area(work="p9 p8 p1", played=9))
    events = do(state, 0, "centre blitz new")
    assert events == [Put(0, "y1", 0, "blitz"), RoundOver(1, (4, 3), 0)]
    assert str(refused(state, 1, "centre work:2 new")) == "“Blitz!” was said: the round is over."
    assert not any(game.legal_moves(state, seat) for seat in range(2))
    assert game.view(state, 1)["phase"] == "pause"


def test_the_last_blitz_card_laid_on_the_work_row_ends_the_round_too() -> None:
    state = table(area(work="p9 p8 p7", blitz="y8"))
    assert sole(do(state, 0, "work blitz 0"), RoundOver).seat == 0


def test_the_last_blitz_card_that_fills_a_slot_ends_the_round_before_anything_is_turned_up() -> None:
    state = table(area(work="p1 p8 p7", blitz="y8"))
    events = do(state, 0, "centre work:0 new")
    assert sole(events, RoundOver) == RoundOver(1, (1, -6), 0)
    assert not [event for event in events if isinstance(event, TurnedUp)]


def test_emptying_the_work_row_or_the_reserve_alone_ends_nothing() -> None:
    state = table(area(work="p1 p8 p7", waste="y1"))
    do(state, 0, "centre waste new")
    assert state.phase == "play"


def test_one_point_for_each_card_that_one_put_into_the_centre_minus_two_for_each_left_in_ones_blitz_pile() -> None:
    state = table(
        area(work="p9 p8 p7", blitz="y1", played=11, waste="p2 p3", reserve="p4"),
        area(work="p9,y8,b7 p8 p7", blitz="y2 y3 y4 y5", played=3, reserve="p4 p5"),
        area(work="p9 p8 p7", blitz="y2 y3", played=4),
    )
    assert sole(do(state, 0, "centre blitz new"), RoundOver).scores == (12, -5, 0)


def test_work_row_and_reserve_count_nothing() -> None:
    for own in (area(work="p9,y8,b7 p8 p7", reserve="p4 p5"), area(work="p9 p8 p7")):
        state = table(area(work="p9 p8 p7", blitz="y1"), own)
        assert sole(do(state, 0, "centre blitz new"), RoundOver).scores == (1, -6)


def test_after_the_last_round_the_highest_total_wins() -> None:
    state = table(area(work="p9 p8 p7", blitz="y1", played=4), area(), rounds=5, points=[(1, 20)] * 4)
    events = do(state, 0, "centre blitz new")
    assert events[-1] == Ended((2, 1))
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((2, 1), (9, 74))
    assert game.scores(state) == (9, 74)
    assert game.timer(state) is None
    assert refused(state, 0, "turn").code == refused(state, None, "deal").code == "game_over"


def test_before_the_last_round_the_match_goes_on() -> None:
    state = table(area(work="p9 p8 p7", blitz="y1"), area(), rounds=5, points=[(1, 20)] * 3)
    do(state, 0, "centre blitz new")
    assert game.outcome(state) is None
    do(state, None, "deal")
    assert state.round == 5


@pytest.mark.parametrize(
    ("totals", "places"),
    [((7, 7), (1, 1)), ((7, 7, 3), (1, 1, 3)), ((3, 7, 3, -2), (2, 1, 2, 4)), ((-5, -5, -5), (1, 1, 1))],
)
def test_ties_share_the_place(totals: tuple[int, ...], places: tuple[int, ...]) -> None:
    state = table(*(area() for _ in totals), points=[totals])
    state.phase = "over"
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.scores) == (places, totals)


def test_the_score_so_far_is_that_of_the_finished_rounds() -> None:
    state = table(area(played=30), area(), points=[(4, -3), (2, 9)])
    assert game.scores(state) == (6, 6)
    view = game.view(state, None)
    assert (view["round"], view["points"], view["totals"]) == (3, [[4, -3], [2, 9]], [6, 6])


def test_nobodys_thinking_time_runs_at_any_moment() -> None:
    state = table(area(work="p9 p8 p7", blitz="y1"), area())
    assert not game.must_act(state)
    do(state, 0, "centre blitz new")
    assert not game.must_act(state)
