"""The codec's promises: nothing cast, nothing ignored, the field named; and its speed on the hot path."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from rules import codec
from rules.contract import BadOptions, MalformedMove, Move, Options, Outcome, RulesError, State
from rules.schema import FORM, SAVED, WIRE, Record, Unreadable, shape
from tests.rules import toy
from tests.rules.events import event_from_json
from tests.rules.toy import Peek, Peeked, Pick, Reveal, Revealed, ToyOptions


# --- moves ---
@pytest.mark.parametrize(
    ("value", "code", "field"),
    [
        (None, "bad_type", "move"),
        ([], "bad_type", "move"),
        ("peek", "bad_type", "move"),
        ({}, "missing_field", "type"),
        ({"type": None}, "bad_type", "type"),
        ({"type": ["peek"]}, "bad_type", "type"),
        ({"type": "resign"}, "unknown_type", "type"),
        ({"type": "pick"}, "missing_field", "card"),
        ({"type": "pick", "card": True}, "bad_type", "card"),
        ({"type": "pick", "card": "3"}, "bad_type", "card"),
        ({"type": "pick", "card": 3.0}, "bad_type", "card"),
        ({"type": "pick", "card": None}, "bad_type", "card"),
        ({"type": "pick", "card": [3]}, "bad_type", "card"),
        ({"type": "pick", "card": float("nan")}, "out_of_range", "card"),
        ({"type": "pick", "card": float("inf")}, "out_of_range", "card"),
        ({"type": "pick", "card": 2**53 + 1}, "out_of_range", "card"),
        ({"type": "pick", "card": -(10**5000)}, "out_of_range", "card"),
        ({"type": "pick", "card": 3, "boast": None}, "bad_type", "boast"),
        ({"type": "pick", "card": 3, "boast": "a\x00b"}, "bad_text", "boast"),
        ({"type": "pick", "card": 3, "boast": "\ud800"}, "bad_text", "boast"),
        ({"type": "pick", "card": 3, "boast": "\u202egnp"}, "bad_text", "boast"),
        ({"type": "pick", "card": 3, "boast": "a\u200bb"}, "bad_text", "boast"),
        ({"type": "pick", "card": 3, "boast": "x" * 201}, "bad_text", "boast"),
        ({"type": "pick", "card": 3, "seat": 1}, "unknown_field", "seat"),
        ({"type": "peek", "card": 3}, "unknown_field", "card"),
        ({"type": "peek", "\ud800\x00" + "x" * 90: 1}, "unknown_field", "\\ud800\\x00" + "x" * 38),
    ],
)
def test_a_move_that_cannot_be_read_is_refused_by_field(value: Any, code: str, field: str) -> None:
    with pytest.raises(MalformedMove) as refusal:
        codec.move_from_json(toy.game, value)
    assert refusal.value.code == code
    assert refusal.value.details == {"field": field}
    assert code == "unknown_type" or field in str(refusal.value)


@pytest.mark.parametrize(
    ("move", "value"),
    [
        (Pick(3), {"type": "pick", "card": 3}),
        (Pick(2**53), {"type": "pick", "card": 2**53}),
        (Pick(3, "Ha, ça!"), {"type": "pick", "card": 3, "boast": "Ha, ça!"}),
        (Peek(), {"type": "peek"}),
        (Reveal(), {"type": "reveal"}),
    ],
)
def test_a_move_has_one_json_form(move: Move, value: Any) -> None:
    assert codec.move_to_json(move) == value
    assert codec.move_from_json(toy.game, value) == move


def test_moves_decode_to_the_object_a_game_shares() -> None:
    shared = Peek()

    class Sharing(toy.Toy):
        def intern(self, move: Move) -> Move:
            return shared if move == shared else move

    assert codec.move_from_json(Sharing(), {"type": "peek"}) is shared


def test_reading_a_move_takes_a_few_microseconds() -> None:
    value = {"type": "pick", "card": 3, "boast": "ha"}
    codec.move_from_json(toy.game, value)
    best = min(_seconds(lambda: codec.move_from_json(toy.game, value)) for _ in range(20))
    assert best < 20e-6, "about 2 µs on a free core"


def _seconds(work: Any) -> float:
    start = time.perf_counter()
    for _ in range(200):
        work()
    return (time.perf_counter() - start) / 200


# --- events, states, outcomes ---
def test_a_blanked_secret_is_absent() -> None:
    assert codec.event_to_json(Peeked(1, None)) == {"type": "peeked", "seat": 1}
    assert event_from_json(toy.game, {"type": "peeked", "seat": 1}) == Peeked(1, None)
    assert codec.event_to_json(Revealed({0: 5})) == {"type": "revealed", "cards": {"0": 5}}


@pytest.mark.parametrize("cards", [{"00": 1}, {"x": 1}, {"-0": 1}, {"٣": 1}, {"9" * 30: 1}, {"0": None}, [1]])
def test_an_event_that_cannot_be_read_is_an_error(cards: Any) -> None:
    with pytest.raises(Unreadable):
        event_from_json(toy.game, {"type": "revealed", "cards": cards})


def test_a_mask_wider_than_javascripts_numbers_travels_as_text() -> None:
    state = toy.game.deal(ToyOptions(), 2, _chance())
    state.shown = 1 << 79
    value = codec.state_to_json(state)
    assert value["shown"] == hex(1 << 79)
    assert codec.state_from_json(toy.game, value) == state


@pytest.mark.parametrize("change", [{"shown": "junk"}, {"round": None}, {"extra": 1}, {"hands": 3}])
def test_a_snapshot_of_another_make_is_an_error(change: dict[str, Any]) -> None:
    value = codec.state_to_json(toy.game.deal(ToyOptions(), 2, _chance()))
    with pytest.raises(RulesError) as refusal:
        codec.state_from_json(toy.game, {**value, **change})
    assert refusal.value.code == "bad_state"


def test_a_snapshot_shares_nothing_with_the_state() -> None:
    state = toy.game.deal(ToyOptions(), 2, _chance())
    before = codec.state_to_json(state)
    before["hands"][0].clear()
    before["deck"].clear()
    assert len(state.hands[0]) == 3
    assert state.deck


@pytest.mark.parametrize("value", [None, {"places": [1, 2]}, {"places": [1, True], "scores": [0, 0]}, {"places": 1}])
def test_an_outcome_that_cannot_be_read_is_an_error(value: Any) -> None:
    with pytest.raises(RulesError) as refusal:
        codec.outcome_from_json(value)
    assert refusal.value.code == "bad_outcome"


def test_an_outcome_has_places_and_scores() -> None:
    outcome = Outcome((1, 2), (5, -3))
    assert codec.outcome_to_json(outcome) == {"places": [1, 2], "scores": [5, -3]}
    assert codec.outcome_from_json({"places": [1, 2], "scores": [5, -3]}) == outcome


# --- options ---
@pytest.mark.parametrize(
    ("value", "seats", "code", "field"),
    [
        (None, 2, "bad_options", "options"),
        ([], 2, "bad_options", "options"),
        ({"rounds": "2"}, 2, "bad_options", "rounds"),
        ({"rounds": True}, 2, "bad_options", "rounds"),
        ({"rounds": 0}, 2, "bad_options", "rounds"),
        ({"rounds": 5}, 2, "bad_options", "rounds"),
        ({"winner": "middle"}, 2, "bad_options", "winner"),
        ({"winner": ["high"]}, 2, "bad_options", "winner"),
        ({"peeking": 1}, 2, "bad_options", "peeking"),
        ({"speed": 1}, 2, "unknown_field", "speed"),
        ({"type": "toy"}, 2, "unknown_field", "type"),
        ({}, 5, "bad_seats", None),
    ],
)
def test_options_that_do_not_fit_are_refused(value: Any, seats: int, code: str, field: str | None) -> None:
    with pytest.raises(BadOptions) as refusal:
        codec.options_from_json(toy.game, value, seats)
    assert refusal.value.code == code
    assert refusal.value.details.get("field") == field


def test_options_are_filled_in_with_their_defaults() -> None:
    options = codec.options_from_json(toy.game, {"rounds": 4}, 2)
    assert codec.options_to_json(options) == {"rounds": 4, "winner": "high", "peeking": True}


def test_a_form_can_be_made_from_the_options() -> None:
    rounds, winner, peeking = codec.option_fields(toy.game)
    assert (rounds.name, rounds.kind, rounds.default, rounds.label) == ("rounds", "int", 2, "Rounds")
    assert (rounds.minimum, rounds.maximum, rounds.choices) == (1, 4, ())
    assert (winner.kind, winner.choices) == ("choice", (("high", "the highest card"), ("low", "low")))
    assert (peeking.kind, peeking.label, peeking.help) == ("bool", "peeking", "Anyone may draw a card, once a round.")


def test_an_option_may_be_left_to_the_game() -> None:
    @dataclass(frozen=True, slots=True)
    class Choosing(Options):
        teams: Literal[2, 3] | None = None

    class Other(toy.Toy):
        options = Choosing  # type: ignore[assignment]

    (teams,) = codec.option_fields(Other())
    assert (teams.kind, teams.default) == ("choice", None)
    assert teams.choices == ((None, "automatic"), (2, "2"), (3, "3"))
    assert codec.options_from_json(Other(), {"teams": None}, 2) == Choosing()


# --- schema ---
@dataclass(frozen=True, slots=True)
class Sample(Move):
    type: ClassVar[str] = "sample"
    to: int | Literal["new"]
    pair: tuple[str, int]
    rows: list[list[int]]
    flag: bool = False


SAMPLE = {"to": "new", "pair": ["a", 1], "rows": [[1], []]}


@pytest.mark.parametrize("to", [4, "new"])
def test_a_field_of_several_kinds_keeps_each(to: Any) -> None:
    record = Record(Sample, WIRE)
    value = {**SAMPLE, "to": to}
    assert record.read(value) == Sample(to, ("a", 1), [[1], []])
    assert record.write(record.read(value)) == {**value, "flag": False}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"to": "old"}, "out_of_range"),
        ({"to": True}, "bad_type"),
        ({"to": 2**60}, "out_of_range"),
        ({"pair": ["a"]}, "bad_type"),
        ({"pair": ["a", "b"]}, "bad_type"),
        ({"rows": [[1], [None]]}, "bad_type"),
        ({"flag": 0}, "bad_type"),
    ],
)
def test_parts_of_the_wrong_kind_are_refused(change: dict[str, Any], code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        Record(Sample, WIRE).read({**SAMPLE, **change})
    assert (refusal.value.code, refusal.value.field) == (code, next(iter(change)))


@pytest.mark.parametrize("hint", [float, set[int], object, int | list[str], State])
def test_a_type_that_json_cannot_hold_is_refused_when_it_is_declared(hint: Any) -> None:
    with pytest.raises(TypeError):
        shape(hint, SAVED)


def test_literals_of_different_kinds_are_not_mixed_up() -> None:
    one = shape(Literal[1], FORM)
    assert one.read(1) == 1
    with pytest.raises(Unreadable):
        one.read(True)


def _chance() -> Any:
    from rules.chance import Chance

    return Chance(bytes(32))
