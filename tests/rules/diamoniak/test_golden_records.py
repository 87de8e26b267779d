"""What each golden record covers, so that none is ever replaced by one that covers less."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules import record
from rules.contract import Event, Move
from rules.diamoniak.models import (
    Bought,
    ColourFreed,
    Completed,
    DiamoniakState,
    Paid,
    PalaceStarted,
    Pay,
    Reshuffled,
    SavedByFairy,
)
from tests.rules.diamoniak.tables import only

GOLDEN = Path(__file__).parents[1] / "golden" / "diamoniak"


class Done(NamedTuple):
    """One action with what happened, and the state after it."""

    move: Move
    events: list[Event]
    state: DiamoniakState


def replayed(name: str) -> tuple[record.Replay, list[Done]]:
    replay = record.Replay(record.parse((GOLDEN / f"{name}.json").read_text()))
    done = [Done(step.move, list(step.events), step.state.clone()) for step in replay.steps()]  # type: ignore[arg-type]
    return replay, done


def _sixth_card_is_bought(done: list[Done]) -> bool:
    return bool(only(done[-1].events, Bought) and only(done[-1].events, Completed))


def _witch_takes_none_to_three_by_themselves(done: list[Done]) -> bool:
    taken = {len(paid.cards) for one in done if not isinstance(one.move, Pay) for paid in only(one.events, Paid)}
    return taken == {0, 1, 2, 3}


def _only_a_fairy_to_pay(done: list[Done]) -> bool:
    return any(only(one.events, SavedByFairy) and not isinstance(one.move, Pay) for one in done)


def _fairy_kept_and_fairy_given(done: list[Done]) -> bool:
    payments = [one for one in done if isinstance(one.move, Pay)]
    kept = [one for one in payments for paid in only(one.events, Paid) if one.state.holdings[paid.seat][-1]]
    return bool(kept) and any(only(one.events, SavedByFairy) for one in payments)


def _freed_colour_is_taken_by_another(done: list[Done]) -> bool:
    freed: dict[str, int] = {}
    for one in done:
        freed |= {event.colour: event.seat for event in only(one.events, ColourFreed)}
        if any(freed.get(event.colour, event.seat) != event.seat for event in only(one.events, PalaceStarted)):
            return True
    return False


def _side_cards_join_the_palace_that_starts(done: list[Done]) -> bool:
    return any(event.cards > 1 for one in done for event in only(one.events, PalaceStarted))


def _deck_is_made_anew_twice(done: list[Done]) -> bool:
    return sum(len(only(one.events, Reshuffled)) for one in done) == 2


def _resigned(done: list[Done]) -> bool:
    return not done[-1].state.over


COVERED: dict[str, Callable[[list[Done]], bool]] = {
    "2-the-sixth-card-is-bought": _sixth_card_is_bought,
    "2-only-a-fairy-to-pay": _only_a_fairy_to_pay,
    "3-the-witch-takes-none-to-three-by-themselves": _witch_takes_none_to_three_by_themselves,
    "3-a-fairy-kept-and-a-fairy-given": _fairy_kept_and_fairy_given,
    "4-a-freed-colour-is-taken-by-another": _freed_colour_is_taken_by_another,
    "4-side-cards-join-the-palace-that-starts": _side_cards_join_the_palace_that_starts,
    "4-the-deck-is-made-anew-twice": _deck_is_made_anew_twice,
    "2-one-resigns": _resigned,
}


@pytest.mark.parametrize("name", COVERED)
def test_a_golden_record_covers_what_its_name_says(name: str) -> None:
    replay, done = replayed(name)
    assert replay.head.seats == int(name[0])
    assert COVERED[name](done)


def test_no_golden_record_is_without_a_name_here() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(COVERED)


def test_golden_records_hold_payments_in_an_order_of_their_own_salts_and_a_chosen_starter() -> None:
    heads: list[Any] = [replayed(name)[0].head for name in COVERED]
    moves = [move for head in heads for _, move, _ in head.actions]
    assert any(list(move["cards"]) != sorted(move["cards"]) for move in moves if move["type"] == "pay")
    assert any(salt for head in heads for salt in head.salts)
    assert {head.options["starter"] for head in heads} > {"random"}
