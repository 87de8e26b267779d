"""The photo finish: who is first, how long it waits, and what can and cannot be gained by lying about a line."""

import hmac
import itertools
import json
import random
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.door.finish import LEAST_REACTION, MOST_CREDIT, PhotoFinish, Placing, credit_of, margins
from rules.chance import integers

SEED = sha256(b"a match").digest()
CHANGED = 1_000_000
SEATS = range(6)


def finish_of(credit: dict[int, int], *grabs: tuple[int, int]) -> PhotoFinish:
    """Return a finish into which seats have grabbed, each so many ms after the table changed."""
    finish = PhotoFinish(CHANGED, credit)
    for seat, after in grabs:
        assert finish.grab(seat, CHANGED + after)
    return finish


def order_of(finish: PhotoFinish, ply: int = 7) -> list[int]:
    return [placing.seat for placing in finish.placings(SEED, ply)]


# --- credit ---


def test_a_seat_is_given_its_lowest_round_trip_up_to_250_ms_and_nothing_when_none_is_known():
    assert credit_of([81.6, 40.4, None]) == 40
    assert credit_of([251.9]) == credit_of([9000.0, 4000.0]) == MOST_CREDIT
    assert credit_of([]) == credit_of([None]) == 0


# --- the window ---


def test_the_first_grab_opens_a_window_of_the_slowest_credit_less_its_own():
    assert finish_of({0: 20, 1: 100, 2: 250}, (0, 600)).closes == CHANGED + 600 + 230
    assert finish_of({0: 20, 1: 100, 2: 250}, (1, 600)).closes == CHANGED + 600 + 150
    assert finish_of({0: 20, 1: 100, 2: 250}, (2, 600)).closes == CHANGED + 600


def test_it_closes_at_once_when_everybody_has_grabbed():
    assert finish_of({0: 20, 1: 250}, (0, 600), (1, 640)).closes == CHANGED + 640


def test_it_waits_for_what_is_late_by_our_own_fault_but_not_for_those_who_are_in():
    finish = PhotoFinish(CHANGED, {0: 20, 1: 20}, {0: 4, 1: 30})
    finish.grab(0, CHANGED + 600)
    assert finish.closes == CHANGED + 600 + 30
    finish.grab(1, CHANGED + 590)
    assert finish.closes == CHANGED + 600
    assert order_of(finish) == [1, 0]


def test_it_waits_only_for_the_slowest_of_those_who_are_out():
    credit = {0: 20, 1: 100, 2: 250}
    assert finish_of(credit, (0, 600), (2, 650)).closes == CHANGED + 650  # seat 1 was due by 650 - 250 + 100
    assert finish_of(credit, (0, 600), (1, 640)).closes == CHANGED + 540 + 250


def test_who_comes_after_the_end_is_not_taken_in():
    finish = finish_of({0: 20, 1: 100}, (0, 600))
    assert finish.grab(1, CHANGED + 680)
    finish = finish_of({0: 20, 1: 100}, (0, 600))
    assert not finish.grab(1, CHANGED + 681)
    assert order_of(finish) == [0]


def test_a_seat_grabs_once():
    finish = finish_of({0: 20, 1: 100}, (0, 600), (0, 610))
    assert finish.placings(SEED, 7)[0].arrived == 600


def test_a_bot_and_an_unknown_line_have_no_credit():
    assert order_of(finish_of({1: 100, 2: 0}, (5, 600), (2, 601), (1, 690))) == [1, 5, 2]


crowds = st.dictionaries(st.sampled_from(SEATS), st.tuples(st.integers(0, 260), st.integers(0, 2000)), min_size=1)


@given(crowds)
def test_whoever_would_be_first_if_one_waited_for_ever_is_first(crowd):
    credit = {seat: line for seat, (line, _) in crowd.items()}
    arrivals = sorted((after + line, seat) for seat, (line, after) in crowd.items())
    finish = PhotoFinish(CHANGED, credit)
    taken = [seat for arrived, seat in arrivals if finish.grab(seat, CHANGED + arrived)]
    truly = {seat: after for seat, (_, after) in crowd.items()}
    assert min(truly.values()) == min(truly[seat] for seat in taken)
    assert all(truly[seat] > min(truly.values()) for seat in crowd if seat not in taken)
    reactions = [placing.reaction for placing in finish.placings(SEED, 0)]
    assert reactions == sorted(max(LEAST_REACTION, truly[seat]) for seat in taken)


