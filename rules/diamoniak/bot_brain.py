"""How Diamoniak is played well: the turn is searched by the exact odds of the deck, as far as a level looks.

A draw is worth the mean over every card that it may be; after each, the better of stopping and drawing on counts.
What stands at the end of the turn is judged by `bot_chances`. The deck's cards are known to all, their order to nobody:
so nothing here looks at it.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.brains import Brain, Budget, Question
from rules.contract import Move, Seat
from rules.diamoniak.bot_chances import WITCHES, Table, chance_to_win, table_of
from rules.diamoniak.cards import COLOURS, DIAMONDS, INDEX, PALACE_SIZE, PALACES, PRICE, Holding
from rules.diamoniak.listing import DRAW, STOP, WITH_FAIRY, payments
from rules.diamoniak.models import NOBODY, Buy, DiamoniakState, Pay

WON = 1.0
_GRAIN = 1_000


class Level(NamedTuple):
    """How many draws a player thinks ahead, at what cost, and by how much it misjudges."""

    draws: int
    nodes: int
    remote: float = 0.0  # draws that come with less chance than this are not thought on from
    error: float = 0.0  # of a chance to win, at most, either way


LEVELS = {
    "gentle": Level(draws=1, nodes=200, error=0.02),
    "steady": Level(draws=3, nodes=4_000, remote=0.002),
    "sharp": Level(draws=6, nodes=8_000, remote=0.002),
}


class DiamoniakBrain(Brain[DiamoniakState]):
    """The levels of Diamoniak."""

    def choose(self, question: Question[DiamoniakState]) -> Move | None:
        """Return the move with the best chance to win, as the level sees it."""
        level, moves = LEVELS[question.level], [move for move in question.moves if move is not None]
        if len(moves) == 1:
            return moves[0]
        search = _Search(question.seat, question.world.seats, question.limits.budget(level.nodes), level.remote)
        table = table_of(question.world)
        chances = [search.after(table, move, level.draws) for move in moves]
        seen = [value if value == WON else value + _error(question, level) for value in chances]
        return moves[seen.index(max(seen))]


def _error(question: Question[DiamoniakState], level: Level) -> float:
    if not level.error:
        return 0.0
    return level.error * (2 * question.chance.below("error", _GRAIN) / _GRAIN - 1)


class _Search:
    """One seat's turn, searched; a node is a table that was judged."""

    def __init__(self, seat: Seat, seats: int, budget: Budget, remote: float = 0.0) -> None:
        self.seat = seat
        self.remote = remote
        self.next = (seat + 1) % seats
        self.budget = budget
        self.drawn: dict[tuple[int, ...], float] = {}  # the worth of drawing on, by what was drawn in the search

    def after(self, table: Table, move: Move, draws: int) -> float:
        """Return the seat's chance to win after one of its moves."""
        if move is DRAW:
            return self._drawing(table, (0,) * WITCHES, draws, 1.0)
        if move is STOP:
            return self._judged(table)
        table = table.clone(self.seat)
        if isinstance(move, Pay):
            _pay(table, self.seat, move)
        elif isinstance(move, Buy):
            _buy(table, self.seat, move)
        return self._judged(table)

    def _judged(self, table: Table) -> float:
        self.budget.spend()
        colour = table.colours[self.seat]
        if colour != NOBODY and table.holdings[self.seat][colour] == PALACE_SIZE:
            return WON
        return chance_to_win(table, self.seat, self.next)

    def _drawing(self, table: Table, drawn: tuple[int, ...], draws: int, reach: float) -> float:
        """Return the mean over the cards that may come. The same cards in another order are the same table."""
        if drawn not in self.drawn:
            if not any(table.deck):
                table = Table(table.holdings, table.colours, table.discard, [0] * len(table.deck))
            size, worth = sum(table.deck), 0.0
            for kind, count in enumerate(table.deck):
                if count:
                    worth += count / size * self._with(table, kind, drawn, draws, reach * count / size)
            self.drawn[drawn] = worth
        return self.drawn[drawn]

    def _with(self, table: Table, kind: int, drawn: tuple[int, ...], draws: int, reach: float) -> float:
        table = table.clone(self.seat)
        table.deck[kind] -= 1
        if kind == WITCHES:
            return self._paying(table)
        _take(table, self.seat, kind)
        stopping = self._judged(table)
        if draws == 1 or stopping == WON or reach < self.remote or self.budget.left <= 0:
            return stopping
        more = (*drawn[:kind], drawn[kind] + 1, *drawn[kind + 1 :])
        return max(stopping, self._drawing(table, more, draws - 1, reach))

    def _paying(self, table: Table) -> float:
        """Return what the cheapest payment leaves, of those worth a thought; without a card, the witch goes alone."""
        likely = _likely_payments(table.holdings[self.seat], table.colours[self.seat])
        return max(self.after(table, pay, 0) for pay in likely)


_NOTHING = Pay(())


def _likely_payments(holding: Holding, colour: int) -> list[Pay]:
    """Return the payments that cost the palace least, and the fairy; nothing where there is nothing to pay."""
    ways = payments(holding)
    if colour == NOBODY or not ways:
        return list(ways) or [_NOTHING]
    parts = [pay.cards.count(PALACES[colour]) for pay in ways]
    least = min(count for count, pay in zip(parts, ways, strict=True) if pay is not WITH_FAIRY or len(ways) == 1)
    return [pay for count, pay in zip(parts, ways, strict=True) if count == least or pay is WITH_FAIRY]


def _take(table: Table, seat: Seat, kind: int) -> None:
    """Give the seat a card that was drawn; a palace card may start its palace."""
    table.holdings[seat][kind] += 1
    if kind < len(COLOURS) and table.colours[seat] == NOBODY and kind not in table.colours:
        table.colours[seat] = kind


def _pay(table: Table, seat: Seat, pay: Pay) -> None:
    """Take a payment and the witch away; a palace without cards frees its colour."""
    holding, colour = table.holdings[seat], table.colours[seat]
    for card in pay.cards:
        holding[INDEX[card]] -= 1
        table.discard[INDEX[card]] += 1
    table.discard[WITCHES] += 1
    if colour != NOBODY and not holding[colour]:
        table.colours[seat] = NOBODY


def _buy(table: Table, seat: Seat, buy: Buy) -> None:
    seller, buyer, colour = table.holdings[buy.from_].copy(), table.holdings[seat], table.colours[seat]
    table.holdings[buy.from_] = seller
    seller[colour] -= 1
    seller[DIAMONDS] += PRICE
    buyer[DIAMONDS] -= PRICE
    buyer[colour] += 1
