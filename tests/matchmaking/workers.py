"""Workers that seat those who wait, all at the same moment, each a process of its own as Celery's are.

python -m tests.matchmaking.workers COUNT ROUNDS

They are copies of a process that has loaded the site and opened no connection. Each prints a line of JSON: who it was,
when it began and ended (by the machine's monotonic clock), and how many tables it has opened.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING

from django.db import connection

from tests.stores import ROOT, database_on

if TYPE_CHECKING:
    from multiprocessing.synchronize import Barrier

PATIENCE = 300  # s, on a busy machine


@dataclass(frozen=True)
class Shift:
    """What one process has done."""

    process: int
    began: float
    ended: float
    opened: int


def work_at_once(count: int, rounds: int) -> list[Shift]:
    """Let so many processes seat those who wait in the database of this test; return what each has done."""
    name = connection.settings_dict["NAME"]
    sqlite = connection.vendor == "sqlite"
    address = f"sqlite:///{name}" if sqlite else database_on(os.environ["DATABASE_URL"], name)
    command = [sys.executable, "-m", "tests.matchmaking.workers", str(count), str(rounds)]
    environment = os.environ | {"DATABASE_URL": address, "DB_POOL": "off"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE
    )
    return [Shift(**json.loads(line)) for line in done.stdout.splitlines()]


def main(count: int, rounds: int) -> int:
    """Start the workers and wait for them; return 1 if one has failed."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from matchmaking import tasks  # noqa: F401 - loaded before the copies are made

    context = get_context("fork")
    barrier = context.Barrier(count)
    workers = [context.Process(target=work, args=(barrier, rounds)) for _ in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return int(any(worker.exitcode for worker in workers))


def work(barrier: Barrier, rounds: int) -> None:
    """Seat those who wait so often, from the same moment on as all others."""
    from matchmaking import halls

    barrier.wait(60)
    began = time.monotonic()
    opened = sum(halls.seat_waiting() for _ in range(rounds))
    told = {"process": os.getpid(), "began": began, "ended": time.monotonic(), "opened": opened}
    os.write(sys.stdout.fileno(), f"{json.dumps(told)}\n".encode())  # one write a line: they share the pipe


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
