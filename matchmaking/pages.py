"""Home, lobby and the wish to be matched. Thin: services change, selectors read, templates present."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import entrance
from accounts.models import User
from games import strict_json
from games.bots import levels
from games.errors import Refused
from games.pages.matches import seats_guests
from games.tables.listed import ANY, TableFilters
from matchmaking import awaited, selectors, tickets
from matchmaking.quick_form import QuickForm
from rules.registry import GAMES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show every game with "Play now", the tables to join and the matches to watch."""
    context = {"games": selectors.games_on_offer(), **_lists(request)}
    return render(request, "matchmaking/home.html", context)


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the way to a quick match, the tables to join and the matches to watch, kept fresh by lobby.js."""
    return _lobby_page(request, _form(request))


@require_POST
@seats_guests
def quick(request: HttpRequest) -> HttpResponse:
    """Let the visitor wait for a match; who has no login becomes a guest.

    The `wish` of a card of the lobby (matchmaking.awaited) may come in the place of the fields.

    With `?part` the page stays, as static/js/quick.js asks: its socket tells it of the ticket.
    """
    form = _form(request, _wished(request))
    if not form.is_valid():
        return _lobby_page(request, form, status=422)
    try:
        person = request.user if isinstance(request.user, User) else entrance.enter_as_guest(request)
        tickets.open_ticket(person, **form.wish(), bots=levels.chosen_in(request.session))
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return _lobby_page(request, form, status=422)
    return HttpResponse(status=204) if "part" in request.GET else redirect("matchmaking:lobby")


@require_POST
def cancel(request: HttpRequest, ticket_id: int) -> HttpResponse:
    """Let the visitor wait no longer."""
    try:
        tickets.cancel_ticket(cast(User, request.user), ticket_id)
    except Refused as refusal:
        messages.warning(request, refusal.message)
    return redirect(get_next_redirect_url(request) or "matchmaking:lobby")


def _form(request: HttpRequest, data: Any = None) -> QuickForm:
    asked = request.GET.get("game")
    initial = {"game": asked} if asked in GAMES else {}
    return QuickForm(data, initial=initial, member=_is_member(request))


def _wished(request: HttpRequest) -> Any:
    """Return what the form is filled in with: by hand, or by the button beside those who wait for the same."""
    if (wish := request.POST.get("wish")) is None:
        return request.POST
    try:
        return strict_json.read(wish)
    except Refused:
        return {}  # none of ours: the form asks for all that is missing


def _lists(request: HttpRequest, filters: TableFilters = ANY) -> dict[str, Any]:
    user = request.user
    return selectors.gathering(user, filters) | {"awaited": awaited.lines_for(user), "member": _is_member(request)}


def _is_member(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and not request.user.is_guest


def _lobby_page(request: HttpRequest, form: QuickForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "games": selectors.games_on_offer(), **_lists(request, TableFilters.read(request.GET))}
    context["friends"] = selectors.friends_here(request.user)
    return render(request, "matchmaking/lobby.html", context, status=status)