@given(crowds, st.integers(0, 6))
def test_the_window_is_no_longer_than_needed_and_never_over_the_largest_credit(crowd, grabs):
    credit = {seat: line for seat, (line, _) in crowd.items()}
    arrivals = sorted((after + line, seat) for seat, (line, after) in crowd.items())[: max(1, grabs)]
    finish = PhotoFinish(CHANGED, credit)
    for arrived, seat in arrivals:
        finish.grab(seat, CHANGED + arrived)
    placings = finish.placings(SEED, 0)
    last, first = max(placing.arrived for placing in placings), min(placing.arrived for placing in placings)
    assert finish.closes <= CHANGED + first + max(credit.values())
    out = [seat for seat in credit if seat not in {placing.seat for placing in placings}]
    if finish.closes > CHANGED + last:
        lowest = min(placing.arrived - placing.credit for placing in placings)
        assert min(finish.closes - 1 - CHANGED - credit[seat] for seat in out) < lowest


# --- the order ---


def test_a_reaction_under_150_ms_counts_as_150():
    placings = finish_of({0: 250, 1: 250}, (0, 260), (1, 260)).placings(SEED, 7)
    assert [placing.reaction for placing in placings] == [LEAST_REACTION] * 2
    assert finish_of({0: 250}, (0, -3)).placings(SEED, 7)[0].reaction == LEAST_REACTION


def test_equal_reactions_are_ordered_by_lot_and_everyone_can_recompute_it():
    credit = {seat: 10 * seat for seat in SEATS}
    grabs = [(seat, 500 + 10 * seat) for seat in SEATS]
    lots = {seat: list(itertools.islice(integers(SEED, f"7/photo:{seat}"), 8)) for seat in SEATS}
    assert order_of(finish_of(credit, *grabs)) == sorted(SEATS, key=lots.__getitem__)
    by_hand = {seat: hmac.digest(SEED, f"7/photo:{seat}:0".encode(), "sha256") for seat in SEATS}
    assert sorted(SEATS, key=lots.__getitem__) == sorted(SEATS, key=by_hand.__getitem__)


def test_the_lot_favours_no_seat():
    finish = finish_of(dict.fromkeys(range(3), 50), *((seat, 500) for seat in range(3)))
    firsts = [order_of(finish, ply)[0] for ply in range(3000)]
    assert all(abs(firsts.count(seat) / 3000 - 1 / 3) < 0.03 for seat in range(3))


def test_the_margins_are_plain_json_for_everyone():
    placings = finish_of({0: 140, 1: 20, 2: 200}, (1, 832), (0, 969)).placings(SEED, 7)
    assert placings == (Placing(1, 812, 832, 20), Placing(0, 829, 969, 140))
    assert json.loads(json.dumps(margins(placings))) == [
        {"seat": 1, "reaction": 812, "arrived": 832, "credit": 20},
        {"seat": 0, "reaction": 829, "arrived": 969, "credit": 140},
    ]


def test_who_comes_too_late_can_be_told_by_how_much():
    finish = finish_of({0: 140, 1: 20}, (1, 832))
    assert not finish.grab(0, CHANGED + 969)
    assert finish.placing(0, CHANGED + 969) == Placing(0, 829, 969, 140)
    assert order_of(finish) == [1]


# --- liars ---

lines = st.integers(0, 600)
holds = st.lists(st.integers(0, 10_000), min_size=0, max_size=30)  # of each pong of the last minute


def shown(credit: int, arrived: int) -> int:
    """Return the reaction that a grab shows which arrived so many ms after the table changed."""
    return PhotoFinish(CHANGED, {0: credit}).placing(0, CHANGED + arrived).reaction


@given(lines, holds, st.integers(0, 1500), st.integers(0, 1000))
def test_no_liar_gains_more_than_250_ms_less_its_true_line(line, held, reaction, late):
    honest = credit_of([line])
    lying = credit_of([line + hold for hold in held])
    bound = max(0, MOST_CREDIT - line)
    assert lying - honest <= bound
    assert shown(honest, line + reaction) - shown(lying, line + reaction + late) <= bound
    assert shown(lying, line + reaction + late) >= LEAST_REACTION


@given(lines, st.integers(0, 10_000), st.integers(0, 1500))
def test_holding_everything_back_gains_nothing(line, hold, reaction):
    honest, lying = credit_of([line]), credit_of([line + hold])
    assert shown(lying, line + hold + reaction) >= shown(honest, line + reaction)


