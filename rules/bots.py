"""Bots: what a seat without a person does, in any game.

A bot is handed only what its seat may know: it chooses in a world drawn anew by `determinize`, with chance derived
from the one passed in, so that not even the match's own chance would tell it the deck. `random` and `greedy` know the
contract and no game. The levels ask the game's own brain; a game that has none is played by the plain look-ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.brains import LEVELS, USUAL, Brain, Limits, Plan, Question, pause
from rules.chance import Chance
from rules.contract import AnyGame, Move, Seat, State
from rules.lookahead import PlainBrain, greedily

__all__ = ["LEVELS", "POLICIES", "Limits", "Plan", "choose", "choose_or_wait", "may_wait", "plan"]

Policy = Callable[[Question[Any]], Move | None]  # None: to wait


def choose(game: AnyGame, state: State, seat: Seat, policy: str, chance: Chance, *, limits: Limits = USUAL) -> Move:
    """Return the policy's move; the same state and chance give the same move.

    Raises KeyError for an unknown policy and ValueError when the seat may do nothing.
    """
    question = _question(game, state, seat, policy, chance, waits=False, limits=limits)
    if not question.moves:
        raise ValueError(f"seat {seat} has nothing to choose from")
    move = _POLICIES[policy](question)
    assert move is not None
    return move


def choose_or_wait(
    game: AnyGame, state: State, seat: Seat, policy: str, chance: Chance, *, limits: Limits = USUAL
) -> Move | None:
    """Return the policy's move as `choose` does, or None where it may wait and would rather see what the others do."""
    question = _question(game, state, seat, policy, chance, waits=may_wait(game, state, seat), limits=limits)
    if not question.moves:
        raise ValueError(f"seat {seat} has nothing to choose from")
    return _POLICIES[policy](question)


def plan(
    game: AnyGame, state: State, seat: Seat, policy: str, chance: Chance, *, limits: Limits = USUAL
) -> Plan | None:
    """Return what a seat of a race means to do and when, or None: nothing until the table changes.

    A plan stays good while others move, as long as `check` accepts its move: who plans anew at each of their moves
    would never come to move at all. Where it does not, or None was planned, the next change asks anew.
    """
    question = _question(game, state, seat, policy, chance, waits=may_wait(game, state, seat), limits=limits)
    if policy in LEVELS:  # a brain may know a move that is allowed and never listed
        return _brain(game).plan(question)
    move = _POLICIES[policy](question) if question.moves else None
    return None if move is None else Plan(pause(question), move)


def may_wait(game: AnyGame, state: State, seat: Seat) -> bool:
    """Tell whether a bot may wait: only where all know that the clock will move and the seat's own does not run."""
    return game.shown_timer(state) is not None and seat not in game.must_act(state)


def _question(
    game: AnyGame, state: State, seat: Seat, policy: str, chance: Chance, *, waits: bool, limits: Limits
) -> Question[Any]:
    if policy not in _POLICIES:
        raise KeyError(policy)
    own = chance.derive(f"bot:{seat}")
    imagined = game.determinize(state, seat, own)
    moves: list[Move | None] = [*game.legal_moves(imagined, seat)]
    if moves and waits:
        moves.append(None)
    return Question(game, imagined, seat, policy, moves, own, limits)


def _random(question: Question[Any]) -> Move | None:
    return question.by_lot(question.moves)


def _greedy(question: Question[Any]) -> Move | None:
    return greedily(question, question.moves)


def _by_level(question: Question[Any]) -> Move | None:
    return _brain(question.game).choose(question)


def _brain(game: AnyGame) -> Brain[Any]:
    return game.brain or _PLAIN


_PLAIN = PlainBrain()
_POLICIES: dict[str, Policy] = {"random": _random, "greedy": _greedy, **dict.fromkeys(LEVELS, _by_level)}
POLICIES: tuple[str, ...] = tuple(_POLICIES)
