"""Pages that mails lead to, and those about mail. Only their buttons do anything, for machines open links too."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from accounts.models import TurnMail, User
from games import rulebook, selectors, services
from games.door.loaded import Loaded
from games.errors import Refused
from games.log import storing
from games.mail import choices, tokens
from games.mail.outgoing import boards, links, moves, names
from games.models import Match, ReplyToken
from games.tables import connections
from rules import codec

# --- a move by a link ---


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mailed_move(request: HttpRequest, token: str) -> HttpResponse:
    """Show a move that a mail has numbered, `?m=`, and make it when its button is pressed; the link is the proof.

    Whoever is logged in as somebody else has been sent the mail by its reader, and is told so.
    """
    row = tokens.find_link(token)
    if row is None:
        raise Http404(gettext("This link is not one of ours, or no longer holds."))
    page: dict[str, Any] = {"match": row.match, "game_name": rulebook.name(row.match.game)}
    if request.user.is_authenticated and request.user.pk != row.user_id:
        return render(request, "games/mailed_to_another.html", page, status=403)
    loaded = storing.load(row.match_id)
    page["names"] = names.listed([name for name, o in _others(loaded, row.user)])
    if connections.matters(row.match.game, rated=row.match.rated):
        connections.note(row.match_id, row.user_id, connections.ends_of(request))
    if request.method == "POST":
        page |= _play(row, loaded, request.POST.get("m", ""))
    else:
        page |= _offered(row, loaded, request.GET.get("m", ""))
    return render(request, "games/mailed_move.html", page, status=409 if page.get("refused") else 200)


def _others(loaded: Loaded, user: User) -> list[tuple[str, Any]]:
    seats = zip(names.names_at(loaded), loaded.occupants, strict=True)
    return [(name, occupant) for name, occupant in seats if occupant.user != user.pk]


def _offered(row: ReplyToken, loaded: Loaded, asked: str) -> dict[str, Any]:
    """Return the move that is asked for and its line, or that the moment has passed."""
    seat = loaded.seat_of(row.user_id)
    legal = moves.legal_moves(loaded, seat) if seat is not None and _is_fresh(row, loaded) else []
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 5 else 0
    if not 1 <= number <= len(legal):
        return {"passed": True}
    assert seat is not None  # for it has moves
    move = legal[number - 1]
    board = boards.sketch_for(loaded, seat, names.names_at(loaded))
    return {"choice": number, "line": loaded.facts.game.print_move(move), "move": move, "board": board}


def _is_fresh(row: ReplyToken, loaded: Loaded) -> bool:
    return row.used_at is None and row.number == loaded.moved and not loaded.over


def _play(row: ReplyToken, loaded: Loaded, asked: str) -> dict[str, Any]:
    found = _offered(row, loaded, asked)
    if "passed" in found:
        return found | {"refused": gettext("This move can no longer be made: play has gone on since that mail.")}
    body = {"type": "move", "token": tokens.request_token(row), "number": row.number}
    try:
        services.request(row.match_id, row.user, body | {"move": codec.move_to_json(found["move"])})
    except Refused as refusal:
        return found | {"refused": refusal.message}
    tokens.use(row)
    return found | {"played": True}


# --- how much mail ---


@csrf_exempt  # a mail program sends this by itself, RFC 8058; the signed address is the proof
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def less_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Let whoever reads a mail choose less of it: by this page's buttons, or by one click in the mail program.

    Of this match alone, for mails are passed on; of all of them only where the person is logged in.
    """
    found = links.read_less(token)
    match = Match.objects.filter(pk=found[0]).first() if found else None
    user = User.objects.filter(pk=found[1], is_active=True).first() if found else None
    if match is None or user is None:
        raise Http404(gettext("This link is not one of ours."))
    if "List-Unsubscribe" in request.POST:
        choices.choose(match, user, TurnMail.NONE)
        return HttpResponse(gettext("You get no more mail of this match."), content_type="text/plain; charset=utf-8")
    page: HttpResponse = _less_page(request, match, user)
    return page


@csrf_protect  # here nobody is exempt: only the one click comes from outside
def _less_page(request: HttpRequest, match: Match, user: User) -> HttpResponse:
    return _choice_page(request, match, user, for_all=request.user.pk == user.pk)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_choice(request: HttpRequest, match_id: str) -> HttpResponse:
    """Let a player choose how much mail they want of a match."""
    match = selectors.find_match(match_id, request.user)
    if not selectors.is_seated(match_id, request.user):
        raise Http404(gettext("Only those who sit at the table get mail of it."))
    return _choice_page(request, match, cast(User, request.user), for_all=True)


def _choice_page(request: HttpRequest, match: Match, user: User, *, for_all: bool) -> HttpResponse:
    if request.method == "POST":
        _keep(request, match, user, for_all=for_all)
        return redirect(request.path)
    page = {"match": match, "game_name": rulebook.name(match.game), "own": choices.own_choice(match.pk, user)}
    page |= {"general": choices.likes_of(user).mail_turns, "turns": TurnMail.choices, "for_all": for_all}
    return render(request, "games/mail_choice.html", page)


def _keep(request: HttpRequest, match: Match, user: User, *, for_all: bool) -> None:
    """Keep what the buttons say: `match` or `all`, with one of TurnMail; anything else changes nothing."""
    own, general = request.POST.get("match"), request.POST.get("all")
    if for_all and general in TurnMail.values:
        choices.choose_for_all(user, general)
    elif own in ("", *TurnMail.values):
        choices.choose(match, user, own)
    else:
        return
    messages.success(request, gettext("Kept."))
