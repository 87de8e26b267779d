"""Who is put together with whom: properties of any crowd of waiting people, and the speed with ten thousand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from time import process_time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchmaking.pairing import NARROW, PATIENT, WIDER, Wish, pair, seating
from tests.live.machine import in_time, slowness

if TYPE_CHECKING:
    from tests.figures import Note

calmly = settings(deadline=None)  # of a busy machine
NOW = 10_000_000
SOON = 2.0  # s of a usual processor for ten thousand
SEATS = {"blue-diamond": 2, "diamoniak": 4, "sequence": 12}


def wish(number: int, **known: object) -> Wish:
    usual = Wish(number, person=number, hall="blue-diamond", seats=2, rating=1500, since=NOW)
    return replace(usual, **known)  # type: ignore[arg-type]


@st.composite
def crowds(draw: st.DrawFn) -> list[Wish]:
    people = draw(st.integers(0, 40))
    crowd = []
    for number in range(people):
        hall = draw(st.sampled_from(sorted(SEATS)))
        crowd.append(
            Wish(
                number,
                person=draw(st.integers(0, people)),
                hall=hall,
                seats=SEATS[hall],
                rating=draw(st.integers(1200, 1800)),
                since=NOW - draw(st.integers(0, 2 * PATIENT)),
                bots_after=draw(st.sampled_from([None, 0, 20_000])),
                blocked=frozenset(draw(st.sets(st.integers(0, people), max_size=3))),
            )
        )
    return crowd


@calmly
@given(crowds())
def test_nobody_is_seated_twice_and_nobody_meets_whom_they_should_not(crowd: list[Wish]) -> None:
    groups = list(pair(crowd, NOW))
    seated = Counter(one.id for group in groups for one in group)
    assert set(seated.values()) <= {1}
    for group in groups:
        assert len({(one.hall, one.seats) for one in group}) == 1
        assert len(group) <= group[0].seats
        for one, other in combinations(group, 2):
            assert one.meets(other)
            assert abs(one.rating - other.rating) <= min(one.window(NOW), other.window(NOW))
        if len(group) < group[0].seats:
            assert all(one.takes_bots(NOW) for one in group)


@calmly
@given(crowds())
def test_no_two_people_are_left_who_could_play_with_each_other(crowd: list[Wish]) -> None:
    crowd = [replace(one, hall="blue-diamond", seats=2, bots_after=None) for one in crowd]
    left = set(crowd) - {one for group in pair(crowd, NOW) for one in group}
    for one, other in combinations(left, 2):
        near = abs(one.rating - other.rating) <= min(one.window(NOW), other.window(NOW))
        assert not (near and one.meets(other))


@calmly
@given(crowds(), st.randoms(use_true_random=False))
def test_the_order_in_which_people_are_told_of_does_not_matter(crowd: list[Wish], chance: Random) -> None:
    groups = list(pair(crowd, NOW))
    chance.shuffle(crowd)
    assert list(pair(crowd, NOW)) == groups


def test_the_window_widens_with_waiting_until_anybody_will_do() -> None:
    near, far = wish(1, rating=1500), wish(2, rating=1500 + NARROW + 1)
    assert list(pair([near, far], NOW)) == []
    assert len(list(pair([near, far], NOW + 1_000))) == 1
    far = wish(2, rating=3200)
    assert list(pair([near, far], NOW + PATIENT - 1)) == []
    assert len(list(pair([near, far], NOW + PATIENT))) == 1
    assert NARROW + WIDER * PATIENT // 1000 < 3200 - 1500


def test_a_newcomers_narrow_window_counts_as_well() -> None:
    waiting, new = wish(1, rating=1500, since=NOW - PATIENT), wish(2, rating=1500 + NARROW + 1)
    assert list(pair([waiting, new], NOW)) == []


def test_who_has_waited_longest_gets_the_nearest() -> None:
    first, second = wish(1, rating=1500, since=NOW - 10), wish(2, rating=1512, since=NOW - 5)
    third = wish(3, rating=1509)
    assert list(pair([second, third, first], NOW)) == [[first, third]]


def test_bots_fill_up_after_the_wait_that_the_player_chose() -> None:
    alone = wish(1, hall="diamoniak", seats=4, bots_after=5_000)
    friend, purist = wish(2, hall="diamoniak", seats=4, bots_after=0), wish(3, hall="diamoniak", seats=4)
    assert list(pair([alone], NOW + 4_999)) == []
    assert list(pair([alone], NOW + 5_000)) == [[alone]]
    assert sorted(one.id for group in pair([alone, friend, purist], NOW + 5_000) for one in group) == [1, 2]


def test_a_table_for_fewer_than_two_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="wish 1 is for 1 seats"):
        list(pair([wish(1, seats=1)], NOW))


@calmly
@given(st.lists(st.integers(1000, 2000), min_size=4, max_size=4), st.randoms(use_true_random=False))
def test_teams_of_four_are_as_even_as_can_be(ratings: list[int], chance: Random) -> None:
    group = [wish(number, rating=rating, seats=4) for number, rating in enumerate(ratings)]
    placed = seating(group, [0, 1, 0, 1], chance)
    assert sorted(one.id for one in placed if one) == [0, 1, 2, 3]
    told = [one.rating for one in placed if one]
    best = min(abs(sum(ratings) - 2 * (ratings[0] + ratings[mate])) for mate in (1, 2, 3))
    assert abs(told[0] + told[2] - told[1] - told[3]) == best


@calmly
@given(st.sampled_from([(6, 2), (6, 3), (9, 3), (12, 2), (12, 3)]), st.data(), st.randoms(use_true_random=False))
def test_larger_teams_are_even_and_bots_count_as_the_mean(size: tuple[int, int], data: st.DataObject, chance: Random):
    seats, sides = size
    people = data.draw(st.integers(1, seats))
    group = [wish(number, rating=data.draw(st.integers(1400, 1600)), seats=seats) for number in range(people)]
    placed = seating(group, [seat % sides for seat in range(seats)], chance)
    assert sorted(one.id for one in placed if one) == list(range(people))
    mean = sum(one.rating for one in group) // people
    sums = [sum(one.rating if one else mean for one in placed[side::sides]) for side in range(sides)]
    assert max(sums) - min(sums) <= 200  # no more than one person's whole range


def test_who_goes_first_is_decided_by_lot() -> None:
    group, chance = [wish(1, rating=1500), wish(2, rating=1600)], Random(1)
    firsts = Counter(one.id for _ in range(600) if (one := seating(group, [0, 1], chance)[0]))
    assert 250 <= firsts[1] <= 350


def test_ten_thousand_are_paired_within_two_seconds(figures: Note) -> None:
    chance = Random(7)
    crowd = []
    for number in range(10_000):
        hall = chance.choice(sorted(SEATS))
        blocked = frozenset(chance.randrange(10_000) for _ in range(5))
        rating, since = round(chance.gauss(1500, 200)), NOW - chance.randrange(30_000)
        crowd.append(Wish(number, number, hall, SEATS[hall], rating, since, blocked=blocked))
    began = process_time()
    groups = list(pair(crowd, NOW))
    took = process_time() - began
    assert sum(map(len, groups)) >= 9_900
    figures(
        "paired, of a processor", [took], limit=SOON, unit="s", size="10 000 wishes of three games, each blocks five"
    )
    in_time("paired", took, SOON * slowness())
