"""People's times: half below the median, spread as asked, and the same from the same chance."""

from __future__ import annotations

from statistics import median

import pytest

from rules.chance import Chance
from rules.reaction import Reaction, happens

CHANCES = [Chance(number.to_bytes(32, "big")) for number in range(1_500)]


def times(reaction: Reaction, waited: float = 0.0) -> list[int]:
    return [reaction.draw(chance.at(0), "reacts", waited) for chance in CHANCES]


@pytest.mark.parametrize("middle", [300, 4_000])
def test_half_of_all_reactions_are_below_the_median(middle: int) -> None:
    assert median(times(Reaction(middle, 0.5))) == pytest.approx(middle, rel=0.06)


def test_two_in_three_lie_within_the_spread() -> None:
    within = [1_000 / 1.5 < time < 1_000 * 1.5 for time in times(Reaction(1_000, 0.405))]
    assert sum(within) / len(within) == pytest.approx(0.683, abs=0.04)


def test_who_has_waited_in_vain_is_as_far_on_as_who_never_looked_away() -> None:
    upper_quarter = 1_000 * 2.71828 ** (0.5 * 0.6745)  # half of those above the median are above this
    assert median(times(Reaction(1_000, 0.5), waited=1_000)) == pytest.approx(upper_quarter - 1_000, rel=0.12)


def test_nobody_has_reacted_before_now_however_long_the_wait() -> None:
    assert min(times(Reaction(200, 0.2), waited=1e9)) >= 0


def test_the_same_chance_gives_the_same_time() -> None:
    reaction = Reaction(1_000, 0.5)
    assert times(reaction)[:50] == times(reaction)[:50]
    assert len(set(times(reaction))) > 500


@pytest.mark.parametrize("percent", [0, 4, 35, 100])
def test_what_happens_in_so_many_cases_of_a_hundred_does(percent: float) -> None:
    share = sum(happens(chance.at(0), "miss", percent) for chance in CHANCES) / len(CHANCES)
    assert share == pytest.approx(percent / 100, abs=0.04)
    if percent in (0, 100):
        assert share == percent / 100
