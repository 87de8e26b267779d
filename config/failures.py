"""What is told when a request has failed: REST's one error shape to programs, to people a page without the database."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.views.defaults import server_error

from games.errors import DATABASE_AWAY, try_again

API = "/api/"
SOON = {"Retry-After": "1"}  # s


def answer_failure(request: HttpRequest) -> HttpResponse:
    """Answer a request that an exception has ended: "try again" to programs, and to all while the database is away.

    Most requests meet a database that is away before any view does: as soon as somebody asks who is logged in.
    """
    if request.path_info.startswith(API):
        return JsonResponse({"error": try_again().as_json()}, status=503, headers=SOON)
    if isinstance(sys.exc_info()[1], DATABASE_AWAY):
        again = request.get_full_path() if request.method in {"GET", "HEAD"} else "/"
        return HttpResponse(loader.render_to_string("503.html", {"again": again}), status=503, headers=SOON)
    return server_error(request)
