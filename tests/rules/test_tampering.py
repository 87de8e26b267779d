"""Golden records of every game cut short, edited and mixed up in thousands of ways: one sentence each, no trace."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules import record, registry
from rules.__main__ import main
from rules.chance import commitment
from rules.record import RecordError
from tests.rules.test_golden import GOLDEN

BY_RULES = [path for path in GOLDEN if json.loads(path.read_text())["ended"] is None]
SHORTEST = {path.parent.name: path for path in sorted(BY_RULES, key=lambda path: -path.stat().st_size)}  # of each game
JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 1.0, float("inf"), 2**53 + 1,
    "", "x", "\x00", "\ud800", "%s", "x" * 500, [], [[]], {}, {"type": "x"},
)  # fmt: skip
SEED = bytes(range(32))
Way = tuple[str | int, ...]
every_game = pytest.mark.parametrize("slug", sorted(SHORTEST))


def loaded(slug: str) -> Any:
    return json.loads(SHORTEST[slug].read_text())


def refusal(value: Any) -> str | None:
    """Return the one sentence in which a record is refused, or None when it checks."""
    try:
        record.check(value)
    except RecordError as error:
        sentence = str(error)
        sentence.encode()
        assert sentence.endswith("."), sentence
        assert "\n" not in sentence
        assert len(sentence) < 300
        return sentence
    return None


def places(value: Any, path: Way = ()) -> Iterator[Way]:
    """Yield the way to every value inside a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from places(part, (*path, key))


def holder(value: Any, path: Way) -> Any:
    for step in path[:-1]:
        value = value[step]
    return value


def edits(value: Any) -> Iterator[tuple[Way, Any]]:
    """Yield copies of the record with one value replaced by junk or left out; of many actions, only some."""
    text, step = json.dumps(value), 1 + len(value["actions"]) // 12
    for path in places(value):
        if path[0] == "actions" and len(path) > 1 and int(path[1]) % step:
            continue
        for junk in JUNK:
            other = json.loads(text)
            holder(other, path)[path[-1]] = junk
            yield path, other
        other = json.loads(text)
        del holder(other, path)[path[-1]]
        yield path, other


@every_game
def test_a_record_cut_short_anywhere_is_refused_in_one_sentence(slug: str) -> None:
    content = SHORTEST[slug].read_bytes()
    for length in range(len(content) - 1):  # the line break at the end is not part of the value
        with pytest.raises(RecordError, match=r"^The file is not JSON: .*\.$"):
            record.parse(content[:length])


@every_game
def test_a_record_with_any_value_edited_is_refused_in_one_sentence_or_is_another_true_one(slug: str) -> None:
    value = loaded(slug)
    tried = 0
    for path, other in edits(value):
        tried += 1
        if refusal(other) is None and json.dumps(other) != json.dumps(value):
            assert path[0] in ("actions", "options", "salts"), path
            assert other["result"] == value["result"], path
    assert tried > 500


@every_game
def test_a_record_with_a_field_more_is_refused_by_its_name(slug: str) -> None:
    for spot in ("record", "options", "result", "move"):
        value = loaded(slug)
        whole = {
            "record": value,
            "options": value["options"],
            "result": value["result"],
            "move": value["actions"][0][1],
        }
        whole[spot]["zzz"] = 1
        sentence = refusal(value)
        assert sentence is not None
        assert "zzz" in sentence or spot == "result", sentence


@every_game
@pytest.mark.parametrize("other", registry.GAMES)
def test_a_record_given_out_as_another_games_is_refused(slug: str, other: str) -> None:
    value = loaded(slug)
    value.update(rules=other, rules_version=registry.find(other).version)
    assert (refusal(value) is None) == (slug == other)


@every_game
def test_a_record_of_another_version_or_number_of_seats_is_refused(slug: str) -> None:
    value, game = loaded(slug), registry.find(slug)
    for version in (0, game.version + 1, -1):
        assert refusal({**value, "rules_version": version}) is not None
    for seats in {*range(-1, 14), 2**53} - {value["seats"]}:
        sentence = refusal({**value, "seats": seats, "salts": [""] * min(max(seats, 0), 20)})
        assert sentence is not None
        if seats not in game.seats:
            assert f"{seats} players cannot play this game" in sentence


@every_game
def test_a_record_with_the_seed_of_another_match_is_refused(slug: str) -> None:
    value = loaded(slug)
    assert "commitment" in (refusal({**value, "server_seed": SEED.hex()}) or "")
    assert refusal({**value, "server_seed": SEED.hex(), "commitment": commitment(SEED)}) is not None


@every_game
def test_a_record_with_actions_swapped_doubled_or_without_one_names_the_first_that_differs(slug: str) -> None:
    value = loaded(slug)
    for number in range(len(value["actions"])):
        for change in ("double", "drop", "seat"):
            other = copy.deepcopy(value)
            actions = other["actions"]
            if change == "double":
                actions.insert(number, actions[number])
            elif change == "drop":
                del actions[number]
            else:
                actions[number][0] = 99
            sentence = refusal(other)
            assert sentence is None or sentence.startswith(("Action ", "The record "))
            if change == "seat":
                assert sentence == f"Action {number + 1} differs: there is no such seat."


@every_game
@pytest.mark.parametrize("command", ["check", "trace"])
def test_at_the_command_line_too_there_is_one_sentence_and_status_1(
    slug: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = SHORTEST[slug].read_bytes()
    whole = json.loads(content)
    deep = content.replace(b'"options":{', b'"options":' + b"[" * 1_000_000 + b"{")
    moved = json.dumps({**whole, "actions": [[0, {"type": "x"}, 0]]}).encode()
    for bad in (content[:-2], content[1:], content * 2, content.replace(b":", b";", 1), deep, moved):
        file = tmp_path / "record.json"
        file.write_bytes(bad)
        assert main([command, str(file)]) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1
