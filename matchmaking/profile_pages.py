"""The pages about how people play: profile, history, leaderboards; and what a match has changed, for its page."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import blocked_people, friends_by_presence, person_named, tie
from games import boards, rulebook
from games.instants import now_ms
from games.selectors import find_match
from games.tables import connections
from matchmaking import history, standings, telling
from matchmaking.forms import HistoryFilters
from rules.registry import GAMES

RECENT = 6
NEAR = 8  # friends, and blocked ones, that a profile shows


@never_cache
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a person: ratings with graphs, results by game, the latest matches."""
    person = _find_person(name)
    if person.username != name:
        return redirect("matchmaking:profile", name=person.username)
    recent = history.lines(history.played_by(person, request.user)[:RECENT])
    context = {
        "person": person,
        "tie": tie(request.user, person),
        "standings": standings.standings_of(person, request.user, now_ms()),
        "totals": history.totals(person),
        "lines": recent,
        "between": _between(request.user, person),
        **(_own_ties(person) if person == request.user else {}),
    }
    return render(request, "matchmaking/profile.html", context)


def _own_ties(person: User) -> dict[str, Any]:
    """Return a person's friends and whom they block, for their own eyes: the first of each, and how many there are."""
    lists = {"friends": friends_by_presence(person), "blocked": list(blocked_people(person))}
    told: dict[str, Any] = {name: found[:NEAR] for name, found in lists.items()}
    return told | {"friends_count": len(lists["friends"]), "blocked_count": len(lists["blocked"])}


def _between(viewer: Any, person: User) -> history.Score | None:
    """Return how the viewer's matches with somebody else ended; None for a stranger."""
    if not viewer.is_authenticated or viewer == person:
        return None
    return history.score(history.against(history.played_by(viewer, viewer), person))


@never_cache
@require_safe
def matches(request: HttpRequest, name: str) -> HttpResponse:
    """Show what a person has played, narrowed by filters, a page at a time."""
    person = _find_person(name)
    filters, page = HistoryFilters(request.GET), _page(request)
    found: list[history.Line] = []
    score = None
    if filters.is_valid():
        first = (page - 1) * history.SHOWN
        played = filters.narrowed(history.played_by(person, request.user))
        found, score = history.lines(played[first : first + history.SHOWN + 1]), history.score(played)
    context = {
        "person": person,
        "own": person == request.user,
        "filters": filters,
        "score": score,
        "lines": found[: history.SHOWN],
        **_turning(request, page, more=len(found) > history.SHOWN),
    }
    return render(request, "matchmaking/history.html", context, status=200 if filters.is_valid() else 422)


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Lead to the first game's leaderboard, which has links to all others."""
    return redirect("matchmaking:leaderboard", game=boards.playable()[0])


@never_cache
@require_safe
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """Show who is best at a game, one's own place beside it."""
    if game not in GAMES:
        raise Http404(gettext("There is no such game here."))
    paces, page, now = standings.paces_of(game), _page(request), now_ms()
    pace = request.GET.get("pace", "")
    pace = pace if pace in dict(paces) else paces[0][0]
    bots = request.GET.get("of") == "bots"
    rows, more = standings.leaders(game, pace, page, request.user, now, bots=bots)
    belongs = getattr(request.user, "is_bot", False) == bots
    own, rated = standings.own_line(game, pace, request.user, now) if belongs else (None, None)
    context = {
        "game": game,
        "game_name": rulebook.name(game),
        "pace": pace,
        "paces": paces,
        "rows": rows,
        "bots": bots,
        "of": "&of=bots" if bots else "",
        "own": own,
        "own_page": 1 + (own.place - 1) // standings.SHOWN if own else None,
        "provisional": rated is not None and own is None,
        **_turning(request, page, more=more),
    }
    return render(request, "matchmaking/leaderboard.html", context)


@never_cache
@require_safe
def match_ratings(request: HttpRequest, match_id: str) -> JsonResponse:
    """Return as JSON what a rated match has changed or, before it has begun, whether it will count.

    And, of any open table, how strong they are who sit there now.
    """
    match = find_match(match_id, request.user)
    connections.note_request(request, match)
    return JsonResponse(telling.told_of(match, request.user.pk) | telling.strengths_at(match))


def _find_person(name: str) -> User:
    person = person_named(name)
    if person is None:
        raise Http404(gettext("Nobody here has this name."))
    return person


def _page(request: HttpRequest) -> int:
    asked = request.GET.get("page", "")
    number = int(asked[:6]) if asked[:6].isdecimal() else 1
    return min(standings.FURTHEST, max(1, number))


def _turning(request: HttpRequest, page: int, *, more: bool) -> dict[str, Any]:
    """Return the addresses of the page before and the page after this one, with all else that was asked for."""
    asked = {key: value for key, value in request.GET.items() if key != "page" and value}
    before = f"?{urlencode(asked | {'page': page - 1})}" if page > 1 else ""
    return {"page": page, "before": before, "after": f"?{urlencode(asked | {'page': page + 1})}" if more else ""}
