"""Two seats of one connection: where hands are hidden and the result would count, it does not if one could see two.

What is kept is a keyed hash of the address and one of the browser's own mark, each worked out for one match, so that no
two matches can be compared by them. It is no accusation: people of one household share an address, and play unrated.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.addresses import address_in, address_of
from games.door.loaded import ACTIVE, OPEN
from games.instants import now_ms
from games.models import MARKS_KEPT, Match, SeatMark, SeatRow
from rules.registry import GAMES

COOKIE = "seat"  # a random mark of the browser, set where it matters alone
COOKIE_KEPT = 30 * 24 * 3600  # s
_MOST = 4_096
_noted: OrderedDict[tuple[str, int, str], None] = OrderedDict()  # what this process has written down before
Ends = tuple[str, str]  # a connection's address and its browser's mark; "" for what is not known


def matters(game: str, *, rated: bool) -> bool:
    """Return whether it is to be known who shares a connection: a result counts, and hands are hidden."""
    return rated and GAMES[game].hides_hands


def ends_of(request: HttpRequest) -> Ends:
    """Return the ends of a request's connection."""
    return address_of(request), request.COOKIES.get(COOKIE, "")[:64]


def ends_in(scope: dict[str, Any]) -> Ends:
    """Return the ends of a socket's or a stream's connection."""
    return address_in(scope), scope.get("cookies", {}).get(COOKIE, "")[:64]


def note_request(request: HttpRequest, match: Match, *, joining: bool = False) -> None:
    """Note from where a player sees, or plays, a match in which that matters."""
    if request.user.is_authenticated and matters(match.game, rated=match.rated):
        note(match.id, request.user.pk, ends_of(request), joining=joining)


def note(match_id: str, user_id: int, ends: Ends, *, joining: bool = False) -> None:
    """Note a player's connection while the match is not over; nothing of who watches, unless they are about to sit."""
    kinds = zip(("address", "browser"), ends, strict=True)
    digests = [_digest(match_id, kind, value) for kind, value in kinds if value]
    new = [digest for digest in digests if (match_id, user_id, digest) not in _noted]
    if not new or not (joining or SeatRow.objects.filter(match_id=match_id, user_id=user_id).exists()):
        return
    if not Match.objects.filter(pk=match_id, live__status__in=(OPEN, ACTIVE)).exists():
        return
    now = now_ms()
    marks = [SeatMark(match_id=match_id, user_id=user_id, digest=digest, at=now) for digest in new]
    SeatMark.objects.bulk_create(marks, ignore_conflicts=True)
    _noted.update(((match_id, user_id, digest), None) for digest in new)
    while len(_noted) > _MOST:
        _noted.popitem(last=False)


def _digest(match_id: str, kind: str, value: str) -> str:
    return salted_hmac("games.tables.connections", f"{match_id}:{kind}:{value}", algorithm="sha256").hexdigest()


def are_shared(match_id: str, people: Collection[int]) -> bool:
    """Return whether two of these people have sat at a match by one connection."""
    marks = SeatMark.objects.filter(match_id=match_id, user__in=people)
    return marks.values("digest").annotate(of=Count("user", distinct=True)).filter(of__gt=1).exists()


def mark_browser(request: HttpRequest, response: HttpResponse, match: Match) -> None:
    """Give a player's browser a random mark of its own, where it matters."""
    if COOKIE in request.COOKIES or not request.user.is_authenticated or not matters(match.game, rated=match.rated):
        return
    response.set_cookie(
        COOKIE, secrets.token_urlsafe(16), max_age=COOKIE_KEPT, httponly=True, samesite="Lax",
        secure=bool(settings.SESSION_COOKIE_SECURE),
    )  # fmt: skip


def forget_marks() -> None:
    """Delete the marks of matches that have been over for a while; an hourly errand."""
    over = SeatMark.objects.exclude(match__live__status__in=(OPEN, ACTIVE))
    over.filter(match__live__at__lt=now_ms() - MARKS_KEPT).delete()
