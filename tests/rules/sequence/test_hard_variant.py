"""Locked chips: out of reach of one-eyed jacks, except in the hard variant, where a sequence can be broken."""

from __future__ import annotations

import pytest

from rules.sequence import game
from rules.sequence.models import Removed, SequenceBroken, SequenceMade
from tests.rules.sequence.tables import do, made, may, only, refusal, table, words

FIVE, DOWN = "c5 d5 e5 f5 g5", "e3 e4 e5 e6 e7"


@pytest.mark.parametrize("cell", words(FIVE))
def test_each_of_the_five_chips_of_a_finished_sequence_is_locked(cell: str) -> None:
    state = table("JS", "", chips=["", FIVE], sequences=[(1, FIVE)])
    assert refusal(state, 0, f"JSx{cell}") == f"The chip on {cell} is locked in a finished sequence."
    assert may(state, 0) == ["pass"]


def test_a_sixth_chip_in_the_line_is_not_locked() -> None:
    state = table("JS", "", chips=["", FIVE + " h5"], sequences=[(1, FIVE)])
    assert may(state, 0) == ["JSxh5"]


def test_the_chips_named_are_the_ones_locked() -> None:
    state = table("JC", "JS", chips=["a5 b5 d5 e5 f5"], deck="2C 3C")
    do(state, 0, "JC c5 [b5 c5 d5 e5 f5]")
    assert may(state, 1) == ["JSxa5"]


def test_in_the_hard_variant_a_locked_chip_may_be_taken_and_the_sequence_counts_no_more() -> None:
    state = table("JS", "", chips=["", FIVE], sequences=[(1, FIVE)], hard=True)
    assert may(state, 0) == [f"JSx{cell}" for cell in words(FIVE)]
    events = do(state, 0, "JSxe5")
    assert events == [Removed(0, "JS", "e5", 1), SequenceBroken(1, words(FIVE))]
    assert made(state) == []
    assert game.scores(state) == (0, 0)


def test_own_chips_stay_out_of_reach_in_the_hard_variant_too() -> None:
    state = table("JS", "", chips=[FIVE, ""], sequences=[(0, FIVE)], hard=True)
    assert refusal(state, 0, "JSxe5") == "The chip on e5 is your own team's."


def test_the_other_chips_of_a_broken_sequence_are_ordinary_again_except_those_in_another_one() -> None:
    chips = "c5 d5 e5 f5 g5 e3 e4 e6 e7"
    state = table("JS", "", chips=["", chips], sequences=[(1, FIVE), (1, DOWN)], hard=True)
    do(state, 0, "JSxc5")
    assert made(state) == [(1, DOWN)]
    state.hard = False  # now only ordinary chips may be taken
    state.turn, state.hands[0] = 0, ["JS"]
    assert may(state, 0) == ["JSxd5", "JSxf5", "JSxg5"]


def test_taking_a_shared_chip_breaks_both_sequences() -> None:
    chips = "c5 d5 e5 f5 g5 e3 e4 e6 e7"
    state = table("JS", "", chips=["", chips], sequences=[(1, FIVE), (1, DOWN)], hard=True)
    assert only(do(state, 0, "JSxe5"), SequenceBroken) == [
        SequenceBroken(1, words(FIVE)),
        SequenceBroken(1, words(DOWN)),
    ]
    assert made(state) == []


def test_a_broken_sequence_can_be_made_again() -> None:
    state = table("JS", "JC", chips=["", FIVE], sequences=[(1, FIVE)], deck="2C 3C", hard=True)
    do(state, 0, "JSxe5")
    assert only(do(state, 1, "JC e5"), SequenceMade) == [SequenceMade(1, words(FIVE))]


def test_a_row_that_a_break_leaves_whole_becomes_a_sequence_only_by_another_chip() -> None:
    row = "c5 d5 e5 f5 g5 h5"
    state = table("JS", "5S JC", chips=["", row], sequences=[(1, FIVE)], deck="2C 3C 4C", hard=True)
    do(state, 0, "JSxc5")
    assert only(do(state, 1, "5S e1"), SequenceMade) == []
    state.turn = 1
    assert only(do(state, 1, "JC c5"), SequenceMade) == [SequenceMade(1, words(FIVE))]


def test_the_chips_freed_by_a_break_no_longer_bar_a_line_that_would_share_them() -> None:
    row = "a5 b5 c5 d5 e5 f5 g5"
    state = table("JS", "JC", chips=["", row], sequences=[(1, "a5 b5 c5 d5 e5")], deck="2C 3C", hard=True)
    do(state, 0, "JSxa5")
    assert only(do(state, 1, "JC h5"), SequenceMade) == [SequenceMade(1, words("d5 e5 f5 g5 h5"))]
