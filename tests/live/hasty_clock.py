"""A clock that calls time to the very ms, which the site's own leaves a while for moves that are still on their way.

Runs inside a site's settings: `python -P tests/live/hasty_clock.py`. Reads lines "MATCH INSTANT" (ms since 1970) and
has the match's time-out recorded at that instant, as the clock process would, if it is due.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from games import services  # noqa: E402
from games.errors import Refused  # noqa: E402
from games.instants import keep_time, now_ms  # noqa: E402

AT_ONCE = 16  # matches


def call_time(match_id: str, instant: int) -> None:
    """Wait for the instant and call time."""
    time.sleep(max(0, instant - now_ms()) / 1000)
    try:
        services.time_out(match_id)
    except Refused as error:
        if error.code != "not_due":  # else the move was there already
            print(f"match {match_id}: {error.code}", file=sys.stderr)


def main() -> None:
    """Call time as told until standard input closes."""
    keep_time()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        for line in sys.stdin:
            match_id, instant = line.split()
            threads.submit(call_time, match_id, int(instant))


if __name__ == "__main__":
    main()
