"""A mode's runs: how many, how long, and how a row of the report is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bench.load.tally import Row, Tally, summed_up

MOVES_A_MATCH = 55  # of Sequence, fewer than the 78 of a random one: too many prepared matches do no harm
USUAL = {"matches finished"}  # of a run's events, what says nothing
UNTOLD = {"matches", "seconds"}  # of its figures, what the row's name says, or what is the same for all
UNITS = {
    "_a_second": "/s",
    "_ms": " ms",
    "_us": " µs",
    "_kib": " KiB",
    "_mib": " MiB",
    "_share": " cores",
    "times_part_1": " x",
}


@dataclass(frozen=True)
class Runs:
    """What was asked for."""

    count: int
    seconds: float  # of one run
    folder: Path  # where the services keep their data
    scale: float = 1.0

    def many(self, matches: int) -> int:
        """Return a number of matches, to scale."""
        return max(2, round(matches * self.scale))

    def say(self, name: str, rows: list[Row]) -> Row:
        """Print a row's line; return the row for the report."""
        row = summed_up(rows)
        print(f"{name}: {line(row)}", flush=True)
        return {name: row}


def line(row: Row) -> str:
    """Return the median of each figure with the worst in brackets, and what else has happened."""
    middle, worst = row["median"], row["worst"]
    told = [figure(key, value, worst[key]) for key, value in middle.items() if key not in UNTOLD]
    return ", ".join(told + [f"{event}: {count}" for event, count in events_of(row["runs"]).items()])


def figure(key: str, middle: float, worst: float) -> str:
    """Return one figure as people read it: p99 12.5 ms (14)."""
    for ending, unit in UNITS.items():
        if key.endswith(ending):
            name = key.removesuffix(ending).replace("_", " ")
            return f"{name} {middle:,.9g}{unit} ({worst:,.9g})".strip()
    return f"{key} {middle:,.9g} ({worst:,.9g})"


def events_of(rows: list[Row]) -> dict[str, int]:
    """Return how often what is not usual happened in all runs together."""
    found: Counter[str] = Counter()
    for row in rows:
        found.update({event: count for event, count in row.get("events", {}).items() if event not in USUAL})
    return dict(found)


def sound(tally: Tally) -> bool:
    """Return whether nothing happened that should not: no refusal, no gap, no lost socket, always a match to play."""
    return not set(tally.events) - USUAL
