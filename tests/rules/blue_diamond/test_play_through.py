"""The worked examples of the print, its questions and answers, and whole matches."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest

from rules import record
from rules.blue_diamond import game
from rules.blue_diamond.models import (
    CARDS,
    BlueDiamondOptions,
    BlueDiamondState,
    Flipped,
    Placed,
    Returned,
    Scored,
    SetAside,
)
from rules.chance import Chance
from tests.rules.blue_diamond.tables import CHANCE, do, faces, lying, may, scored, table

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "blue-diamond").glob("*.json"))


# --- the print's examples ---
def test_the_printed_example_of_building() -> None:
    state = table(loose="AP DX XP AX AD PD")
    do(state, "place 1 left")
    assert do(state, "place 2 right turned") == [Placed(1, 2, "right", True, "X")]  # Lady X hid behind the diamond
    assert do(state, "place 3 left turned") == [Placed(0, 3, "left", True, "P")]  # a policeman hid behind Lady X
    assert lying(state) == "3P 1A 2X"


def test_the_printed_example_of_a_combination() -> None:
    state = table("PX AD DP XA DX AP")
    assert do(state, "flip 3") == [Flipped(0, 3, "P"), Scored(1, 1, (1, 2, 3), "PAP"), SetAside(2)]
    assert state.diamonds == [0, 1]
    assert do(state, "flip 1") == [Flipped(1, 1, "X")]  # behind the left policeman is Lady X
    assert do(state, "return 2 right") == [Returned(1, 2, "right", False, "A")]
    assert lying(state) == "1X 3P 4X 5D 6A 2A"
    assert state.diamonds == [0, 1]


def test_what_happens_when_a_player_makes_two_combinations_at_once() -> None:
    state = table("PX AD DP XA PA DX")
    assert scored(do(state, "flip 3")) == [("PAP", 1, 1), ("PXP", 0, 1)]
    assert len(state.row) == 4
    do(state, "swap 2", "return 4 left", "return 2 left turned")
    assert len(state.row) == 6
    assert state.diamonds == [1, 1]


def test_what_happens_when_a_player_makes_a_combination_with_only_five_cards() -> None:
    state = table("PX XA DP AD AP", due="XD", turn=1)
    assert scored(do(state, "flip 3")) == [("PXP", 0, 1)]
    do(state, "return 6 right turned")
    assert faces(state) == "PPAAD"
    assert "return 2L" not in may(state)


# --- whole matches ---
def every_card(state: BlueDiamondState) -> list[int]:
    return sorted(state.row + state.loose + state.due + state.fresh)


@pytest.mark.parametrize("seed", range(30))
def test_no_card_is_ever_lost_or_doubled_and_each_diamond_was_scored(seed: int) -> None:
    rng = random.Random(seed)
    state = game.deal(BlueDiamondOptions(), 2, Chance(rng.randbytes(32)))
    pairs = {card: {state.faces[card], state.backs[card]} for card in CARDS}
    total = 0
    while game.outcome(state) is None:
        events = game.apply(state, state.turn, rng.choice(game.legal_moves(state, state.turn)), CHANCE)
        total += sum(diamonds for _, _, diamonds in scored(events))
        assert every_card(state) == list(CARDS)
        assert {card: {state.faces[card], state.backs[card]} for card in CARDS} == pairs
        assert sum(state.diamonds) == total
        assert sum(one["due"] for one in game.view(state, None)["aside"]) <= 2


def test_nothing_is_left_to_chance_after_the_toss() -> None:
    rng = random.Random(8)
    state = game.deal(BlueDiamondOptions(), 2, Chance(bytes(32)))
    while game.outcome(state) is None:
        twin = state.clone()
        move = rng.choice(game.legal_moves(state, state.turn))
        events = game.apply(state, state.turn, move, Chance(bytes(32), 1))
        assert game.apply(twin, twin.turn, move, Chance(b"x" * 32, 99)) == events
        assert twin == state


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_match_replays_in_two_milliseconds(path: Path) -> None:
    value = json.loads(path.read_text())
    times = []
    for _ in range(5):
        start = time.process_time()
        record.check(value)
        times.append(time.process_time() - start)
    assert min(times) < 0.006  # under 2 ms on a free core, even the longest; the rest is room for a busy machine


def test_the_golden_records_hold_what_their_names_say() -> None:
    found = {path.stem: record.Replay(json.loads(path.read_text())) for path in GOLDEN}
    scores = {name: [scored(step.events) for step in replay.steps()] for name, replay in found.items()}
    assert any({seat for _, seat, _ in one} == {0, 1} for one in scores["two-combinations-at-once"])
    assert any(("DDD", 1, 3) in one for one in scores["robbery-of-the-century"])
    assert found["both-reach-the-target-level"].state.diamonds == [3, 3]
    assert found["both-reach-the-target-higher-wins"].state.diamonds == [4, 3]
    assert not any(scores["a-hundred-quiet-turns"])
    assert found["resigned"].head.ended is not None
