"""How fast live play is, over real sockets against the production shape, every commit on disk.

    python -m bench.live                       all modes, five runs of each, about twenty minutes
    python -m bench.live --mode closed --quick one mode, shorter and once

With two cores the site and its services have the first to themselves and this client the second. Prints a line for each
row (median, and the worst run in brackets) and writes var/bench/live.json. What each mode does and what is promised:
docs/performance.md.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import uvloop

from bench.closed import closed, curve
from bench.crowds import crowd, thought
from bench.load.tally import Row
from bench.promises import verdicts
from bench.races import races, rush
from bench.runs import Runs
from bench.sites import SITE, allow_many_sockets, services_on

LONGEST_MODE, LONGEST = (
    400.0,
    1400.0,
)  # s; all six take about twenty minutes, and a site that hangs must not hold them up
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
    """Run the modes one after the other, keeping the report on the way; return it."""
    allow_many_sockets()
    report: Row = {"python": platform.python_version(), "cores": os.cpu_count(), "scale": scale, "rows": {}}
    until = time.monotonic() + LONGEST
    gc.disable()  # the client's pauses are not the server's
    with services_on(SITE) as folder:
        for mode in modes:
            try:
                report["rows"] |= uvloop.run(_limited(mode, Runs(runs, seconds, folder, scale), until))
            except Exception as error:  # a site that does not come up, too few seconds: the other modes still count
                report.setdefault("failed", {})[mode] = repr(error)
                print(f"{mode}: failed, {error!r}", file=sys.stderr, flush=True)
            gc.collect()
            keep(report)
    return report


async def _limited(mode: str, runs: Runs, until: float) -> Row:
    async with asyncio.timeout(min(LONGEST_MODE, until - time.monotonic())):
        return await MODES[mode](runs)


def keep(report: Row) -> None:
    """Write the JSON file."""
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(report, indent=1) + "\n")


def main() -> int:
    """Measure, print, judge; return 1 when a mode failed or, at full size, a promise is not kept."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that services and sites are stopped
    arguments = _arguments()
    runs, seconds = (1, 3.0) if arguments.quick else (5, 6.0)
    wish = arguments.runs or runs, arguments.seconds or seconds, arguments.scale
    report = measure(arguments.mode or list(MODES), *wish)
    found = verdicts(report["rows"]) if arguments.scale == 1 else []
    report["promises"] = [sentence for sentence, _ in found]
    keep(report)
    print("\n".join(report["promises"]))
    return int("failed" in report or not all(kept for _, kept in found))


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
