"""The page of measures of a process, for Prometheus: on a port of its own that strangers do not reach.

Each process has its own page (METRICS_PORT); `make serve` gives its processes ports in a row. What stands in the
database the clock's page tells, so that a look asks it once. Decision 0032.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

log = logging.getLogger(__name__)
PARTS = ("clock", "mail_in", "worker")
HERE = ("server", "embedded")
_PATIENCE = "200ms"  # of the database with one question
_STATE = """
SELECT 'late', '', count(*), coalesce(max(%s - due_at), 0) FROM games_alarm WHERE due_at <= %s
    AND kind IN ({clock})
UNION ALL SELECT 'bots', '', count(*), coalesce(max(%s - due_at), 0) FROM games_alarm WHERE due_at <= %s
    AND kind = 'bot'
UNION ALL SELECT 'worker', '', count(*), coalesce(max(%s - due_at), 0) FROM games_alarm WHERE due_at <= %s
    AND kind IN ({worker})
UNION ALL SELECT 'live', game, count(*), 0 FROM games_match JOIN games_matchlive live ON live.match_id = games_match.id
    WHERE live.status = 'active' GROUP BY game
UNION ALL SELECT 'beat', '', 1, coalesce(%s - max(at), 0) FROM games_beat
    WHERE name = %s
"""


def part() -> str:
    """Return which part of the site this process is, by how it was started; "" for all that does not last."""
    if multiprocessing.parent_process() is not None:
        return ""
    name = Path(sys.argv[0]).stem if sys.argv else ""
    return name if name in HERE else next((word for word in PARTS if word in sys.argv[1:]), "")


def share_with_children() -> None:
    """Have a worker's forked children count in files that its page adds up; before anything is counted."""
    port = os.environ.get("METRICS_PORT", "")
    if part() == "worker" and port and "threads" not in sys.argv:
        root = Path(__file__).resolve().parent.parent / "var"
        folder = Path(os.environ.get("VAR_DIR", str(root))) / f"metrics-{port}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def serve() -> None:
    """Show this process's measures from now on, where a port is set; a port that is taken stops nobody's play."""
    from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
    from prometheus_client.multiprocess import MultiProcessCollector

    here = part()
    if not settings.METRICS_PORT or not here:
        return
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    if here in ("clock", "embedded"):
        registry.register(Database())
    if here in HERE:
        registry.register(Rooms())
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, registry)
    except OSError as error:
        log.error("measures cannot be shown at %s:%s: %s", settings.METRICS_HOST, settings.METRICS_PORT, error)


class Rooms:
    """How many matches a server process has in memory."""

    def describe(self) -> list[Any]:
        """Ask nothing when registered."""
        return []

    def collect(self) -> Iterator[Any]:
        """Yield the gauge."""
        from prometheus_client.core import GaugeMetricFamily

        from games import live

        rooms = sum(len(hub.rooms) for _, hub in live.hubs())  # type: ignore[attr-defined, misc]
        yield GaugeMetricFamily("quintet_rooms", "Matches in this process's memory.", value=rooms)


class Database:
    """What stands in the database: late alarms, mail and bots that wait, matches that go on, the servers' beat."""

    def describe(self) -> list[Any]:
        """Ask nothing when registered."""
        return []

    def collect(self) -> Iterator[Any]:
        """Yield the gauges; while the database is away only that it is."""
        from django.db import Error, connection
        from prometheus_client.core import GaugeMetricFamily

        try:
            rows, outbox = _asked()
            yield from _gauges(rows, outbox)
            answers = 1
        except Error as error:
            log.warning("the database did not tell its measures: %r", error)
            answers = 0
        finally:
            connection.close()
        yield GaugeMetricFamily("quintet_database_answers", "Whether the database answered this look.", value=answers)


def _asked() -> tuple[list[tuple[str, str, int, int]], tuple[int, float, int]]:
    """Return the rows of _STATE; how many mails nobody has tried to send, how old (s) the first is; those refused."""
    from django.db import connection, transaction
    from django.db.models import Count, Min
    from django.utils import timezone

    from accounts import quick_sql
    from accounts.mailing import waiting
    from games.clocks import alarms, beats
    from games.instants import now_ms

    now, at = now_ms(), timezone.now()
    with transaction.atomic(), connection.cursor() as cursor:
        quick_sql.wait_at_most("statement", _PATIENCE)
        state = _STATE.format(clock=_texts(alarms.OF_CLOCK), worker=_texts(alarms.OF_WORKER))
        cursor.execute(state, [*[now] * 7, beats.SERVERS])
        rows = cursor.fetchall()
        untried = waiting.untried().aggregate(count=Count("pk"), first=Min("created_at"))
        refused = waiting.refused()
    age = 0.0 if untried["first"] is None else max(0.0, (at - untried["first"]).total_seconds())
    return rows, (untried["count"], age, refused)


def _texts(kinds: Iterable[str]) -> str:
    return ", ".join(f"'{kind}'" for kind in kinds)


def _gauges(rows: list[tuple[str, str, int, int]], outbox: tuple[int, float, int]) -> Iterator[Any]:
    from prometheus_client.core import GaugeMetricFamily as Gauge

    told = {kind: (count, ms) for kind, _, count, ms in rows if kind != "live"}
    live = Gauge("quintet_matches_live", "Matches that go on.", labels=["game"])
    for kind, game, count, _ in rows:
        if kind == "live":
            live.add_metric([game], count)
    yield live
    yield Gauge("quintet_alarms_late", "Alarms of the clock that are due.", value=told["late"][0])
    yield Gauge("quintet_alarms_late_seconds", "How late the latest one is.", value=told["late"][1] / 1000)
    yield Gauge("quintet_bot_queue", "Bots that are to think or to move.", value=told["bots"][0])
    yield Gauge("quintet_bot_queue_seconds", "How long the first of them waits.", value=told["bots"][1] / 1000)
    yield Gauge("quintet_worker_queue", "Ends and mails of matches that are to be told.", value=told["worker"][0])
    yield Gauge("quintet_worker_queue_seconds", "How long the first of them waits.", value=told["worker"][1] / 1000)
    yield Gauge("quintet_outbox_due", "Mails that nobody has tried to send yet.", value=outbox[0])
    yield Gauge("quintet_outbox_age_seconds", "How long the first of them waits.", value=outbox[1])
    yield Gauge("quintet_outbox_refused", "Addresses that no mail has reached since others did.", value=outbox[2])
    yield Gauge("quintet_beat_age_seconds", "Since a server has said that it runs.", value=told["beat"][1] / 1000)
