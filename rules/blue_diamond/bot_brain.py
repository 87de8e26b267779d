"""How the bots of Blue Diamond think: a search in each of the worlds that the faces seen so far allow.

A flip of a card whose back nobody has seen is so judged by all the pictures that it may bring. Within a world both
players are taken to know the backs, as they soon do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.blue_diamond.bot_table import Cards, Table
from rules.blue_diamond.dealing import possible_backs
from rules.blue_diamond.models import CARDS, BlueDiamondState
from rules.brains import Brain, Budget, Question
from rules.contract import Move, Seat
from rules.lookahead import overlook

WIN = 1000.0
SOON = 1.0  # a win counts for more the sooner it comes
Known = dict[tuple[Table, int], tuple[float, float]]  # by table and depth: bounds of its worth


class Depth(NamedTuple):
    """How far a level looks: in how many worlds, how many moves deep, and at what cost."""

    worlds: int
    most: int
    nodes: int


STEADY = Depth(worlds=1, most=3, nodes=4_000)
SHARP = Depth(worlds=2, most=4, nodes=6_000)


class BlueDiamondBrain(Brain[BlueDiamondState]):
    """The levels of Blue Diamond."""

    def choose(self, question: Question[BlueDiamondState]) -> Move | None:
        """Return the move that does best over the worlds that may be; at `gentle`, with oversights."""
        if question.level == "gentle":
            return overlook(question)
        depth = SHARP if question.level == "sharp" else STEADY
        return _best(question, _Searches(question, depth).worths(), depth)


def _best(question: Question[Any], worths: list[float], depth: Depth) -> Move | None:
    top = max(worths)
    best = [move for move, worth in zip(question.moves, worths, strict=True) if worth > top - 1e-6]
    return question.by_lot(best)


class _Searches:
    """The searches of one question, one for each world, a move deeper each round."""

    def __init__(self, question: Question[BlueDiamondState], depth: Depth) -> None:
        self.question = question
        self.depth = depth
        self.budget = question.limits.budget(depth.nodes)
        self.worlds = [_World(question, world, self.budget) for world in _worlds(question, depth.worlds)]

    def worths(self) -> list[float]:
        """Return the worth of each move by the deepest round that came to its end."""
        worths = [0.0] * len(self.question.moves)
        for depth in range(1, self.depth.most + 1):
            rounds = [world.round(depth) for world in self.worlds]
            if self.budget.left < 0:
                break
            worths = [sum(column) for column in zip(*rounds, strict=True)]
        return worths


def _worlds(question: Question[BlueDiamondState], count: int) -> list[BlueDiamondState]:
    """Return the worlds that may be, or some of them by lot."""
    backs = question.chance.shuffle("worlds", possible_backs(question.world))[:count]
    unseen = [card for card in CARDS if card not in question.world.turned]
    worlds = []
    for some in backs:
        world = question.world.clone()
        world.backs.update(zip(unseen, some, strict=True))
        worlds.append(world)
    return worlds


class _World:
    """The search in one world: alpha-beta, what has been seen from elsewhere kept."""

    def __init__(self, question: Question[BlueDiamondState], world: BlueDiamondState, budget: Budget) -> None:
        self.seat = question.seat
        self.cards = Cards(world)
        self.budget = budget
        self.known: Known = {}
        self.tables = []
        for move in question.moves:
            after = world.clone()
            assert move is not None
            question.game.apply(after, question.seat, move, question.chance)
            self.tables.append(self.cards.table(after))

    def round(self, depth: int) -> list[float]:
        """Return what each move is worth to the seat, so many moves deep."""
        return [self._for(self.seat, table, depth - 1) for table in self.tables]

    def _for(self, seat: Seat, table: Table, depth: int, low: float = -9 * WIN, high: float = 9 * WIN) -> float:
        if table.turn == seat:
            return self._worth(table, depth, low, high)
        return -self._worth(table, depth, -high, -low)

    def _worth(self, table: Table, depth: int, low: float, high: float) -> float:
        """Return what a table is worth to the player to act; out of the bounds only on which side of them it is."""
        if depth == 0 or max(table.diamonds) >= self.cards.target:
            return self._stand(table.turn, table.diamonds, depth)
        if not self.budget.spend():
            return 0.0
        if depth == 1:
            (own, other), turn = table.diamonds, table.turn
            return max(self._stand(turn, (own + mine, other + more), 0) for mine, more in self.cards.gains(table))
        key = table, depth
        least, most = self.known.get(key, (-9 * WIN, 9 * WIN))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        best = self._best(table, depth, max(low, least), min(high, most))
        self.known[key] = (best if best > low else least, best if best < high else most)
        return best

    def _stand(self, turn: Seat, diamonds: tuple[int, int], depth: int) -> float:
        """Return the lead in diamonds, and much more for a win."""
        lead = diamonds[turn] - diamonds[1 - turn]
        if max(diamonds) < self.cards.target:
            return lead
        return lead + (WIN + SOON * depth) * ((lead > 0) - (lead < 0))

    def _best(self, table: Table, depth: int, low: float, high: float) -> float:
        best, turn = -9 * WIN, table.turn
        after = dict.fromkeys(self.cards.after(table))
        for child in sorted(after, key=lambda one: one.diamonds[1 - turn] - one.diamonds[turn]):
            worth = self._for(turn, child, depth - 1, max(low, best), high)
            if worth > best:
                best = worth
                if best >= high:
                    break
        return best
