"""The witch: who pays what, what goes by itself, and what a fairy is good for."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from rules.contract import IllegalMove
from rules.diamoniak import game
from rules.diamoniak.cards import KINDS, cards_of
from rules.diamoniak.models import ColourFreed, Drew, Paid, Pay, SavedByFairy, TurnPassed
from tests.rules.diamoniak.tables import CHANCE, cards, do, may, met_by_witch, only, palace, refusal, side, table


# --- the payment ---
def test_your_turn_ends_after_you_pay() -> None:
    state = met_by_witch("pink*2 | diamond*2", "")
    assert game.must_act(state) == {0}
    for line in ("draw", "stop", "buy 1"):
        assert refusal(state, 0, line) == "Pay the witch first."
    assert do(state, 0, "pay diamond diamond pink")[-1] == TurnPassed(1)
    assert may(state, 1) == ["draw"]


def test_three_of_your_cards_any_mix_of_diamonds_palace_cards_of_other_colours_and_parts_of_your_own_palace() -> None:
    state = met_by_witch("pink*2 | blue diamond", "")
    assert may(state, 0) == [
        "pay palace:pink palace:pink palace:blue",
        "pay palace:pink palace:pink diamond",
        "pay palace:pink palace:blue diamond",
    ]


def test_each_payment_that_differs_is_listed_once_in_the_order_of_the_components() -> None:
    held = cards_of([2, 3, 1, 1, 4, 1])
    state = met_by_witch("pink*2 | blue*3 green yellow diamond*4 fairy", "")
    expected = {tuple(sorted(three, key=KINDS.index)) for three in combinations(held[:-1], 3)}
    listed = [move.cards for move in game.legal_moves(state, 0) if isinstance(move, Pay)]
    assert len(listed) == len(set(listed))
    assert set(listed) == expected | {("fairy",)}


def test_any_order_of_the_same_cards_is_accepted_and_means_the_same() -> None:
    after = set()
    for order in permutations(("diamond", "palace:pink", "palace:blue")):
        state = met_by_witch("pink*2 | blue diamond", "")
        events = game.play(state, 0, Pay(order), CHANCE)
        assert only(events, Paid) == [Paid(0, ("palace:pink", "palace:blue", "diamond"))]
        after.add(repr(state))
    assert len(after) == 1


def test_what_is_paid_goes_to_the_discard_pile_in_the_order_of_the_components_list_the_witch_last() -> None:
    state = table("pink*3 | blue yellow diamond*3", "", deck="witch", discard="diamond witch")
    do(state, 0, "draw", "pay diamond yellow pink")
    assert state.discard == cards("diamond witch pink yellow diamond witch")


def test_while_a_witch_waits_she_lies_on_no_pile() -> None:
    state = met_by_witch("pink*2 | diamond*2", "")
    assert "witch" not in state.deck + state.discard
    assert game.view(state, None)["drawn"] == ["witch"]


def test_more_than_three_cards_of_one_kind_still_leave_the_word_to_the_player() -> None:
    state = met_by_witch("diamond*5", "")
    assert may(state, 0) == ["pay diamond diamond diamond"]
    do(state, 0, "pay diamond diamond diamond")
    assert side(state, 0) == cards("diamond*2")


@pytest.mark.parametrize(
    ("payment", "why"),
    [
        ("pay diamond", "takes 3"),
        ("pay diamond pink", "takes 3"),
        ("pay diamond diamond pink pink", "takes 3"),
        ("pay diamond diamond diamond", "do not have as many"),
        ("pay green diamond pink", "do not have as many"),
        ("pay fairy", "do not have as many"),
    ],
)
def test_too_few_too_many_or_other_cards_are_refused(payment: str, why: str) -> None:
    state = met_by_witch("pink*2 | diamond*2", "green |")
    assert why in refusal(state, 0, payment)


@pytest.mark.parametrize("junk", [(), ("witch",) * 3, ("pink",) * 3, ("",), ("palace:red", "diamond", "diamond")])
def test_payments_of_what_nobody_can_pay_are_refused(junk: tuple[str, ...]) -> None:
    refusal(met_by_witch("pink*2 | diamond*2 fairy", ""), 0, Pay(junk))


def test_nobody_pays_without_a_witch() -> None:
    state = table("pink*2 | diamond*3 fairy", "", deck="diamond*9")
    assert refusal(state, 0, "pay fairy") == "There is no witch to pay."
    do(state, 0, "draw")
    assert refusal(state, 0, "pay diamond diamond diamond") == "There is no witch to pay."


# --- three or fewer ---
@pytest.mark.parametrize("held", ["", "diamond", "pink |", "pink*2 | blue", "diamond*3", "pink | diamond*2"])
def test_with_three_or_fewer_such_cards_and_no_fairy_all_go_by_themselves(held: str) -> None:
    state = table(held, "", deck="witch diamond")
    before = tuple(cards_of(state.holdings[0]))
    events = do(state, 0, "draw")
    assert events[:2] == [Drew(0, "witch"), Paid(0, before)]
    assert events[-1] == TurnPassed(1)
    assert sum(state.holdings[0]) == 0
    assert state.discard == [*before, "witch"]


def test_with_four_such_cards_the_player_chooses() -> None:
    state = met_by_witch("pink*3 | diamond", "")
    assert may(state, 0) == ["pay palace:pink palace:pink palace:pink", "pay palace:pink palace:pink diamond"]


# --- fairies ---
def test_if_you_hold_a_fairy_you_may_pay_it_instead() -> None:
    state = met_by_witch("pink*3 | diamond fairy", "")
    events = do(state, 0, "pay fairy")
    assert events == [SavedByFairy(0), TurnPassed(1)]
    assert state.discard == cards("fairy witch")
    assert palace(state, 0) == "pink*3"


def test_a_fairy_does_not_save_the_turn() -> None:
    state = met_by_witch("diamond fairy*2", "")
    do(state, 0, "pay fairy")
    assert may(state, 0) == []
    assert may(state, 1) == ["draw"]
    assert side(state, 0) == cards("diamond fairy")


def test_a_fairy_may_be_kept_by_choice() -> None:
    state = met_by_witch("pink*3 | diamond fairy", "")
    do(state, 0, "pay pink pink diamond")
    assert side(state, 0) == cards("fairy")


def test_fairies_are_never_part_of_the_three() -> None:
    state = met_by_witch("pink*3 | diamond fairy*3", "")
    assert sum("fairy" in line for line in may(state, 0)) == 1
    for line in ("pay fairy diamond pink", "pay fairy fairy fairy", "pay fairy fairy"):
        assert "alone" in refusal(state, 0, line)


@pytest.mark.parametrize(("others", "payment"), [("diamond", "diamond"), ("pink | blue", "palace:pink palace:blue")])
def test_with_a_fairy_and_fewer_than_three_others_both_ways_stay_open(others: str, payment: str) -> None:
    state = met_by_witch(f"{others} fairy", "")
    assert may(state, 0) == [f"pay {payment}", "pay fairy"]
    do(state, 0, f"pay {payment}")
    assert side(state, 0) == ["fairy"]
    assert state.discard == [*payment.split(), "witch"]


def test_the_others_are_all_or_none() -> None:
    state = met_by_witch("pink | blue fairy", "")
    for line in ("pay pink", "pay blue"):
        assert "takes 2 of your cards, or one fairy" in refusal(state, 0, line)


def test_with_a_fairy_and_exactly_three_others_both_ways_stay_open() -> None:
    state = met_by_witch("pink | blue diamond fairy", "")
    assert may(state, 0) == ["pay palace:pink palace:blue diamond", "pay fairy"]


@pytest.mark.parametrize("fairies", [1, 2, 3])
def test_with_a_fairy_and_nothing_else_to_pay_the_fairy_goes_by_itself(fairies: int) -> None:
    state = table(f"fairy*{fairies}", "", deck="witch")
    assert do(state, 0, "draw") == [Drew(0, "witch"), SavedByFairy(0), TurnPassed(1)]
    assert side(state, 0) == ["fairy"] * (fairies - 1)
    assert state.discard == cards("fairy witch")


# --- colours ---
def test_paying_the_last_part_of_a_palace_frees_its_colour() -> None:
    state = met_by_witch("pink*2 | diamond*2", "")
    events = do(state, 0, "pay pink pink diamond")
    assert events == [Paid(0, tuple(cards("pink*2 diamond"))), ColourFreed(0, "pink"), TurnPassed(1)]


def test_losing_the_whole_palace_by_itself_frees_its_colour_too() -> None:
    state = table("pink*2 |", "", deck="witch")
    assert only(do(state, 0, "draw"), ColourFreed) == [ColourFreed(0, "pink")]
    assert "colour" not in game.view(state, None)["players"][0]


def test_paying_a_part_keeps_the_colour() -> None:
    state = met_by_witch("pink*3 | diamond*2", "")
    assert not only(do(state, 0, "pay pink pink diamond"), ColourFreed)
    assert palace(state, 0) == "pink*1"


def test_your_own_palace_parts_and_side_cards_of_one_colour_cannot_both_exist() -> None:
    state = table("pink*4", "blue*2 | pink", deck="pink witch")
    do(state, 0, "draw", "draw", "pay pink pink pink")
    assert palace(state, 0) == "pink*2"
    assert side(state, 0) == []


# --- check and list agree ---
def test_check_accepts_exactly_the_listed_payments_in_any_order() -> None:
    state = met_by_witch("pink*2 | blue diamond*3 fairy", "green |")
    listed = {move.cards for move in game.legal_moves(state, 0) if isinstance(move, Pay)}
    some = [*KINDS, "witch", "x"]
    tries = {(a,) for a in some} | {(a, b) for a in some for b in some}
    tries |= {(a, b, c) for a in some for b in some for c in some}
    for payment in tries:
        order = tuple(sorted(payment, key=some.index))
        try:
            game.check(state, 0, Pay(payment))
        except IllegalMove:
            assert order not in listed
        else:
            assert order in listed
