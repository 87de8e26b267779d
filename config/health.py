"""Two addresses for whoever watches the site: is this process alive, and can it play."""

from __future__ import annotations

import logging
import secrets

from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from config.leaving import is_leaving

logger = logging.getLogger(__name__)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer "ok": the process is alive; nothing else is asked."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when matches can be played here, else 503; without Redis play goes on, so that is only told."""
    if is_leaving():
        return JsonResponse({"stops": True}, status=503)
    database = _database_answers()
    hints = _cache_answers()
    return JsonResponse({"database": database, "hints": hints}, status=200 if database else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:  # a lost connection is no DatabaseError
        logger.exception("The database does not answer")
        return False
    return True


def _cache_answers() -> bool:
    # The cache is patient with a Redis that is away (config/cache.py): only what comes back says that it is there.
    mark = secrets.token_hex(4)
    cache.set(f"readyz:{mark}", mark, timeout=5)
    return bool(cache.get(f"readyz:{mark}") == mark)
