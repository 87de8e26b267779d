"""Signs of life: the servers say once a second that they run, so that a gap is known to be our own fault.

A gap is measured by whoever beats first after it and stays in the row: every running match whose last entry is older
than its end gets the time back before anything else is judged (`games.carrier`), and the clock process sees to the
matches in which nothing happens.
"""

from __future__ import annotations

import logging
import threading
from typing import NamedTuple

from django.db import close_old_connections
from django.db.models import F

from games.instants import now_ms
from games.models import Beat

log = logging.getLogger(__name__)
SERVERS = "web"
EVERY = 1.0  # s
GAP = 5_000  # ms without a beat that count as an outage


class Life(NamedTuple):
    """Since when the servers run without a gap, and how long (ms) the gap before was."""

    since: int
    gap: int


def beat(name: str = SERVERS) -> None:
    """Note that a process of this kind is alive."""
    now = now_ms()
    row = Beat.objects.filter(name=name)
    if row.filter(at__gte=now - GAP).update(at=now):
        return
    if not row.filter(at__lt=now - GAP).update(gap=now - F("at"), since=now, at=now):
        Beat.objects.get_or_create(name=name, defaults={"at": now, "since": now})


def life(name: str = SERVERS) -> Life | None:
    """Return how long this kind of process has been running, or None while it does not."""
    row = Beat.objects.filter(name=name, at__gte=now_ms() - GAP).first()
    return Life(row.since, row.gap) if row else None


def keep_beating() -> None:
    """Say now, and once a second in a thread of its own, that this server runs, for as long as the process lives."""
    _beat_once()
    threading.Thread(target=_beat_on, name="beat", daemon=True).start()


def _beat_on() -> None:
    pause = threading.Event()
    while True:
        pause.wait(EVERY)
        _beat_once()


def _beat_once() -> None:
    try:
        beat()
    except Exception as error:
        log.warning("could not note that this server runs: %r", error)
    close_old_connections()
