"""The work row: what may be laid on what, and the slot that is never left empty."""

from __future__ import annotations

import pytest

from rules.blitz import game
from rules.blitz.models import Filled, PlayToWork, RoundOver, TurnedUp, Worked
from tests.rules.blitz.tables import area, do, may, refused, sole, table


def test_a_card_goes_on_a_work_stack_when_it_is_one_lower_and_of_the_other_symbol() -> None:
    for top, fits in (("g8", "p7 b7"), ("y8", "p7 b7"), ("p8", "g7 y7"), ("b8", "g7 y7")):
        for card in ["p7", "b7", "g7", "y7", "p6", "g6", "p9", "g9", "p8", "y8"]:
            state = table(area(work=top, waste=card))
            assert may(state) == (["work waste 0"] if card in fits.split() else []), (card, top)


def test_a_card_that_does_not_fit_is_refused_with_the_reason() -> None:
    state = table(area(work="g8 y2 b2", waste="y7"))
    sentence = "y7 does not go on g8: it must be one lower and of the other symbol."
    assert str(refused(state, 0, "work waste 0")) == sentence


@pytest.mark.parametrize("source", ["blitz", "waste"])
def test_cards_from_the_blitz_pile_and_from_the_waste_may_be_laid_on_the_work_row(source: str) -> None:
    state = table(area(work="g8 y2 b2", **{source: "p7 y10" if source == "blitz" else "y10 p7"}))
    assert may(state) == [f"work {source} 0"]
    assert do(state, 0, f"work {source} 0")[0] == Worked(0, ("p7",), source, 0)
    assert state.areas[0].work == [["g8", "p7"], ["y2"], ["b2"]]


def test_the_top_card_of_a_slot_moves_alone() -> None:
    state = table(area(work="p9,g8,p7 y8 b2"))
    assert may(state) == ["work work:0 1"]
    assert do(state, 0, "work work:0 1") == [Worked(0, ("p7",), "work:0", 1)]
    assert state.areas[0].work == [["p9", "g8"], ["y8", "p7"], ["b2"]]
    assert state.areas[0].blitz == ["b10"] * 3, "no slot became empty"


def test_a_whole_stack_moves_in_order_and_its_highest_card_must_fit() -> None:
    state = table(area(work="p9,g8,p7 y10 g8", blitz="b2 y5"))
    assert may(state) == ["work work:0 2", "work work:0:all 1"]
    events = do(state, 0, "work work:0:all 1")
    assert events == [Worked(0, ("p9", "g8", "p7"), "work:0:all", 1), Filled(0, 0, "b2"), TurnedUp(0, "y5")]
    assert state.areas[0].work == [["b2"], ["y10", "p9", "g8", "p7"], ["g8"]]


def test_no_part_stack_moves() -> None:
    state = table(area(work="p9,g8,p7 b9 g2"))
    assert may(state) == [], "g8 with p7 on it would fit on b9"
    assert refused(state, 0, "work work:0:all 1").code == "illegal_move"


def test_the_whole_stack_of_a_single_card_is_legal() -> None:
    state = table(area(work="p7 g8 b2", blitz="y3 y4"))
    assert may(state) == ["work work:0 1", "work work:0:all 1"]
    for move in may(state):
        copy = state.clone()
        do(copy, 0, move)
        assert copy.areas[0].work == [["y3"], ["g8", "p7"], ["b2"]]


def test_from_a_slot_to_itself_is_never_legal() -> None:
    state = table(area(work="p9,g8 y2 b2"))
    for move in ("work work:0 0", "work work:0:all 0"):
        assert str(refused(state, 0, move)) == "The card lies there already."


def test_slots_are_never_left_empty_so_no_card_is_ever_moved_to_an_empty_one() -> None:
    state = table(area(work="p1 y8 g9", blitz="g3 b5 b7"))
    events = do(state, 0, "centre work:0 new")
    assert events[1:] == [Filled(0, 0, "g3"), TurnedUp(0, "b5")]
    assert state.areas[0].work == [["g3"], ["y8"], ["g9"]]
    for slot in (3, 4, 5, -1):
        assert str(refused(state, 0, PlayToWork("blitz", slot))) == f"You have no work stack {slot}."


def test_an_emptied_slot_is_filled_at_once_from_the_blitz_pile_whatever_emptied_it() -> None:
    for move in ("work work:0 1", "work work:0:all 1"):
        state = table(area(work="p7 g8 b2", blitz="y3 y4"))
        events = do(state, 0, move)
        assert sole(events, Filled) == Filled(0, 0, "y3")
        assert sole(events, TurnedUp) == TurnedUp(0, "y4")


def test_the_last_blitz_card_that_fills_a_slot_ends_the_round_at_once() -> None:
    for move in ("work work:0 1", "work work:0:all 1"):
        state = table(area(work="p7 g8 b2", blitz="y3", played=4), area(blitz="y1 y2 y3", played=1))
        events = do(state, 0, move)
        assert [type(event) for event in events] == [Worked, Filled, RoundOver]
        assert sole(events, RoundOver) == RoundOver(1, (4, -5), 0)
        assert game.view(state, 0)["seats"][0]["blitz"] == {"size": 0}


def test_nothing_is_moved_to_another_players_row() -> None:
    state = table(area(work="p2 y2 b2", waste="p7"), area(work="g8 g9 b8"))
    assert may(state, 0) == []
    assert refused(state, 0, "work waste 0").code == "illegal_move"


def test_unknown_places_are_refused() -> None:
    state = table(area(work="p9,g8 y2 b2"))
    for source in ("work:7", "reserve", "", "work:-1", "work:0:part", "work:0:all:all", "BLITZ"):
        assert refused(state, 0, PlayToWork(source, 1)).code == "illegal_move"
