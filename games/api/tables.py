"""REST: which games and matches there are, and the opening of tables."""

from __future__ import annotations

from typing import Any, cast

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.access import HasScope
from accounts.api.bodies import read
from accounts.api.documented import documented, page_of
from accounts.api.rest import ApiView
from accounts.models import User
from games import annulled, own_matches, selectors, services
from games.api import shapes
from games.api.examples import OPENED, TABLE
from games.api.lists import PAGING, ListView
from games.door.loaded import ABORTED, ACTIVE, FINISHED, LIVE, MAIL, OPEN
from games.models import Match
from games.selectors import MatchCard
from rules.registry import GAMES

PACES = (LIVE, MAIL)
_CHOICES: dict[str, Any] = {
    "game": {"type": "string", "enum": list(GAMES)},
    "pace": {"type": "string", "enum": list(PACES)},
    "rated": {"type": "string", "enum": ["true", "false"]},
    "status": {"type": "string", "enum": [OPEN, ACTIVE, FINISHED, ABORTED]},
}


class Games(ApiView):
    """GET the games."""

    permission_classes = [HasScope]

    @documented("The games and their options", answer=shapes.Games, open_to_all=True)
    def get(self, request: Request) -> Response:
        """Answer with all games, their texts in the language asked for."""
        return Response({"games": selectors.game_facts()})


def _described(summary: str, *filters: str, open_to_all: bool = False) -> Any:
    parameters = {name: _CHOICES[name] for name in filters} | PAGING
    return documented(summary, answer=page_of(shapes.Card), parameters=parameters, open_to_all=open_to_all)


class Cards(ListView):
    """A list of matches."""

    filters = {"game": list(GAMES), "pace": PACES, "rated": ("true", "false")}

    def told(self, request: Request, rows: list[Match], **_: Any) -> list[Any]:
        """Return matches as lists show them."""
        return [card_json(card) for card in selectors.cards(rows, request.user)]


@extend_schema_view(get=_described("Tables to sit down at", "game", "pace", "rated", open_to_all=True))
class Tables(Cards):
    """GET the open tables; POST opens one."""

    limits = {"POST": "tables"}

    permission_classes = [HasScope]

    @documented("Open a table", body=shapes.NewTable, answer=shapes.Opened, status=201, sent=TABLE, example=OPENED)
    def post(self, request: Request) -> Response:
        """Open a table and sit down there as its host. A repeated token gets the same table."""
        asked: shapes.NewTable = read(cast(dict[str, Any], request.data), shapes.NewTable)
        match = services.open_table(cast(User, request.user), **shapes.fields_of(asked))
        return Response({"match": match.id}, status=201)

    def rows(self, request: Request, asked: dict[str, str], **_: Any) -> QuerySet[Match]:
        """Return the listed tables with a free seat."""
        return narrowed(selectors.tables_to_join(request.user), asked)


@extend_schema_view(get=_described("Matches to watch", "game", "pace", "rated", open_to_all=True))
class Running(Cards):
    """GET the listed matches that are going on."""

    permission_classes = [HasScope]

    def rows(self, request: Request, asked: dict[str, str], **_: Any) -> QuerySet[Match]:
        """Return them."""
        return narrowed(selectors.matches_to_watch(request.user), asked)


@extend_schema_view(get=_described("One's own matches", "game", "pace", "rated", "status"))
class Own(Cards):
    """GET the caller's matches."""

    filters = Cards.filters | {"status": (OPEN, ACTIVE, FINISHED, ABORTED)}

    def told(self, request: Request, rows: list[Match], **_: Any) -> list[Any]:
        """Return them as lists show them, those that count for nobody any more marked."""
        return [card_json(card) for card in annulled.beside(selectors.cards(rows, request.user))]

    def rows(self, request: Request, asked: dict[str, str], **_: Any) -> QuerySet[Match]:
        """Return all of them, those that closed before their start left out."""
        return narrowed(own_matches.all_matches_of(request.user), asked)


def narrowed(matches: QuerySet[Match], asked: dict[str, str]) -> QuerySet[Match]:
    """Return those of the matches that fit what was asked for."""
    columns = {"game": "game", "pace": "pace", "status": "live__status"}
    found = matches.filter(**{columns[name]: value for name, value in asked.items() if name in columns})
    return found.filter(rated=asked["rated"] == "true") if "rated" in asked else found


def card_json(card: MatchCard) -> dict[str, Any]:
    """Return a match as lists show it; what there is not is left out."""
    told = {
        "match": card.id, "game": card.game, "status": card.status, "pace": card.pace, "clock": card.clock,
        "rated": card.rated, "seats": card.seats, "turn": card.your_turn, "opened": card.opened_at,
        "updated": card.updated_at, "seat": card.your_seat, "deadline": card.deadline, "outcome": card.outcome,
        "places": card.places, "ended": card.ended, "annulled": card.annulled or None,
    }  # fmt: skip
    return {name: value for name, value in told.items() if value is not None}
