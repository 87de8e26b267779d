"""Nobody can go on: the word, the printed condition, and the reshuffles that follow."""

from __future__ import annotations

import pytest

from rules.blitz import game
from rules.blitz.cards import PACK
from rules.blitz.centre import is_dry
from rules.blitz.models import BlitzState, Reshuffled, RoundOver, SaidStuck
from tests.rules.blitz.tables import CHANCE, area, do, may, midgame, refused, sole, table

ROW = "p9 p8 p7"  # none of it fits into an empty centre, nor on one another


def timer(state: BlitzState) -> tuple[int, str] | None:
    found = game.timer(state)
    return found and (found[0], game.print_move(found[1]))


def brought_by_turning(state: BlitzState) -> bool:
    """Tell by turning and looking whether anybody has a card for the centre."""
    for seat in range(len(state.areas)):
        looked = state.clone()
        for _ in range(2 + 2 * len(looked.areas[seat].cycle)):
            if may(looked, seat, "centre"):
                return True
            if may(looked, seat, "turn"):
                do(looked, seat, "turn")
    return False


# --- the word ---
def test_stuck_is_legal_also_with_a_play_at_hand() -> None:
    state = table(area(work="p1 p8 p7"))
    assert may(state, kinds="stuck") == ["stuck"]
    assert do(state, 0, "stuck") == [SaidStuck(0)]
    assert [seat["stuck"] for seat in game.view(state, None)["seats"]] == [True, False]


def test_stuck_is_refused_while_ones_own_still_stands() -> None:
    state = table(area(work=ROW))
    do(state, 0, "stuck")
    assert str(refused(state, 0, "stuck")) == "You have said already that you have nothing to play."
    assert may(state, 0, "stuck") == []
    assert may(state, 1, "stuck") == ["stuck"]


@pytest.mark.parametrize("move", ["centre work:0 new", "centre waste new", "work blitz 1", "work work:0 1"])
def test_stuck_is_taken_back_by_making_any_other_action(move: str) -> None:
    state = table(area(work="p1 g2 p7", blitz="b1 y9 y8", waste="y1", stuck=True))
    do(state, 0, move)
    assert not state.areas[0].stuck
    assert may(state, kinds="stuck") == ["stuck"]


def test_turning_does_not_take_stuck_back() -> None:
    state = table(area(work=ROW, reserve="y5 y6 y7", stuck=True))
    do(state, 0, "turn")
    assert state.areas[0].stuck


def test_another_players_action_does_not_take_stuck_back() -> None:
    state = table(area(work=ROW, stuck=True), area(work="p1 p8 p7"))
    do(state, 1, "centre work:0 new")
    assert state.areas[0].stuck


def test_a_refused_action_does_not_take_stuck_back() -> None:
    state = table(area(work=ROW, stuck=True))
    refused(state, 0, "centre work:0 new")
    assert state.areas[0].stuck


def test_when_all_have_said_stuck_the_clock_reshuffles_after_one_second() -> None:
    state = table(area(work="p1 p8 p7"), area(work=ROW))
    do(state, 0, "stuck")
    assert timer(state) is None
    assert refused(state, None, "reshuffle").code == "illegal_move"
    do(state, 1, "stuck")
    assert timer(state) == (1000, "reshuffle")
    do(state, 0, "centre work:0 new")
    assert timer(state) != (1000, "reshuffle")


def test_a_reshuffle_takes_back_all_that_was_said() -> None:
    state = table(area(work=ROW, stuck=True), area(work=ROW, stuck=True))
    assert do(state, None, "reshuffle") == [Reshuffled(1)]
    assert not any(one.stuck for one in state.areas)


def test_every_players_waste_and_reserve_are_shuffled_into_a_new_reserve() -> None:
    state = table(
        area(work=ROW, waste="y2 y3", reserve="y4 y5 y6", stuck=True), area(work=ROW, reserve="b2 b3 b4", stuck=True)
    )
    do(state, None, "reshuffle")
    expected = (["y2", "y3", "y4", "y5", "y6"], ["b2", "b3", "b4"])
    for seat, cards in enumerate(expected):
        assert state.areas[seat].cycle == CHANCE.at(7).shuffle(f"reshuffle:{seat}", cards)
    assert [seat["waste"] for seat in game.view(state, 0)["seats"]] == [{"size": 0}] * 2
    assert [seat["reserve"] for seat in game.view(state, 0)["seats"]] == [5, 3]


def test_play_goes_on_at_once_after_a_reshuffle() -> None:
    state = table(area(work="p1 p8 p7", stuck=True), area(work=ROW, stuck=True))
    do(state, None, "reshuffle")
    do(state, 0, "centre work:0 new")


def test_no_player_calls_a_reshuffle() -> None:
    state = table(area(work=ROW, stuck=True), area(work=ROW, stuck=True))
    assert str(refused(state, 1, "reshuffle")) == "Only the clock does that."


# --- the printed condition ---
def test_the_clock_reshuffles_when_nobody_has_a_card_for_the_centre_and_15_seconds_have_passed() -> None:
    state = table(area(work=ROW), area(work=ROW))
    assert timer(state) == (15_000, "reshuffle")
    do(state, None, "reshuffle")


def test_the_timer_stays_equal_while_the_condition_holds_whatever_is_turned_or_said() -> None:
    state = table(area(work=ROW, reserve="y5 y6 y7 y8"), area(work="p9 g8 b5"))
    before = game.timer(state)
    for seat, move in ((0, "turn"), (0, "stuck"), (0, "turn"), (0, "turn"), (1, "work work:1 0")):
        do(state, seat, move)
        assert game.timer(state) == before
    do(state, 1, "stuck")
    assert timer(state) == (1000, "reshuffle")


