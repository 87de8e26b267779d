"""The golden records hold what their names say; that they replay to the byte is proven for all games at once."""

from __future__ import annotations

from pathlib import Path

from rules import record
from rules.contract import Event, Outcome
from rules.red_handed.models import Ended, Hit, Missed, Pointed, Recover, Recovered, RedHandedState
from tests.rules import test_golden

FOLDER = test_golden.ROOT / "red-handed"


def replayed(name: str) -> tuple[record.Replay, list[record.Step]]:
    replay = record.Replay(record.parse((FOLDER / f"{name}.json").read_bytes()))
    return replay, list(replay.steps())


def count(steps: list[record.Step], kind: type[Event], **fields: object) -> int:
    events = [event for step in steps for event in step.events if isinstance(event, kind)]
    return sum(all(getattr(event, name) == value for name, value in fields.items()) for event in events)


def outcome(replay: record.Replay) -> Outcome:
    result = replay.result()
    assert result is not None
    return result


def test_two_players_hits_misses_and_time_outs() -> None:
    replay, steps = replayed("two-players-hits-misses-and-time-outs")
    assert replay.head.seats == 2
    assert count(steps, Hit) >= 5
    assert count(steps, Missed, reason="cards") >= 2
    assert count(steps, Missed, reason="time") >= 2
    assert count(steps, Pointed) >= 8


def test_six_players_standard() -> None:
    replay, steps = replayed("six-players-standard")
    assert replay.head.seats == 6
    assert replay.head.options["variant"] == "standard"
    assert count(steps, Hit) >= 3


def test_finished_through_anothers_mistake() -> None:
    replay, steps = replayed("finished-through-anothers-mistake")
    missed, ended = steps[-1].events[-2:]
    assert isinstance(missed, Missed)
    assert isinstance(ended, Ended)
    assert ended.places.index(1) != missed.seat
    assert outcome(replay).places == ended.places


def test_several_finish_at_once() -> None:
    replay, _ = replayed("several-finish-at-once")
    assert outcome(replay).places.count(1) > 1
    assert {
        score for score, place in zip(outcome(replay).scores, outcome(replay).places, strict=True) if place == 1
    } == {0}


def test_three_recovers_in_a_row() -> None:
    replay, steps = replayed("three-recovers-in-a-row")
    assert count(steps, Recovered) == 4, "the first comes before a grab, which starts the count anew"
    assert isinstance(replay.state, RedHandedState)
    assert (replay.state.recovers, replay.state.open) == (3, [])


def test_quick_ended_by_recover() -> None:
    replay, steps = replayed("quick-ended-by-recover")
    assert replay.head.options["variant"] == "quick"
    assert steps[-1].move == Recover()
    assert isinstance(replay.state, RedHandedState)
    assert sum(outcome(replay).scores) + len(replay.state.open) == 60
    assert replay.state.open


def test_quick_ended_by_a_hit_with_empty_hands() -> None:
    replay, steps = replayed("quick-ended-by-a-hit-with-empty-hands")
    assert isinstance(steps[-1].events[-2], Hit)
    assert sum(outcome(replay).scores) == 60


def test_resigned() -> None:
    replay, _ = replayed("resigned")
    assert replay.head.ended is not None
    assert replay.game.outcome(replay.state) is None
    assert outcome(replay).places == (1, 2)


def test_each_record_has_a_test_here() -> None:
    names = {name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_")}
    assert {path.stem for path in Path(FOLDER).glob("*.json")} <= names
