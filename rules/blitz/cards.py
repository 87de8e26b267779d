"""The cards: a colour and a number, as in `p7`. Crosses are pink and blue, noughts are green and yellow."""

from __future__ import annotations

COLOURS = "pbgy"
CROSSES = "pb"
NOUGHTS = "gy"
HIGHEST = 10
PACK = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, HIGHEST + 1))
ONES = tuple(f"{colour}1" for colour in COLOURS)
BIT = {card: 1 << place for place, card in enumerate(PACK)}
COLOUR = {card: card[0] for card in PACK}
NUMBER = {card: int(card[1:]) for card in PACK}
NEXT = {card: f"{card[0]}{NUMBER[card] + 1}" for card in PACK if NUMBER[card] < HIGHEST}  # what follows in the centre


def _beneath(card: str) -> frozenset[str]:
    others = NOUGHTS if card[0] in CROSSES else CROSSES
    return frozenset(f"{colour}{NUMBER[card] + 1}" for colour in others) & frozenset(PACK)


# What a card may be laid on in a work row: one higher, of the other symbol. A ten lies on nothing.
BENEATH = {card: _beneath(card) for card in PACK}
ONTO = {top: tuple(card for card in PACK if top in BENEATH[card]) for top in PACK}  # what may be laid on a card there
