"""Signs of life: the servers say once a second that they run, so that a gap is known to be our own fault.

A gap is measured by whoever beats first after it and stays in the row: every running match whose last entry is older
than its end gets the time back before anything else is judged (`games.door.precedence`), and the clock process sees to
the matches in which nothing happens. That one says more seldom that it runs, to whoever looks after the site.
"""

from __future__ import annotations

import logging
import threading

from django.db import close_old_connections
from django.db.models import F

from accounts import quick_sql
from games import live
from games.door.precedence import SILENCE as GAP
from games.door.precedence import Life
from games.instants import now_ms
from games.models import Beat

log = logging.getLogger(__name__)
SERVERS, CLOCK = "web", "clock"
_SERVER = "s:"  # and the process
EVERY = 1.0  # s
LEASE = 3_000  # ms without a beat of its own after which a server counts as gone
KEPT = 3_600_000  # ms that the row of a server that is gone is kept
_ALIVE = "SELECT name, at, since, gap FROM games_beat WHERE (name = %s OR name LIKE %s) AND at >= %s"


def beat(name: str = SERVERS) -> None:
    """Note that a process of this kind is alive."""
    now = now_ms()
    row = Beat.objects.filter(name=name)
    if row.filter(at__gte=now - GAP).update(at=now):
        return
    if not row.filter(at__lt=now - GAP).update(gap=now - F("at"), since=now, at=now):
        Beat.objects.get_or_create(name=name, defaults={"at": now, "since": now})


def look() -> tuple[set[str], Life | None]:
    """Return which server processes are alive, and how long servers have been running, or None while none does."""
    now = now_ms()
    alive, life = set(), None
    for name, at, since, gap in quick_sql.rows(_ALIVE, SERVERS, f"{_SERVER}%", now - max(LEASE, GAP)):
        if name == SERVERS:
            life = Life(since, gap) if at >= now - GAP else None
        elif at >= now - LEASE:
            alive.add(name.removeprefix(_SERVER))
    return alive, life


def life() -> Life | None:
    """Return how long servers have been running, or None while none does."""
    return look()[1]


def servers() -> set[str]:
    """Return the ids of the server processes that are alive."""
    return look()[0]


def beat_clock() -> None:
    """Note that a clock process is alive."""
    now = now_ms()
    Beat.objects.update_or_create(name=CLOCK, defaults={"at": now, "since": now})


def clock_age() -> int | None:
    """Return how many ms ago a clock process last said that it is alive; None if none ever did."""
    at = Beat.objects.filter(name=CLOCK).values_list("at", flat=True).first()
    return None if at is None else now_ms() - at


def end(process: str) -> None:
    """Take back a server's sign of life: it stops."""
    Beat.objects.filter(name=_SERVER + process).delete()


def forget_gone() -> None:
    """Throw the rows of servers away that are gone for long."""
    Beat.objects.filter(name__startswith=_SERVER, at__lt=now_ms() - KEPT).delete()


def forget_servers() -> None:
    """Throw the rows of all servers away, and keep when the last of them beat: an outage is measured from there."""
    Beat.objects.filter(name__startswith=_SERVER).delete()


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
    now = now_ms()
    try:
        beat()
        Beat.objects.update_or_create(name=_SERVER + live.process_id(), defaults={"at": now, "since": now})
    except Exception as error:
        log.warning("could not note that this server runs: %r", error)
    close_old_connections()
