"""What was made scores, its middle card waits beside the row, and the next player returns it."""

from __future__ import annotations

from rules.blue_diamond import game
from rules.blue_diamond.models import Flipped, Returned, Scored, SetAside
from tests.rules.blue_diamond.tables import do, faces, lying, may, only, refusal, scored, table

PXP = "PA XD DP AX XP DA"  # flip 3 makes P X P of cards 1, 2, 3
BOTH = "PX AD DP XA PA DX"  # flip 3 makes P A P and P X P of cards 1 to 5


def ways(card: int) -> list[str]:
    return [f"return {card}{spot}" for spot in ("L", "L*", "R", "R*")]


# --- one card ---
def test_the_turn_passes_before_the_card_is_returned() -> None:
    state = table(PXP)
    do(state, "flip 3")
    assert state.turn == 1
    assert game.view(state, None)["must"] == "arrange"
    assert refusal(state, "return 2 left") == "First make your move, then return card 2."


def test_the_next_player_first_moves_with_the_cards_that_are_left_and_then_returns() -> None:
    state = table(PXP)
    do(state, "flip 3")
    assert may(state) == ["shift left", "shift right", "swap 2", "swap 3", *(f"flip {n}" for n in (1, 3, 4, 5, 6))]
    do(state, "shift left")
    assert state.turn == 1
    assert game.view(state, None)["must"] == "return"
    assert may(state) == ways(2)
    for move in ("shift left", "flip 1", "swap 2"):
        assert refusal(state, move) == "You have moved; now return the cards that were set aside."
    do(state, "return 2 right")
    assert state.turn == 0
    assert len(may(state)) == 11


def test_the_returned_card_goes_to_either_end_as_it_lies_or_turned_over() -> None:
    for move, row, event in (
        ("return 2 left", "2X 3P 4A 5X 6D 1P", Returned(1, 2, "left", False, "X")),
        ("return 2 left turned", "2D 3P 4A 5X 6D 1P", Returned(1, 2, "left", True, "D")),
        ("return 2 right", "3P 4A 5X 6D 1P 2X", Returned(1, 2, "right", False, "X")),
        ("return 2 right turned", "3P 4A 5X 6D 1P 2D", Returned(1, 2, "right", True, "D")),
    ):
        state = table(PXP)
        do(state, "flip 3", "shift left")
        assert do(state, move) == [event]
        assert lying(state) == row


def test_only_a_card_that_is_due_can_be_returned() -> None:
    state = table(PXP)
    do(state, "flip 3", "shift left")
    assert refusal(state, "return 1 left") == "Card 1 is not set aside."


def test_the_card_is_set_aside_with_the_face_that_was_up() -> None:
    state = table(PXP)
    do(state, "flip 3")
    assert game.view(state, None)["aside"] == [{"card": 2, "face": "X", "due": True}]


# --- a combination made with five cards ---
def test_a_combination_made_with_five_cards_scores_and_its_middle_card_waits_for_the_turn_after() -> None:
    state = table("PX XA DP AD AP", due="XD", turn=1)
    events = do(state, "flip 3")
    assert events == [Flipped(1, 3, "P"), Scored(0, 1, (1, 2, 3), "PXP"), SetAside(2)]
    assert state.turn == 1
    assert [(one["card"], one["due"]) for one in game.view(state, None)["aside"]] == [(6, True), (2, False)]
    assert may(state) == ways(6)
    assert refusal(state, "return 2 left") == "Card 2 was set aside in this turn: it returns in the next."
    do(state, "return 6 right")
    assert state.turn == 0
    assert lying(state) == "1P 3P 4A 5A 6X"
    assert [(one["card"], one["due"]) for one in game.view(state, None)["aside"]] == [(2, True)]
    do(state, "shift left")
    assert may(state) == ways(2)


# --- two at once ---
def test_two_combinations_made_at_once_both_score_each_to_its_owner_and_both_middle_cards_are_set_aside() -> None:
    state = table(BOTH)
    events = do(state, "flip 3")
    assert events[1:] == [Scored(1, 1, (1, 2, 3), "PAP"), Scored(0, 1, (3, 4, 5), "PXP"), SetAside(2), SetAside(4)]
    assert state.diamonds == [1, 1]
    assert lying(state) == "1P 3P 5P 6D"
    assert state.turn == 1


def test_after_two_at_once_the_next_player_moves_with_four_cards_and_returns_both_in_the_order_they_choose() -> None:
    state = table(BOTH)
    do(state, "flip 3")
    assert may(state) == ["shift left", "shift right", "swap 2", *(f"flip {n}" for n in (1, 3, 5, 6))]
    do(state, "shift right")
    assert may(state) == ways(2) + ways(4)
    do(state, "return 4 left turned")
    assert state.turn == 1
    assert may(state) == ways(2)
    do(state, "return 2 left")
    assert state.turn == 0
    assert lying(state) == "2A 4A 6D 1P 3P 5P"


def test_one_player_may_score_both() -> None:
    state = table("AX DX DA DP AP XP")  # flip 3 makes A D A D A
    assert scored(do(state, "flip 3")) == [("ADA", 0, 2), ("ADA", 0, 2)]
    assert state.diamonds == [4, 0]


def test_a_robbery_and_a_questioning_made_at_once_pay_maker_and_owner() -> None:
    state = table("DX DA PX DP AX PA")  # swapping the middle two makes D D D P A P
    events = do(state, "swap 3")
    assert scored(events) == [("DDD", 0, 3), ("PAP", 1, 1)]
    assert [event.card for event in only(events, SetAside)] == [2, 5]


# --- a returned card never scores ---
def test_a_returned_card_never_scores_whatever_it_forms() -> None:
    for spot, pattern in (("right", "PAP"), ("right turned", "")):
        state = table("XD DA PA PD AX", due="PX", turn=1)
        do(state, "swap 2")
        events = do(state, f"return 6 {spot}")
        assert scored(events) == []
        assert [one["pattern"] for one in game.view(state, None)["standing"]] == [pattern] * bool(pattern)
        assert state.diamonds == [0, 0]
        assert len(state.row) == 6


def test_what_a_returned_card_formed_still_scores_nothing_after_other_moves() -> None:
    state = table("XD DA PA PD AX", due="PX", turn=1)
    do(state, "swap 2", "return 6 right")
    assert scored(do(state, "flip 1")) == []
    assert faces(state).endswith("PAP")
