"""How results change strengths: whoever does better rises, nobody gains by leaving, idle time makes unsure."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchmaking import rating, verdicts
from matchmaking.rating import DAY, SIGMA, Strength, aged, margin, points, rate
from matchmaking.verdicts import Result

calmly = settings(deadline=None, max_examples=25)
NOW = 1_800_000_000_000
strengths = st.builds(Strength, st.floats(5, 45), st.floats(1, SIGMA), st.integers(NOW - 900 * DAY, NOW))


def duel(one: Strength, two: Strength, places: tuple[int, int] = (1, 2)) -> list[Strength]:
    return [side[0] for side in rate([[one], [two]], places, NOW)]


def summary(*seats: tuple[int | None, bool], places: tuple[int, ...]) -> dict[str, object]:
    people = [[user, "" if user else "greedy", True, gone] for user, gone in seats]
    return {"seats": people, "turn": [], "outcome": {"places": list(places)}, "ended": {"by": "rules"}}


@calmly
@given(strengths, strengths)
def test_the_winner_of_a_duel_rises_the_loser_falls_and_both_are_surer(one: Strength, two: Strength) -> None:
    won, lost = duel(one, two)
    assert won.mu > one.mu
    assert lost.mu < two.mu
    assert won.sigma < aged(one, NOW).sigma + 0.1  # openskill lets it never quite go to nought
    assert won.at == lost.at == NOW


@calmly
@given(strengths, strengths)
def test_a_tie_brings_two_strengths_closer(one: Strength, two: Strength) -> None:
    after, other = duel(one, two, (1, 1))
    assert abs(after.mu - other.mu) <= abs(one.mu - two.mu) + 1e-9


@calmly
@given(st.lists(strengths, min_size=2, max_size=4), st.data())
def test_the_order_of_the_seats_decides_nothing(people: list[Strength], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(1, 3), min_size=len(people), max_size=len(people)))
    order = data.draw(st.permutations(range(len(people))))
    after = rate([[one] for one in people], places, NOW)
    shuffled = rate([[people[at]] for at in order], [places[at] for at in order], NOW)
    for place, at in enumerate(order):
        assert shuffled[place][0].mu == pytest.approx(after[at][0].mu, abs=1e-9)


def test_at_a_table_of_equals_the_places_are_the_order_of_the_ratings() -> None:
    after = [side[0].mu for side in rate([[Strength()] for _ in range(6)], [1, 2, 3, 4, 5, 6], NOW)]
    assert after == sorted(after, reverse=True)
    assert len(set(after)) == 6


def test_a_team_wins_and_loses_together() -> None:
    (one, two), (three, four) = rate([[Strength(), Strength()], [Strength(), Strength()]], [2, 1], NOW)
    assert one.mu == two.mu < 25 < three.mu == four.mu


def test_an_upset_moves_more_than_what_was_expected() -> None:
    strong, weak = Strength(30, 3, NOW), Strength(20, 3, NOW)
    expected, upset = duel(strong, weak), duel(strong, weak, (2, 1))
    assert upset[1].mu - weak.mu > 3 * (expected[0].mu - strong.mu)


def test_idle_time_makes_unsure_up_to_a_strangers_uncertainty() -> None:
    known = Strength(30, 3, NOW)
    over_time = [aged(known, NOW + days * DAY).sigma for days in (0, 1, 30, 365, 3650)]
    assert over_time[0] == 3
    assert all(one < two for one, two in pairwise(over_time))
    assert over_time[-1] == SIGMA
    assert aged(known, NOW + 365 * DAY).mu == 30


def test_the_clocks_of_two_servers_may_differ() -> None:
    known = Strength(30, 3, NOW)
    assert aged(known, NOW - 5) == known
    assert rate([[known], [Strength()]], [1, 2], NOW - 5)[0][0].at == NOW


@calmly
@given(st.floats(1, rating.SETTLED), st.integers(0, 2000))
def test_a_settled_rating_is_provisional_again_exactly_when_it_says(sigma: float, days: int) -> None:
    known = Strength(25, sigma, NOW)
    then = NOW + days * DAY
    assert (rating.settled_until(known) > then) == (aged(known, then + 1).sigma <= rating.SETTLED)


def test_a_stranger_is_provisional_and_some_eleven_duels_settle() -> None:
    assert rating.settled_until(Strength()) == 0
    one, two, duels = Strength(), Strength(), 0
    while not rating.settled_until(one):
        one, two = duel(one, two, (1, 2) if duels % 2 else (2, 1))
        duels += 1
    assert 8 <= duels <= 14


def test_two_hundred_points_more_win_three_duels_of_four() -> None:
    assert points(rating.MU) == 1500
    assert (points(rating.MU + 200 / rating.SCALE), margin(SIGMA)) == (1700, 200)
    stronger, weaker = Strength(rating.MU + 200 / rating.SCALE, 3, NOW), Strength(rating.MU, 3, NOW)
    won, lost = duel(stronger, weaker), duel(stronger, weaker, (2, 1))
    rise, fall = won[0].mu - stronger.mu, stronger.mu - lost[0].mu
    assert fall / (rise + fall) == pytest.approx(0.75, abs=0.02)  # where rise and fall are even in the long run


# --- what the end of a match says ---


def test_a_result_has_the_sides_in_order_and_their_places() -> None:
    found = verdicts.result((0, 1, 0, 1), summary((7, False), (5, False), (9, False), (6, False), places=(2, 1, 2, 1)))
    assert found == Result(((7, 9), (5, 6)), (2, 1), frozenset())


def test_where_bots_had_seats_there_is_no_result() -> None:
    assert verdicts.result((0, 1), summary((7, False), (None, False), places=(1, 2))) is None


def test_who_has_left_comes_behind_all_who_stayed_whatever_a_bot_made_of_it() -> None:
    seats = summary((1, True), (2, False), (3, False), (4, True), places=(1, 2, 2, 4))
    assert verdicts.result((0, 1, 2, 3), seats) == Result(((1,), (2,), (3,), (4,)), (3, 1, 1, 4), frozenset({1, 4}))


def test_who_left_a_team_that_wins_does_not_rise_but_its_others_do() -> None:
    found = verdicts.result((0, 1, 0, 1), summary((1, True), (2, False), (3, False), (4, False), places=(1, 2, 1, 2)))
    assert found is not None
    after = verdicts.strengths(found, dict.fromkeys((1, 2, 3, 4), Strength()), NOW)
    assert after[1].mu == 25
    assert after[3].mu > 25 > after[2].mu


def test_who_left_a_team_that_loses_falls_with_it() -> None:
    found = verdicts.result((0, 1, 0, 1), summary((1, True), (2, False), (3, False), (4, False), places=(2, 1, 2, 1)))
    assert found is not None
    after = verdicts.strengths(found, dict.fromkeys((1, 2, 3, 4), Strength()), NOW)
    assert after[1].mu == after[3].mu < 25


def test_three_matches_of_two_people_are_enough_for_a_day() -> None:
    met = [frozenset({1, 2}), frozenset({1, 2, 3}), frozenset({2, 3})]
    assert verdicts.often([1, 2, 3], met) == []
    assert verdicts.often([3, 2, 1], [*met, frozenset({1, 2})]) == [(1, 2)]
