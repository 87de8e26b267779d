"""How the plain bots of each level think: by the contract alone, for a game that has no brain of its own.

The gentle one overlooks moves. The others play the best-looking moves on in several worlds, everybody greedily, and
judge what has become of them; of the moves still compared the worse half is dropped from round to round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.brains import Brain, Question
from rules.chance import Chance
from rules.contract import AnyGame, Move, Seat, State

OVERLOOKED = 40  # in a hundred: moves that the gentle bot does not see


class Depth(NamedTuple):
    """How a level looks ahead: how many moves it compares, how far each is played on, and what it may cost."""

    moves: int
    plies: int
    nodes: int


STEADY = Depth(moves=4, plies=4, nodes=1_500)
SHARP = Depth(moves=8, plies=8, nodes=8_000)


class PlainBrain(Brain[Any]):
    """The levels of a game that has no brain of its own."""

    def choose(self, question: Question[Any]) -> Move | None:
        """Return the move: greedy with oversights, or looked ahead near or far."""
        if question.level == "gentle":
            return overlook(question)
        return look_ahead(question, SHARP if question.level == "sharp" else STEADY)


def overlook(question: Question[Any]) -> Move | None:
    """Return the best-looking of the moves that are not overlooked."""
    seen = [move for move in question.moves if question.chance.below("overlooked", 100) >= OVERLOOKED]
    return greedily(question, seen or question.moves)


def greedily(question: Question[Any], moves: Sequence[Move | None]) -> Move | None:
    """Return the move after which the table looks best, one of the best by lot."""
    worths = worths_of(question.game, question.world, question.seat, moves, question.chance)
    top = max(worths)
    best = [move for move, worth in zip(moves, worths, strict=True) if worth == top]
    return question.by_lot(best)


def worths_of(game: AnyGame, state: State, seat: Seat, moves: Sequence[Move | None], chance: Chance) -> list[float]:
    """Return how good the table looks after each move."""
    return [_worth(game, state, seat, move, chance.at(chance.ply)) for move in moves]


def _worth(game: AnyGame, state: State, seat: Seat, move: Move | None, chance: Chance) -> float:
    if move is None:
        return game.appraise(state, seat)
    after = state.clone()
    game.apply(after, seat, move, chance)
    return game.appraise(after, seat)


def look_ahead(question: Question[Any], depth: Depth) -> Move | None:
    """Return the move that does best when it is played on; in a race, where who is first counts, what looks best."""
    if question.game.race or len(question.moves) == 1:
        return greedily(question, question.moves)
    return _LookAhead(question, depth).best()


class _LookAhead:
    """One comparison of moves: the best-looking, then those of them that did best so far, half of them each round."""

    def __init__(self, question: Question[Any], depth: Depth) -> None:
        self.question = question
        self.game: AnyGame = question.game
        self.plies = depth.plies
        self.budget = question.limits.budget(depth.nodes)
        self.left = self._best_looking(depth.moves)
        self.sums = dict.fromkeys(self.left, 0.0)

    def best(self) -> Move | None:
        share = self.budget.left // max((len(self.left) - 1).bit_length(), 1)
        while len(self.left) > 1 and self.budget.left > 0:
            self._compare(self.budget.left - share)
            self.left = sorted(self.left, key=lambda move: -self.sums[move])[: (len(self.left) + 1) // 2]
        return self.left[0]

    def _best_looking(self, count: int) -> list[Move | None]:
        moves, asked = self.question.moves, self.question
        self.budget.spend(len(moves))
        worths = worths_of(self.game, asked.world, asked.seat, moves, asked.chance)
        order = sorted(range(len(worths)), key=lambda place: -worths[place])
        return [moves[place] for place in order[:count]]

    def _compare(self, until: int) -> None:
        """Play each of the moves on in the same worlds, until the round's nodes are spent."""
        while self.budget.left > max(until, 0):
            world = self.question.another_world()
            chance = self.question.chance.derive(f"world:{self.budget.left}")
            results = [self._play_on(world.clone(), move, chance) for move in self.left]
            if self.budget.left < 0:  # cut off within a world: the moves would be unequally judged
                return
            for move, result in zip(self.left, results, strict=True):
                self.sums[move] += result

    def _play_on(self, state: State, move: Move | None, chance: Chance) -> float:
        actor: Seat | None = self.question.seat
        for ply in range(chance.ply, chance.ply + self.plies):
            if move is not None:
                self.game.apply(state, actor, move, chance.at(ply))
            if self.game.outcome(state) is not None or not self.budget.spend():
                break
            turn = self._next(state, chance.at(ply))
            if turn is None:
                break
            actor, move = turn
        return self.game.appraise(state, self.question.seat)

    def _next(self, state: State, chance: Chance) -> tuple[Seat | None, Move] | None:
        """Return who moves next and how: who must act, greedily; else the clock."""
        must = self.game.must_act(state)
        if not must:
            timer = self.game.timer(state)
            return None if timer is None else (None, timer[1])
        seat = min(must)
        moves = self.game.legal_moves(state, seat)
        self.budget.spend(len(moves))
        worths = worths_of(self.game, state, seat, moves, chance)
        return seat, moves[worths.index(max(worths))]
