"""Flips, grabs, hits and misses: what happens to the cards."""

from __future__ import annotations

import pytest

from rules.chance import Chance
from rules.red_handed import game
from rules.red_handed.cards import DECK
from rules.red_handed.listing import FLIP, TIMEOUT
from rules.red_handed.models import (
    Flipped,
    Grab,
    Grabbed,
    Hit,
    Missed,
    Point,
    Pointed,
    RedHandedOptions,
    Turned,
)
from tests.rules.red_handed.tables import CHANCE, NO_INCIDENT, THEFT, cards, do, everything, may, refused, sole, table


# --- set-up and flips ---
@pytest.mark.parametrize("seats", game.seats)
def test_the_deck_is_shuffled_and_dealt_out_evenly_card_k_to_seat_k_mod_n(seats: int) -> None:
    state = game.deal(RedHandedOptions(), seats, CHANCE.at(0))
    deck = CHANCE.at(0).shuffle("deck", DECK)
    assert [[code for _, code in hand] for hand in state.hands] == [deck[seat::seats] for seat in range(seats)]
    assert {len(hand) for hand in state.hands} == {60 // seats}


def test_all_flip_their_top_card_together_numbered_in_seat_order() -> None:
    state = table("Tr1 K", "Dg2 K", "Fb3 K")
    assert do(state, None, "flip") == [Flipped((Turned(0, "Tr1", 0), Turned(1, "Dg2", 1), Turned(2, "Fb3", 2)))]
    assert do(state, None, "flip") == [Flipped((Turned(3, "K", 0), Turned(4, "K", 1), Turned(5, "K", 2)))]


def test_a_player_with_an_empty_hand_does_not_flip_but_may_grab() -> None:
    state = table("Tr1", "", "Fr1", opened="1:Dr1")
    assert sole(do(state, None, "flip"), Flipped).cards == (Turned(1, "Tr1", 0), Turned(2, "Fr1", 2))
    assert "grab 0 1 2" in may(state, 1)
    do(state, 1, "grab 0 1 2")


def test_no_card_covers_another_all_stay_open_with_number_and_owner() -> None:
    state = table("Tr1 K", "Dg2 K")
    for _ in range(2):
        do(state, None, "flip")
    assert game.view(state, None)["open"] == [
        {"n": 0, "code": "Tr1", "owner": 0},
        {"n": 1, "code": "Dg2", "owner": 1},
        {"n": 2, "code": "K", "owner": 0},
        {"n": 3, "code": "K", "owner": 1},
    ]


def test_missed_incidents_stay_open_and_flipping_goes_on() -> None:
    state = table("Tb1", "Db2", "Fb2", opened=THEFT)
    do(state, None, "flip")
    assert "grab 0 1 2" in may(state, 0)


# --- the grab ---
def test_any_player_may_grab_at_any_time_after_the_first_flip() -> None:
    state = table("Tr1 K", "Dg2 K", "Fg3 K")
    assert [may(state, seat) for seat in range(3)] == [[], [], []]
    do(state, None, "flip")
    assert [may(state, seat) for seat in range(3)] == [["grab"]] * 3
    assert do(state, 2, "grab") == [Grabbed(2)]


def test_after_a_grab_flips_stop_and_nobody_else_can_grab() -> None:
    state = table("K", "K", "K", opened=THEFT)
    do(state, 1, "grab")
    assert may(state, 0) == []
    assert refused(state, None, FLIP).code == "illegal_move"
    for seat in (0, 2):
        assert refused(state, seat, "grab").code == "too_late"
    assert may(state, 1) == ["point 0 1 2"]


def test_the_player_with_the_diamond_cannot_grab_it_again() -> None:
    state = table("K", "K", opened=THEFT)
    do(state, 0, "grab")
    assert refused(state, 0, "grab").code == "illegal_move"


def test_three_cards_are_pointed_to_for_a_theft_two_for_an_arrest_in_any_order() -> None:
    for claim in ("2 0 1", "1 2 0", "0 1 2"):
        state = table("K", "K", opened=THEFT)
        do(state, 0, "grab")
        assert isinstance(do(state, 0, f"point {claim}")[1], Hit)
    state = table("K", "K", opened="Tr1 Pr")
    do(state, 1, "grab")
    assert isinstance(do(state, 1, "point 1 0")[1], Hit)


def test_a_grab_may_carry_the_cards_at_once() -> None:
    state = table("K", "K", opened=THEFT)
    pointed = Pointed(1, (2, 0, 1), ("kinds", "colours", "quantities"), ())
    assert do(state, 1, "grab 2 0 1") == [Grabbed(1), pointed, Hit(1, (2, 0, 1), (3, 0))]
    assert state.grabber is None


def test_nobody_can_point_before_grabbing() -> None:
    state = table("K", "K", opened=THEFT)
    assert refused(state, 0, "point 0 1 2").code == "illegal_move"


# --- hits ---
def test_a_hit_gathers_all_open_cards_shuffles_them_and_deals_them_to_the_others_under_their_hands() -> None:
    opened = f"{THEFT} K Pb"
    state = table("Tb3", "Db3", "Fb3", opened=opened)
    do(state, 0, "grab 0 1 2")
    gathered = CHANCE.at(7).shuffle("gather", opened.split())
    assert [[code for _, code in hand] for hand in state.hands] == [
        ["Tb3"],
        ["Db3", *gathered[0::2]],
        ["Fb3", *gathered[1::2]],
    ]
    assert state.open == []


def test_the_cards_are_dealt_one_by_one_clockwise_from_the_seat_after_the_grabber_with_the_remainder() -> None:
    state = table("K", "K", "K", "K", opened=f"{THEFT} K Pg")
    assert sole(do(state, 2, "grab 0 1 2"), Hit).dealt == (2, 1, 0, 2)
    assert [len(hand) for hand in state.hands] == [3, 2, 1, 3]


def test_the_grabbers_own_open_cards_go_to_the_others_too() -> None:
    state = table("K", "K", opened="0:Tr1 0:Dr1 0:Fr1")
    do(state, 0, "grab 0 1 2")
    assert cards(state.hands) == ["K", "Dr1 Fr1 K Tr1"]


def test_between_two_players_the_other_takes_all() -> None:
    state = table("K", "K", opened=THEFT)
    assert sole(do(state, 0, "grab 0 1 2"), Hit).dealt == (0, 3)


# --- misses ---
def test_after_a_miss_the_grabber_takes_all_open_cards_shuffled_under_their_hand() -> None:
    state = table("K", "Pb", opened=NO_INCIDENT)
    pointed = Pointed(0, (0, 1, 2), ("kinds",), ("colours", "quantities"))
    assert do(state, 0, "grab 0 1 2")[1:] == [pointed, Missed(0, "cards", 3)]
    assert [code for _, code in state.hands[0]] == ["K", *CHANCE.at(7).shuffle("gather", NO_INCIDENT.split())]
    assert cards(state.hands)[1] == "Pb"


def test_two_or_three_different_open_cards_that_form_no_incident_are_a_miss() -> None:
    for claim in ("0 1", "1 2", "0 1 2", "0 1 3", "2 3"):
        state = table("K", "K", opened=f"{NO_INCIDENT} K")
        assert sole(do(state, 1, f"grab {claim}"), Missed) == Missed(1, "cards", 4)


def test_a_wrong_claim_is_a_miss_though_another_incident_is_open() -> None:
    state = table("K", "K", opened=f"{THEFT} Tg1")
    assert "grab 0 1 2" in may(state, 0)
    assert sole(do(state, 0, "grab 1 2 3"), Missed) == Missed(0, "cards", 4)


def test_an_arrest_with_a_third_card_is_a_miss() -> None:
    state = table("K", "K", opened="Pr Tr1 Tr1")
    assert sole(do(state, 0, "grab 0 1 2"), Missed).reason == "cards"


def test_who_does_not_point_in_time_misses() -> None:
    state = table("K", "K", opened=THEFT)
    do(state, 1, "grab")
    assert game.timer(state) == (2500, TIMEOUT)
    assert do(state, None, "timeout") == [Missed(1, "time", 3)]
    assert cards(state.hands) == ["K", "Dr1 Fr1 K Tr1"]


def test_either_way_the_table_is_empty_and_flipping_goes_on_with_numbers_from_0() -> None:
    for end in ("grab 0 1 2", "grab 0 1"):
        state = table("Tb1 K", "Db1 K", opened=THEFT)
        do(state, 0, end)
        assert (state.open, state.grabber, state.filling) == ([], None, 1)
        assert game.timer(state) == (3000, FLIP)
        assert [card.n for card in sole(do(state, None, "flip"), Flipped).cards] == [0, 1]


# --- what is refused without a penalty ---
def test_a_grab_on_an_empty_table_is_refused_without_penalty() -> None:
    state = table("K", "K")
    assert refused(state, 0, "grab").code == "illegal_move"
    assert refused(state, 0, "grab 0 1 2").code == "illegal_move"


@pytest.mark.parametrize(
    "numbers", [(), (0,), (0, 1, 2, 3), (0, 1, 4), (-1, 0, 1), (0, 0), (0, 1, 1), (2**53, 0), (0,) * 9999]
)
def test_table_numbers_that_do_not_exist_or_repeat_are_refused_and_one_may_point_again(numbers: tuple[int]) -> None:
    state = table("K", "K", opened=f"{THEFT} Tg1")
    refused(state, 0, Grab(numbers))
    do(state, 0, "grab")
    refused(state, 0, Point(numbers))
    assert isinstance(do(state, 0, "point 0 1 2")[1], Hit)


def test_every_card_stays_in_play_whatever_happens() -> None:
    chance = Chance(b"s" * 32)
    state = game.deal(RedHandedOptions(), 4, chance)
    for ply, (seat, text) in enumerate([(None, "flip"), (None, "flip"), (2, "grab 0 1"), (None, "flip"), (0, "grab")]):
        do(state, seat, text, chance=chance.at(ply))
        assert everything(state) == sorted(DECK)
