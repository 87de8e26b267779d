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

from matchmaking.pairing import NARROW, PATIENT, WIDER, Wish, clock_of, pair, seating
from tests.live.machine import in_time, slowness

if TYPE_CHECKING:
    from tests.figures import Note

calmly = settings(deadline=None)  # of a busy machine
NOW = 10_000_000
SOON = 2.0  # s of a usual processor for ten thousand
SEATS = {"blue-diamond": 2, "diamoniak": 4, "sequence": 12}
CLOCKS = ("calm", "brisk", "long")
WISHES = (*((clock,) for clock in CLOCKS), CLOCKS, ("unheard of",))  # of one clock, or of any that is offered


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
                avoided=frozenset(draw(st.sets(st.integers(0, people), max_size=3))),
                clocks=draw(st.sampled_from(WISHES)),
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
        assert all(clock_of(group) in one.clocks for one in group)
        for one, other in combinations(group, 2):
            assert one.meets(other, NOW)
            assert abs(one.rating - other.rating) <= min(one.window(NOW), other.window(NOW))
        if len(group) < group[0].seats:
            assert any(one.takes_bots(NOW) for one in group)
            assert all(one.bots_after is not None for one in group)


def could_play(one: Wish, other: Wish) -> bool:
    near = abs(one.rating - other.rating) <= min(one.window(NOW), other.window(NOW))
    return near and one.meets(other, NOW) and (one.hall, one.seats) == (other.hall, other.seats) and common(one, other)


def common(*wishes: Wish) -> bool:
    return bool(set.intersection(*(set(one.clocks) for one in wishes)))


@calmly
@given(crowds())
def test_no_two_people_are_left_who_could_play_with_each_other(crowd: list[Wish]) -> None:
    crowd = [replace(one, hall="blue-diamond", seats=2, bots_after=None) for one in crowd]
    left = set(crowd) - {one for group in pair(crowd, NOW) for one in group}
    for one, other in combinations(left, 2):
        assert not could_play(one, other)


@calmly
@given(crowds())
def test_nobody_gets_a_bot_in_the_place_of_somebody_who_would_have_come_along(crowd: list[Wish]) -> None:
    groups = list(pair(crowd, NOW))
    seated = {one for group in groups for one in group}
    free = {one for one in crowd if one.bots_after is not None} - seated
    for group in (group for group in groups if len(group) < group[0].seats):
        for one in free:  # nobody of them was at a table before this group was made
            assert not (all(could_play(one, member) for member in group) and common(one, *group))


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
    assert list(pair([alone, friend, purist], NOW + 5_000)) == [[alone, friend]]


def test_two_who_both_take_bots_sit_at_one_table_though_the_wait_of_one_is_not_over() -> None:
    early, late = (wish(n, hall="diamoniak", seats=4, bots_after=5_000, since=NOW + 4_000 * n) for n in range(2))
    assert list(pair([early, late], NOW + 5_000)) == [[early, late]]
    patient = replace(early, bots_after=60_000)  # chooses first, for it has waited longest, but not for bots yet
    assert list(pair([patient, late], NOW + 9_000)) == [[late, patient]]
    assert list(pair([patient, late], NOW + 8_999)) == []


def test_people_go_before_bots_where_somebody_who_takes_none_stands_in_between() -> None:
    alone = wish(1, hall="diamoniak", seats=3, bots_after=0, since=NOW - 1)
    purist = wish(2, hall="diamoniak", seats=3, rating=1501, blocked=frozenset({3}))
    others = [wish(number, hall="diamoniak", seats=3, rating=1502, bots_after=30_000) for number in (3, 4)]
    assert list(pair([alone, purist, others[0]], NOW)) == [[alone, others[0]]]
    assert [one.id for group in pair([alone, purist, *others], NOW) for one in group] == [1, 2, 4]


def test_who_is_to_be_avoided_is_met_only_when_both_have_waited_long() -> None:
    one, other = wish(1, avoided=frozenset({2}), since=NOW - PATIENT), wish(2, since=NOW - 1)
    assert list(pair([one, other], NOW)) == []
    assert list(pair([one, other, third := wish(3)], NOW + PATIENT - 2)) == [[one, third]]  # in the place of the nearer
    assert list(pair([one, other], NOW + PATIENT - 1)) == [[one, other]]


def test_any_clock_meets_each_that_is_offered_and_the_others_choice_decides() -> None:
    any_clock = wish(1, clocks=CLOCKS)
    for clock in CLOCKS:
        (group,) = pair([any_clock, wish(2, clocks=(clock,))], NOW)
        assert clock_of(group) == clock
    assert list(pair([any_clock, wish(2, clocks=("unheard of",))], NOW)) == []
    assert list(pair([wish(1, clocks=("brisk",)), wish(2, clocks=("long",))], NOW)) == []
    (group,) = pair([any_clock, wish(2, clocks=CLOCKS)], NOW)
    assert clock_of(group) == "calm"


def test_any_clock_is_one_clock_for_a_whole_table() -> None:
    brisk, long = (wish(n, hall="diamoniak", seats=3, clocks=(clock,)) for n, clock in ((1, "brisk"), (2, "long")))
    any_clock = wish(3, hall="diamoniak", seats=3, clocks=CLOCKS, since=NOW - 1)
    assert list(pair([brisk, long, any_clock], NOW)) == []
    again = wish(4, hall="diamoniak", seats=3, clocks=("long",))
    (group,) = pair([brisk, long, any_clock, again], NOW)
    assert ({one.id for one in group}, clock_of(group)) == ({2, 3, 4}, "long")


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


@pytest.mark.parametrize(("wishes", "seated"), [(WISHES[:1], 9_900), (WISHES, 9_800)])
def test_ten_thousand_are_paired_within_two_seconds(
    wishes: tuple[tuple[str, ...], ...], seated: int, figures: Note
) -> None:
    chance = Random(7)
    crowd = []
    for number in range(10_000):
        hall = chance.choice(sorted(SEATS))
        blocked = frozenset(chance.randrange(10_000) for _ in range(5))
        rating, since = round(chance.gauss(1500, 200)), NOW - chance.randrange(30_000)
        clocks = chance.choice(wishes)
        crowd.append(Wish(number, number, hall, SEATS[hall], rating, since, None, blocked, blocked, clocks))
    began = process_time()
    groups = list(pair(crowd, NOW))
    took = process_time() - began
    assert sum(map(len, groups)) >= seated
    size = f"10 000 wishes of three games and {len(wishes)} clocks, each blocks five"
    figures("paired, of a processor", [took], limit=SOON, unit="s", size=size)
    in_time("paired", took, SOON * slowness())
