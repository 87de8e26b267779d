"""How fast live play is, over real sockets against the production shape, every commit on disk.

    python -m bench.live                       all modes, five runs of each, about twenty minutes
    python -m bench.live --mode closed --quick one mode, shorter and once

With two cores the site and its services have the first to themselves and this client the second. Prints a line for each
row (median, and the worst run in brackets) and writes var/bench/live.json. What each mode does and what is promised:
docs/performance.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import resource
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvloop

from bench.closed import Loop
from bench.load.tally import Row, summed_up
from bench.sites import SITE, Site, services_on

OUT = Path(__file__).parents[1] / "var" / "bench" / "live.json"


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    runs: int
    seconds: float  # of one run
    folder: Path  # where the services keep their data

    def say(self, name: str, runs: list[Row]) -> Row:
        """Print a row's line and return the row for the report."""
        row = summed_up(runs)
        print(f"{name}: {line(row)}", flush=True)
        return {name: row}


def line(row: Row) -> str:
    """Return the median of each figure with the worst in brackets, for people."""
    middle, worst = row["median"], row["worst"]
    told = [f"{key} {value:,g} ({worst[key]:,g})" for key, value in middle.items() if key not in {"matches", "seconds"}]
    events: dict[str, int] = {}
    for run in row["runs"]:
        for event, count in run.get("events", {}).items():
            events[event] = events.get(event, 0) + count
    return ", ".join(told + [f"{event} {count}" for event, count in events.items() if event != "matches finished"])


async def closed(wish: Wish) -> Row:
    """50, 200 and 500 matches of two, the next move as soon as the other's came."""
    report: Row = {}
    with Site() as site:
        for tables in (50, 200, 500):
            loop = Loop.at(site, tables)
            report |= wish.say(
                f"closed loop, {tables} matches", [await loop.run(wish.seconds) for _ in range(wish.runs)]
            )
    return report


MODES: dict[str, Callable[[Wish], Coroutine[Any, Any, Row]]] = {"closed": closed}


def measure(modes: list[str], runs: int, seconds: float) -> Row:
    """Run the modes one after the other; return the report."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a socket a player; the servers inherit it
    report: Row = {"python": platform.python_version(), "cores": os.cpu_count(), "rows": {}}
    gc.disable()  # the client's pauses are not the server's
    with services_on(SITE) as folder:
        for mode in modes:
            report["rows"] |= uvloop.run(MODES[mode](Wish(runs, seconds, folder)))
            gc.collect()
    return report


def main() -> int:
    """Measure, print, write the JSON file."""
    arguments = _arguments()
    quick: dict[str, Any] = {"runs": 1, "seconds": 3.0} if arguments.quick else {"runs": 5, "seconds": 6.0}
    runs, seconds = arguments.runs or quick["runs"], arguments.seconds or quick["seconds"]
    report = measure(arguments.mode or list(MODES), runs, seconds)
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(report, indent=1) + "\n")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.live", description=__doc__)
    parser.add_argument("--mode", choices=MODES, action="append", help="one mode; may be given again")
    parser.add_argument("--runs", type=int, help="runs of each mode, of which median and worst are told")
    parser.add_argument("--seconds", type=float, help="length of one run")
    parser.add_argument("--quick", action="store_true", help="one short run of each")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
