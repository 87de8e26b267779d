"""Whole matches by random play, claims that miss and late moves among them: no card lost, nothing unforeseen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import codec
from rules.chance import Chance
from rules.contract import BadOptions, Event, IllegalMove, Move
from rules.red_handed import game
from rules.red_handed.listing import FLIP, RECOVER, TIMEOUT
from rules.red_handed.models import Ended, Flipped, Grab, Hit, Missed, Point, RedHandedOptions, RedHandedState
from tests.rules.red_handed.tables import WHOLE_DECK, everything

VARIANTS = ("standard", "quick")
Step = tuple[RedHandedState, int | None, Move, list[Event]]


def play_out(variant: str, seats: int, seed: int) -> Iterator[Step]:
    """Yield each state after its action: the clock mostly, grabs right and wrong now and then."""
    rng = random.Random(seed)
    chance = Chance(seed.to_bytes(32, "big"))
    state = game.deal(RedHandedOptions(variant=variant), seats, chance)  # type: ignore[arg-type]
    for ply in range(20_000):
        timer = game.timer(state)
        if timer is None:
            return
        seat, move = _some_move(state, rng) if state.open and rng.random() < 0.5 else (None, timer[1])
        yield state, seat, move, game.play(state, seat, move, chance.at(ply))
    raise AssertionError("a match without an end")


def _some_move(state: RedHandedState, rng: random.Random) -> tuple[int, Move]:
    seat = rng.randrange(len(state.hands)) if state.grabber is None else state.grabber
    listed = game.legal_moves(state, seat)
    if listed and rng.random() < 0.6:
        return seat, rng.choice(listed)
    claim = tuple(rng.sample(range(len(state.open)), min(len(state.open), rng.choice((2, 3)))))
    return seat, Grab(claim, state.filling) if state.grabber is None else Point(claim, state.filling)


def assert_sane(state: RedHandedState) -> None:
    assert everything(state) == WHOLE_DECK
    assert state.over == (game.outcome(state) is not None)
    assert state.over == (game.timer(state) is None)
    if not state.over:
        assert all(count or state.quick for count in game.scores(state)), "who has no card has won"
        assert state.open or any(state.hands)
    if state.quick:
        assert len({len(hand) for hand in state.hands}) == 1
    else:
        assert not any(state.piles)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", game.seats)
def test_every_match_ends_and_every_card_is_somewhere_exactly_once(seats: int, variant: str) -> None:
    for seed in range(5):
        for state, _, _, _ in play_out(variant, seats, seed):
            assert_sane(state)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_events_tell_all_that_anyone_can_see(variant: str) -> None:
    for state, _, _, events in play_out(variant, 4, 3):
        for event in events:
            if isinstance(event, Flipped):
                assert [(card.seat, card.code) for card in event.cards] == state.open[event.cards[0].n :]
            if isinstance(event, Hit):
                assert event.dealt[event.seat] == 0
                assert max(event.dealt) - min(size for s, size in enumerate(event.dealt) if s != event.seat) <= 1
            if isinstance(event, Hit | Missed):
                assert not state.open
            if isinstance(event, Ended):
                assert state.over


def test_only_after_a_hit_or_a_miss_or_the_third_recover_a_standard_match_is_over() -> None:
    for seed in range(30):
        *_, (state, _, move, events) = play_out("standard", 5, seed)
        assert any(isinstance(event, Hit | Missed) for event in events) or (move == RECOVER and state.recovers == 3)


def test_the_same_choices_give_the_same_match() -> None:
    first = [events for _, _, _, events in play_out("standard", 6, 8)]
    assert first == [events for _, _, _, events in play_out("standard", 6, 8)]


def test_a_clone_is_independent_in_every_field() -> None:
    for state, _, _, _ in play_out("quick", 4, 2):
        clone = state.clone()
        assert clone == state
        assert (clone.grabs, clone.counted) == (state.grabs, state.counted)
        for name in ("hands", "piles", "open"):
            assert getattr(clone, name) is not getattr(state, name)
        assert all(a is not b for a, b in zip(clone.hands + clone.piles, state.hands + state.piles, strict=True))


NUMBERS = st.lists(st.integers(-2, 12) | st.integers(), max_size=5).map(tuple)
FILLINGS = st.none() | st.integers(-2, 5) | st.integers()
ANY_MOVE = st.one_of(
    st.builds(Grab, st.none() | NUMBERS, FILLINGS),
    st.builds(Point, NUMBERS, FILLINGS),
    st.sampled_from([FLIP, TIMEOUT, RECOVER]),
)


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 60), st.sampled_from([None, 0, 1, 2, 3]), ANY_MOVE, st.sampled_from(VARIANTS))
def test_any_decoded_move_is_refused_with_a_sentence_or_carried_out(
    plies: int, seat: int | None, move: Move, variant: str
) -> None:
    steps = islice(play_out(variant, 4, 5), plies, None)
    state = next((step[0] for step in steps), None)
    if state is None:
        return
    before = state.clone()
    try:
        events = game.play(state, seat, move, Chance(bytes(32), plies))
    except IllegalMove as refusal:
        assert refusal.code in ("illegal_move", "too_late", "game_over")
        assert str(refusal).endswith(".")
        assert state == before
    else:
        assert events
        assert_sane(state)


# --- options ---
def test_the_options_have_the_printed_defaults() -> None:
    options = RedHandedOptions()
    assert (options.variant, options.pace_ms, options.point_ms) == ("standard", 3000, 2500)


@pytest.mark.parametrize("wrong", [{"variant": "slow"}, {"variant": None}, {"pace_ms": True}, {"point_ms": 1000.0}])
def test_wrong_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        RedHandedOptions(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "low", "high", "default"), [("pace_ms", 800, 15_000, 3000), ("point_ms", 1000, 30_000, 2500)]
)
def test_times_are_taken_up_to_their_bounds_and_refused_beyond_by_name(
    field: str, low: int, high: int, default: int
) -> None:
    assert codec.options_to_json(codec.options_from_json(game, {}, 2))[field] == default
    for good in (low, high):
        codec.options_from_json(game, {field: good}, 2)
    for wrong in (low - 1, high + 1, 0, -low, 2**53):
        with pytest.raises(BadOptions, match=f"“{field}” must be from {low} to {high}"):
            codec.options_from_json(game, {field: wrong}, 2)


def test_two_to_six_players_play() -> None:
    for seats in range(-1, 9):
        if 2 <= seats <= 6:
            codec.options_from_json(game, {}, seats)
        else:
            with pytest.raises(BadOptions, match=f"{seats} players cannot play"):
                codec.options_from_json(game, {}, seats)
