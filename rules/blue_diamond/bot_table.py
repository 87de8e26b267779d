"""A quick table for the search: the row as a text, one letter for each card and the side that is up.

It knows the main actions, what they bring and what is set aside and returned. Left out are the bars against endless
play: which moves are open now, the rules say; further on the search takes them all to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.blue_diamond.models import CARDS, PASSES_LIMIT, BlueDiamondState
from rules.blue_diamond.prizes import PRIZES
from rules.contract import Seat

_SIDES = {card: ("abcdef"[n], "ABCDEF"[n]) for n, card in enumerate(CARDS)}
Diamonds = tuple[int, int]  # by seat
Made = tuple[tuple[str, frozenset[str]], str, Seat | None, int]  # what it is, its middle, and who gets how much
_NOTHING: frozenset[Diamonds] = frozenset({(0, 0)})


class Table(NamedTuple):
    """One position. Cards are letters, small for one side and capital for the other."""

    turn: Seat
    row: str
    loose: str
    due: str  # to be returned in this turn
    fresh: str  # set aside in this turn
    acted: bool
    passes: int
    diamonds: Diamonds


class Cards:
    """The six cards of one world: which picture each letter shows, and what a row of them holds."""

    def __init__(self, world: BlueDiamondState) -> None:
        self.target = world.target
        self.picture: dict[str, str] = {}
        for card, (small, capital) in _SIDES.items():
            self.picture[small], self.picture[capital] = sorted((world.faces[card], world.backs[card]))
        self._holds: dict[str, tuple[Made, ...]] = {}
        self._gains: dict[tuple[Seat, str, str], frozenset[Diamonds]] = {}

    def table(self, state: BlueDiamondState) -> Table:
        """Return a state of this world as a table."""

        def letters(cards: list[int]) -> str:
            return "".join(_SIDES[card][self.picture[_SIDES[card][0]] != state.faces[card]] for card in cards)

        return Table(
            state.turn,
            letters(state.row),
            letters(sorted(state.loose)),
            letters(state.due),
            letters(state.fresh),
            state.acted,
            state.passes,
            (state.diamonds[0], state.diamonds[1]),
        )

    def holds(self, row: str) -> tuple[Made, ...]:
        """Return the combinations that lie in a row."""
        found = self._holds.get(row)
        if found is None:
            found = self._holds[row] = tuple(self._look(row))
        return found

    def _look(self, row: str) -> Iterator[Made]:
        pictures = "".join(map(self.picture.__getitem__, row))
        for at in range(len(row) - 2):
            prize = PRIZES.get(pictures[at : at + 3])
            if prize is not None:
                what = pictures[at : at + 3], frozenset(row[at : at + 3])
                yield what, row[at + 1], prize.seat, prize.diamonds

    def after(self, table: Table) -> Iterator[Table]:
        """Return the tables that the player to act can make of this one."""
        if table.acted:
            yield from _returns(table)
            return
        for row, loose in _acts(table.row, table.loose):
            yield self._acted(table, row, loose)
        if table.loose and table.passes < PASSES_LIMIT:
            yield _ended(table._replace(passes=table.passes + 1))

    def gains(self, table: Table) -> frozenset[Diamonds]:
        """Return what the actions of the player to act can bring the seats: every pair of numbers once."""
        if table.acted:
            return _NOTHING
        key = table.turn, table.row, table.loose
        found = self._gains.get(key)
        if found is None:
            ways = {self._pay(table.turn, table.row, row)[0] for row, _ in _acts(table.row, table.loose)}
            found = self._gains[key] = frozenset(ways | _NOTHING if table.loose else ways)
        return found

    def _pay(self, turn: Seat, before: str, row: str) -> tuple[Diamonds, str]:
        """Return what the combinations made in a row bring the seats, and their middle cards."""
        made = self.holds(row)
        if not made:
            return (0, 0), ""
        stood, paid, middles = {one[0] for one in self.holds(before)}, [0, 0], ""
        for what, middle, seat, worth in made:
            if what not in stood:
                paid[turn if seat is None else seat] += worth
                middles += middle
        return (paid[0], paid[1]), middles

    def _acted(self, table: Table, row: str, loose: str) -> Table:
        """Return the table after a main action: what it made is paid, and the middles are set aside."""
        paid, fresh = self._pay(table.turn, table.row, row)
        for middle in fresh:
            row = row.replace(middle, "")
        diamonds = (table.diamonds[0] + paid[0], table.diamonds[1] + paid[1])
        return _ended(Table(table.turn, row, loose, table.due, fresh, False, 0, diamonds))


def _acts(row: str, loose: str) -> Iterator[tuple[str, str]]:
    """Return the rows that a main action can make, with the cards that are still loose then."""
    if not loose:
        yield from ((after, "") for after in _arranged(row))
    for n, card in enumerate(loose):
        left = loose[:n] + loose[n + 1 :]
        for side in (card, card.swapcase()):
            yield side + row, left
            yield row + side, left


def _arranged(row: str) -> Iterator[str]:
    yield row[1:] + row[0]
    yield row[-1] + row[:-1]
    for at in range(1, len(row) - 2):
        yield row[:at] + row[at + 1] + row[at] + row[at + 2 :]
    for at, card in enumerate(row):
        yield row[:at] + card.swapcase() + row[at + 1 :]


def _returns(table: Table) -> Iterator[Table]:
    for n, card in enumerate(table.due):
        due = table.due[:n] + table.due[n + 1 :]
        for side in (card, card.swapcase()):
            for row in (side + table.row, table.row + side):
                yield _ended(table._replace(row=row, due=due))


def _ended(table: Table) -> Table:
    """Pass the turn on, unless cards must still be returned in it."""
    if table.due:
        return table if table.acted else table._replace(acted=True)
    return Table(1 - table.turn, table.row, table.loose, table.fresh, "", False, table.passes, table.diamonds)
