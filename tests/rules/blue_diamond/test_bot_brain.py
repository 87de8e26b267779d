"""What the levels of Blue Diamond see: what is theirs, what is the rival's, and what comes of it some moves later."""

from __future__ import annotations

import pytest

from rules import bots
from rules.blue_diamond import bot_brain, game
from rules.blue_diamond.models import BlueDiamondState
from rules.brains import USUAL, Limits, Question
from rules.chance import Chance
from tests.rules.blue_diamond.tables import table

SEEN = "1 2 3 4 5 6"


def choice(state: BlueDiamondState, level: str, limits: Limits = USUAL) -> str:
    move = bots.choose(game, state, state.turn, level, Chance(b"c" * 32, 5), limits=limits)
    return game.print_move(move)


@pytest.mark.parametrize("level", ["steady", "sharp"])
def test_they_take_the_robbery_of_the_century_and_give_nothing_away(level: str) -> None:
    for turn in (0, 1):
        assert choice(table("DA DX AP DP XP AX", turn=turn, turned=SEEN), level) == "swap 3"
    assert choice(table("PA XD DP AX XP DA", turn=1, turned=SEEN), level) != "flip 3"


@pytest.mark.parametrize("level", ["steady", "sharp"])
def test_they_win_at_once_where_they_can(level: str) -> None:
    assert choice(table("PA XD DP AX XP DA", diamonds=(6, 6), turned=SEEN), level) == "flip 3"


def searched(state: BlueDiamondState, most: int, limits: Limits = USUAL) -> list[float]:
    moves = [*game.legal_moves(state, state.turn)]
    question = Question(game, state, state.turn, "sharp", moves, Chance(b"c" * 32), limits)
    return bot_brain._Searches(question, bot_brain.Depth(worlds=1, most=most, nodes=10**6)).worths()


@pytest.mark.parametrize("row", ["AX DP PX DA XD AP", "DA PX DX AP DP XA", "XA DX PA PX DP AD"])
def test_the_search_finds_what_a_search_by_the_rules_finds(row: str) -> None:
    state = table(row, turned=SEEN)
    assert searched(state, most=3) == [_minimax(_after(state, move), 2, state.turn) for move in _moves(state)]


def _minimax(state: BlueDiamondState, depth: int, seat: int) -> float:
    if depth == 0:
        return state.diamonds[seat] - state.diamonds[1 - seat]
    worths = [_minimax(_after(state, move), depth - 1, seat) for move in _moves(state)]
    return max(worths) if state.turn == seat else min(worths)


def _moves(state: BlueDiamondState) -> list[object]:
    return [*game.legal_moves(state, state.turn)]


def _after(state: BlueDiamondState, move: object) -> BlueDiamondState:
    after = state.clone()
    game.apply(after, state.turn, move, Chance(bytes(32)))
    after.stood.clear()  # the search takes no position to be barred further on
    return after


def test_with_few_nodes_the_deepest_round_that_was_finished_counts() -> None:
    state = table("AX DP PX DA XD AP", turned=SEEN)
    assert searched(state, most=4, limits=Limits(nodes=20)) == searched(state, most=2)
    assert searched(state, most=4) != searched(state, most=2)


def test_what_is_behind_an_unseen_card_is_judged_by_all_that_it_may_be() -> None:
    state = table("PA XD DP AX XP DA", turn=0)
    worlds = bot_brain._worlds(Question(game, state, 0, "sharp", [], Chance(b"c" * 32)), 99)
    assert len(worlds) == len({tuple(world.backs.items()) for world in worlds}) > 1
    assert all(world.faces == state.faces for world in worlds)
