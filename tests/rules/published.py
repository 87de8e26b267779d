"""The shuffles of docs/fairness.md once more, by the letter of what is published and without rules/chance.py."""

from __future__ import annotations

import hmac
from hashlib import sha256


def stream(seed: bytes, label: str, length: int) -> list[int]:
    """Return the first integers of a stream."""
    blocks = b"".join(hmac.new(seed, f"{label}:{i}".encode(), sha256).digest() for i in range(length // 8 + 2))
    return [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, len(blocks), 4)]


def shuffled(seed: bytes, label: str, cards: list[str]) -> list[str]:
    """Return the cards as the stream shuffles them."""
    cards = list(cards)
    numbers = iter(stream(seed, label, 3 * len(cards)))
    for i in range(len(cards) - 1, 0, -1):
        limit = 2**32 - 2**32 % (i + 1)
        j = next(u for u in numbers if u < limit) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
