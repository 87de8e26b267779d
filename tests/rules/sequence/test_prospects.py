"""The prospects kept from move to move tell the same as the chips do."""

from __future__ import annotations

import random

import pytest

from rules import codec
from rules.chance import Chance
from rules.sequence import game, prospects
from rules.sequence.board import BIT, CARD_ON, cells_in
from rules.sequence.cards import TWO_EYED
from rules.sequence.lines import gaps
from rules.sequence.listing import free_cells, may_only_pass
from rules.sequence.models import SequenceOptions, SequenceState
from tests.rules.sequence.tables import do, may, table


def listed(state: SequenceState) -> list[list[str]]:
    return [may(state, seat) for seat in range(state.seats)]


def anew(state: SequenceState) -> SequenceState:
    """Return the state as a snapshot brings it back, with nothing derived."""
    restored = codec.state_from_json(game, codec.state_to_json(state))
    assert isinstance(restored, SequenceState)
    return restored


@pytest.mark.parametrize(("seats", "teams", "hard"), [(2, None, False), (2, None, True), (6, 3, True), (12, 2, False)])
def test_a_match_lists_the_same_moves_as_each_of_its_states_by_itself(seats: int, teams: int, hard: bool) -> None:
    for number in range(8):
        rng = random.Random(number)
        chance = Chance(rng.randbytes(32))
        state = game.deal(SequenceOptions(teams, hard=hard), seats, chance)
        while game.outcome(state) is None:
            fresh = anew(state)
            assert may_only_pass(fresh, state.turn) == (may(state, state.turn)[0] == "pass")
            assert listed(state) == listed(fresh)
            known, plain = prospects.of(state), prospects.of(fresh)
            assert (known.chips, known.plays) == (plain.chips, plain.plays)
            assert all(kept >= needed for kept, needed in zip(known.forking, plain.forking, strict=True))
            game.apply(state, state.turn, rng.choice(game.legal_moves(state, state.turn)), chance)


def test_cards_that_can_fill_a_gap_are_known() -> None:
    state = table("2S 3H", "4D 5D", chips=("b1 c1 d1 f1", "b9 c9"))
    cells = cells_in(gaps(state.chips[0]) & free_cells(state))
    assert cells == ("e1",)
    assert prospects.of(state).forking == [TWO_EYED | {CARD_ON["e1"]}, frozenset()]


def test_chips_put_down_by_hand_are_noticed() -> None:
    state = table("2S JS", "2S 3H")
    assert may(state, 0) == ["2S b1", "2S g9"]
    state.chips[1] |= BIT["b1"]
    assert may(state, 0) == ["2S g9", "JSxb1"]
    do(state, 0, "2S g9")
    assert may(state, 1) == ["3H f6", "3H i9", "swap 2S"]


def test_a_clone_starts_with_no_prospects_and_leaves_those_of_its_model_alone() -> None:
    state = table("2S 3H", "2S 3H")
    before = listed(state)
    clone = state.clone()
    assert clone.prospects is None
    assert listed(clone) == before
    do(clone, 0, "2S b1")
    assert listed(clone) != before
    assert listed(state) == before


def test_prospects_are_neither_saved_nor_compared() -> None:
    state = table("2S 3H", "2S 3H")
    saved = codec.state_to_json(state)
    prospects.of(state)
    assert codec.state_to_json(state) == saved
    assert state == anew(state)
