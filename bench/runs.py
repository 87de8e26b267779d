"""A mode's runs: how many, how long, and how a row of the report is told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bench.load.tally import Row, Tally, summed_up

USUAL = {"matches finished"}  # of a run's events, what says nothing

UNTOLD = {"matches", "seconds"}  # said by the row's name, or the same for all


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
    told = [f"{key} {value:,.9g} ({worst[key]:,.9g})" for key, value in middle.items() if key not in UNTOLD]
    return ", ".join(told + [f"{event}: {count}" for event, count in events_of(row["runs"]).items()])


def events_of(rows: list[Row]) -> dict[str, int]:
    """Return how often what is not usual happened in all runs together."""
    found: dict[str, int] = {}
    for row in rows:
        for event, count in row.get("events", {}).items():
            if event not in USUAL:
                found[event] = found.get(event, 0) + count
    return found


def sound(tally: Tally) -> bool:
    """Return whether nothing happened that should not: no refusal, no gap, no lost socket, always a match to play."""
    return not set(tally.events) - USUAL
