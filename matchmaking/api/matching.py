"""REST: the wish to be matched, and how people play."""

from __future__ import annotations

from typing import Any, cast

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from drf_spectacular.utils import extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.access import HasScope
from accounts.api.bodies import read
from accounts.api.documented import documented, page_of
from accounts.api.rest import ApiView, chosen, is_whole
from accounts.models import User
from accounts.selectors import person_json, person_named
from games.api.lists import PAGING, ListView, bad_cursor
from games.api.shapes import fields_of
from games.api.tables import PACES
from games.errors import Refused
from games.instants import now_ms
from games.selectors import find_match
from matchmaking import history, selectors, standings, telling, tickets
from matchmaking.api import shapes
from matchmaking.models import DRAWN, LOST, WON, Played
from rules.registry import GAMES

OF = ("people", "bots")  # whose leaderboard
_SENT = {"token": "q-1", "game": "sequence", "seats": 2, "bots_after": 30_000}


class Tickets(ApiView):
    """GET for what one waits; POST a wish to be matched."""

    scopes = {"GET": "tickets", "POST": "tickets"}
    limits = {"GET": "tickets", "POST": "tickets"}

    @documented("What you wait for", answer=shapes.Tickets)
    def get(self, request: Request) -> Response:
        """Answer with the caller's tickets. To ask is to be here: nobody is called to a table who has gone."""
        user = cast(User, request.user)
        found = selectors.waiting_of([user.pk]).get(user.pk, [])
        if found:
            tickets.keep_alive([user.pk], now_ms())
        return Response({"tickets": [ticket_json(one) for one in found]})

    @documented(
        "Wait for opponents", body=shapes.NewTicket, answer=shapes.TicketOpened, status=201, sent=_SENT,
        example={"ticket": 7},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Open a ticket and answer with its id. A repeated token gets the same ticket."""
        asked = read(cast(dict[str, Any], request.data), shapes.NewTicket)
        ticket = tickets.open_ticket(cast(User, request.user), **fields_of(asked))
        return Response({"ticket": ticket.pk}, status=201)


class Ticket(ApiView):
    """DELETE takes a ticket back."""

    scopes = {"DELETE": "tickets"}

    @documented("Wait no longer", answer={"type": "object"})
    def delete(self, request: Request, ticket_id: str) -> Response:
        """Take a ticket back; one that waits no more, or is none, is no error."""
        if not is_whole(ticket_id):
            raise Refused("not_found", N_("There is no such ticket."))
        tickets.cancel_ticket(cast(User, request.user), int(ticket_id))
        return Response({})


def ticket_json(waiting: selectors.Waiting) -> dict[str, Any]:
    """Return a ticket as its person's programs see it."""
    told = {"ticket": waiting.id, "game": waiting.game, "pace": waiting.pace, "seats": waiting.seats}
    told |= {"rated": waiting.rated} | {"state": waiting.state, "waited": waiting.waited}
    more = {"bots_in": waiting.bots_in, "match": waiting.match}
    return told | {name: value for name, value in more.items() if value is not None}


class Person(ApiView):
    """GET what everybody may know of somebody."""

    permission_classes = [HasScope]

    @documented("Somebody's ratings and results", answer=shapes.Person, open_to_all=True)
    def get(self, request: Request, name: str) -> Response:
        """Answer with a person's ratings and totals."""
        person = _find_person(name)
        ratings = standings.standings_of(person, request.user, now_ms())
        rated = [_plain(one, shapes.Standing) for one in ratings]
        totals = [_plain(one, shapes.Total) for one in history.totals(person)]
        return Response(person_json(person) | {"ratings": rated, "totals": totals})


def _plain(value: Any, kind: Any) -> dict[str, Any]:
    """Return those attributes of a value that a shape has."""
    return {name: getattr(value, name) for name in kind.__struct_fields__}


_GAME = {"type": "string", "enum": list(GAMES)}
_PACE = {"type": "string", "enum": list(PACES)}
_RESULT = {"type": "string", "enum": [WON, DRAWN, LOST]}
_INSTANT = {"type": "integer", "minimum": 0, "description": "ms since 1970 UTC"}
_PLAYED: dict[str, dict[str, Any]] = {
    "game": _GAME,
    "pace": _PACE,
    "result": _RESULT,
    "rated": {"type": "string", "enum": ["true", "false"]},
    "of": {"type": "string", "enum": list(OF), "description": "people: no bot sat there"},
    "opponent": {"type": "string", "maxLength": 20},
    "since": _INSTANT,
    "until": _INSTANT,
}


@extend_schema_view(
    get=documented(
        "Somebody's matches",
        answer=page_of(shapes.Played),
        parameters=_PLAYED | PAGING,
        open_to_all=True,
    )
)
class History(ListView):
    """GET the matches that somebody has played and that the caller may see."""

    permission_classes = [HasScope]
    filters = {name: kind["enum"] for name, kind in _PLAYED.items() if "enum" in kind}
    ordering = ("-at", "-id")
    parameters = (*_PLAYED, *PAGING)

    def rows(self, request: Request, asked: dict[str, str], name: str = "", **_: Any) -> QuerySet[Played]:
        """Return all of them; `opponent` and the instants `since` and `until` narrow them as well."""
        played = _narrowed(history.played_by(_find_person(name), request.user), asked)
        if "opponent" in request.query_params:
            played = history.against(played, _opponent(request))
        for parameter, bound in (("since", "at__gte"), ("until", "at__lt")):
            if parameter in request.query_params:
                played = played.filter(**{bound: _instant(request, parameter)})
        return history.with_matches(played)

    def told(self, request: Request, rows: list[Played], **_: Any) -> list[Any]:
        """Return lines as programs see them."""
        return [played_json(line) for line in history.lines_of(rows)]


def _narrowed(played: QuerySet[Played], asked: dict[str, str]) -> QuerySet[Played]:
    """Return those of the matches that fit what was chosen of the filters."""
    if "rated" in asked:
        played = played.filter(match__rated=asked["rated"] == "true")
    if "of" in asked:
        played = history.among(played, asked["of"])
    return played.filter(**{name: asked[name] for name in ("game", "pace", "result") if name in asked})


def _opponent(request: Request) -> User:
    person = person_named(request.query_params["opponent"])
    if person is None:
        raise Refused("out_of_range", N_("Nobody here has this name."), field="opponent")
    return person


def _instant(request: Request, name: str) -> int:
    text = request.query_params[name]
    if not is_whole(text):
        raise Refused("out_of_range", N_("“%(field)s” must be a whole number."), field=name)
    return int(text)


def played_json(line: history.Line) -> dict[str, Any]:
    """Return one match of a history."""
    told: dict[str, Any] = {"match": line.match, "game": line.game, "pace": PACES[line.by_mail], "result": line.result}
    told |= {"others": [one.name for one in line.others], "bots": line.bots, "rated": line.rated, "at": line.at}
    told |= {"annulled": True} if line.annulled else {}
    return told if line.change is None else told | {"change": line.change}


class Leaderboard(ApiView):
    """GET who is best at a game."""

    permission_classes = [HasScope]
    parameters = ("pace", "of", "cursor")

    @documented(
        "Who is best at a game",
        answer=page_of(shapes.Leader),
        parameters={"pace": _PACE, "of": {"type": "string", "enum": list(OF)}, "cursor": PAGING["cursor"]},
        open_to_all=True,
    )
    def get(self, request: Request, game: str) -> Response:
        """Answer with a page of the leaderboard."""
        if game not in GAMES:
            raise Refused("not_found", N_("There is no such game here."))
        asked, page = chosen(request, {"pace": PACES, "of": OF}), _page(request)
        pace, bots = asked.get("pace", PACES[0]), asked.get("of") == "bots"
        rows, more = standings.leaders(game, pace, page, request.user, now_ms(), bots=bots)
        told = [_plain(row, shapes.Leader) for row in rows]
        return Response({"results": told} | ({"next": str(page + 1)} if more else {}))


def _page(request: Request) -> int:
    text = request.query_params.get("cursor", "1")
    if not (is_whole(text, 4) and 1 <= int(text) <= standings.FURTHEST):
        raise bad_cursor()
    return int(text)


class MatchRatings(ApiView):
    """GET what a rated match has changed."""

    permission_classes = [HasScope]

    @documented("What a match has changed in ratings", answer=shapes.MatchRatings, open_to_all=True)
    def get(self, request: Request, match_id: str) -> Response:
        """Answer with the changes by seat or, before, whether it will count."""
        return Response(telling.told_of(find_match(match_id, request.user), request.user.pk))


def _find_person(name: str) -> User:
    person = person_named(name)
    if person is None:
        raise Refused("not_found", N_("Nobody here has this name."))
    return person
