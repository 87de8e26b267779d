"""Chance that a stranger can recompute: labelled HMAC-SHA-256 streams from one seed (docs/fairness.md)."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from hashlib import _Hash as HASH

T = TypeVar("T")
_SPAN = 1 << 32
_EIGHT = Struct(">8I")
_HMAC_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def commitment(server_seed: bytes) -> str:
    """Return the hex SHA-256 of the 32-byte server seed, published before anyone sits."""
    return sha256(server_seed).hexdigest()


def match_seed(server_seed: bytes, salts: Sequence[str]) -> bytes:
    """Return the 32-byte seed of a match from the server's seed and the salts of seats 0..n-1 (may be empty)."""
    return hmac.digest(server_seed, ("salts:" + ",".join(salts)).encode(), "sha256")


class Chance:
    """The random steps of one action: `ply` is the number of actions fully applied before it (0 for the set-up)."""

    __slots__ = ("_used", "ply", "seed")

    def __init__(self, seed: bytes, ply: int = 0) -> None:
        self.seed = seed
        self.ply = ply
        self._used: dict[str, int] = {}

    def at(self, ply: int) -> Chance:
        """Return the chance of another action of the same match."""
        return Chance(self.seed, ply)

    def move_on(self, ply: int) -> None:
        """Become the chance of another action of the same match: quicker than `at` where one replays a whole match."""
        self.ply = ply
        if self._used:
            self._used = {}

    def derive(self, name: str) -> Chance:
        """Return a stream unrelated to the match's own, for bots and random play: it foretells no deal."""
        return Chance(hmac.digest(self.seed, f"derive:{name}".encode(), "sha256"), self.ply)

    def below(self, purpose: str, n: int) -> int:
        """Draw one fair integer in 0..n-1 for the named purpose."""
        draw = self._stream(purpose).__next__
        limit = _SPAN - _SPAN % n
        u = draw()
        while u >= limit:
            u = draw()
        return u % n

    def shuffle(self, purpose: str, items: Iterable[T]) -> list[T]:
        """Return a shuffled copy of the items; element 0 is dealt first."""
        result = list(items)
        stream = self._stream(purpose)
        fair = _SPAN - len(result)  # below it no number is ever dropped
        for n, u in zip(range(len(result), 1, -1), stream, strict=False):
            while u >= fair and u >= _SPAN - _SPAN % n:
                u = next(stream)  # noqa: PLW2901 - the next number stands in for the dropped one
            j = u % n
            result[n - 1], result[j] = result[j], result[n - 1]
        return result

    def _stream(self, purpose: str) -> Iterator[int]:
        self._used[purpose] = self._used.get(purpose, 0) + 1
        return integers(self.seed, self._label(purpose))

    def _label(self, purpose: str) -> str:
        """Return the label of the latest step of that purpose."""
        times = self._used[purpose]
        return f"{self.ply}/{purpose}" if times == 1 else f"{self.ply}/{purpose}/{times}"


@dataclass(frozen=True, slots=True)
class Draw:
    """One random step as it was. `before` is the list that was shuffled, or n where a number below n was drawn."""

    label: str
    before: list[Any] | int
    after: list[Any] | int


class ChanceLog(Chance):
    """The same chance, which also writes its steps down in `draws`, those of the whole match in one list."""

    __slots__ = ("draws",)

    def __init__(self, seed: bytes, ply: int = 0, draws: list[Draw] | None = None) -> None:
        super().__init__(seed, ply)
        self.draws: list[Draw] = [] if draws is None else draws

    def at(self, ply: int) -> ChanceLog:
        """Return the chance of another action of the same match; it writes into the same list."""
        return ChanceLog(self.seed, ply, self.draws)

    def below(self, purpose: str, n: int) -> int:
        """Draw as Chance does."""
        result = super().below(purpose, n)
        self.draws.append(Draw(self._label(purpose), n, result))
        return result

    def shuffle(self, purpose: str, items: Iterable[T]) -> list[T]:
        """Shuffle as Chance does."""
        before = list(items)
        result = super().shuffle(purpose, before)
        self.draws.append(Draw(self._label(purpose), before, [*result]))
        return result


def integers(seed: bytes, label: str) -> Iterator[int]:
    """Return the unsigned 32-bit integers of the labelled stream without end, eight a block, big-endian."""
    return chain.from_iterable(_blocks(seed, label))


def _blocks(seed: bytes, label: str) -> Iterator[tuple[int, ...]]:
    """Yield HMAC-SHA-256(seed, "label:i"), its two keyed halves made once: half the time of `hmac.digest` each time."""
    inner, outer = _keyed(seed)
    for i in count():
        message, block = inner.copy(), outer.copy()
        message.update(f"{label}:{i}".encode())
        block.update(message.digest())
        yield _EIGHT.unpack(block.digest())


@lru_cache(maxsize=4)  # a match draws again and again from the same seed
def _keyed(seed: bytes) -> tuple[HASH, HASH]:
    key = seed.ljust(_HMAC_BLOCK, b"\0")
    return sha256(key.translate(_INNER)), sha256(key.translate(_OUTER))