@pytest.mark.parametrize(
    "one",
    [
        area(work=ROW, blitz="y1 p3"),
        area(work="p9 p8,y1 p7"),
        area(work=ROW, waste="p3 y1"),
        area(work=ROW, reserve="p3 p4 y1 p5"),
        area(work=ROW, reserve="p3 p4 p5 y1"),
        area(work=ROW, waste="p3", reserve="p4 p5 y1 p6 p7 p8"),
        area(work=ROW, waste="p3 p4 y1 p5", reserve="p6 p7"),
        area(work=ROW, waste="p3 p4 p5 p6 p7 y1 p8"),
    ],
)
def test_a_card_on_the_blitz_pile_a_work_stack_or_where_the_threes_will_bring_it_prevents_it(one: object) -> None:
    state = table(area(work=ROW), one)  # type: ignore[arg-type]
    assert timer(state) is None
    assert brought_by_turning(state)
    sentence = "Nothing is reshuffled while somebody may have a card to play."
    assert str(refused(state, None, "reshuffle")) == sentence


@pytest.mark.parametrize(
    "one",
    [
        area(work=ROW, blitz="p3 y1"),
        area(work="y1,p8 p9 p7"),
        area(work=ROW, waste="y1 p3"),
        area(work=ROW, reserve="y1 g1 p3"),
        area(work=ROW, reserve="p3 p4 p5 y1 p6"),
        area(work=ROW, waste="y1 p3 p4 p5", reserve="p6 p7"),
    ],
)
def test_a_card_that_lies_where_no_threes_will_bring_it_does_not_prevent_it(one: object) -> None:
    state = table(area(work=ROW), one)  # type: ignore[arg-type]
    assert timer(state) == (15_000, "reshuffle")
    assert not brought_by_turning(state)


def test_a_card_that_comes_only_in_this_pass_counts_until_it_has_gone_by() -> None:
    state = table(area(work=ROW, waste="p3", reserve="p4 p5 y1 p6 p7 p8"))
    assert timer(state) is None
    do(state, 0, "turn")
    assert timer(state) is None
    do(state, 0, "turn")
    assert timer(state) == (15_000, "reshuffle"), "y1 is the fourth from the start and lies under p6 from now on"


def test_work_row_moves_do_not_count() -> None:
    state = table(area(work="p1,y9 p10 b5", waste="p7"))
    assert may(state) == ["work work:0 1"]
    assert timer(state) == (15_000, "reshuffle"), "though the move would uncover p1"
    do(state, 0, "work work:0 1")
    assert timer(state) is None


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_the_condition_is_what_turning_and_looking_would_find(seats: int) -> None:
    found = set()
    for seed in range(25):
        state = midgame(seats, seed, 20 + 8 * seed)
        if state.phase == "play":
            assert is_dry(state) is not brought_by_turning(state)
            found.add(is_dry(state))
    assert False in found


def test_the_condition_is_exact_with_few_cards_too() -> None:
    for size in range(9):
        for turned in range(size + 1):
            for place in range(size):
                cards = [card for card in PACK if card[1:] != "1"][:size]
                cards[place] = "y1"
                waste, reserve = " ".join(cards[:turned]), " ".join(cards[turned:])
                state = table(area(work=ROW, waste=waste, reserve=reserve), area(work=ROW))
                assert is_dry(state) is not brought_by_turning(state), (waste, reserve)


def test_views_never_show_whether_the_condition_holds() -> None:
    dry = table(area(work=ROW, reserve="y1 p2 p3 p4 p5 p6"))
    wet = table(area(work=ROW, reserve="p2 p3 y1 p4 p5 p6"))
    assert (timer(dry), timer(wet)) == ((15_000, "reshuffle"), None)
    for viewer in (None, 0, 1):
        assert game.view(dry, viewer) == game.view(wet, viewer)


# --- in vain ---
def vain(state: BlitzState) -> list[object]:
    return list(do(state, None, "reshuffle"))


def test_the_third_reshuffle_in_a_row_with_no_card_into_the_centre_is_not_carried_out_and_ends_the_round() -> None:
    state = table(area(work=ROW, reserve="y4 y5 y6", played=5), area(work=ROW, blitz="b10 b9", played=1))
    assert vain(state) == [Reshuffled(1)]
    assert vain(state) == [Reshuffled(2)]
    cycle = state.areas[0].cycle.copy()
    assert vain(state) == [RoundOver(1, (5 - 6, 1 - 4), None)]
    assert state.areas[0].cycle == cycle
    assert timer(state) == (10_000, "deal")


def test_a_card_into_the_centre_between_two_reshuffles_starts_the_count_anew() -> None:
    state = table(area(work="p1 p2 p3", blitz="b10 b9 b8 b7"), area(work=ROW, stuck=True))
    for move in ("centre work:0 new", "centre work:1 0", "centre work:2 0"):
        do(state, 0, "stuck")
        do(state, 1, "stuck") if not state.areas[1].stuck else None
        assert vain(state) == [Reshuffled(1)]
        do(state, 0, move)
    assert game.view(state, 0)["reshuffles"] == 0


def test_a_work_row_move_between_two_reshuffles_does_not() -> None:
    state = table(area(work="p9 g8 b5", reserve="p7 p6 p8"), area(work=ROW))
    vain(state)
    do(state, 0, "work work:1 0")
    assert vain(state) == [Reshuffled(2)]


def test_a_round_ended_by_reshuffling_in_vain_may_be_the_last() -> None:
    state = table(area(work=ROW, played=5), area(work=ROW), rounds=1)
    vain(state)
    vain(state)
    assert sole(do(state, None, "reshuffle"), RoundOver).seat is None
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((1, 2), (-1, -6))
    assert timer(state) is None
