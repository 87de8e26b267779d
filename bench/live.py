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
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import uvloop

from bench.closed import closed, curve
from bench.crowds import crowd, thought
from bench.load.tally import Row
from bench.races import races, rush
from bench.runs import Runs
from bench.sites import SITE, services_on

OUT = Path(__file__).parents[1] / "var" / "bench" / "live.json"
MODES: dict[str, Callable[[Runs], Coroutine[Any, Any, Row]]] = {
    "closed": closed,
    "thought": thought,
    "crowd": crowd,
    "races": races,
    "rush": rush,
    "curve": curve,
}


def measure(modes: list[str], runs: int, seconds: float, scale: float) -> Row:
    """Run the modes one after the other; return the report."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a socket a player; the servers inherit it
    report: Row = {"python": platform.python_version(), "cores": os.cpu_count(), "scale": scale, "rows": {}}
    gc.disable()  # the client's pauses are not the server's
    with services_on(SITE) as folder:
        for mode in modes:
            report["rows"] |= uvloop.run(MODES[mode](Runs(runs, seconds, folder, scale)))
            gc.collect()
    return report


def main() -> int:
    """Measure, print, write the JSON file."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that services and sites are stopped
    arguments = _arguments()
    quick: dict[str, Any] = {"runs": 1, "seconds": 3.0} if arguments.quick else {"runs": 5, "seconds": 6.0}
    runs, seconds = arguments.runs or quick["runs"], arguments.seconds or quick["seconds"]
    report = measure(arguments.mode or list(MODES), runs, seconds, arguments.scale)
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(report, indent=1) + "\n")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.live", description=__doc__)
    parser.add_argument("--mode", choices=MODES, action="append", help="one mode; may be given again")
    parser.add_argument("--runs", type=int, help="runs of each mode, of which median and worst are told")
    parser.add_argument("--seconds", type=float, help="length of one run")
    parser.add_argument("--scale", type=float, default=1.0, help="a part of the matches, for a look on a busy machine")
    parser.add_argument("--quick", action="store_true", help="one short run of each")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
