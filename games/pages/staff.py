"""The pages of a moderator's tools for one match: first the reason, then a look at what will be done, then it is."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.moderation.roles import is_moderator
from games import rulebook, selectors, services
from games.errors import Refused
from games.log import storing
from games.models import Match
from games.moderation import refereeing
from games.pages import staff_tools
from games.pages.staff_tools import ReasonForm, Tool


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def intervene(request: HttpRequest, match_id: str, tool: str) -> HttpResponse:
    """Ask for the reason, show what it will be, and do it; for others than moderators there is no such page."""
    found, match = _find(request, match_id, tool)
    assert is_moderator(request.user)
    try:
        refereeing.need_power_at(request.user, match)
    except Refused as refusal:
        return render(request, "403.html", {"rule": refusal.message}, status=403)
    loaded = storing.load(match.id)
    asked = {"sides": staff_tools.sides_of(loaded)}
    if request.method != "POST":
        return _page(request, match, found, found.form(initial={"token": services.new_token()}, **asked))
    form = found.form(request.POST, **asked)
    _look_at_reason(form, match)
    if not form.is_valid() or "sure" not in request.POST:
        return _page(request, match, found, form, sure=form.is_valid() and "back" not in request.POST)
    try:
        found.act(request.user, match, loaded, form)
    except Refused as refusal:
        field = refusal.details.get("field")
        form.add_error(field if field in form.fields else None, refusal.message)
        return _page(request, match, found, form)
    messages.success(request, gettext("Done. It stands in the trail."))
    return redirect(match)


def tools_at(request: HttpRequest, match: Match) -> dict[str, Any]:
    """Return what the visitor may do to a match: `tools`, or `no_tools`, why there are none; both empty for players."""
    found: dict[str, Any] = {"tools": [], "no_tools": ""}
    if not is_moderator(request.user) or request.user in refereeing.people_of(match):
        return found
    try:
        refereeing.need_power_at(request.user, match)
    except Refused as refusal:
        return found | {"no_tools": refusal.message}
    return found | {"tools": staff_tools.tools_for(storing.load(match.id))}


def _look_at_reason(form: ReasonForm, match: Match) -> None:
    """Refuse a reason before it is looked at once more, not only when it is done."""
    if form.is_valid():
        try:
            refereeing.checked_reason(form.cleaned_data["why"], match)
        except Refused as refusal:
            form.add_error("why", refusal.message)


def _find(request: HttpRequest, match_id: str, name: str) -> tuple[Tool, Match]:
    """Return tool and match; raises Http404, for who is no moderator too."""
    found = staff_tools.find_tool(name)
    if found is None or not is_moderator(request.user):
        raise Http404(gettext("There is no such page."))
    return found, selectors.find_match(match_id, request.user)


def _page(request: HttpRequest, match: Match, tool: Tool, form: ReasonForm, *, sure: bool = False) -> HttpResponse:
    page: dict[str, Any] = {"match": match, "game_name": rulebook.name(match.game), "tool": tool, "form": form}
    page |= {"sides": form.sides, "answers": form.answers() if sure else None}
    return render(request, "staff/match_tool.html", page, status=422 if form.is_bound and form.errors else 200)
