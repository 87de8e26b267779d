"""The set-up of a round, the centre as it grows, and "Blitz!"."""

from __future__ import annotations

import pytest

from rules import codec
from rules.blitz import game
from rules.blitz.cards import BENEATH, COLOUR, CROSSES, NOUGHTS, PACK
from rules.blitz.models import BlitzOptions, Dealt, Started
from rules.chance import Chance
from rules.contract import BadOptions
from tests.rules.blitz.tables import CHANCE, area, dealt, deck_of, do, may, refused, sole, table


def test_each_player_has_their_own_forty_cards_four_colours_by_numbers_1_to_10() -> None:
    assert len(PACK) == len(set(PACK)) == 40
    for seats in game.seats:
        state = dealt(seats)
        assert [deck_of(state, seat) for seat in range(seats)] == [sorted(PACK)] * seats


def test_pink_and_blue_are_crosses_green_and_yellow_noughts() -> None:
    assert (set(CROSSES), set(NOUGHTS)) == ({"p", "b"}, {"g", "y"})
    assert BENEATH["p7"] == BENEATH["b7"] == {"g8", "y8"}
    assert BENEATH["g7"] == BENEATH["y7"] == {"p8", "b8"}
    assert not any(BENEATH[f"{colour}10"] for colour in "pbgy")


def test_two_to_eight_players_play() -> None:
    assert list(game.seats) == [2, 3, 4, 5, 6, 7, 8]
    for seats in (1, 9):
        with pytest.raises(BadOptions):
            codec.options_from_json(game, {}, seats)


@pytest.mark.parametrize(
    ("seats", "row", "reserve"), [(2, 5, 25), (3, 4, 26), (4, 3, 27), (5, 3, 27), (6, 3, 27), (7, 3, 27), (8, 3, 27)]
)
def test_the_work_row_has_5_slots_with_2_players_4_with_3_else_3(seats: int, row: int, reserve: int) -> None:
    for one in dealt(seats).areas:
        assert [len(stack) for stack in one.work] == [1] * row
        assert (len(one.blitz), len(one.cycle), one.turned) == (10, reserve, 0)


def test_the_first_cards_fill_the_slots_the_next_ten_are_the_blitz_pile_the_rest_is_the_reserve() -> None:
    state = dealt(3, seed=9)
    for seat, one in enumerate(state.areas):
        cards = Chance(bytes([9]) * 32).shuffle(f"round:1:seat:{seat}", PACK)
        assert [stack[0] for stack in one.work] == cards[:4]
        assert one.blitz[::-1] == cards[4:14]
        assert one.cycle == cards[14:]


def test_the_shuffled_list_is_the_colours_p_b_g_y_each_1_to_10() -> None:
    assert " ".join(PACK[:11]) == "p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 b1"
    assert list(dict.fromkeys(COLOUR[card] for card in PACK)) == ["p", "b", "g", "y"]


def test_someone_says_blitz_the_top_of_each_blitz_pile_is_turned_up_and_play_begins() -> None:
    state = dealt(2)
    assert [seat["blitz"] for seat in game.view(state, 0)["seats"]] == [{"size": 10}] * 2
    assert refused(state, 0, "turn").code == "illegal_move"
    assert refused(state, 0, "start").code == "illegal_move"
    assert not any(game.legal_moves(state, seat) for seat in range(2))
    started = sole(do(state, None, "start"), Started)
    assert started.tops == tuple(one.blitz[-1] for one in state.areas)
    assert [seat["blitz"]["top"] for seat in game.view(state, None)["seats"]] == list(started.tops)
    assert all(game.legal_moves(state, seat) for seat in range(2))
    assert refused(state, None, "start").code == "illegal_move"


def test_the_clock_says_blitz_three_seconds_after_the_deal() -> None:
    state = dealt(2)
    timer = game.timer(state)
    assert timer is not None
    assert (timer[0], game.print_move(timer[1])) == (3000, "start")


def test_deal_sets_up_the_next_round_after_the_break_and_round_1_is_set_up_with_the_match() -> None:
    state = table(area(work="p1", blitz="y5 b10"), area(work="g2"), centre="b9")
    assert refused(state, None, "deal").code == "illegal_move"
    do(state, 0, "centre work:0 new")
    do(state, 0, "centre blitz 0")
    timer = game.timer(state)
    assert timer is not None
    assert (timer[0], game.print_move(timer[1])) == (10_000, "deal")
    assert refused(state, 0, "deal").code == "illegal_move"
    event = sole(do(state, None, "deal"), Dealt)
    assert event == Dealt(2, tuple(tuple(stack[0] for stack in one.work) for one in state.areas))
    assert (state.round, state.phase, state.stacks, state.reshuffles) == (2, "ready", [], 0)
    assert [(one.played, one.stuck, one.turned, one.shown, one.placed) for one in state.areas] == [
        (0, False, 0, 0, 0)
    ] * 2
    assert state.areas[1].cycle == CHANCE.at(7).shuffle("round:2:seat:1", PACK)[15:]
    do(state, None, "start")
    assert set(state.wanted) == {"p1", "b1", "g1", "y1"}


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": 0},
        {"rounds": 11},
        {"rounds": "5"},
        {"rounds": True},
        {"break_ms": -1},
        {"break_ms": 60_001},
        {"x": 1},
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        codec.options_from_json(game, options, 4)


def test_the_options_are_5_rounds_and_a_break_of_10_seconds_unless_chosen() -> None:
    assert codec.options_to_json(BlitzOptions()) == {"rounds": 5, "break_ms": 10_000}
    assert may(dealt(2)) == []
