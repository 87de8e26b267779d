"""What a game may know of its own about playing well, and what it is asked: the hook `brain` of a game.

A brain is shown a world drawn anew by `determinize` and draws further worlds from that one, so that it cannot know
more than its seat may. It has no clock: it counts nodes, and what it answers depends on the question alone. Only where
the platform's own clock (`Limits.late`) cuts in does it answer earlier, with the best that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.chance import Chance
from rules.contract import Game, Move, Seat, State

LEVELS = ("gentle", "steady", "sharp")

S = TypeVar("S", bound=State)
MoveOrNone = TypeVar("MoveOrNone", Move, Move | None)


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Limits:
    """How much thought a choice may take; without a word, what the level takes by itself."""

    nodes: int | None = None
    late: Callable[[], bool] = _never

    def budget(self, usual: int) -> Budget:
        """Return the nodes that may be spent, `usual` unless the limits say otherwise."""
        return Budget(usual if self.nodes is None else self.nodes, self.late)


USUAL = Limits()


@dataclass(slots=True)
class Budget:
    """The nodes left. What a node is, each search decides for itself: about one move carried out and judged."""

    left: int
    late: Callable[[], bool] = _never

    def spend(self, nodes: int = 1) -> bool:
        """Count nodes off and tell whether there still were any and time as well."""
        self.left -= nodes
        if self.left >= 0 and self.late():
            self.left = -1
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class Question(Generic[S]):
    """What a bot is asked: which of the moves does the seat make, in a world that it cannot tell from the real one?"""

    game: Game[S, Any]
    world: S
    seat: Seat
    level: str  # one of LEVELS where a brain is asked
    moves: Sequence[Move | None]  # None: to wait for what the others and the clock do
    chance: Chance
    limits: Limits = USUAL

    def by_lot(self, moves: Sequence[MoveOrNone]) -> MoveOrNone:
        """Return one of these moves, by lot."""
        return moves[self.chance.below("choice", len(moves))]

    def another_world(self) -> S:
        """Return one more world that the seat cannot tell from this one."""
        return self.game.determinize(self.world, self.seat, self.chance)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat of a race means to do: the move, and after how many milliseconds if nothing makes it pointless."""

    after_ms: int
    move: Move


class Brain(Generic[S]):
    """What a game knows of its own about playing well; both methods answer from the question alone."""

    def choose(self, question: Question[S]) -> Move | None:
        """Return one of the question's moves."""
        raise NotImplementedError

    def plan(self, question: Question[S]) -> Plan | None:
        """Return what the seat means to do next, or None: nothing until the table changes. It may be asked in vain."""
        move = self.choose(question) if question.moves else None
        return None if move is None else Plan(pause(question), move)


def pause(question: Question[Any]) -> int:
    """Return a bot's usual pause before it moves, in milliseconds: within the game's own span."""
    least, most = question.game.bot_ms
    return least + question.chance.below("pause", most - least + 1)
