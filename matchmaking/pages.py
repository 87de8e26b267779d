"""Home and lobby. Thin: selectors read, templates present."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matchmaking import selectors


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show every game with "Play now", the tables to join and the matches to watch."""
    context = {"games": selectors.games_on_offer(), **selectors.gathering(request.user)}
    return render(request, "matchmaking/home.html", context)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the tables to join and the matches to watch, kept fresh by lobby.js."""
    context = {"games": selectors.games_on_offer(), **selectors.gathering(request.user)}
    return render(request, "matchmaking/lobby.html", context)


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Return the lists alone, without a page around them: what lobby.js asks for every few seconds."""
    return render(request, "matchmaking/tables.html", selectors.gathering(request.user))
