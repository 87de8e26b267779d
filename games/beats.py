"""Signs of life: the servers say once a second that they run, so that a gap is known to be our own fault.

A gap is measured by whoever beats first after it and stays in the row until the clock process has given the time
back to all running matches (`games.clock`); until then nobody loses on time.
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
    """Since when the servers run without a gap, and how long (ms) the gap before was, if not yet given back."""

    since: int
    gap: int


def beat(name: str = SERVERS) -> None:
    """Note that a process of this kind is alive."""
    now = now_ms()
    row = Beat.objects.filter(name=name)
    if row.filter(at__gte=now - GAP).update(at=now):
        return
    if not row.filter(at__lt=now - GAP).update(gap=F("gap") + now - F("at"), since=now, at=now):
        Beat.objects.get_or_create(name=name, defaults={"at": now, "since": now})


def life(name: str = SERVERS) -> Life | None:
    """Return how long this kind of process has been running, or None while it does not."""
    row = Beat.objects.filter(name=name, at__gte=now_ms() - GAP).first()
    return Life(row.since, row.gap) if row else None


def settle(gap: int, name: str = SERVERS) -> None:
    """Note that a gap has been given back to all players."""
    Beat.objects.filter(name=name).update(gap=F("gap") - gap)


def keep_beating() -> None:
    """Say once a second that this server runs, in a thread of its own, for as long as the process lives."""
    threading.Thread(target=_beat_on, name="beat", daemon=True).start()


def _beat_on() -> None:
    pause = threading.Event()
    while True:
        try:
            beat()
        except Exception as error:
            log.warning("could not note that this server runs: %r", error)
        close_old_connections()
        pause.wait(EVERY)
