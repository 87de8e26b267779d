"""What a run counts, and how it is summed up."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from time import perf_counter
from typing import Any

Row = dict[str, Any]
WORSE_WHEN_HIGH = ("_ms", "_us", "_kib", "_share")  # endings of names; of all else the lowest is the worst
A_MOVE = ("server", "postgres")  # whose processor time is told a move


class Tally:
    """One window of measuring. A delay counts when it was going on in the window, a move when it came in it."""

    def __init__(self) -> None:
        self.begun = perf_counter()
        self.ended = float("inf")
        self.moves = 0
        self.delays = array("d")  # s from sending to receipt
        self.used: dict[str, float] = {}  # s of processor time, by whom
        self.events: Counter[str] = Counter()  # matches begun, gaps in the numbers, refusals by code …

    def note(self, sent: float, arrived: float) -> None:
        """Count what was sent then and has arrived."""
        if self.begun <= arrived and sent <= self.ended:
            self.delays.append(arrived - sent)
            self.moves += arrived <= self.ended

    def close(self) -> None:
        """End the window; what was sent in it may still arrive."""
        self.ended = perf_counter()

    def row(self) -> Row:
        """Return the rate, the percentiles of the delays and the events."""
        seconds = self.ended - self.begun
        counted: Row = {"moves_a_second": round(self.moves / seconds, 1), "seconds": round(seconds, 1)}
        counted |= percentiles(self.delays) | self._used(seconds)
        return counted | {"events": dict(sorted(self.events.items()))}

    def _used(self, seconds: float) -> Row:
        shares = {f"{who}_share": round(spent / seconds, 2) for who, spent in self.used.items()}
        each = {f"{who}_us": round(1e6 * self.used.get(who, 0.0) / self.moves, 1) for who in A_MOVE if self.moves}
        return shares | (each if self.used else {})


def percentiles(seconds: Iterable[float], points: Sequence[int] = (50, 95, 99), name: str = "") -> Row:
    """Return percentiles in ms under the names p50_ms …, and the highest; nothing for nothing."""
    ordered = sorted(seconds)
    if not ordered:
        return {}
    found = {f"{name}p{p}_ms": ordered[min(len(ordered) - 1, len(ordered) * p // 100)] for p in points}
    return {key: round(1000 * value, 2) for key, value in (found | {f"{name}max_ms": ordered[-1]}).items()}


def summed_up(rows: Sequence[Row]) -> Row:
    """Return the median and the worst of each figure over the runs, and the runs themselves."""
    figures = [key for key, value in rows[0].items() if isinstance(value, int | float) and not isinstance(value, bool)]
    values = {key: [row[key] for row in rows if key in row] for key in figures}
    worst = {key: (max if key.endswith(WORSE_WHEN_HIGH) else min)(found) for key, found in values.items()}
    middle = {key: round(median(found), 2) for key, found in values.items()}
    return {"median": middle, "worst": worst, "runs": list(rows)}
