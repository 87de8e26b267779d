"""Which matches count for nobody any more: known to an app above this one, which registers who reads it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from games.selectors import MatchCard

Reader = Callable[[Collection[str]], Collection[str]]
_readers: list[Reader] = []


def tell_by(read: Reader) -> None:
    """Let `read` tell which of these matches a moderator has annulled, with one query."""
    _readers[:] = [read]


def beside(cards: Iterable[MatchCard]) -> list[MatchCard]:
    """Return cards of matches that are over, marked where they were annulled; one query where any is rated."""
    told = list(cards)
    rated = {card.id for card in told if card.rated}
    found = {match for read in _readers for match in read(rated)} if rated else set()
    return [replace(card, annulled=card.id in found) for card in told]
