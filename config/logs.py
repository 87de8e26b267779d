"""How logs look: one line an event, as JSON for machines or as text, with the request and the match that it is about.

Never in a line: query strings, cookies, tokens, mail addresses, cards, chat. An address is told by its pattern.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from typing import Any

from celery import signals
from django.conf import settings
from django.urls import Resolver404, resolve
from pythonjsonlogger.json import JsonFormatter

access = logging.getLogger("quintet.access")
HEADER = "x-request-id"
_GOOD = re.compile(r"[A-Za-z0-9._-]{8,64}")
_QUIET = ("/healthz", "/readyz")  # asked every few seconds
# Addresses that Django's resolver does not know, for they are served on the loop (config/asgi.py)
_ON_THE_LOOP = ("/ws/notices/", "/ws/lobby/", "/api/v1/stream")
_OF_A_MATCH = re.compile(r"/(ws/matches/|api/v1/matches/)([^/]+)(/|/stream)")
_request: ContextVar[str] = ContextVar("request", default="")
_OF_MATCH = "match %s"  # how lines begin that are about one


class Tracing(logging.Filter):
    """Adds to each record which part of the site wrote it, for which request, about which match."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything through."""
        record.part = _part()
        # Django hands its whole request over, whose words hold the query string, and names its path
        if path := getattr(record.__dict__.pop("request", None), "path", ""):
            record.args = _without(path, record.args)
        if request := _request.get():
            record.request = request
        if str(record.msg).startswith(_OF_MATCH) and isinstance(record.args, tuple) and record.args:
            record.match = str(record.args[0])
        return True


def _without(path: str, args: Any) -> Any:
    """Return a record's arguments with an address's pattern for its path: a link in a mail is a key."""
    if not isinstance(args, tuple):
        return args
    as_written = {path, path.encode("unicode_escape").decode("ascii")}  # Django writes the latter
    return tuple(_route(path)[0] if arg in as_written else arg for arg in args)


class JsonLines(JsonFormatter):
    """One JSON object a line; the fields are told in docs/operations.md."""

    def __init__(self) -> None:
        names = {"levelname": "level", "name": "logger", "exc_info": "exception"}
        super().__init__("%(levelname)s %(name)s %(message)s", rename_fields=names, json_ensure_ascii=False)

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        """Put the instant first, UTC to the millisecond."""
        at = datetime.fromtimestamp(record.created, UTC)
        log_data["time"] = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        super().add_fields(log_data, record, message_dict)


@cache  # a process stays the part that it is, and each line asks
def _part() -> str:
    from config import metrics

    return os.environ.get("PART") or metrics.part() or "command"


def forget_part() -> None:
    """Let a copy of a process find out anew which part of the site it is."""
    _part.cache_clear()


class Traced:
    """Gives each request and each socket an id, tells it in the answer, and writes one line when it is over."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve the connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._inner(scope, receive, send)
            return
        told, began = {"status": 0, "bytes": 0}, time.perf_counter()
        identity = request_id(scope)
        token = _request.set(identity)

        async def tell(message: dict[str, Any]) -> None:
            await send(_noted(message, told, identity))

        try:
            # a socket's frames are the move path: nothing stands between
            await self._inner(scope, receive, tell if scope["type"] == "http" else send)
        finally:
            _write(scope, told, time.perf_counter() - began)
            _request.reset(token)


def _noted(message: dict[str, Any], told: dict[str, int], identity: str) -> dict[str, Any]:
    if message["type"] == "http.response.start":
        told["status"] = message["status"]
        headers = [*message.get("headers", ()), (HEADER.encode(), identity.encode())]
        return {**message, "headers": headers}
    told["bytes"] += len(message.get("body", b""))
    return message


def request_id(scope: dict[str, Any]) -> str:
    """Return the id that our own proxy has given, if it is one, else a new one."""
    given = [value.decode("latin-1") for name, value in scope["headers"] if name == HEADER.encode()]
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT and len(given) == 1 and _GOOD.fullmatch(given[0]):
        return given[0]
    return secrets.token_hex(8)


def _write(scope: dict[str, Any], told: dict[str, int], seconds: float) -> None:
    level = logging.DEBUG if scope["path"] in _QUIET else logging.INFO
    if not access.isEnabledFor(level):
        return
    route, match = _route(scope["path"])
    about = {"kind": scope["type"], "route": route, "ms": round(1000 * seconds), **told}
    about |= {"method": scope["method"]} if "method" in scope else {}
    about |= {"match": match} if match else {}
    access.log(level, "%s %s %s", about.get("method", "SOCKET"), route, told["status"] or "", extra=about)


def _route(path: str) -> tuple[str, str]:
    """Return an address's pattern and the match that it names; no pattern, no word: there may be a token in it."""
    if path in _ON_THE_LOOP:
        return path[1:], ""
    if named := _OF_A_MATCH.fullmatch(path):
        return named.expand(r"\1<match_id>\3"), _named(named[2])
    try:
        found = resolve(path)
    except Resolver404:
        return "-", ""
    return found.route, _named(str(found.kwargs.get("match_id", "")))


def _named(match_id: str) -> str:
    """Return a match's id, "" for whatever else somebody has put in its place."""
    from games.models import is_match_id  # when this module is loaded the apps are not

    return match_id if is_match_id(match_id) else ""


@signals.before_task_publish.connect  # type: ignore[misc]
def _send_along(headers: dict[str, Any], **_: object) -> None:
    if request := _request.get():
        headers["request"] = request


@signals.task_prerun.connect  # type: ignore[misc]
def _take_up(task: Any, task_id: str, **_: object) -> None:
    _request.set(getattr(task.request, "request", None) or task_id)


@signals.task_postrun.connect  # type: ignore[misc]
def _put_down(**_: object) -> None:
    _request.set("")
