"""The end of a match: by sequences, by all passing; places and scores of teams."""

from __future__ import annotations

import pytest

from rules.contract import Outcome
from rules.sequence import game
from rules.sequence.models import Ended, Exchange, Passed, SequenceMade
from tests.rules.sequence.tables import do, may, only, refusal, table

FIVE, OTHER = "a5 b5 c5 d5 e5", "a7 b7 c7 d7 e7"


def test_two_teams_need_two_sequences() -> None:
    state = table("JC JC", "7S", chips=["a5 b5 c5 d5 a7 b7 c7 d7"], deck="2C 3C")
    do(state, 0, "JC e5")
    assert game.outcome(state) is None
    do(state, 1, "7S g1")
    events = do(state, 0, "JC e7")
    assert events[-1] == Ended((1, 2))
    assert game.outcome(state) == Outcome(places=(1, 2), scores=(2, 0))


def test_three_teams_need_one_sequence() -> None:
    state = table("JC", "", "", chips=["a5 b5 c5 d5"])
    assert do(state, 0, "JC e5")[-1] == Ended((1, 2, 2))
    assert game.outcome(state) == Outcome(places=(1, 2, 2), scores=(1, 0, 0))


def test_the_one_chip_that_finishes_two_sequences_wins_at_once() -> None:
    state = table("JC", "", chips=["c5 d5 f5 g5 e3 e4 e6 e7"])
    assert do(state, 0, "JC e5")[-1] == Ended((1, 2))


@pytest.mark.parametrize(
    ("seats", "teams", "places"),
    [
        (4, 2, (2, 1, 2, 1)),
        (6, 2, (2, 1) * 3),
        (6, 3, (2, 1, 2) * 2),
        (9, 3, (2, 1, 2) * 3),
        (12, 3, (2, 1, 2) * 4),
        (12, 2, (2, 1) * 6),
    ],
)
def test_a_team_shares_its_place_and_its_score(seats: int, teams: int, places: tuple[int, ...]) -> None:
    state = table(*["JC"] * seats, teams=teams, chips=["", "a5 b5 c5 d5 a7 b7 c7 d7 e7"], turn=1)
    state.sequences = table("", "", sequences=[(1, OTHER)]).sequences if teams == 2 else []
    do(state, 1, "JC e5")
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.places == places
    assert outcome.scores == tuple((2 if teams == 2 else 1) if place == 1 else 0 for place in places)


def test_a_team_mate_may_finish_what_another_began() -> None:
    state = table("", "", "JC", "", chips=["a5 b5 c5 d5 " + OTHER], sequences=[(0, OTHER)], turn=2)
    do(state, 2, "JC e5")
    assert game.outcome(state) == Outcome(places=(1, 2, 1, 2), scores=(2, 0, 2, 0))


def test_when_every_player_has_passed_in_a_row_the_team_with_more_sequences_wins() -> None:
    state = table("", "", chips=["", FIVE], sequences=[(1, FIVE)])
    assert do(state, 0, "pass") == [Passed(0)]
    assert game.view(state, None)["passes"] == 1
    assert do(state, 1, "pass") == [Passed(1), Ended((2, 1))]
    assert game.outcome(state) == Outcome(places=(2, 1), scores=(0, 1))


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8, 9, 10, 12])
def test_when_every_player_has_passed_and_nobody_has_more_all_share_the_first_place(seats: int) -> None:
    state = table(*[""] * seats)
    for seat in range(seats):
        assert game.outcome(state) is None
        do(state, seat, "pass")
    assert game.outcome(state) == Outcome(places=(1,) * seats, scores=(0,) * seats)


def test_a_play_between_passes_starts_the_count_anew() -> None:
    state = table("", "", "5S")
    do(state, 0, "pass")
    do(state, 1, "pass")
    do(state, 2, "5S e1")
    assert game.view(state, None)["passes"] == 0
    assert not state.over


def test_an_exchange_before_a_pass_does_not_start_the_count_anew() -> None:
    state = table("5S", "", chips=["e1 d9"])
    do(state, 0, "swap 5S")
    do(state, 0, "pass")
    assert do(state, 1, "pass")[-1] == Ended((1, 1))


def test_after_the_end_nobody_may_do_anything() -> None:
    state = table("JC 5S", "", "", "", chips=["a5 b5 c5 d5 " + OTHER], sequences=[(0, OTHER)], table_talk=True)
    do(state, 0, "JC e5")
    assert game.must_act(state) == frozenset()
    assert [may(state, seat) for seat in range(4)] == [[], [], [], []]
    assert list(game.referee_calls(state)) == []
    assert "turn" not in game.view(state, 0)
    for seat, move in ((0, "5S e1"), (1, "pass"), (2, "forfeit 5S"), (None, "penalty 0")):
        assert refusal(state, seat, move) == "The game is over."
    assert refusal(state, 0, Exchange("5S")) == "The game is over."


def test_the_scores_so_far_are_the_finished_sequences_of_each_seats_team() -> None:
    state = table("", "", "", "", chips=["", FIVE], sequences=[(1, FIVE)])
    assert game.scores(state) == (0, 1, 0, 1)


def test_only_the_mover_can_reach_the_goal_so_two_teams_never_do_at_once() -> None:
    state = table("JC", "", chips=["a5 b5 c5 d5", "a7 b7 c7 d7"])
    events = do(state, 0, "JC e5")
    assert {event.team for event in only(events, SequenceMade)} == {0}
