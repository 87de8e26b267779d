"""Plain bots: policies that know the contract and no game.

A bot is handed only what its seat may know: every policy chooses in a world drawn anew by `determinize`, with chance
derived from the one passed in, so that not even the match's own chance would tell it the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.chance import Chance
from rules.contract import AnyGame, Move, Seat, State

Policy = Callable[[AnyGame, State, Seat, Sequence[Move | None], Chance], Move | None]  # None: to wait


def choose(game: AnyGame, state: State, seat: Seat, policy: str, chance: Chance) -> Move:
    """Return the policy's move; the same state and chance give the same move.

    Raises KeyError for an unknown policy and ValueError when the seat may do nothing.
    """
    move = _choose(game, state, seat, policy, chance, may_wait=False)
    assert move is not None
    return move


def choose_or_wait(game: AnyGame, state: State, seat: Seat, policy: str, chance: Chance) -> Move | None:
    """Return the policy's move as `choose` does, or None where it would rather see what the others and the clock do."""
    return _choose(game, state, seat, policy, chance, may_wait=True)


def _choose(game: AnyGame, state: State, seat: Seat, policy: str, chance: Chance, *, may_wait: bool) -> Move | None:
    decide = _POLICIES[policy]
    own = chance.derive(f"bot:{seat}")
    imagined = game.determinize(state, seat, own)
    moves = game.legal_moves(imagined, seat)
    if not moves:
        raise ValueError(f"seat {seat} has nothing to choose from")
    return decide(game, imagined, seat, [*moves, None] if may_wait else moves, own)


def _random(game: AnyGame, state: State, seat: Seat, moves: Sequence[Move | None], chance: Chance) -> Move | None:
    return moves[chance.below("choice", len(moves))]


def _greedy(game: AnyGame, state: State, seat: Seat, moves: Sequence[Move | None], chance: Chance) -> Move | None:
    worths = [_worth(game, state, seat, move, chance.at(chance.ply)) for move in moves]
    top = max(worths)
    best = [move for move, worth in zip(moves, worths, strict=True) if worth == top]
    return _random(game, state, seat, best, chance)


def _worth(game: AnyGame, state: State, seat: Seat, move: Move | None, chance: Chance) -> float:
    if move is None:
        return game.appraise(state, seat)
    after = state.clone()
    game.apply(after, seat, move, chance)
    return game.appraise(after, seat)


_POLICIES: dict[str, Policy] = {"random": _random, "greedy": _greedy}
POLICIES: tuple[str, ...] = tuple(_POLICIES)
