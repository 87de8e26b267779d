"""The cards of Sequence: two packs of 52 and the two kinds of jacks. A card is its rank, then its suit: "TS"."""

from __future__ import annotations

RANKS = "23456789TJQKA"  # lowest first, ace high: the order of the cut
SUITS = "CDHS"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = frozenset(PACK)
TWO_EYED = frozenset({"JC", "JD"})  # wild: a chip on any free cell
ONE_EYED = frozenset({"JH", "JS"})  # takes a rival's chip away
JACKS = TWO_EYED | ONE_EYED


def rank_of(card: str) -> int:
    """Return the strength of a card at the cut: 0 for a two, 12 for an ace."""
    return RANKS.index(card[0])
