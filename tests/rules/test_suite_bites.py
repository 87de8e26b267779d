"""A gate that cannot fail is none: each test of the shared suite is shown a game with the fault it is there for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rules.chance import Chance
from rules.contract import Event, Json, Move, Outcome, Seat, Viewer
from tests.rules import test_contract as suite
from tests.rules.toy import CARDS, Peek, Peeked, Pick, Picked, Toy, ToyOptions, ToyState


class Endless(Toy):
    def apply(self, state: ToyState, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        state.round = 1
        return super().apply(state, seat, move, chance)


class Moody(Toy):
    random = Random(1)

    def apply(self, state: ToyState, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        return super().apply(state, seat, move, Chance(self.random.randbytes(32)))


class Generous(Toy):
    """Gives the winner a point at the end that the running scores do not show."""

    def outcome(self, state: ToyState) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and Outcome(outcome.places, tuple(score + 1 for score in outcome.scores))


class Dreaming(Toy):
    """Lists cards that are not in the hand."""

    def legal_moves(self, state: ToyState, seat: Seat) -> Sequence[Move]:
        return [*super().legal_moves(state, seat), Pick(CARDS)]


class Meddling(Toy):
    """Changes the state while it only looks."""

    def check(self, state: ToyState, seat: Seat | None, move: Move) -> None:
        super().check(state, seat, move)
        state.points[0] += 1


class Stuck(Toy):
    """Waits for seats that can do nothing."""

    def must_act(self, state: ToyState) -> frozenset[Seat]:
        return frozenset(range(len(state.hands)))


class Undying(Toy):
    def timer(self, state: ToyState) -> tuple[int, Move] | None:
        return 1, Peek()


class Lenient(Toy):
    """Lets anyone play the clock's and the referee's moves."""

    def check(self, state: ToyState, seat: Seat | None, move: Move) -> None:
        super().check(state, seat if isinstance(move, Pick | Peek) else None, move)


class SharedState(ToyState):
    __slots__ = ()

    def clone(self) -> SharedState:
        twin = super().clone()
        twin.hands = self.hands
        return twin


class Sharing(Toy):
    state = SharedState

    def deal(self, options: ToyOptions, seats: int, chance: Chance) -> ToyState:
        state = super().deal(options, seats, chance)
        return SharedState(*(getattr(state, name) for name in ToyState.__dataclass_fields__))


class Forgetful(Toy):
    """Prints a move that cannot be read back."""

    def print_move(self, move: Move) -> str:
        return super().print_move(Pick(move.card + 1) if isinstance(move, Pick) else move)


class Gossiping(Toy):
    def redact(self, event: Event, viewer: Viewer) -> Event:
        return event


class Hollow(Toy):
    """Has a null in its view."""

    def private_view(self, state: ToyState, seat: Seat) -> Json:
        return {**super().private_view(state, seat), "pick": state.picks.get(seat)}


class Lending(Toy):
    """Hands its own lists out."""

    def public_view(self, state: ToyState) -> Json:
        return {**super().public_view(state), "points": state.points}


class Leaking(Toy):
    def public_view(self, state: ToyState) -> Json:
        return {**super().public_view(state), "next": state.deck[-1:]}


class Loud(Toy):
    """Says in the move log at once what was picked face down."""

    open_lines = True


class Clairvoyant(Toy):
    """Hands a bot the real world."""

    def determinize(self, state: ToyState, seat: Seat, chance: Chance) -> ToyState:
        return state.clone()


class HalfBlind(Toy):
    """Draws the deck anew, but not the hands of the others."""

    def determinize(self, state: ToyState, seat: Seat, chance: Chance) -> ToyState:
        world = state.clone()
        world.deck = chance.shuffle("deck", world.deck)
        return world


class Fragile(Toy):
    """Falls over a card that does not exist."""

    def check(self, state: ToyState, seat: Seat | None, move: Move) -> None:
        if isinstance(move, Pick):
            _ = range(CARDS)[move.card]
        super().check(state, seat, move)


class Chatty(Toy):
    """Makes an event that it did not declare."""

    events = (Picked, Peeked)


FAULTS: list[tuple[type[Toy], Callable[..., Any]]] = [
    (Endless, suite.test_random_play_ends_and_its_log_replays_to_the_same_match),
    (Moody, suite.test_random_play_ends_and_its_log_replays_to_the_same_match),
    (Generous, suite.test_random_play_ends_and_its_log_replays_to_the_same_match),
    (Dreaming, suite.test_what_is_listed_is_allowed_and_leads_on),
    (Meddling, suite.test_what_is_listed_is_allowed_and_leads_on),
    (Chatty, suite.test_what_is_listed_is_allowed_and_leads_on),
    (Stuck, suite.test_somebody_can_act_until_the_match_is_over_and_nobody_after),
    (Undying, suite.test_somebody_can_act_until_the_match_is_over_and_nobody_after),
    (Lenient, suite.test_who_may_do_nothing_is_refused_and_so_is_who_plays_the_clock_or_the_referee),
    (Sharing, suite.test_a_clone_is_independent),
    (Forgetful, suite.test_everything_survives_the_codec),
    (Gossiping, suite.test_an_outsider_gets_events_with_their_secret_fields_blank),
    (Hollow, suite.test_a_view_is_plain_json_without_null),
    (Lending, suite.test_a_view_is_plain_json_without_null),
    (Leaking, suite.test_a_seat_cannot_tell_the_world_from_one_drawn_anew),
    (Loud, suite.test_a_line_that_is_read_at_once_tells_no_more_than_everybody_saw),
    (Clairvoyant, suite.test_what_a_seat_cannot_see_really_is_drawn_anew),
    (HalfBlind, suite.test_what_a_seat_cannot_see_really_is_drawn_anew),
    (Fragile, suite.test_any_json_value_is_a_move_or_is_refused_in_words),
]


@pytest.mark.parametrize(("fault", "test"), FAULTS, ids=lambda value: value.__name__)
def test_the_suite_finds_a_game_with_this_fault(fault: type[Toy], test: Callable[..., Any]) -> None:
    with pytest.raises((Exception, pytest.fail.Exception)) as found:
        _hurried(test)(game=fault())
    assert not isinstance(found.value, TypeError | NameError), "the fault is found, not a slip of this test"


def _hurried(test: Callable[..., Any]) -> Callable[..., Any]:
    """Return a test of the suite without hypothesis' shrinking; plain tests as they are."""
    if not hasattr(test, "hypothesis"):
        return test
    quickly = settings(
        max_examples=200,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    hurried: Callable[..., Any] = quickly(given(data=st.data())(test.hypothesis.inner_test))
    return hurried
