"""The streams of docs/fairness.md, recomputed here by other means, and pinned so that no release can change a deal."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from rules import record, registry
from rules.chance import Chance, ChanceLog, commitment, integers, match_seed

SEED = bytes(range(32))
DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC from its definition (RFC 2104), without the library that the code uses."""
    padded = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def numbers(label: str, count: int) -> list[int]:
    blocks = b"".join(hmac_sha256(SEED, f"{label}:{i}".encode()) for i in range(count // 8 + 1))
    return [int.from_bytes(blocks[4 * k : 4 * k + 4], "big") for k in range(count)]


def test_the_commitment_and_the_seed_of_a_match_are_as_published() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert match_seed(SEED, ["aB-9", "", "x_y"]) == hmac_sha256(SEED, b"salts:aB-9,,x_y")
    assert match_seed(SEED, ["", ""]) == hmac_sha256(SEED, b"salts:,")


def test_a_stream_is_the_blocks_of_hmac_read_as_big_endian_integers() -> None:
    stream = integers(SEED, "0/deck")
    assert [next(stream) for _ in range(20)] == numbers("0/deck", 20)


def test_a_draw_takes_the_remainder_and_a_shuffle_walks_down_from_the_end() -> None:
    stream = numbers("7/deck", 4)
    deck = list("abcde")
    for i, number in zip((4, 3, 2, 1), stream, strict=True):
        j = number % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    assert Chance(SEED, 7).shuffle("deck", "abcde") == deck
    assert Chance(SEED, 7).below("starter", 6) == numbers("7/starter", 1)[0] % 6


def test_a_number_that_would_favour_the_small_is_dropped() -> None:
    n = 3 << 30  # a quarter of all integers lies beyond the only multiple of n
    label = next(f"{ply}/x" for ply in range(100) if numbers(f"{ply}/x", 1)[0] >= n)
    expected = next(number for number in numbers(label, 50) if number < n)
    assert Chance(SEED, int(label.split("/")[0])).below("x", n) == expected


def test_a_purpose_used_again_in_one_action_gets_a_stream_of_its_own() -> None:
    chance = Chance(SEED, 3)
    assert [chance.below("cut", 1 << 32) for _ in range(3)] == [
        numbers("3/cut", 1)[0],
        numbers("3/cut/2", 1)[0],
        numbers("3/cut/3", 1)[0],
    ]
    assert chance.at(3).below("cut", 1 << 32) == numbers("3/cut", 1)[0], "another action counts anew"
    chance.move_on(3)
    assert chance.below("cut", 1 << 32) == numbers("3/cut", 1)[0], "moving on counts anew too"


def test_a_derived_stream_foretells_nothing_of_the_match() -> None:
    derived = Chance(SEED, 5).derive("play")
    assert derived.ply == 5
    assert derived.seed == hmac_sha256(SEED, b"derive:play")


def test_draws_are_even() -> None:
    chance = Chance(SEED)
    counts = Counter(chance.below("die", 6) for _ in range(6000))
    assert min(counts.values()) > 850
    assert max(counts.values()) < 1150


@pytest.mark.parametrize("items", [[], ["only"]])
def test_a_short_list_is_shuffled_without_chance(items: list[str]) -> None:
    assert Chance(SEED).shuffle("deck", items) == items


def test_the_vectors_in_the_document_are_true() -> None:
    text = DOCUMENT.read_text()
    rows = re.findall(r"^\| `(\w+)` \| `([^`]+)` \| (.+?) \|$", text, re.MULTILINE)
    assert len(rows) == 9
    for kind, question, answer in rows:
        assert _answer(kind, question) == answer.strip("`"), (kind, question)


def _answer(kind: str, question: str) -> str:
    if kind == "commitment":
        return sha256(SEED).hexdigest()
    if kind == "seed":
        return match_seed(SEED, question.split(",")).hex()
    label, _, argument = question.partition(" ")
    ply, purpose = label.split("/", 1)
    if kind == "integers":
        stream = integers(SEED, label)
        return " ".join(str(next(stream)) for _ in range(int(argument)))
    if kind == "below":
        return str(Chance(SEED, int(ply)).below(purpose, int(argument)))
    return " ".join(Chance(SEED, int(ply)).shuffle(purpose, argument.split(" ")))


def test_a_log_draws_the_same_and_writes_each_step_down() -> None:
    log, plain = ChanceLog(SEED, 3), Chance(SEED, 3)
    assert log.shuffle("deck", "abcde") == plain.shuffle("deck", "abcde")
    assert log.below("starter", 6) == plain.below("starter", 6)
    assert log.shuffle("deck", "xyz") == plain.shuffle("deck", "xyz")
    assert [(draw.label, draw.before) for draw in log.draws] == [
        ("3/deck", ["a", "b", "c", "d", "e"]),
        ("3/starter", 6),
        ("3/deck/2", ["x", "y", "z"]),
    ]
    assert log.draws[0].after == Chance(SEED, 3).shuffle("deck", "abcde")


def test_a_log_goes_on_with_the_next_action_and_leaves_bots_out() -> None:
    log = ChanceLog(SEED)
    log.at(1).below("starter", 2)
    log.at(2).derive("bot:0").below("choice", 9)
    log.at(2).below("starter", 2)
    assert [draw.label for draw in log.draws] == ["1/starter", "2/starter"]


def test_what_is_done_with_a_shuffled_list_does_not_change_the_log() -> None:
    log = ChanceLog(SEED)
    log.shuffle("deck", "abc").clear()
    assert len(log.draws[0].after) == 3  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", registry.GAMES)
def test_the_document_names_every_purpose_of_a_game_and_no_other(slug: str) -> None:
    game = registry.find(slug)
    if not Path(__file__).with_name(registry.folder(slug)).is_dir():
        pytest.skip("a game that was only just put there")
    part = DOCUMENT.read_text(encoding="utf-8").split(f"\n| {game.name} | ")[1].split("\n\n")[0]
    own = part[: end.start()] if (end := re.search(r"\n\| [A-Z]", part)) else part
    named = re.findall(r"(?:^|\n\| \| )`([\w:]+)` \|", own)
    assert named == [re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), purpose) for purpose in game.purposes]


@pytest.mark.parametrize("slug", registry.GAMES)
def test_every_step_of_the_golden_records_is_of_a_purpose_that_the_game_declares(slug: str) -> None:
    shapes = [re.sub(r"\{\w+\}", "[0-9]+", purpose) for purpose in registry.find(slug).purposes]
    for path in (DOCUMENT.parents[1] / "tests" / "rules" / "golden" / slug).glob("*.json"):
        for draw in record.draws(record.parse(path.read_text())):
            purpose = re.fullmatch(r"[0-9]+/(.*?)(/[0-9]+)?", draw.label)
            assert purpose is not None
            assert any(re.fullmatch(shape, purpose[1]) for shape in shapes), draw.label
