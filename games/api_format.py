"""How REST reads bodies and shows failures: strict JSON in, one error shape out (settings.REST_FRAMEWORK)."""

from __future__ import annotations

import logging
from math import ceil
from typing import Any, Protocol

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from rest_framework import exceptions
from rest_framework.parsers import BaseParser
from rest_framework.response import Response

from games import strict_json
from games.errors import Refused, try_again

log = logging.getLogger(__name__)
MAX_BODY = 64 * 1024

_STATUS = {
    "login_required": 401, "not_a_player": 403, "not_host": 403, "not_allowed": 403, "phrases_only": 403,
    "members_only": 403, "people_only": 403,
    "csrf_failed": 403, "not_found": 404, "method_not_allowed": 405, "not_acceptable": 406,
    "not_your_turn": 409, "stale_position": 409, "game_over": 409, "already_started": 409, "already_seated": 409,
    "seat_taken": 409, "table_full": 409, "empty_seats": 409, "not_ready": 409, "not_started": 409, "gave_up": 409,
    "not_absent": 409, "too_early": 409, "seat_kept": 409, "too_late": 409, "not_over": 409,
    "too_large": 413, "unsupported_media_type": 415, "illegal_move": 422,
    "id_reused": 422, "live_only": 422, "bad_options": 422, "bad_seats": 422, "repeat": 422,
    "slow_down": 429, "try_again": 503,
}  # fmt: skip


class Readable(Protocol):
    """A request's body."""

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` bytes."""


class StrictJSONParser(BaseParser):
    """Reads JSON bodies as strictly as socket messages."""

    media_type = "application/json"

    def parse(self, stream: Readable, media_type: Any = None, parser_context: Any = None) -> dict[str, Any]:
        """Return the JSON object of the body; raises Refused."""
        body = stream.read(MAX_BODY + 1)
        if len(body) > MAX_BODY:
            raise RequestDataTooBig
        return strict_json.read(body)


def answer_exception(error: Exception, context: dict[str, Any]) -> Response:
    """Return every failure as {"error": {"code", "message", …}}; a fault of ours is reported and answered 503."""
    refused = error if isinstance(error, Refused) else _translated(error)
    if refused.code == "try_again":
        log.error("a request failed", exc_info=error)
    answer = Response({"error": refused.as_json()}, status=_STATUS.get(refused.code, 400))
    if "retry_after" in refused.details:
        answer["Retry-After"] = str(refused.details["retry_after"])
    if allowed := getattr(context.get("view"), "allowed_methods", None):
        answer["Allow"] = ", ".join(allowed)
    return answer


def _translated(error: Exception) -> Refused:
    if isinstance(error, exceptions.Throttled):
        pause = ceil(getattr(error, "wait", None) or 1)
        return Refused("slow_down", N_("Too many requests; wait a moment."), retry_after=pause)
    for kinds, code, template in _FAULTS:
        if isinstance(error, kinds):
            return Refused(code, template)
    return try_again()


_FAULTS: tuple[tuple[Any, str, str], ...] = (
    (Http404, "not_found", N_("There is no such match, or it is not open to watchers.")),
    (exceptions.NotAuthenticated, "login_required", N_("Log in, or play as a guest, to take part.")),
    (exceptions.AuthenticationFailed, "bad_token", N_("This login is not valid any more.")),
    (RequestDataTooBig, "too_large", N_("A request may have at most 64 KB.")),
    (exceptions.PermissionDenied, "csrf_failed", N_("This page is out of date; load it again and retry.")),
    (PermissionDenied, "not_allowed", N_("You may not do that.")),
    (exceptions.MethodNotAllowed, "method_not_allowed", N_("This address does not answer to that method.")),
    (exceptions.NotAcceptable, "not_acceptable", N_("The answer can be had as application/json.")),
    (exceptions.UnsupportedMediaType, "unsupported_media_type", N_("Send application/json.")),
    (exceptions.ParseError, "bad_json", N_("That is not one well-formed JSON object.")),
)
