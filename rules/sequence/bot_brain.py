"""How the bots of Sequence think: by what the table is worth after each move, and after what the others may answer.

What the others hold nobody knows: the moves that look best are tried in several worlds drawn anew, in each of which
the next players make the move that looks best to them, with the cards that they hold there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.brains import Brain, Question
from rules.contract import Move, Seat
from rules.lookahead import overlook
from rules.sequence.board import BIT
from rules.sequence.bot_worth import contested_cells, worth
from rules.sequence.cards import JACKS
from rules.sequence.listing import turn_moves
from rules.sequence.models import Draw, Exchange, Play, SequenceState


class Depth(NamedTuple):
    """How a level looks ahead: how many moves it compares, in how many worlds, and at what cost in tables judged."""

    moves: int
    worlds: int
    nodes: int


STEADY = Depth(moves=1, worlds=0, nodes=400)
SHARP = Depth(moves=3, worlds=6, nodes=1_000)
SEARCHED = 2  # seats: with more, looking ahead has won no more than judging at once (docs/bots.md)


class SequenceBrain(Brain[SequenceState]):
    """The levels of Sequence."""

    def choose(self, question: Question[SequenceState]) -> Move | None:
        """Return the move after which the table is worth most to the team; at `gentle`, with oversights."""
        if question.level == "gentle":
            return overlook(question)
        for move in question.moves:  # they cost nothing, so they come first
            if isinstance(move, (Draw, Exchange)):
                return move
        searches = question.level == "sharp" and question.world.seats == SEARCHED
        return _Search(question, SHARP if searches else STEADY).best()


class _Search:
    """The moves of one question: judged at once, then the best of them by what is answered."""

    def __init__(self, question: Question[SequenceState], depth: Depth) -> None:
        self.question = question
        self.depth = depth
        self.chance = question.chance.derive("search")
        self.budget = question.limits.budget(depth.nodes)

    def best(self) -> Move:
        asked = self.question
        moves = [move for move in asked.moves if move is not None]
        left = self._ranked(_told_apart(asked.world, moves), asked.world, asked.seat)[: self.depth.moves]
        sums = dict.fromkeys(left, 0.0)
        for _ in range(self.depth.worlds if len(left) > 1 else 0):
            world = asked.another_world()
            tried = {move: self._tried(world, move) for move in left}
            if self.budget.left < 0:  # cut off within a world: the moves would be unequally judged
                break
            for move, gained in tried.items():
                sums[move] += gained
        return max(left, key=sums.__getitem__)

    def _ranked(self, moves: Sequence[Move], state: SequenceState, seat: Seat) -> list[Move]:
        """Return the moves, the best-looking first; if some finish a sequence, only those."""
        self.budget.spend(len(moves))
        if len(moves) == 1:
            return [*moves]
        tables = [self._after(state, seat, move) for move in moves]
        most = max(len(table.sequences) for table in tables)
        worths = {
            move: worth(table, seat)
            for move, table in zip(moves, tables, strict=True)
            if most == len(state.sequences) or len(table.sequences) == most
        }
        return sorted(worths, key=lambda move: -worths[move])

    def _tried(self, state: SequenceState, move: Move) -> float:
        """Return what the table is worth in one world when everyone has answered and the seat has gone on."""
        seat = self.question.seat
        state = self._after(state, seat, move)
        for _ in range(state.seats):
            if state.over or self.budget.left < 0:
                break
            turn = state.turn
            answers = _told_apart(state, turn_moves(state, turn))
            state = self._after(state, turn, self._ranked(answers, state, turn)[0])
        return worth(state, seat)

    def _after(self, state: SequenceState, seat: Seat, move: Move) -> SequenceState:
        """Return the table after a move whose draw is still to come: by its luck no move is to be judged."""
        after = state.clone()
        after.manual = True
        self.question.game.apply(after, seat, move, self.chance.at(self.chance.ply))
        return after


def _told_apart(state: SequenceState, moves: Sequence[Move]) -> Sequence[Move]:
    """Leave out the plays of jacks that matter to no line that is far on, if there are others."""
    if not any(isinstance(move, Play) and move.card in JACKS for move in moves):
        return moves
    cells = contested_cells(state)
    kept = [move for move in moves if not isinstance(move, Play) or move.card not in JACKS or BIT[move.cell] & cells]
    return kept or moves
