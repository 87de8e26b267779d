"""Drawing: the deck's end and the reshuffle, and where draws must be said, the right to draw in every detail."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.sequence import game
from rules.sequence.models import DrawLost, Drew, Passed, Placed, Reshuffled, SequenceState
from tests.rules.sequence.tables import CHANCE, do, made, may, only, refusal, table


# --- the end of the deck ---
def test_an_empty_deck_is_made_anew_from_all_discards_but_the_played_card() -> None:
    state = table("5S", "7S", discards={0: "2C 3C", 1: "4C 5C"})
    events = do(state, 0, "5S e1")
    order = CHANCE.at(7).shuffle("reshuffle", ["2C", "3C", "4C", "5C"])
    assert events == [Placed(0, "5S", "e1", 0), Reshuffled(4), Drew(0, order[0])]
    assert state.deck[::-1] == order[1:]
    assert game.view(state, None)["discards"] == [["5S"], []]
    assert game.view(state, None)["deck"] == 3


def test_the_last_card_of_the_deck_is_drawn_without_a_reshuffle() -> None:
    state = table("5S", "7S", deck="9D", discards={1: "4C"})
    assert only(do(state, 0, "5S e1"), Reshuffled) == []
    assert game.view(state, None)["deck"] == 0


def test_the_exchanged_card_stays_on_its_pile_at_a_reshuffle() -> None:
    state = table("5S", "", chips=["e1", "d9"], discards={0: "2C", 1: "3C"})
    events = do(state, 0, "swap 5S")
    assert only(events, Reshuffled) == [Reshuffled(2)]
    assert state.discards == [["5S"], []]


def test_only_the_card_just_played_is_left_out_not_its_equal_lower_in_the_pile() -> None:
    state = table("5S", "", discards={0: "5S 2C"})
    do(state, 0, "5S e1")
    assert Counter(state.deck + state.hands[0]) == Counter(["5S", "2C"])
    assert state.discards[0] == ["5S"]


def test_if_there_is_nothing_to_shuffle_nothing_is_drawn_and_play_goes_on() -> None:
    state = table("5S 6S", "7S")
    assert do(state, 0, "5S e1") == [Placed(0, "5S", "e1", 0)]
    assert state.hands[0] == ["6S"]
    assert game.view(state, None)["hand_sizes"] == [1, 1]
    do(state, 1, "7S g1")
    assert state.hands[1] == ["5S"]  # the first player's discard, reshuffled


def test_the_winning_play_draws_nothing() -> None:
    state = table("5S", "7S", "", chips=["a1 b1 c1 d1"], deck="2C")
    events = do(state, 0, "5S e1")
    assert state.over
    assert only(events, Drew) == []
    assert (state.hands[0], state.deck) == ([], ["2C"])


# --- said draws ---
def manual(*hands: str, deck: str = "2C 3C 4C 5C 6C 7C 8C 9C", **more: object) -> SequenceState:
    return table(*hands, deck=deck, draw="manual", **more)  # type: ignore[arg-type]


def rights(state: SequenceState) -> list[int]:
    found: list[int] = game.view(state, None)["rights"]
    return found


def test_a_draw_must_be_said_and_the_turn_moves_on_before_it() -> None:
    state = manual("5S", "7S")
    assert do(state, 0, "5S e1") == [Placed(0, "5S", "e1", 0)]
    assert game.view(state, None)["turn"] == 1
    assert (rights(state), state.hands[0], may(state, 0)) == ([0], [], ["draw"])
    assert do(state, 0, "draw") == [Drew(0, "2C")]
    assert (rights(state), state.hands[0], may(state, 0)) == ([], ["2C"], [])


def test_a_draw_by_right_runs_on_nobodys_clock() -> None:
    state = manual("5S", "7S")
    do(state, 0, "5S e1")
    assert game.must_act(state) == {1}


def test_nobody_draws_twice_for_one_play_or_before_playing() -> None:
    state = manual("5S", "7S")
    assert refusal(state, 0, "draw").startswith("You have no card to draw")
    do(state, 0, "5S e1")
    do(state, 0, "draw")
    assert refusal(state, 0, "draw").startswith("You have no card to draw")
    assert refusal(state, 1, "draw").startswith("You have no card to draw")


def test_where_cards_are_drawn_by_themselves_a_draw_is_refused() -> None:
    state = table("5S", "7S", deck="2C")
    do(state, 0, "5S e1")
    assert refusal(state, 0, "draw") == "At this table cards are drawn by themselves."
    assert rights(state) == []


def test_a_right_outlives_the_next_play_but_not_the_next_draw() -> None:
    state = manual("5S", "7S", "8S")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    assert rights(state) == [0, 1]
    assert do(state, 1, "draw") == [Drew(1, "2C"), DrawLost(0)]
    assert rights(state) == []
    assert refusal(state, 0, "draw").startswith("You have no card to draw")


def test_a_hand_that_lost_its_draw_stays_a_card_short() -> None:
    state = manual("5S 6S", "7S 8S")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    do(state, 1, "draw")
    do(state, 0, "6S f1")
    do(state, 0, "draw")
    assert game.view(state, None)["hand_sizes"] == [1, 2]


def test_both_may_still_draw_when_the_earlier_player_draws_first() -> None:
    state = manual("5S", "7S", "8S")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    assert do(state, 0, "draw") == [Drew(0, "2C")]
    assert do(state, 1, "draw") == [Drew(1, "3C")]


def test_a_draw_ends_all_older_rights_since_their_chance_has_lapsed() -> None:
    state = manual("5S", "7S", "8S", "9S")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    do(state, 2, "8S h1")
    assert rights(state) == [0, 1, 2]
    assert do(state, 2, "draw") == [Drew(2, "2C"), DrawLost(0), DrawLost(1)]


def test_a_draw_leaves_younger_rights_open() -> None:
    state = manual("5S", "7S", "8S", "9S")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    do(state, 2, "8S h1")
    assert do(state, 1, "draw") == [Drew(1, "2C"), DrawLost(0)]
    assert rights(state) == [2]


def test_playing_again_loses_the_old_right_and_all_older_ones() -> None:
    state = manual("5S 6S", "7S", "8S")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    do(state, 2, "8S h1")
    assert do(state, 0, "6S f1") == [Placed(0, "6S", "f1", 0), DrawLost(0)]
    assert rights(state) == [1, 2, 0]


def test_a_seat_holds_at_most_one_right() -> None:
    state = manual("5S 6S", "7S 8S")
    for seat, play in ((0, "5S e1"), (1, "7S g1"), (0, "6S f1"), (1, "8S h1")):
        do(state, seat, play)
    assert rights(state) == [0, 1]
    do(state, 0, "draw")
    assert may(state, 0) == ["2C e2", "2C g4"]


def test_a_draw_may_still_be_said_in_the_own_next_turn() -> None:
    state = manual("5S 6S", "7S")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    assert may(state, 0) == ["6S f1", "6S c9", "draw"]
    assert do(state, 0, "draw") == [Drew(0, "2C")]
    assert game.view(state, None)["turn"] == 0


def test_a_pass_counts_as_played_and_drawn_and_ends_all_open_rights() -> None:
    state = manual("5S", "7S", "JH")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    state.chips = [0, 0, 0]  # so that the jack finds nothing to take
    assert do(state, 2, "pass") == [Passed(2), DrawLost(0), DrawLost(1)]
    assert rights(state) == []


def test_a_pass_ends_the_passing_players_own_old_right_too() -> None:
    state = manual("5S", "7S")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    assert may(state, 0) == ["pass", "draw"]
    assert only(do(state, 0, "pass"), DrawLost) == [DrawLost(0), DrawLost(1)]


def test_a_right_that_finds_nothing_to_draw_is_used_up() -> None:
    state = manual("5S", "7S", deck="")
    do(state, 0, "5S e1")
    assert do(state, 0, "draw") == [DrawLost(0)]
    assert rights(state) == []


def test_a_draw_that_finds_nothing_ends_older_rights_as_well() -> None:
    state = manual("5S", "7S", deck="")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    state.discards = [[], ["7S"]]
    state.rights[0] = (0, -1)
    assert do(state, 1, "draw") == [DrawLost(1), DrawLost(0)]


def test_an_exchange_draws_by_itself_and_touches_no_right() -> None:
    state = manual("5S", "8S 6S", chips=["", "h1 b8"])
    do(state, 0, "5S e1")
    events = do(state, 1, "swap 8S")
    assert only(events, Drew) == [Drew(1, "2C")]
    assert rights(state) == [0]


def test_the_winning_play_opens_no_right_and_ends_the_others() -> None:
    state = manual("5S", "7S", "", chips=["", "h1 i1 f1"])
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    assert made(state) == [(1, "f1 g1 h1 i1 j1")]
    assert (rights(state), may(state, 0), may(state, 1)) == ([], [], [])
    assert refusal(state, 0, "draw") == "The game is over."


# --- the card that a late draw replaces ---
def test_a_late_draw_leaves_the_card_it_replaces_even_under_later_discards() -> None:
    state = manual("5S 6S", "7S", deck="2C", chips=["f1", "c9"])
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    do(state, 0, "swap 6S")
    assert state.discards == [["5S", "6S"], ["7S"]]
    do(state, 0, "draw")
    assert state.discards == [["5S"], []]
    assert Counter([*state.deck, state.hands[0][-1]]) == Counter(["6S", "7S"])


def test_of_two_equal_discards_the_one_replaced_is_left_out_and_the_order_of_the_rest_kept() -> None:
    state = manual("5S 5S", "7S", deck="2C", discards={0: "3C"})
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    state.discards[0] += ["4C", "5S"]  # as after an exchange and a forfeit
    state.deck = []
    order = CHANCE.at(7).shuffle("reshuffle", ["3C", "4C", "5S", "7S"])
    do(state, 0, "draw")
    assert [state.hands[0][-1], *state.deck[::-1]] == order


def test_a_replaced_card_that_a_reshuffle_took_is_not_looked_for_again() -> None:
    state = manual("5S", "7S 8S", "9S", chips=["", "", "h1 b8"], deck="", discards={2: "2C"})
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    state.turn = 1  # an exchange by seat 1 takes seat 0's card into the deck
    do(state, 1, "swap 8S")
    assert [owner for owner, _ in state.rights] == [0, 1]
    assert all(index == -1 for _, index in state.rights)
    state.deck = []
    state.discards = [["5S"], ["8S"], []]  # another five of spades lies there now: it is shuffled in
    do(state, 0, "draw")
    assert state.discards == [[], [], []]


@pytest.mark.parametrize("seats", [2, 3, 12])
def test_a_forgotten_draw_costs_one_card_a_round_at_most(seats: int) -> None:
    state = manual(*["5S 6S 7S"] * seats)
    state.hands[0] = ["2S", "3S", "4S"]
    do(state, 0, "2S b1")
    for seat in range(1, seats):
        state.hands[seat] = ["JC", "JD", "JC"]
        do(state, seat, f"JC {'abcdefghij'[seat % 10]}{5 + seat // 10}")
        do(state, seat, "draw")
    assert game.view(state, None)["hand_sizes"] == [2, *[3] * (seats - 1)]
