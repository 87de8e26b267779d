"""How good a table looks for a seat: what the plain greedy bot knows of Diamoniak.

The bot looks one move ahead, in a world with one deck drawn at random. To judge a draw by that one card would be to
peek: so a seat that has drawn is worth what the draw was worth before its card was seen, by the exact odds.
"""

from __future__ import annotations

from collections import Counter

from rules.contract import Seat
from rules.diamoniak.cards import COLOURS, DIAMONDS, FAIRIES, INDEX, WITCH, Holding
from rules.diamoniak.listing import payments
from rules.diamoniak.models import NOBODY, DiamoniakState

WIN = 10_000.0
PALACE = (0.0, 10.0, 21.0, 34.0, 49.0, 66.0, 200.0)  # by its number of cards
SPARES = (0.0, 4.0, 7.0, 9.0)  # side cards of palaces: three pay a witch, more are of little use
SPARE = 0.5  # each further one
DIAMOND = 3.0  # pays a witch as well as a spare card does, and buys
FAIRY = 9.0
RIVAL = 0.4  # how much the best rival's worth weighs


def appraise(state: DiamoniakState, seat: Seat) -> float:
    """Return the worth of the table for the seat, less a share of the best rival's."""
    if state.over:
        return WIN if state.winner == seat else -WIN
    rivals = (worth(state.holdings[other], state.colours[other]) for other in range(state.seats) if other != seat)
    own = worth_of_draw(state, seat) if state.drawn and seat == state.turn else _standing(state, seat)
    return own - RIVAL * max(rivals)


def _standing(state: DiamoniakState, seat: Seat) -> float:
    return worth(state.holdings[seat], state.colours[seat])


def worth(holding: Holding, colour: int) -> float:
    """Return what a player's cards are worth when the palace is of that colour."""
    palace = 0 if colour == NOBODY else holding[colour]
    spares = sum(holding[: len(COLOURS)]) - palace
    spare = SPARES[min(spares, 3)] + SPARE * max(spares - 3, 0)
    return PALACE[palace] + spare + DIAMOND * holding[DIAMONDS] + FAIRY * holding[FAIRIES]


def worth_of_draw(state: DiamoniakState, seat: Seat) -> float:
    """Return what the draw just made was worth before its card was seen: the mean over all that it might have been."""
    holding, colour = _before_draw(state, seat)
    taken = {other for owner, other in enumerate(state.colours) if owner != seat}
    might_be = Counter((*state.deck, state.drawn[-1]))
    total = sum(count * _worth_with(holding, colour, card, taken) for card, count in might_be.items())
    return total / (len(state.deck) + 1)


def _before_draw(state: DiamoniakState, seat: Seat) -> tuple[Holding, int]:
    card, colour = state.drawn[-1], state.colours[seat]
    holding = state.holdings[seat].copy()
    if card != WITCH:
        holding[INDEX[card]] -= 1
    return holding, colour if colour == NOBODY or holding[colour] else NOBODY


def _worth_with(holding: Holding, colour: int, card: str, taken: set[int]) -> float:
    if card == WITCH:
        return _worth_after_witch(holding, colour)
    kind = INDEX[card]
    more = holding.copy()
    more[kind] += 1
    starts = colour == NOBODY and kind < len(COLOURS) and kind not in taken
    return worth(more, kind if starts else colour)


def _worth_after_witch(holding: Holding, colour: int) -> float:
    """Return what the best payment leaves."""
    left = [0.0] if not sum(holding) else []
    for pay in payments(holding):
        less = holding.copy()
        for card in pay.cards:
            less[INDEX[card]] -= 1
        left.append(worth(less, colour))
    return max(left)
