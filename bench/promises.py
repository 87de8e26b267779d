"""What live play promises, and whether a report keeps it. Judged by the median of the runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.load.tally import Row

FSYNC = "one fsync meanwhile"


@dataclass(frozen=True)
class Promise:
    """A figure of the rows with such a name, and its limit; `lowest`: it may not be lower, else not higher."""

    row: str  # the beginning of the row's name
    figure: str
    limit: float
    lowest: bool = False
    and_fsync: bool = False  # the limit is this much and one fsync

    def verdicts(self, rows: Row) -> Iterator[tuple[str, bool]]:
        """Yield a sentence for each row that it speaks of, and whether it keeps the promise."""
        more = rows[_fsync(rows)]["median"].get("p50_ms", 0.0) if self.and_fsync and _fsync(rows) else 0.0
        limit = round(self.limit + more, 2)
        for name, row in rows.items():
            if name.startswith(self.row) and self.figure in row["median"]:
                value = row["median"][self.figure]
                kept = value >= limit if self.lowest else value <= limit
                word = "at least" if self.lowest else "at most"
                yield f"{'kept' if kept else 'NOT KEPT'}: {name}, {self.figure} {value:g}, {word} {limit:g}", kept


PROMISES = (
    Promise("closed loop", "times_part_1", 20, lowest=True),
    Promise("1 s of thought", "p99_ms", 15, and_fsync=True),
    Promise("memory of a live match", "pss_kib", 96),
    Promise("4 s of thought", "p99_ms", 50),
    Promise("100 races, 2 server processes, flips", "late_p99_ms", 50),
    Promise("100 races, a server process killed", "late_max_ms", 2000),
    Promise("Blitz", "p99_ms", 50),
)


def verdicts(rows: Row) -> list[tuple[str, bool]]:
    """Return every promise that the report has figures for: a sentence and whether it is kept."""
    kept = [verdict for promise in PROMISES for verdict in promise.verdicts(rows)]
    unsound = [name for name, row in rows.items() if not all(run.get("sound", True) for run in row["runs"])]
    return kept + [(f"NOT SOUND: {name}, something happened that should not", False) for name in unsound]


def _fsync(rows: Row) -> str:
    return next((name for name in rows if name.startswith(FSYNC)), "")
