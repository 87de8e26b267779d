"""What each golden record covers, so that none is ever replaced by one that covers less."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from rules import record
from rules.blitz.centre import all_stuck, is_dry
from rules.blitz.models import BlitzState, Completed, Filled, PlayToWork, Put, Reshuffle, RoundOver
from rules.contract import Event, Move, Outcome

GOLDEN = Path(__file__).parents[1] / "golden" / "blitz"


class Done(NamedTuple):
    """One action: the state before it, and what happened."""

    before: BlitzState
    move: Move
    events: list[Event]


def replayed(name: str) -> tuple[Outcome, list[Done]]:
    """Return the result and all actions of a record."""
    replay = record.Replay(record.parse((GOLDEN / f"{name}.json").read_text()))
    done, before = [], replay.state.clone()
    for step in replay.steps():
        assert isinstance(before, BlitzState)
        done.append(Done(before, step.move, step.events))
        before = step.state.clone()
    result = replay.result()
    assert result is not None
    return result, done


def happened(done: list[Done], kind: type[Event]) -> list[Event]:
    return [event for one in done for event in one.events if isinstance(event, kind)]


def rounds(done: list[Done]) -> list[int | None]:
    """Return who ended each round."""
    return [event.seat for event in happened(done, RoundOver) if isinstance(event, RoundOver)]


def reshuffles(done: list[Done]) -> list[int]:
    return [number for number, one in enumerate(done) if isinstance(one.move, Reshuffle)]


@pytest.mark.parametrize(
    ("name", "seats", "played"),
    [
        ("two-players-five-rounds", 2, 5),
        ("four-players-two-rounds-all-policies", 4, 2),
        ("eight-players-two-boxes", 8, 1),
        ("third-reshuffle-ends-the-round-of-three", 3, 2),
    ],
)
def test_tables_of_all_sizes_and_lengths(name: str, seats: int, played: int) -> None:
    result, done = replayed(name)
    assert (len(result.places), len(rounds(done))) == (seats, played)
    assert happened(done, Put)


def test_a_stack_is_completed() -> None:
    assert happened(replayed("eight-players-two-boxes")[1], Completed)


def test_a_reshuffle_by_the_printed_condition_alone_brings_play_on() -> None:
    _, done = replayed("reshuffle-after-fifteen-seconds-without-a-card")
    number = next(number for number in reshuffles(done) if not all_stuck(done[number].before))
    assert is_dry(done[number].before)
    assert happened(done[number:], Put)


def test_a_reshuffle_because_all_said_stuck() -> None:
    _, done = replayed("reshuffle-when-all-say-stuck-though-a-card-would-come")
    befores = [done[number].before for number in reshuffles(done)]
    assert any(all_stuck(before) and not is_dry(before) for before in befores)


def test_rounds_that_end_by_the_third_reshuffle_in_vain() -> None:
    assert rounds(replayed("third-reshuffle-ends-the-round")[1]) == [None]
    ends = rounds(replayed("third-reshuffle-ends-the-round-of-three")[1])
    assert None in ends
    assert ends != [None, None]


def test_last_blitz_cards_that_fill_a_slot_or_go_onto_the_work_row() -> None:
    last = replayed("last-blitz-card-fills-a-slot")[1][-1]
    assert happened([last], Filled)
    move = replayed("last-blitz-card-goes-onto-the-work-row")[1][-1].move
    assert isinstance(move, PlayToWork)
    assert move.from_ == "blitz"


def test_places_that_are_shared() -> None:
    assert sorted(replayed("two-share-the-first-place")[0].places) == [1, 1, 3]
    result, _ = replayed("negative-totals-and-a-shared-last-place")
    assert result.places.count(4) == 2
    assert min(result.scores) < 0


def test_a_match_given_up() -> None:
    assert replayed("resigned-in-the-second-round")[0].places == (1, 2)
