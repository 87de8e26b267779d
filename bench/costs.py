"""What a match, a move and a person take: bytes in PostgreSQL, before and after archiving, and processor time.

    python -m bench.costs                  the table of docs/growth.md, on stdout; half a minute
    python -m bench.costs --matches 20     quicker and coarser

The services run in a folder of their own. Bots play whole matches with as few seats as each game allows.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

from rules.registry import GAMES
from tests import services
from tests.stack import ROOT

PEOPLE = 2_000
KB = 1_000
HEAD = (
    "| game (seats) | moves a match | log, B a move | log, KB a match | the rest of a match, KB | archived log, KB "
    "| judged, µs a move | told, µs a move | its end, ms |\n" + "| --- " * 9 + "|"
)


def spent(environment: dict[str, str], **wish: Any) -> dict[str, float]:
    """Return what bench.spending finds out, in a process of its own."""
    command = [sys.executable, "-m", "bench.spending", json.dumps(wish)]
    told = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True, timeout=1200)
    found: dict[str, float] = json.loads(told.stdout)
    return found


def line(game: str, cost: dict[str, float]) -> str:
    """Return a row of the table."""
    cells = [
        f"{game} ({cost['seats']:.0f})",
        f"{cost['moves']:.0f}",
        f"{cost['log'] / cost['moves']:.0f}",
        *(f"{cost[part] / KB:.1f}" for part in ("log", "head", "archived")),
        f"{cost['judging_us']:.0f}",
        f"{cost['telling_us']:.0f}",
        f"{cost['ending_us'] / 1000:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure each game and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100, help="of each game (100)")
    matches = parser.parse_args().matches
    with services.offered() as offered:
        environment = os.environ | offered | {"PYTHONPATH": str(ROOT)}
        migrate = [sys.executable, "manage.py", "migrate", "-v0", "--skip-checks"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        print(HEAD, flush=True)
        for game in GAMES:
            print(line(game, spent(environment, game=game, matches=matches)), flush=True)
        print(f"\nA person with a log-in: {spent(environment, many=PEOPLE)['person']:.0f} B")


if __name__ == "__main__":
    main()
