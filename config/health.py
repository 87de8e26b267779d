"""Two addresses for whoever watches the site: is this process alive, and can it play."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from time import monotonic

from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)
PATIENCE = 3.0  # s of waiting for both answers together: a busy machine must not look like a broken one


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer "ok": the process is alive; nothing else is asked."""
    return HttpResponse("ok", content_type="text/plain")


class Question:
    """Something asked in a thread of its own, so that who asks waits no longer than a moment; never twice at once."""

    def __init__(self, ask: Callable[[], bool]) -> None:
        self._ask = ask
        self._lock = threading.Lock()
        self._open: tuple[threading.Event, list[bool]] | None = None

    def put(self) -> tuple[threading.Event, list[bool]]:
        """Ask, unless the last time still hangs; return what says that it is answered, and the answer."""
        with self._lock:
            if self._open is None or self._open[0].is_set():
                self._open = threading.Event(), []
                threading.Thread(target=self._answer, args=self._open, name="readyz", daemon=True).start()
            return self._open

    def _answer(self, done: threading.Event, answer: list[bool]) -> None:
        try:
            answer.append(self._ask())
        except Exception:
            logger.exception("It could not be seen whether the site can play")
        finally:
            done.set()


def database_answers() -> bool:
    """Return whether the database answers and has all tables; once seen, the latter is believed."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return _is_migrated()
    except Error as error:  # a lost connection is no DatabaseError
        logger.error("The database does not answer: %r", error)
        return False
    finally:
        connection.close()


def unapplied() -> int:
    """Return how many migrations the database lacks; raises Error where it does not answer."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _is_migrated() -> bool:
    if not _state["migrated"]:
        _state["migrated"] = not unapplied()
        if not _state["migrated"]:
            logger.error("The database lacks tables: run manage.py migrate")
    return _state["migrated"]


def cache_answers() -> bool:
    """Return whether Redis is there."""
    # The cache is patient with a Redis that is away (config/cache.py): only what comes back says that it is there.
    mark = secrets.token_hex(4)
    cache.set(f"readyz:{mark}", mark, timeout=5)
    return bool(cache.get(f"readyz:{mark}") == mark)


_state = {"draining": False, "migrated": False}
_database = Question(database_answers)
_cache = Question(cache_answers)


def start_draining() -> None:
    """Say from now on that nothing new should come here."""
    _state["draining"] = True


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when matches can be played here, else 503; without Redis play goes on, so that is only told."""
    until = monotonic() + PATIENCE
    asked = {"database": _database.put(), "hints": _cache.put()}
    told = {
        name: done.wait(max(0.0, until - monotonic())) and answer == [True] for name, (done, answer) in asked.items()
    }
    told["draining"] = _state["draining"]
    ready = told["database"] and not told["draining"]
    return JsonResponse(told, status=200 if ready else 503)


class Probes:
    """Answers the two addresses before anybody asks for the site's name, a login or the database.

    Who watches a process asks it from beside it, as 127.0.0.1 and without TLS: ALLOWED_HOSTS does not have that name.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._probes = {"/healthz": healthz, "/readyz": readyz}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a probe, and hand on all else."""
        return self._probes.get(request.path_info, self._get_response)(request)
