"""REST in: the same requests as on the socket, for programs. Lists and tables: games/api_tables.py."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_access import HasScope, token_by
from accounts.bodies import Bare, read
from accounts.documented import documented, page_of
from accounts.models import User
from accounts.personal_tokens import need_scope
from accounts.rest import ApiView, is_whole
from games import api_shapes as shapes
from games import chat, connections, glances, rematches, selectors, services
from games.api_examples import FRAME, JOIN, LINE, MOVE
from games.api_lists import PAGING, ListView
from games.door import requests
from games.errors import Refused
from games.models import ChatLine
from games.serving.upkeep import note_seen

NUMBER = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_DIGITS = 9  # no log is that long, and every database can read it


class MatchRequests(ApiView):
    """POST one request; see docs/api.md."""

    limits = {"POST": "moves"}

    @documented("Ask anything of a match", body=requests.Asked, answer=shapes.Done, sent=JOIN)
    def post(self, request: Request, match_id: str) -> Response:
        """Carry the request out and answer with the number of its entry. A repeated token gets the same answer."""
        body = cast(dict[str, Any], request.data)  # read by our parser
        if body.get("type") == "chat":
            need_scope(token_by(request), "chat")
        return _carried_out(request, match_id, body)


class MatchMoves(ApiView):
    """POST a move."""

    limits = {"POST": "moves"}

    @documented("Play a move", body=shapes.NewMove, answer=shapes.Done, sent=MOVE, example={"number": 13})
    def post(self, request: Request, match_id: str) -> Response:
        """Play a move and answer with the number of its entry. A repeated token gets the same answer."""
        return _carried_out(request, match_id, _typed(request, "move"))


def _typed(request: Request, kind: str) -> dict[str, Any]:
    """Return the body of an address that takes one kind of request; raises Refused (unknown_field)."""
    body = cast(dict[str, Any], request.data)
    if "type" in body:
        raise Refused("unknown_field", N_("There is no field “%(field)s” in this request."), field="type")
    return {**body, "type": kind}


def _carried_out(request: Request, match_id: str, body: dict[str, Any]) -> Response:
    user = cast(User, request.user)  # logged in
    match = selectors.find_match(match_id, user)
    connections.note_request(request, match, joining=body.get("type") == "join")
    note_seen([(match_id, user.pk)])
    return Response({"number": services.request(match_id, user, body)})


@extend_schema_view(
    get=documented(
        "What was said at the table, the latest first",
        answer=page_of(shapes.ChatLine),
        parameters=PAGING,
        open_to_all=True,
    )
)
class MatchChat(ListView):
    """GET the table talk; POST a line."""

    permission_classes = [HasScope]
    scopes = {"POST": "chat"}
    limits = {"POST": "chat"}
    ordering = ("-id",)

    @documented("Say something at the table", body=shapes.NewLine, answer=shapes.Done, sent=LINE)
    def post(self, request: Request, match_id: str) -> Response:
        """Say a line and answer with its id."""
        return _carried_out(request, match_id, _typed(request, "chat"))

    def rows(self, request: Request, asked: dict[str, str], match_id: str = "", **_: Any) -> QuerySet[ChatLine]:
        """Return all lines that the caller hears: none of people whom they have blocked."""
        selectors.find_match(match_id, request.user)
        return chat.heard_lines(match_id, request.user.pk).select_related("user")

    def told(self, request: Request, rows: list[ChatLine], match_id: str = "", **_: Any) -> list[Any]:
        """Return lines as pages get them."""
        seats = chat.seats_of(match_id)
        return [chat.line_json(line, seats) for line in rows]


class MatchRematch(ApiView):
    """POST the wish to play a finished match again with the same people."""

    @documented("Ask for a rematch", body=Bare, answer=shapes.Opened)
    def post(self, request: Request, match_id: str) -> Response:
        """Answer with the id of the one table where they do."""
        match = selectors.find_match(match_id, request.user)
        read(cast(dict[str, Any], request.data), Bare)
        return Response({"match": rematches.ask_for(match, cast(User, request.user)).id})

    @documented("Do without a rematch", answer={"type": "object"})
    def delete(self, request: Request, match_id: str) -> Response:
        """Do without the seat that is kept at that table; the others are told."""
        match = selectors.find_match(match_id, request.user)
        rematches.decline(match, cast(User, request.user))
        return Response({})


class MatchFrame(ApiView):
    """GET all that the caller may see of a match."""

    permission_classes = [HasScope]

    @documented(
        "See a match",
        answer=shapes.Seen,
        example={"frame": FRAME},
        more={304: "Nothing has changed since the ETag that came as If-None-Match"},
        open_to_all=True,
    )
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Answer with the frame, or 304 where the match's number is still that of the ETag."""
        glance = glances.look(match_id, request.user)
        if glance.is_known_by(request.headers.get("If-None-Match", "")):
            return _marked(HttpResponse(status=304), glance.tag)
        frame = _frame(request, match_id)
        return _marked(Response({"frame": frame}), glances.tag(frame["number"], frame.get("seat")))


def _marked(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"], answer["Cache-Control"] = tag, "private, no-cache"
    return answer


def _frame(request: Request, match_id: str) -> dict[str, Any]:
    """Return the frame now; who looks is here, and what is late by it is done first."""
    match = selectors.find_match(match_id, request.user)
    connections.note_request(request, match)
    frame = selectors.frame(match, request.user)
    if _is_called_absent(frame):
        with suppress(Refused):  # said already
            services.come_back(match_id, frame["seat"])
        frame = selectors.frame(match, request.user)
    return selectors.frame(match, request.user) if services.call_late_time(frame) else frame


def _is_called_absent(frame: dict[str, Any]) -> bool:
    return any(one["seat"] == frame.get("seat") for one in frame.get("absent", ()))


class MatchLog(ApiView):
    """GET what has happened in a match, in short: moves in notation."""

    permission_classes = [HasScope]
    parameters = ("after",)

    @documented("What has happened", answer=shapes.Log, parameters={"after": NUMBER}, open_to_all=True)
    def get(self, request: Request, match_id: str) -> Response:
        """Answer with the entries after number `after`, 500 at most, and the number of the last entry there is."""
        match = selectors.find_match(match_id, request.user)
        lines = selectors.lines(match, _number(request.query_params.get("after", "0")))
        return Response({"number": match.live.number, "lines": lines})


def _number(text: str) -> int:
    """Return a number of the log; raises Refused."""
    if not is_whole(text, _DIGITS):
        message = N_("“%(field)s” must be a whole number.")
        raise Refused("out_of_range", message, field="after")
    return int(text)


class MatchRecord(ApiView):
    """GET the record of a match that is over."""

    permission_classes = [HasScope]

    @documented("The record of a match that is over", answer={"type": "object"}, open_to_all=True)
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Answer with the record; 409 while the match goes on."""
        match = selectors.find_match(match_id, request.user)
        try:
            return HttpResponse(selectors.record_text(match), content_type="application/json")
        except ValueError:
            raise Refused("not_over", N_("The record is published once the match is over.")) from None


@extend_schema(exclude=True)
class Nowhere(ApiView):
    """All other addresses below /api/."""

    permission_classes = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse, whoever asks and by whatever method."""
        raise Refused("not_found", N_("Nothing answers at this address."))
