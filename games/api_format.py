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
UNAUTHORIZED = 401

_CODES = {
    401: "login_required bad_token",
    403: "scope_missing not_a_player not_host not_allowed phrases_only members_only people_only bots_only csrf_failed"
    " muted unrated barred",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    409: "not_your_turn stale_position game_over already_started already_seated seat_taken table_full empty_seats"
    " not_ready not_started gave_up not_absent too_early seat_kept too_late not_over name_taken already_waiting"
    " already_bot still_playing has_ratings yourself not_open blocked too_many not_available withdrawn not_involved"
    " cannot_invite overlap old_rules",
    413: "too_large",
    415: "unsupported_media_type",
    422: "illegal_move repetition id_reused live_only bad_options bad_seats repeat wrong_password",
    429: "slow_down",
    503: "try_again",
}
_STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}  # 400: all others


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


def status_of(refused: Refused) -> int:
    """Return the HTTP status of a refusal."""
    return _STATUS.get(refused.code, 400)


def answer_exception(error: Exception, context: dict[str, Any]) -> Response:
    """Return every failure as {"error": {"code", "message", …}}; a fault of ours is reported and answered 503."""
    refused = error if isinstance(error, Refused) else _translated(error)
    if refused.code == "try_again":
        log.error("a request failed", exc_info=error)
    answer = Response({"error": refused.as_json()}, status=status_of(refused))
    if "retry_after" in refused.details:
        answer["Retry-After"] = str(refused.details["retry_after"])
    if answer.status_code == UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
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
