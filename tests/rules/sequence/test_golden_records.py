"""What each golden record covers, so that none is ever replaced by one that covers less."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules import record
from rules.contract import Event, Move, Seat
from rules.sequence.models import (
    DrawLost,
    Drew,
    Forfeit,
    Forfeited,
    Penalised,
    Play,
    Reshuffled,
    SequenceBroken,
    SequenceMade,
    SequenceState,
)
from tests.rules.moves import E
from tests.rules.sequence.tables import only

GOLDEN = Path(__file__).parents[1] / "golden" / "sequence"


class Done(NamedTuple):
    """One action with what happened, and the state after it."""

    seat: Seat | None
    move: Move
    events: list[Event]
    state: SequenceState


def replayed(name: str) -> tuple[record.Replay, list[Done]]:
    replay = record.Replay(record.parse((GOLDEN / f"{name}.json").read_text()))
    steps = replay.steps()
    done = [Done(step.seat, step.move, list(step.events), step.state.clone()) for step in steps]  # type: ignore[arg-type]
    return replay, done


def every(done: list[Done], kind: type[E]) -> list[E]:
    return [event for one in done for event in only(one.events, kind)]


def _line_is_named(done: list[Done]) -> bool:
    named = [one for one in done if isinstance(one.move, Play) and one.move.line]
    made = [set(event.cells) for one in named for event in only(one.events, SequenceMade)]
    return bool(named) and all(isinstance(one.move, Play) and set(one.move.line or ()) in made for one in named)


def _deck_is_made_anew(done: list[Done]) -> bool:
    return bool(every(done, Reshuffled))


def _broken_sequence_is_made_again(done: list[Done]) -> bool:
    at, broken = next((at, event) for at, one in enumerate(done) for event in only(one.events, SequenceBroken))
    return any(event.team == broken.team for event in every(done[at:], SequenceMade))


def _draw_is_lost(done: list[Done]) -> bool:
    sizes = {len(hand) for hand in done[-1].state.hands}
    return bool(every(done, DrawLost)) and bool(every(done, Drew)) and len(sizes) > 1


def _table_talk(done: list[Done]) -> bool:
    out_of_turn = [one for one in done if isinstance(one.move, Forfeit) and one.seat != one.state.turn]
    return len(every(done, Penalised)) > 1 and len(every(done, Forfeited)) > 3 and bool(out_of_turn)


def _two_teams(done: list[Done]) -> bool:
    return done[-1].state.teams == 2 and len(every(done, SequenceMade)) >= 2


def _three_teams_all_options(done: list[Done]) -> bool:
    state = done[-1].state
    all_on = state.hard and state.manual and state.table_talk and state.teams == 3
    return all_on and all(every(done, kind) for kind in (Penalised, Forfeited, DrawLost))


def _two_by_one_chip(done: list[Done]) -> bool:
    return any(len(only(one.events, SequenceMade)) == 2 for one in done)


def _tie_in_the_cut(done: list[Done]) -> bool:
    return len(done[0].state.cut) > 1


def _resigned(done: list[Done]) -> bool:
    return not done[-1].state.over


COVERED: dict[str, Callable[[list[Done]], bool]] = {
    "2-a-line-is-named": _line_is_named,
    "2-hard-a-broken-sequence-is-made-again": _broken_sequence_is_made_again,
    "2-one-resigns": _resigned,
    "2-two-sequences-by-one-chip": _two_by_one_chip,
    "3-a-tie-in-the-cut": _tie_in_the_cut,
    "3-the-deck-is-made-anew": _deck_is_made_anew,
    "4-manual-a-draw-is-lost": _draw_is_lost,
    "6-in-three-teams-table-talk": _table_talk,
    "12-in-two-teams": _two_teams,
    "12-in-three-teams-all-options": _three_teams_all_options,
}


@pytest.mark.parametrize("name", COVERED)
def test_a_golden_record_covers_what_its_name_says(name: str) -> None:
    replay, done = replayed(name)
    assert replay.head.seats == int(name.split("-", maxsplit=1)[0])
    assert COVERED[name](done)


def test_no_golden_record_is_without_a_name_here() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(COVERED)


def test_golden_records_hold_salts_named_lines_in_an_order_of_their_own_and_an_exchange() -> None:
    heads: list[Any] = [replayed(name)[0].head for name in COVERED]
    moves = [move for head in heads for _, move, _ in head.actions]
    assert any(move.get("line") for move in moves)
    assert any(move["type"] == "exchange" for move in moves)
    assert any(salt for head in heads for salt in head.salts)
