"""The lowest value of the last minute, in little memory: there is one for each socket."""

from __future__ import annotations

from array import array

MEMORY = 60.0  # s for which a value counts


class Lowest:
    """The lowest of what was noted in the last 60 seconds. Keeps only values that may still become the lowest."""

    __slots__ = ("_noted",)

    def __init__(self) -> None:
        self._noted = array("d")  # instant, value, instant, value …, both rising; unboxed, for there are thousands

    def note(self, now: float, value: float) -> None:
        """Take a value in. What is older and not lower can never be the lowest again."""
        noted = self._noted
        while noted and noted[-1] >= value:
            del noted[-2:]
        noted.extend((now, value))
        self._forget(now)

    def at(self, now: float) -> float | None:
        """Return the lowest value, None when there is none."""
        self._forget(now)
        return self._noted[1] if self._noted else None

    def _forget(self, now: float) -> None:
        noted = self._noted
        while noted and noted[0] < now - MEMORY:
            del noted[:2]
