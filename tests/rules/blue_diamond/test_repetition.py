"""Against endless play: no arranging action may bring back a position that has stood since the last diamond."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from rules import record
from rules.blue_diamond import game
from rules.blue_diamond.listing import arrangements
from rules.blue_diamond.models import Ended, Shift
from rules.blue_diamond.positions import note_position
from rules.contract import Outcome
from tests.rules.blue_diamond.tables import CHANCE, do, lying, may, only, refusal, scored, table

CALM = "AX DP PX DA XD AP"  # no move makes a combination here
SENTENCE = "That would bring back a position that has stood since the last diamond."
GOLDEN = Path(__file__).parents[1] / "golden" / "blue-diamond"


@pytest.mark.parametrize(
    ("move", "undo"),
    [("shift left", "shift right"), ("shift right", "shift left"), ("swap 3", "swap 3"), ("flip 4", "flip 4")],
)
def test_a_move_cannot_simply_be_undone(move: str, undo: str) -> None:
    state = table(CALM)
    do(state, move)
    assert undo not in may(state)
    assert len(may(state)) == 10
    assert refusal(state, undo) == SENTENCE


def test_a_row_comes_back_only_with_the_same_player_to_act() -> None:
    """Every action changes the parity of the row (its order and its faces), so the turn is told by the row."""
    rng = random.Random(1)
    for _ in range(20):
        state = table(CALM)
        players: dict[str, int] = {}
        while len(state.stood) > 0 and game.outcome(state) is None:
            assert players.setdefault(lying(state), state.turn) == state.turn
            do(state, rng.choice(may(state)))


def test_no_position_comes_back_by_a_longer_way() -> None:
    state = table(CALM)
    do(state, "flip 1", "flip 4", "flip 1")
    assert refusal(state, "flip 4") == SENTENCE
    assert len(may(state)) == 9  # nor can the third flip be undone


def test_positions_are_told_apart_by_card_ids_not_only_by_faces() -> None:
    state = table("AX DP DA PX XD AP")
    do(state, "swap 2")
    assert [one["face"] for one in game.view(state, None)["row"]] == list("ADDPXA")
    assert refusal(state, "swap 2") == SENTENCE
    do(state, "swap 4", "flip 1", "swap 4")
    assert "swap 2" in may(state)


def test_a_diamond_lets_all_positions_stand_anew() -> None:
    state = table("PA XD DP AX XP DA")
    do(state, "flip 6", "flip 3")
    assert state.stood == []
    do(state, "shift left", "return 2 left")
    assert len(state.stood) == 1


def test_a_turn_with_a_set_aside_card_is_free_of_the_rule() -> None:
    state = table("PA XD DP AX XP DA")
    do(state, "flip 3")
    assert len(may(state)) == 9
    do(state, "flip 3", "return 2 left")
    assert len(may(state)) == 11


def test_an_action_that_brings_a_diamond_is_never_barred() -> None:
    state = table("XD DA PA PD AX", due="PX", turn=1)
    do(state, "swap 2", "return 6 right")  # X P D P A P stands now with an inert combination, seat 0 to act
    do(state, "shift right")  # broken
    assert "shift left" in may(state)
    assert scored(do(state, "shift left")) == [("PAP", 1, 1)]


def test_an_action_that_brings_back_an_unbroken_inert_combination_is_barred() -> None:
    state = table("XD DA PA PD AX", due="PX", turn=1)
    do(state, "swap 2", "return 6 right", "flip 1")
    assert refusal(state, "flip 1") == SENTENCE


def test_the_rule_counts_from_the_position_in_which_the_row_was_built() -> None:
    state = table("AX DP PX DA XD", "AP")
    do(state, "place 6 right")
    assert len(state.stood) == 1
    do(state, "shift left")
    assert refusal(state, "shift right") == SENTENCE


def test_a_move_is_refused_exactly_when_it_is_not_listed() -> None:
    """A single move is judged another way than the list is made."""
    rng = random.Random(2)
    barred = 0
    for _ in range(40):
        state = table(CALM)
        while len(state.stood) > 0 and game.outcome(state) is None:
            listed = game.legal_moves(state, state.turn)
            for action in set(arrangements(tuple(state.row))).difference(listed):
                assert refusal(state, action) == SENTENCE
                barred += 1
            for action in listed:
                game.check(state, state.turn, action)
            game.play(state, state.turn, rng.choice(listed), CHANCE)
    assert barred > 100


def test_a_position_told_from_the_one_before_is_that_of_the_table() -> None:
    rng = random.Random(3)
    for _ in range(20):
        state = table(CALM)
        while len(state.stood) > 0 and game.outcome(state) is None:
            anew = state.clone()
            note_position(anew)
            assert anew.stood[-1] == state.stood[-1]
            do(state, rng.choice(may(state)))


def test_what_is_barred_never_depends_on_a_back_that_nobody_has_seen() -> None:
    state = table(CALM)
    do(state, "shift left", "swap 2", "shift left", "swap 3")
    assert {f"flip {card}" for card in range(1, 7)} <= set(may(state))


def test_a_turn_that_begins_with_no_legal_action_left_is_a_draw() -> None:
    replay = record.Replay(json.loads((GOLDEN / "no-move-left.json").read_text()))
    steps = list(replay.steps())
    assert only(steps[-1].events, Ended) == [Ended((1, 1), "no_move")]
    assert game.outcome(replay.state) == Outcome((1, 1), game.scores(replay.state))
    assert not any(only(step.events, Ended) for step in steps[:-1])


def test_in_that_draw_each_of_the_eleven_actions_was_barred() -> None:
    value = json.loads((GOLDEN / "no-move-left.json").read_text())
    value["actions"].pop()
    replay = record.Replay(value)
    steps = list(replay.steps())
    state = replay.state
    last = record.Replay(json.loads((GOLDEN / "no-move-left.json").read_text()))
    move = [step.move for step in last.steps()][-1]
    assert move in game.legal_moves(state, state.turn)
    assert len(steps) == len(value["actions"])
    stuck = last.state
    stuck.over = False
    assert may(stuck) == []
    for action in (*map("flip {}".format, range(1, 7)), "swap 2", "swap 3", "swap 4", "shift left", "shift right"):
        assert refusal(stuck, action) == SENTENCE
    assert refusal(stuck, Shift("left")) == SENTENCE
