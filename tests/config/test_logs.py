"""What stands in a line of the log, and what never does."""

from __future__ import annotations

import json
import logging

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils.log import log_response

from config.logs import JsonLines, Tracing, _route
from games.models import new_match_id

CANARY = "canary-in-the-address"


@pytest.mark.parametrize("form", [JsonLines(), logging.Formatter("%(message)s")])
def test_a_line_that_django_writes_of_a_request_holds_no_query_string(form: logging.Formatter) -> None:
    request = RequestFactory().get("/api/v1/account", {"token": CANARY})
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, "Forbidden: %s", (request.path,), None)
    record.request = request
    assert CANARY in repr(request)
    assert Tracing().filter(record)
    assert CANARY not in form.format(record)


@pytest.mark.parametrize("path", [f"/mail/stop/{CANARY}/", f"/там/{CANARY}/"])
def test_a_line_that_django_writes_of_a_request_names_no_path_for_a_link_in_a_mail_is_a_key(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(Tracing())
    log_response("Not Found: %s", path, response=HttpResponse(status=404), request=RequestFactory().get(path))
    assert "Not Found: " in caplog.text
    assert CANARY not in caplog.text


@pytest.mark.parametrize(
    ("path", "route", "match"),
    [
        ("/ws/notices/", "ws/notices/", ""),
        ("/ws/lobby/", "ws/lobby/", ""),
        ("/ws/matches/{id}/", "ws/matches/<match_id>/", "{id}"),
        ("/ws/matches/somebody's secret/", "ws/matches/<match_id>/", ""),
        ("/api/v1/stream", "api/v1/stream", ""),
        ("/api/v1/matches/{id}/stream", "api/v1/matches/<match_id>/stream", "{id}"),
        ("/m/{id}/", "m/<str:match_id>/", "{id}"),
        ("/nowhere/secret/", "-", ""),
    ],
)
def test_a_line_of_a_request_has_the_addresss_pattern_and_the_match(path: str, route: str, match: str) -> None:
    a_match = new_match_id()
    assert _route(path.format(id=a_match)) == (route, match.format(id=a_match))


def test_a_line_is_one_object_with_its_instant_and_its_match() -> None:
    record = logging.LogRecord("games", logging.INFO, __file__, 1, "match %s: over\n%s", ("m1", "at last"), None)
    Tracing().filter(record)
    line = JsonLines().format(record)
    told = json.loads(line)
    assert "\n" not in line
    assert (
        told.items()
        >= {"match": "m1", "level": "INFO", "logger": "games", "message": "match m1: over\nat last"}.items()
    )
    assert told["time"].endswith("Z")
