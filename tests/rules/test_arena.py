"""The arena is fair, plays the same matches from the same seed, and says how sure its result is."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from rules import arena, registry
from rules.arena import Duel, Result
from rules.contract import AnyGame, Outcome
from tests.rules import toy

TURNS = [registry.find(slug) for slug in ("sequence", "blue-diamond", "diamoniak")]
RACES = [game for game in registry.GAMES.values() if game.race]


def duel(game: AnyGame, a: str = "greedy", b: str = "random", seats: int = 2, seed: int = 0) -> Duel:
    return Duel(game, game.options(), seats, (a, b), seed)


def ticking() -> Iterator[float]:
    """A clock on which each choice takes one second."""
    return map(float, itertools.count())


def test_the_sides_change_places_from_match_to_match_and_team_mates_are_of_one_side() -> None:
    game = registry.find("sequence")
    four, three = (duel(game, seats=seats) for seats in (4, 3))
    assert [four.sides(n) for n in range(3)] == [(0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 0, 1)]
    assert [three.sides(n) for n in range(2)] == [(0, 1, 0), (1, 0, 1)]


@pytest.mark.parametrize("game", [*registry.GAMES.values(), toy.game], ids=lambda game: game.slug)
def test_the_same_seed_plays_the_same_match_and_another_seed_another(game: AnyGame) -> None:
    one, again, *others = (arena.play(duel(game, seed=seed), 3, ticking().__next__) for seed in (5, 5, 6, 7, 8))
    assert one == again
    assert one.matches == 1
    assert game is toy.game or {other.plies for other in others} != {one.plies}


def test_a_choice_is_timed_for_the_side_that_made_it() -> None:
    result = arena.play(duel(registry.find("sequence")), 0, ticking().__next__)
    assert {*result.seconds[0], *result.seconds[1]} == {1.0}
    assert sum(map(len, result.seconds)) == result.plies


@pytest.mark.parametrize("game", RACES, ids=lambda game: game.slug)
def test_in_a_race_who_plans_to_be_quicker_moves_first(game: AnyGame) -> None:
    match = arena._Race(duel(game), 0, ticking().__next__)
    instants = []
    while game.outcome(match.state) is None:
        match.step()
        instants.append(match.now)
        assert all(at >= match.now for at, _ in match.plans.values())
    assert instants == sorted(instants)
    assert instants[-1] > instants[0]


@pytest.mark.parametrize(
    "places, expected",
    [((1, 2), (1, 0, 0)), ((2, 1), (0, 0, 1)), ((1, 1), (0, 1, 0)), ((1, 2, 1, 2), (1, 0, 0)), ((1, 1, 3), (0, 1, 0))],
)
def test_the_side_with_the_best_place_has_won(places: tuple[int, ...], expected: tuple[int, int, int]) -> None:
    result = Result()
    arena._judge(result, Outcome(places, places), [seat % 2 for seat in range(len(places))])
    assert (result.won, result.drawn, result.lost) == expected


@pytest.mark.parametrize(
    "wins, matches, low, high",
    [(8, 10, 0.490162, 0.943318), (0, 5, 0.0, 0.434482), (280, 400, 0.653363, 0.742832), (50, 100, 0.403832, 0.596168)],
)
def test_the_interval_is_wilsons(wins: float, matches: int, low: float, high: float) -> None:
    assert arena.wilson(wins, matches) == pytest.approx((wins / matches, low, high), abs=1e-4)


def test_a_draw_is_half_a_win() -> None:
    assert Result(won=3, drawn=2, lost=5).share() == arena.wilson(4, 10)


def test_two_equal_bots_win_half_of_the_matches_each_wherever_they_sit() -> None:
    results = arena.summed(arena.play(duel(toy.game, "greedy", "greedy"), n, ticking().__next__) for n in range(60))
    share, low, high = results.share()
    assert results.matches == 60
    assert low < 0.5 < high, f"{share}"
