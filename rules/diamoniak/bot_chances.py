"""How likely each seat is to win: a strength from what lies on the table, and the chances from the strengths.

Everything but the deck's order is open, and its cards are known, so this is counting: how far each palace is, what
covers it against a witch, what can be bought, and which cards are still to come. The weights (`bot_weights.py`) were
fitted to many matches of this bot against itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from rules.contract import Seat
from rules.diamoniak.bot_weights import (
    AWAITED,
    COVERED,
    DEALS,
    FAIRY_KEPT,
    OFFERS,
    ON_ITS_WAY,
    PURSE,
    TURN_ORDER,
    WITCHES_NEAR,
)
from rules.diamoniak.cards import DIAMONDS, FAIRIES, INDEX, KINDS, PALACE_SIZE, PRICE, TOLL, WITCH, Holding
from rules.diamoniak.models import NOBODY, DiamoniakState

WITCHES = len(KINDS)  # the witches' place in counts of the deck and of the discard pile
_COVER = (0, 1, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6)  # one toll's worth of cards, two, three, more
_BIG = 4  # cards in a palace that a fairy should guard

Counts = list[int]


@dataclass(slots=True)
class Table:
    """The table without the order of its cards: holdings and colours by seat, the rest counted by kind."""

    holdings: list[Holding]
    colours: list[int]
    deck: Counts
    discard: Counts

    def clone(self, seat: Seat) -> Table:
        """Return a copy of which that seat's holding and the piles may be changed."""
        holdings = self.holdings.copy()
        holdings[seat] = holdings[seat].copy()
        return Table(holdings, self.colours.copy(), self.deck.copy(), self.discard.copy())


def table_of(state: DiamoniakState) -> Table:
    """Return the table of a state."""
    holdings = [holding.copy() for holding in state.holdings]
    return Table(holdings, state.colours.copy(), _counts(state.deck), _counts(state.discard))


def _counts(cards: list[str]) -> Counts:
    counts = [0] * (len(KINDS) + 1)
    for card in cards:
        counts[WITCHES if card == WITCH else INDEX[card]] += 1
    return counts


def chance_to_win(table: Table, seat: Seat, turn: Seat) -> float:
    """Return how likely the seat is to win when it is about to be that seat's turn."""
    strengths = [exp(_strength(table, other, turn)) for other in range(len(table.holdings))]
    return strengths[seat] / sum(strengths)


def _strength(table: Table, seat: Seat, turn: Seat) -> float:
    holding, colour = table.holdings[seat], table.colours[seat]
    palace = 0 if colour == NOBODY else holding[colour]
    diamonds, fairies = holding[DIAMONDS], holding[FAIRIES]
    cover = sum(holding) - palace - fairies
    strength = COVERED[palace][_COVER[min(cover, 12)]]
    strength += FAIRY_KEPT[palace >= _BIG][min(fairies, 3)] + PURSE[min(diamonds, 7)]
    strength += TURN_ORDER[palace][(seat - turn) % len(table.holdings)]
    return strength + _trade(table, seat, palace, diamonds) + _outlook(table, colour, palace, cover, fairies)


def _trade(table: Table, seat: Seat, palace: int, diamonds: int) -> float:
    """Return what it is worth that rivals must sell cards of the seat's colour."""
    if not palace:
        return DEALS[0][0] + OFFERS[0][0]
    colour = table.colours[seat]
    offers = sum([holding[colour] for holding in table.holdings]) - palace
    return DEALS[palace][min(diamonds // PRICE, offers, 2)] + OFFERS[palace][min(offers, 3)]


def _outlook(table: Table, colour: int, palace: int, cover: int, fairies: int) -> float:
    """Return what the cards to come are worth: those of the own colour, and the witches against what is covered."""
    size = sum(table.deck)
    outlook = ON_ITS_WAY[palace] * (table.deck[colour] + table.discard[colour]) / PALACE_SIZE if palace else 0.0
    if not size:
        return outlook
    guard = 0 if cover < TOLL and not fairies else 1 if cover < 2 * TOLL and not fairies else 2
    outlook += WITCHES_NEAR[palace][guard] * table.deck[WITCHES] / size
    return outlook + AWAITED[palace] * table.deck[colour] / size if palace else outlook
