"""A turn: plays of every kind of card, dead cards and their exchange, passing."""

from __future__ import annotations

import pytest

from rules.sequence import game
from rules.sequence.board import CELLS, CELLS_OF
from rules.sequence.models import Drew, Exchange, Exchanged, Passed, Placed, Play, Removed
from tests.rules.sequence.tables import do, may, refusal, table

FULL = " ".join(cell for cell in CELLS if cell not in ("a1", "j1", "a10", "j10"))


def all_but(*cells: str) -> str:
    return " ".join(cell for cell in FULL.split() if cell not in cells)


# --- number, court and ace cards ---
@pytest.mark.parametrize("card", sorted(CELLS_OF))
def test_a_card_places_a_chip_on_either_of_its_two_cells(card: str) -> None:
    first, second = CELLS_OF[card]
    assert may(table(card, ""), 0) == [f"{card} {first}", f"{card} {second}"]
    for cell in CELLS_OF[card]:
        state = table(card, "")
        assert do(state, 0, f"{card} {cell}") == [Placed(0, card, cell, 0)]
        assert game.view(state, None)["chips"] == {cell: 0}


def test_a_card_is_played_on_no_other_cell_and_on_no_covered_one() -> None:
    state = table("5S", "", chips=["", "d9"])
    assert may(state, 0) == ["5S e1"]
    assert refusal(state, 0, "5S d9") == "There is a chip on d9 already."
    assert refusal(state, 0, "5S e2") == "5S is played on e1 or d9, not on e2."
    assert refusal(state, 0, "5S a1") == "The corners count for everyone and are never played on."


def test_chips_are_not_limited() -> None:
    free = ("e1", "d9")
    state = table("5S", "", chips=[all_but(*free)])
    assert do(state, 0, "5S e1")[0] == Placed(0, "5S", "e1", 0)
    assert state.chips[0].bit_count() == 95, "the print has 48 of a colour"


@pytest.mark.parametrize("cell", ["", "k1", "a0", "a11", "E1", "d", "1d", "é5", "a01"])
def test_a_cell_that_does_not_exist_is_refused(cell: str) -> None:
    for card in ("5S", "JC", "JH"):
        assert refusal(table(card, ""), 0, Play(card, cell)) == f"There is no cell {cell}: cells are a1 to j10."


@pytest.mark.parametrize("card", ["6S", "ZZ", "", "5s", "JC", "T"])
def test_a_card_that_is_not_in_the_hand_is_refused(card: str) -> None:
    state = table("5S", "6S JC")
    assert refusal(state, 0, Play(card, "e1")) == "That card is not in your hand."
    assert refusal(state, 0, Exchange(card)) == "That card is not in your hand."


def test_the_played_card_lies_open_on_the_players_own_discard_pile() -> None:
    state = table("5S 6S", "7S", deck="2C 3C 4C")
    do(state, 0, "5S e1")
    do(state, 1, "7S g1")
    do(state, 0, "6S f1")
    for viewer in (0, 1, None):
        assert game.view(state, viewer)["discards"] == [["5S", "6S"], ["7S"]]


def test_a_card_is_drawn_by_itself_and_the_turn_goes_to_the_next_seat() -> None:
    state = table("5S", "7S", "8S", deck="2C 3C")
    assert do(state, 0, "5S e1")[-1] == Drew(0, "2C")
    assert state.hands[0] == ["2C"]
    assert game.view(state, None)["turn"] == 1
    do(state, 1, "7S g1")
    do(state, 2, "8S h1")
    assert game.view(state, None)["turn"] == 0


def test_one_of_two_equal_cards_stays_in_the_hand() -> None:
    state = table("5S 5S", "7S")
    assert may(state, 0) == ["5S e1", "5S d9"]
    do(state, 0, "5S e1")
    assert state.hands[0] == ["5S"]


def test_a_player_out_of_turn_may_do_nothing() -> None:
    state = table("5S", "7S")
    assert may(state, 1) == []
    for move in ("7S g1", "swap 7S", "pass"):
        assert refusal(state, 1, move) == "It is not your turn."
    assert game.must_act(state) == {0}


# --- jacks, by name ---
@pytest.mark.parametrize("jack", ["JC", "JD"])
def test_the_jacks_of_clubs_and_diamonds_place_a_chip_on_any_free_cell_but_a_corner(jack: str) -> None:
    state = table(jack, "", chips=["b2", "c3"])
    assert may(state, 0) == [f"{jack} {cell}" for cell in CELLS if cell in all_but("b2", "c3").split()]
    assert refusal(state, 0, f"{jack} c3") == "There is a chip on c3 already."
    assert refusal(state, 0, f"{jack} j10") == "The corners count for everyone and are never played on."
    assert do(state, 0, f"{jack} e5") == [Placed(0, jack, "e5", 0)]


@pytest.mark.parametrize("jack", ["JH", "JS"])
def test_the_jacks_of_hearts_and_spades_take_a_rivals_chip_and_place_none(jack: str) -> None:
    state = table(jack, "", chips=["b2", "c3 d4"], deck="2C")
    assert may(state, 0) == [f"{jack}xc3", f"{jack}xd4"]
    assert do(state, 0, f"{jack}xd4") == [Removed(0, jack, "d4", 1), Drew(0, "2C")]
    assert game.view(state, None)["chips"] == {"b2": 0, "c3": 1}
    assert state.discards[0] == [jack]


