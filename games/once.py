"""What is made of shared values is made once: games keep their usual moves and events as values for all tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

MOST = 8192
T = TypeVar("T")


class Once(Generic[T]):
    """What `make` makes of values that never change, kept by identity: to hash a move takes longer than to find it."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._made: dict[int, tuple[T, Any]] = {}  # by id; the value is held, so that the id stays its own

    def of(self, value: Any) -> T:
        """Return what is made of the value: the same object again, not to be changed."""
        made = self._made.get(id(value))
        if made is None:
            if len(self._made) >= MOST:
                self._made.clear()
            made = self._made[id(value)] = self._make(value), value
        return made[0]

    def each(self, values: Iterable[Any]) -> list[T]:
        """Return what is made of each of the values."""
        known = self._made
        try:
            return [known[id(value)][0] for value in values]
        except KeyError:
            return list(map(self.of, values))
