"""The pages of tables and matches: ask services and selectors, present what they answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import entrance
from accounts.models import User
from accounts.pages.account import too_many_requests
from accounts.selectors import blocked_people, is_guest, person_named
from games import annulled, boards, deals, own_matches, rulebook, selectors, services, strengths
from games.bots import levels
from games.door.loaded import OPEN
from games.door.pace import LIVE_ONLY
from games.errors import Refused
from games.models import Match
from games.pages import staff
from games.pages.forms import TableForm, initial_like, unusual_options
from games.pages.ways import way_to_sign_up
from games.selectors import Listing
from games.tables import connections, invitations, rematches
from games.talk import phrases
from games.templatetags.tables import clock_words
from rules import registry
from rules.chance import commitment
from rules.contract import AnyGame

Page = Callable[..., HttpResponse]


def seats_guests(page: Page) -> Page:
    """Answer 429 with a sentence when the page needs a new guest and too many came from that address."""

    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return page(request, *args, **kwargs)
        except entrance.TooManyGuests:
            return too_many_requests(request, gettext("Many guests came from your network just now."))

    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@seats_guests
def open_table(request: HttpRequest, game: str) -> HttpResponse:
    """Show the form of a new table; when it is posted and good, open the table and go there."""
    found = _find_playable(game)
    if request.method != "POST":
        form = TableForm(found, initial=_initial(request), member=_is_member(request))
        return _form_page(request, found, form)
    form = TableForm(found, request.POST, member=_is_member(request))
    if not form.is_valid():
        return _form_page(request, found, form)
    try:
        match = services.open_table(_person(request), **form.table())
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return _form_page(request, found, form)
    _invite_along(request, match)
    return redirect("games:match", match_id=match.id)


@require_POST
@seats_guests
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    """Seat the visitor opposite a bot, at a table that its page starts by itself; who has no login becomes a guest."""
    found = _find_playable(game)
    try:
        match = services.play_now(_person(request), found.slug, request.POST.get("level", levels.FIRST))
    except Refused as refusal:
        messages.warning(request, refusal.message)
        return redirect("home")
    if level := request.POST.get("level"):
        request.session[levels.KEPT] = level
    return redirect(f"{match.get_absolute_url()}#start")  # for static/js/match.js


@never_cache
@require_safe
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a table from its first seat to its last move: one address for waiting, playing and looking back."""
    found = selectors.find_match(match_id, request.user)
    frame = selectors.frame(found, request.user)
    if services.call_late_time(frame):
        frame = selectors.frame(found, request.user)
    page = _table_page(request, frame) | staff.tools_at(request, found)
    connections.note_request(request, found)
    answer = render(request, "games/match.html", page)
    connections.mark_browser(request, answer, found)
    return answer


@require_POST
def rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Lead a player of a finished match to the table where its people play again; the first who asks opens it."""
    found = selectors.find_match(match_id, request.user)
    try:
        table = rematches.ask_for(found, cast(User, request.user))  # refused without a login
    except Refused as refusal:
        messages.warning(request, refusal.message)
        return redirect(found)
    return redirect(f"{table.get_absolute_url()}{'#start' if rematches.is_ready(table) else '#sit'}")  # for match.js


@require_POST
def decline_rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Let the others know that a player does not come along, and lead back to the match that is over."""
    found = selectors.find_match(match_id, request.user)
    try:
        rematches.decline(found, cast(User, request.user))
    except Refused as refusal:
        messages.warning(request, refusal.message)
    return redirect(found)


@never_cache
@require_safe
def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a finished match step by step; while it is going on, lead to the match itself."""
    found = selectors.find_match(match_id, request.user)
    if not selectors.is_over(found):
        return redirect("games:match", match_id=match_id)
    page = _table_page(request, selectors.frame(found, request.user))
    page["config"]["steps"] = reverse("games:steps", args=[match_id])
    return render(request, "games/replay.html", page)


@never_cache
@require_safe
def steps(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return every entry of a finished match with the frame after it, as JSON."""
    found = _find_finished(request, match_id)
    return JsonResponse({"steps": list(selectors.steps(found, request.user))})


@never_cache
@require_safe
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the record of a finished match as a file to keep and check."""
    found = _find_finished(request, match_id)
    response = HttpResponse(selectors.record_text(found), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="quintet-{match_id}.json"'
    return response


@never_cache
@require_safe
def deal(request: HttpRequest, match_id: str) -> HttpResponse:
    """Explain how the deal is fixed; once the match is over, let the visitor's browser deal it again."""
    found = selectors.find_match(match_id, request.user)
    config = {
        "match": match_id,
        "commitment": commitment(bytes(found.server_seed)),
        "deal": reverse("games:deal_steps", args=[match_id]),
    }
    page = {"game_name": rulebook.name(found.game), "over": selectors.is_over(found), "config": config}
    return render(request, "games/deal.html", page)