@pytest.mark.parametrize("jack", ["JH", "JS"])
def test_a_one_eyed_jack_takes_no_chip_of_the_own_team_and_nothing_from_a_free_cell_or_a_corner(jack: str) -> None:
    state = table(jack, "", "", "", chips=["b2", "c3"])
    assert refusal(state, 0, f"{jack}xb2") == "The chip on b2 is your own team's."
    assert refusal(state, 0, f"{jack}xe5") == "There is no chip on e5 to take."
    assert refusal(state, 0, f"{jack}xa1") == "The corners count for everyone and are never played on."


def test_a_one_eyed_jack_takes_chips_of_each_of_two_rival_teams() -> None:
    state = table("JS", "", "", chips=["b2", "c3", "d4"])
    assert may(state, 0) == ["JSxc3", "JSxd4"]
    assert do(state, 0, "JSxd4") == [Removed(0, "JS", "d4", 2)]


def test_a_freed_cell_can_be_covered_again() -> None:
    state = table("JS", "5S", chips=["", "e1 d9"], deck="2C")
    do(state, 0, "JSxe1")
    assert may(state, 1) == ["5S e1"]


# --- dead cards ---
def test_a_card_is_dead_when_both_its_cells_are_covered_by_whatever_chips() -> None:
    state = table("5S 6S", "", chips=["e1", "d9 f1"])
    assert game.view(state, 0)["dead"] == ["5S"]
    assert may(state, 0) == ["6S c9", "swap 5S"]
    assert refusal(state, 0, "swap 6S") == "6S is not dead: only a card whose two cells are covered is."


def test_a_dead_card_is_laid_on_the_own_discard_and_another_drawn_and_the_turn_goes_on_as_usual() -> None:
    state = table("5S 6S", "", chips=["e1", "d9"], deck="2C")
    assert do(state, 0, "swap 5S") == [Exchanged(0, "5S"), Drew(0, "2C")]
    assert state.hands[0] == ["6S", "2C"]
    assert state.discards[0] == ["5S"]
    assert game.view(state, None)["turn"] == 0
    assert game.view(state, None)["exchanged"] is True
    assert "6S f1" in may(state, 0)


def test_only_one_dead_card_is_exchanged_each_turn_even_if_the_new_one_is_dead_too() -> None:
    state = table("5S 6S", "7S", chips=["e1", "d9 e9 g1"], deck="5S 2C")
    do(state, 0, "swap 5S")
    assert game.view(state, 0)["dead"] == ["5S"]
    assert may(state, 0) == ["6S f1", "6S c9"]
    assert refusal(state, 0, "swap 5S") == "Only one dead card can be exchanged each turn."


def test_the_next_turn_has_an_exchange_of_its_own() -> None:
    state = table("5S 6S", "7S", chips=["e1", "d9"], deck="5S 2C 3C")
    do(state, 0, "swap 5S")
    do(state, 0, "6S f1")
    assert game.view(state, None)["exchanged"] is False
    do(state, 1, "7S g1")
    assert "swap 5S" in may(state, 0)


@pytest.mark.parametrize("jack", ["JC", "JD", "JH", "JS"])
def test_a_jack_that_cannot_be_played_is_not_dead(jack: str) -> None:
    state = table(jack, "", chips=[FULL, ""])
    assert game.view(state, 0)["dead"] == []
    assert may(state, 0) == ["pass"]
    assert refusal(state, 0, Exchange(jack)).startswith(f"{jack} is not dead")


def test_a_card_played_too_early_is_no_exchange() -> None:
    state = table("5S", "", chips=["e1", "d9"])
    assert refusal(state, 0, "5S e1") == "There is a chip on e1 already."


# --- passing ---
def test_a_pass_is_legal_only_when_nothing_can_be_played_or_exchanged() -> None:
    assert refusal(table("5S", ""), 0, "pass").startswith("You can still play or exchange")
    assert refusal(table("5S", "", chips=["e1", "d9"]), 0, "pass").startswith("You can still play or exchange")
    state = table("JH JS", "")
    assert may(state, 0) == ["pass"]
    assert do(state, 0, "pass") == [Passed(0)]
    assert state.hands[0] == ["JH", "JS"]
    assert game.view(state, None)["turn"] == 1


def test_a_player_with_three_one_eyed_jacks_on_an_empty_board_passes() -> None:
    state = table("JH JS JH", *["5S"] * 9)
    assert may(state, 0) == ["pass"]


def test_an_exchange_before_it_does_not_forbid_a_pass() -> None:
    state = table("5S", "", chips=["e1 d9"], deck="JH")
    do(state, 0, "swap 5S")
    assert may(state, 0) == ["pass"]
    do(state, 0, "pass")
    assert game.view(state, None)["turn"] == 1


def test_a_player_without_cards_passes() -> None:
    assert may(table("", "5S"), 0) == ["pass"]


def test_a_player_who_can_take_a_chip_or_place_a_wild_jack_cannot_pass() -> None:
    assert "pass" not in may(table("JH", "", chips=["", "b2"]), 0)
    assert may(table("JC", "", chips=["", all_but("e5")]), 0) == ["JC e5"]