@given(crowds, st.integers(0, MOST_CREDIT))
def test_a_lie_changes_what_the_liar_shows_and_nothing_else(crowd, lie):
    truth = {seat: line for seat, (line, _) in crowd.items()}
    liar = min(crowd)
    finishes = [PhotoFinish(CHANGED, credit) for credit in (truth, truth | {liar: lie})]
    for seat in crowd.keys() - {liar}:
        first, second = (finish.placing(seat, CHANGED + sum(crowd[seat])) for finish in finishes)
        assert first == second


@given(lines, holds)
def test_one_honest_pong_ends_the_gain(line, held):
    assert credit_of([line + hold for hold in [*held, 0]]) == credit_of([line])


def test_never_answering_loses_the_whole_line():
    assert credit_of([None]) <= credit_of([100])


# --- simulated races ---


class Race:
    """Three players whose reactions are spread alike, at the ends of lines of different lengths, with jitter."""

    def __init__(self, jitter: float, lines: tuple[int, ...] = (20, 100, 250), hops: tuple[int, ...] = (0, 0, 0)):
        self.chance = random.Random(20_26)
        self.jitter = jitter
        self.lines = lines
        self.hops = hops

    def trip(self, seat: int) -> float:
        """Return one round trip: its mean is the line, its two ways vary by up to the jitter."""
        ways = self.chance.uniform(0, self.jitter) + self.chance.uniform(0, self.jitter)
        return self.lines[seat] - self.jitter + ways

    def run(self, hold: int = 0, quicker: int = 0) -> list[int]:
        """Return the reactions shown, after the winner's seat. Seat 0 may hold pongs back, or truly be quicker."""
        minutes = [[self.trip(seat) for _ in range(30)] for seat in range(len(self.lines))]
        minutes[0] = [trip + hold for trip in minutes[0]]
        credit = {seat: credit_of(trips) for seat, trips in enumerate(minutes)}
        finish = PhotoFinish(CHANGED, credit, dict(enumerate(self.hops)))
        reactions = [self.chance.gauss(500, 30) - quicker * (seat == 0) for seat in range(len(self.lines))]
        arrived = [CHANGED + round(reaction + self.trip(seat)) for seat, reaction in enumerate(reactions)]
        first, *others = sorted((arrived[seat] + self.hops[seat], seat) for seat in range(len(arrived)))
        finish.grab(first[1], arrived[first[1]])
        for here, seat in others:
            if here <= finish.closes:
                finish.grab(seat, arrived[seat])
        assert finish.closes <= min(arrived) + MOST_CREDIT + max(self.hops)
        winner = finish.placings(SEED, self.chance.randrange(1 << 20))[0].seat
        return [winner, *(finish.placing(seat, instant).reaction for seat, instant in enumerate(arrived))]


def shares(races: list[list[int]]) -> list[float]:
    return [sum(winner == seat for winner, *_ in races) / len(races) for seat in range(len(races[0]) - 1)]


@pytest.mark.parametrize("jitter", [0, 5, 18])
def test_equal_players_at_20_100_and_250_ms_win_a_third_each(jitter):
    race = Race(jitter)
    assert shares([race.run() for _ in range(3000)]) == pytest.approx([1 / 3] * 3, abs=0.03)


def test_equal_players_on_two_processes_win_half_each():
    race = Race(5, lines=(60, 60), hops=(0, 9))
    assert shares([race.run() for _ in range(3000)]) == pytest.approx([1 / 2] * 2, abs=0.03)


def test_who_holds_back_pongs_gains_no_more_than_the_bound_and_costs_others_no_reaction():
    bound = MOST_CREDIT - (20 - 5)  # the shortest trip of that line counts
    honest, lying, quick = Race(5), Race(5), Race(5)
    lies = [lying.run(hold=5000) for _ in range(3000)]
    for lie in lies:
        truth = honest.run()
        assert 0 <= truth[1] - lie[1] <= bound
        assert truth[2:] == lie[2:]
    assert shares(lies)[0] <= shares([quick.run(quicker=bound) for _ in range(3000)])[0]


def test_a_line_longer_than_the_limit_loses_what_is_above_it():
    race = Race(5, lines=(500, 100, 250))
    races = [race.run() for _ in range(1000)]
    assert shares(races)[0] < 0.01
    assert sum(race[1] for race in races) / 1000 == pytest.approx(500 + 250, abs=5)