@never_cache
@require_safe
def deal_steps(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the secret seed of a finished match and every random step as it was dealt, as JSON."""
    found = _find_finished(request, match_id)
    try:
        return JsonResponse(deals.deal(found))
    except Refused as refusal:
        return JsonResponse({"error": refusal.as_json()}, status=409)


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the visitor's matches: those that go on, the most urgent first, and a page of those that are over."""
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={request.path}")
    asked = request.GET.get("page", "")[:6]  # no more is looked for, and no number becomes too long to be read
    page = max(1, int(asked)) if asked.isdecimal() else 1
    over, more = own_matches.finished_matches_of(request.user, page)
    context = {"page": page, "over": annulled.beside(over), "after": f"?page={page + 1}" if more else ""}
    context["before"] = f"?page={page - 1}" if page > 1 else ""
    if page == 1:
        running = own_matches.unfinished_matches_of(request.user, own_matches.MOST)
        context["running"] = Listing(strengths.beside(running.cards), running.left_out)
    return render(request, "games/mine.html", context)


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """List the games with their one-line ideas."""
    games = [(slug, rulebook.name(slug), rulebook.idea(slug)) for slug in registry.GAMES]
    return render(request, "rules/all.html", {"games": games})


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules of one game."""
    found = _find_game(game)
    context = {"game": found, "game_name": gettext(found.name), "text": rulebook.page(found.slug)}
    context |= {"playable": boards.has_board(found.slug), "live_only": gettext(LIVE_ONLY)}
    return render(request, "rules/game.html", context)


def _person(request: HttpRequest) -> User:
    """Return who asks; a visitor without a login becomes a guest. Raises TooManyGuests."""
    user = request.user
    return user if isinstance(user, User) else entrance.enter_as_guest(request)


def _is_member(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not is_guest(request.user)


def _invite_along(request: HttpRequest, match: Match) -> None:
    """Invite whom ?with= names to the table just opened for them; the table stands, whatever comes of it."""
    if not (friend := person_named(request.GET.get("with", ""))):
        return
    try:
        invitations.invite_person(match, cast(User, request.user), friend, request.build_absolute_uri("/").rstrip("/"))
    except Refused as refusal:
        messages.warning(request, refusal.message)


def _find_game(slug: str) -> AnyGame:
    try:
        return registry.find(slug)
    except KeyError:
        raise Http404(gettext("There is no such game here.")) from None


def _find_playable(slug: str) -> AnyGame:
    found = _find_game(slug)
    if not boards.has_board(slug):
        raise Http404(gettext("This game has no board here yet; its rules can be read."))
    return found


def _find_finished(request: HttpRequest, match_id: str) -> Match:
    found = selectors.find_match(match_id, request.user)
    if not selectors.is_over(found):
        raise Http404(gettext("This match is still going on."))
    return found


def _initial(request: HttpRequest) -> dict[str, Any]:
    """Return the values of the table named by ?like=, for "Play again"; {} without one."""
    if not (like := request.GET.get("like")):
        return {}
    return initial_like(selectors.frame(selectors.find_match(like, request.user), request.user))


def _form_page(request: HttpRequest, game: AnyGame, form: TableForm) -> HttpResponse:
    context = {"game": game, "game_name": rulebook.name(game.slug), "form": form, "live_only": gettext(LIVE_ONLY)}
    return render(request, "games/open.html", context, status=422 if form.errors else 200)


def _table_page(request: HttpRequest, frame: dict[str, Any]) -> dict[str, Any]:
    """Return what the templates of match and replay need; `config` is what their scripts read."""
    slug, match_id = frame["game"], frame["match"]
    config = {
        "frame": frame,
        "board": static(boards.static_file(slug, "board.js")),
        "turn_picture": static("img/favicon-turn.svg"),
        "log": reverse("api:log", args=[match_id]),
        "replay": reverse("games:replay", args=[match_id]),
        "record": reverse("games:record", args=[match_id]),
        "deal": reverse("games:deal", args=[match_id]),
        "invite": request.build_absolute_uri(reverse("games:match", args=[match_id])),
        "decline": reverse("games:decline_rematch", args=[match_id]),
        "again": f"{reverse('games:open', args=[slug])}?like={match_id}",
        "terms": [*filter(None, [clock_words(frame["clock"], slug)]), *unusual_options(frame)],
        "anonymous": not request.user.is_authenticated,
        "guest": is_guest(request.user),
        "unheard": [person.username for person in blocked_people(request.user)],
        "name": request.user.get_username(),
        "strengths": strengths.at_table(frame),
    }
    if frame["status"] == OPEN and "seat" not in frame:
        config["signup"] = way_to_sign_up(request, request.path, rated=frame["rated"], pace=frame["pace"])
    if boards.has_file(slug, "now.js"):
        config["now"] = static(boards.static_file(slug, "now.js"))
    return {
        "config": config,
        "frame": frame,
        "game_slug": slug,
        "game_name": gettext(registry.find(slug).name),
        "board_template": boards.template(slug, "board.html"),
        "phrases": phrases.offered() if frame["talk"] == phrases.PHRASES else [],
        "board_styles": boards.static_file(slug, "board.css"),
        "hint_templates": [boards.template(slug, "hint.html"), "games/hint.html"],
    }
