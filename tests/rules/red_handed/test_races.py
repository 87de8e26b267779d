"""Everyone at once: one diamond, one order of moves, and no penalty for being late (known bugs 13, 14 and 21)."""

from __future__ import annotations

import itertools

import pytest

from rules.contract import IllegalMove
from rules.red_handed import game
from rules.red_handed.listing import FLIP, RECOVER, TIMEOUT
from rules.red_handed.models import Grab, Hit, Point
from tests.rules.red_handed.tables import CHANCE, THEFT, do, everything, may, refused, sole, table


def test_the_same_theft_is_never_credited_to_two() -> None:
    state = table("K", "K", "K", opened=THEFT)
    claim = Grab((0, 1, 2), filling=0)
    sole(game.play(state, 1, claim, CHANCE.at(0)), Hit)
    late = refused(state, 2, claim)
    assert (late.code, late.details) == ("too_late", {"filling": 1})
    assert str(late) == "Too late: the table has been cleared since."


def test_of_two_claims_that_overlap_the_first_counts_and_the_second_costs_nothing() -> None:
    opened = f"{THEFT} Dg2 Fb3"
    for first, second in itertools.permutations([(0, 1, 2), (0, 3, 4)]):
        state = table("K", "K", "K", opened=opened)
        sole(game.play(state, 0, Grab(first, 0), CHANCE.at(0)), Hit)
        assert refused(state, 1, Grab(second, 0)).code == "too_late"


def test_a_grab_after_another_players_grab_is_told_who_has_the_diamond() -> None:
    state = table("K", "K", "K", opened=THEFT)
    do(state, 2, "grab @0")
    late = refused(state, 1, "grab 0 1 2 @0")
    assert (late.code, late.details) == ("too_late", {"seat": 2})
    assert str(late) == "Too late: another player has the diamond."


def test_pointing_is_for_the_player_with_the_diamond_alone() -> None:
    state = table("K", "K", "K", opened=THEFT)
    do(state, 2, "grab")
    assert refused(state, 0, "point 0 1 2").code == "too_late"


def test_a_point_after_the_time_out_is_too_late_and_never_hits_the_next_table() -> None:
    state = table("Tb1 K", "Db1 K", "Fb1 K", opened=THEFT)
    do(state, 0, "grab @0")
    do(state, None, "timeout")
    do(state, None, "flip")
    assert refused(state, 0, "point 0 1 2 @0").code == "too_late"
    assert refused(state, 0, "point 0 1 2").code == "illegal_move", "without a filling it is just no grab"
    assert may(state, 0) == ["grab", "grab 0 1 2"]


def test_a_stale_filling_is_refused_without_penalty() -> None:
    state = table("K", "K", opened=THEFT, filling=3)
    for move in (Grab(None, 2), Grab((0, 1, 2), 0), Point((0, 1, 2), 2)):
        late = refused(state, 0, move)
        assert (late.code, late.details) == ("too_late", {"filling": 3})


def test_a_filling_that_never_was_is_refused() -> None:
    state = table("K", "K", opened=THEFT, filling=3)
    for filling in (4, -1, 2**53):
        assert refused(state, 0, Grab(None, filling)).code == "illegal_move"
    do(state, 0, "grab 0 1 2 @3")


def test_the_filling_starts_at_0_and_rises_each_time_the_table_is_cleared() -> None:
    state = table("Tr1 K K K", "Dr1 K K K")
    assert game.view(state, None)["filling"] == 0
    for cleared, how in enumerate(("grab 0 1", "grab", "recover"), 1):
        do(state, None, "flip")
        if how != "recover":
            do(state, 0, how)
        if how == "grab":
            do(state, None, "timeout")
        while how == "recover" and any(state.hands):
            do(state, None, "flip")
        if how == "recover":
            do(state, None, "recover")
        assert game.view(state, None)["filling"] == cleared


def test_the_clocks_moves_are_refused_from_every_seat() -> None:
    for opened, grabbed in (("", False), (THEFT, False), (THEFT, True)):
        state = table("K", "K", opened=opened)
        if grabbed:
            do(state, 0, "grab")
        for move in (FLIP, TIMEOUT, RECOVER):
            for seat in (0, 1):
                assert str(refused(state, seat, move)) == "Only the clock does that."


def test_the_clock_neither_grabs_nor_points() -> None:
    state = table("K", "K", opened=THEFT)
    assert refused(state, None, "grab").code == "illegal_move"
    do(state, 0, "grab")
    assert refused(state, None, "point 0 1 2").code == "illegal_move"


@pytest.mark.parametrize(
    ("hands", "grabbed", "due", "milliseconds"),
    [("K", False, FLIP, 900), ("K", True, TIMEOUT, 1100), ("", True, TIMEOUT, 1100), ("", False, RECOVER, 900)],
)
def test_the_clock_may_make_only_the_move_that_is_due(
    hands: str, grabbed: bool, due: object, milliseconds: int
) -> None:
    state = table(hands, hands, opened=THEFT, pace_ms=900, point_ms=1100)
    if grabbed:
        do(state, 1, "grab")
    assert game.timer(state) == (milliseconds, due)
    for move in (FLIP, TIMEOUT, RECOVER):
        if move == due:
            game.check(state, None, move)
        else:
            assert refused(state, None, move).code == "illegal_move"


def test_nobodys_own_clock_ever_runs_the_tables_says_when_the_time_to_point_is_over() -> None:
    state = table("K", "K", opened=THEFT)
    assert game.must_act(state) == frozenset()
    do(state, 1, "grab")
    assert game.must_act(state) == frozenset()
    assert game.timer(state) == (2500, TIMEOUT)


def test_who_grabbed_for_nothing_has_nothing_to_do_and_the_clock_ends_it() -> None:
    state = table("K", "K", opened="Tr1 Dg1")
    do(state, 1, "grab")
    assert game.must_act(state) == frozenset()
    assert may(state, 1) == []
    assert game.timer(state) == (2500, TIMEOUT)


def test_moves_of_all_seats_in_any_order_lose_no_card_and_double_none() -> None:
    claims = [(seat, Grab(cards, 0)) for seat in range(3) for cards in ((0, 1, 2), (0, 1), None)]
    for order in itertools.permutations(claims, 3):
        state = table("K", "K", "K", opened=THEFT)
        before = everything(state)
        for seat, move in order:
            try:
                game.play(state, seat, move, CHANCE.at(0))
            except IllegalMove as refusal:
                assert refusal.code in ("too_late", "illegal_move")
            assert everything(state) == before
