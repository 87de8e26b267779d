"""Tasks for tests of workers: `celery -A tests.config.probing worker`. Their settings are the site's."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from config.celery import app

QUEUE = "probes"
LIMIT = 2  # s


@app.task
def leave(mark: str) -> None:
    """Leave a file."""
    Path(mark).touch()


@app.task
def silence(process: int, mark: str) -> None:
    """Stop the broker, so that the end of this very task is not heard, and leave a file."""
    os.kill(process, signal.SIGSTOP)
    Path(mark).touch()


@app.task(time_limit=LIMIT)
def hang(mark: str) -> None:
    """Leave a file and never end."""
    Path(mark).touch()
    while True:
        time.sleep(1)
