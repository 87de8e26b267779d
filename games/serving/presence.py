"""Who has a match open, summed up over all server processes; what a process says of itself fades if not renewed."""

from __future__ import annotations

import time
from typing import Any

FADES_AFTER = 25.0  # s; processes renew every 10 s


class Presence:
    """What each process last said of one match."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[list[int], int, float]] = {}
        self.seats: frozenset[int] = frozenset()  # those whose person has a page open

    def note(self, process: str, seats: list[int], watchers: int) -> bool:
        """Take a process's word in; returns whether the sum changed."""
        before = self.as_json()
        now = time.monotonic()
        self._said = {p: said for p, said in self._said.items() if now - said[2] < FADES_AFTER}
        self._said[process] = (seats, watchers, now)
        self.seats = frozenset(seat for said in self._said.values() for seat in said[0])
        return self.as_json() != before

    def elsewhere(self, process: str) -> list[str]:
        """Return the other processes at which people of the match have it open."""
        return [other for other, (seats, _, _) in self._said.items() if seats and other != process]

    def speaker(self, owner: str) -> str:
        """Return the one process that says who is absent: the match's owner, or one that has it open in its stead."""
        here = [process for process, (seats, watchers, _) in self._said.items() if seats or watchers]
        return owner if owner in here else min(here, default=owner)

    def as_json(self) -> dict[str, Any]:
        """Return {"seats": [seats with a page open], "watchers": how many others}."""
        return {"seats": sorted(self.seats), "watchers": sum(said[1] for said in self._said.values())}
