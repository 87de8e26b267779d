"""Records: what is written checks, and each way to tamper with one is named."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from rules import codec, record, registry
from rules.__main__ import random_record
from rules.chance import commitment
from rules.contract import AnyGame, Outcome
from rules.record import RecordError
from tests.rules.positions import GAMES, setups

SEED = b"s" * 32
pytestmark = pytest.mark.usefixtures("registered_toy")


@pytest.fixture
def value(registered_toy: AnyGame) -> Any:
    return random_record(registered_toy, {"rounds": 3}, 3, SEED)


@pytest.fixture
def called(value: Any) -> Any:
    """A record that the platform ended before its last action."""
    last = value["actions"].pop()
    value["ended"] = {"by": "resign", "seat": 0, "ms": last[2]}
    value["result"] = {"places": [3, 1, 1], "scores": scores_of(value)}
    return value


def scores_of(value: Any) -> list[int]:
    """Return the scores after the last action, as the game itself counts them."""
    replay = record.Replay(value)
    for _ in replay.steps():
        pass
    return list(replay.game.scores(replay.state))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_random_match_of_every_setup_checks_and_has_one_text(game: AnyGame) -> None:
    for setup in setups(game)[:40]:
        options = codec.options_to_json(setup.options)
        value = random_record(game, options, setup.seats, SEED)
        text = record.dump(value)
        assert record.dump(random_record(game, options, setup.seats, SEED)) == text
        outcome = record.check(record.parse(text))
        assert outcome is not None
        assert value["result"] == {"places": list(outcome.places), "scores": list(outcome.scores)}


def test_the_canonical_text_is_sorted_ascii_without_spaces_and_ends_in_a_line_break(value: Any) -> None:
    text = record.dump(value)
    assert text.isascii()
    assert text.endswith('"server_seed":"' + SEED.hex() + '"}\n')
    assert " " not in text
    assert record.dump(dict(reversed(value.items()))) == text


def test_a_record_has_the_published_fields(value: Any) -> None:
    fields = "actions commitment ended format options result rules rules_version salts seats server_seed"
    assert " ".join(sorted(value)) == fields
    assert value["options"] == {"rounds": 3, "winner": "high", "peeking": True}
    assert value["commitment"] == commitment(SEED)
    assert [milliseconds for _, _, milliseconds in value["actions"]] == [
        1000 * ply for ply in range(1, len(value["actions"]) + 1)
    ]


Change = Callable[[Any], Any]


def put(path: str, new: Any) -> Change:
    def change(value: Any) -> None:
        *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split(".")]
        for step in way:
            value = value[step]
        value[last] = new

    return change


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        (put("format", 2), "bad_format", None),
        (put("format", True), "bad_record", "format"),
        (put("rules", "chess"), "unknown_rules", None),
        (put("rules", 7), "bad_record", "rules"),
        (put("rules_version", 2), "bad_version", None),
        (put("seats", 5), "bad_record", "seats"),
        (put("seats", -1), "bad_record", "seats"),
        (put("seats", 2.0), "bad_record", "seats"),
        (put("seats", 2), "bad_record", "salts"),
        (put("options", None), "bad_options", None),
        (put("options", {"rounds": 3}), "bad_record", "options"),
        (put("options.rounds", 9), "bad_options", None),
        (put("options.cheat", 9), "bad_options", None),
        (put("server_seed", "00" * 32), "bad_record", "commitment"),
        (put("server_seed", "S" * 64), "bad_record", "server_seed"),
        (put("server_seed", SEED.hex().upper() + "\n"), "bad_record", "server_seed"),
        (put("commitment", "00" * 32), "bad_record", "commitment"),
        (put("salts", ["", ""]), "bad_record", "salts"),
        (put("salts.0", "a b"), "bad_record", "salts"),
        (put("salts.0", "x" * 65), "bad_record", "salts"),
        (put("salts.0", "x\n"), "bad_record", "salts"),
        (put("salts.0", None), "bad_record", "salts"),
        (put("actions", {}), "bad_record", "actions"),
        (put("result", None), "bad_record", "result"),
        (put("result", {"places": [1, 1, 1], "scores": [1, 1, 1]}), "bad_record", "result"),
        (put("result.scores.0", 77), "bad_record", "result"),
        (put("ended", {"by": "resign", "seat": 0, "ms": 99000}), "bad_record", "ended"),
        (put("extra", 1), "bad_record", "extra"),
        (lambda value: value.pop("ended"), "bad_record", "ended"),
        (lambda value: value["actions"].pop(), "unfinished", None),
        (lambda value: value["actions"].clear(), "unfinished", None),
    ],
)
def test_a_tampered_record_is_refused_by_field(value: Any, change: Change, code: str, field: str | None) -> None:
    change(value)
    with pytest.raises(RecordError) as refusal:
        record.check(value)
    assert refusal.value.code == code, str(refusal.value)
    assert refusal.value.details.get("field") == field
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("change", "number"),
    [
        (put("actions.1.0", 3), 2),
        (put("actions.1.0", -1), 2),
        (put("actions.1.1", {"type": "reveal"}), 2),
        (put("actions.2.1", {"type": "cheat"}), 3),
        (put("actions.2.1", None), 3),
        (put("actions.2.2", 1), 3),
        (put("actions.0.2", -1), 1),
        (put("actions.0", [0, {"type": "peek"}]), 1),
        (put("actions.0.0", "0"), 1),
        (put("actions.0.0", True), 1),
        (put("actions.1", None), 2),
        (put("actions.1", {}), 2),
        (put("actions.1", [0, {"type": "peek"}, 1000, 1000]), 2),
        (put("actions.2.2", 1.5), 3),
        (put("actions.2.2", None), 3),
        (put("actions.2.2", 2**53 + 1), 3),
        (lambda value: value["actions"].append([None, {"type": "reveal"}, 99_000]), None),
        (lambda value: value["actions"].reverse(), 2),  # the clock's move came first, but then time fell
    ],
)
def test_the_first_action_that_differs_is_named(value: Any, change: Change, number: int | None) -> None:
    assert value["actions"][1][0] is not None, "a player's, so that the clock's move is foreign to it"
    change(value)
    with pytest.raises(RecordError) as refusal:
        record.check(value)
    assert refusal.value.code == "differs"
    assert refusal.value.details["number"] == (number or len(value["actions"]))
    assert str(refusal.value).startswith(f"Action {refusal.value.details['number']} differs: ")


def test_another_seed_deals_other_cards_and_the_first_card_that_was_never_dealt_is_named(value: Any) -> None:
    value["server_seed"] = "11" * 32
    value["commitment"] = commitment(bytes.fromhex("11" * 32))
    with pytest.raises(RecordError) as refusal:
        record.check(value)
    assert refusal.value.code == "differs"


def test_salts_change_the_deal(value: Any) -> None:
    value["salts"] = ["a", "b", "c"]
    with pytest.raises(RecordError):
        record.check(value)


def test_another_games_record_is_refused(value: Any) -> None:
    sequence = registry.find("sequence")
    value.update(rules="sequence", rules_version=sequence.version)
    with pytest.raises(RecordError) as refusal:
        record.check(value)
    assert refusal.value.code == "bad_options"


@pytest.mark.parametrize("junk", [None, 3, "record", [], {}, [{}], {"format": 1}, float("nan")])
def test_a_value_that_is_no_record_is_refused(junk: Any) -> None:
    with pytest.raises(RecordError):
        record.check(junk)


# --- matches that the platform ended ---
@pytest.mark.parametrize(
    ("by", "seat", "result"),
    [
        ("resign", 0, [3, 1, 1]),
        ("time", 2, [1, 2, 3]),
        ("time", None, [1, 1, 1]),
        ("agreement", None, [1, 1, 1]),
        ("claim", 1, [1, 2, 2]),
        ("adjudication", None, [2, 1, 2]),
        ("abort", None, None),
    ],
)
def test_a_match_ended_by_the_platform_checks(called: Any, by: str, seat: int | None, result: Any) -> None:
    called["ended"].update(by=by, seat=seat)
    scores = scores_of(called)
    called["result"] = result and {"places": result, "scores": scores}
    expected = result and Outcome(tuple(result), tuple(scores))
    assert record.check(called) == expected


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (put("ended.by", "boredom"), "ended"),
        (put("ended.seat", 3), "ended"),
        (put("ended.seat", -1), "ended"),
        (put("ended.ms", 1), "ended"),
        (put("ended.note", 1), "ended"),
        (put("ended", {}), "ended"),
        (put("result", None), "result"),
        (put("result.places", [1, 1]), "result"),
        (put("result.scores", [0]), "result"),
        (put("result.scores.0", 77), "result"),
        (put("result.scores.2", -1), "result"),
        (put("result.places", [2, 2, 2]), "result"),
        (put("result.places", [1, 2, 4]), "result"),
        (put("ended.by", "abort"), "result"),
        (put("ended.by", "agreement"), "result"),
    ],
)
def test_an_end_that_cannot_be_is_refused(called: Any, change: Change, field: str) -> None:
    change(called)
    with pytest.raises(RecordError) as refusal:
        record.check(called)
    assert refusal.value.details["field"] == field


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_scores_of_a_match_that_was_given_up_are_those_of_the_game(game: AnyGame) -> None:
    value = random_record(game, {}, min(game.seats), SEED)
    del value["actions"][len(value["actions"]) // 2 :]
    value["ended"] = {"by": "claim", "seat": None, "ms": 9_999_000}
    scores = scores_of(value)
    value["result"] = {"places": [1] * len(scores), "scores": scores}
    record.check(value)
    scores[-1] += 1
    with pytest.raises(RecordError) as refusal:
        record.check(value)
    assert refusal.value.details["field"] == "result"


@pytest.mark.parametrize(("places", "fits"), [([2, 1], True), ([1, 2], False), ([1, 1], False)])
def test_between_two_sides_the_one_that_gave_up_is_second(registered_toy: AnyGame, places: Any, fits: bool) -> None:
    value = random_record(registered_toy, {}, 2, SEED)
    value["actions"].pop()
    value["ended"] = {"by": "resign", "seat": 0, "ms": 99_000}
    scores = scores_of(value)
    value["result"] = {"places": places, "scores": scores}
    if fits:
        assert record.check(value) == Outcome(tuple(places), tuple(scores))
    else:
        with pytest.raises(RecordError):
            record.check(value)


def test_a_team_shares_its_place() -> None:
    value = random_record(registry.find("sequence"), {}, 4, SEED)
    value["actions"].pop()
    value["ended"] = {"by": "claim", "seat": None, "ms": 999_000}
    scores = scores_of(value)
    for places, fits in (([1, 2, 1, 2], True), ([1, 2, 2, 1], False), ([1, 3, 1, 3], False)):
        value["result"] = {"places": places, "scores": scores}
        if fits:
            record.check(value)
        else:
            with pytest.raises(RecordError):
                record.check(value)


# --- text ---
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_json"),
        ("{", "bad_json"),
        ("nonsense", "bad_json"),
        ("{} {}", "bad_json"),
        ('{"a":1,"a":2}', "bad_json"),
        ("[NaN]", "bad_json"),
        ("[-Infinity]", "bad_json"),
        ("9" * 5000, "bad_json"),
        ("\ufeff{}", "bad_json"),
        (b"\xff\xfe{}", "bad_json"),
        (b"\x80", "bad_json"),
        ("[" * 1_000_000, "too_complex"),
        ('{"a":' * 1_000_000, "too_complex"),
        ("[" * 1_000_000 + "]" * 1_000_000, "too_complex"),
    ],
)
def test_text_that_is_no_plain_json_is_refused(text: str | bytes, code: str) -> None:
    with pytest.raises(RecordError) as refusal:
        record.parse(text)
    assert refusal.value.code == code
    assert str(refusal.value).endswith(".")


def test_text_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "SIZE_LIMIT", 10)
    with pytest.raises(RecordError) as refusal:
        record.parse("[" + "0," * 10 + "0]")
    assert refusal.value.code == "too_large"


def test_checking_leaves_the_value_alone(value: Any) -> None:
    before = copy.deepcopy(value)
    record.check(value)
    assert value == before
    assert json.loads(record.dump(value)) == before
