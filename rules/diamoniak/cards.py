"""The cards of Diamoniak: 54 of seven kinds, each known by its code, and how a player's cards are counted.

A holding counts a player's cards by kind, in the order of KINDS; witches are never kept. A colour has one builder,
and its builder's cards of it are all in the palace: so the count is the palace's or the side area's, never both.
"""

from __future__ import annotations

COLOURS = ("pink", "blue", "green", "yellow")
PALACES = tuple(f"palace:{colour}" for colour in COLOURS)
DIAMOND = "diamond"
FAIRY = "fairy"
WITCH = "witch"
KINDS = (*PALACES, DIAMOND, FAIRY)  # the order in which payments are laid down
INDEX = {kind: place for place, kind in enumerate(KINDS)}
DIAMONDS = INDEX[DIAMOND]
FAIRIES = INDEX[FAIRY]
PACK = (
    *(palace for palace in PALACES for _ in range(6)),
    *(DIAMOND,) * 20,
    *(WITCH,) * 7,
    *(FAIRY,) * 3,
)

PALACE_SIZE = 6
PRICE = 3  # diamonds for a palace card
TOLL = 3  # cards that a witch takes

Holding = list[int]


def cards_of(holding: Holding) -> tuple[str, ...]:
    """Return all cards of a holding in the order of KINDS."""
    return tuple(kind for kind, count in zip(KINDS, holding, strict=True) for _ in range(count))
