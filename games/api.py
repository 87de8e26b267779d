"""REST in: the same requests as on the socket, for programs."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api_access import HasScope
from accounts.models import User
from games import rematches, selectors, services
from games.errors import Refused
from games.serving.upkeep import note_seen

_DIGITS = 9  # no log is that long, and every database can read it


class MatchRequests(APIView):
    """POST one request; see docs/api.md."""

    def post(self, request: Request, match_id: str) -> Response:
        """Carry the request out and answer with the number of its entry."""
        selectors.find_match(match_id, request.user)
        user, body = cast(User, request.user), cast(dict[str, Any], request.data)  # logged in; read by our parser
        note_seen([(match_id, user.pk)])
        return Response({"number": services.request(match_id, user, body)})


class MatchRematch(APIView):
    """POST the wish to play a finished match again with the same people."""

    def post(self, request: Request, match_id: str) -> Response:
        """Answer with the id of the one table where they do."""
        match = selectors.find_match(match_id, request.user)
        return Response({"match": rematches.ask_for(match, cast(User, request.user)).id})

    def delete(self, request: Request, match_id: str) -> Response:
        """Do without the seat that is kept at that table; the others are told."""
        match = selectors.find_match(match_id, request.user)
        rematches.decline(match, cast(User, request.user))
        return Response({})


class MatchFrame(APIView):
    """GET all that the caller may see of a match."""

    permission_classes = [HasScope]

    def get(self, request: Request, match_id: str) -> Response:
        """Answer with the frame."""
        match = selectors.find_match(match_id, request.user)
        if isinstance(request.user, User):
            note_seen([(match_id, request.user.pk)])
        frame = selectors.frame(match, request.user)
        if _is_called_absent(frame):
            with suppress(Refused):  # said already
                services.come_back(match_id, frame["seat"])
            frame = selectors.frame(match, request.user)
        if services.call_late_time(frame):
            frame = selectors.frame(match, request.user)
        return Response({"frame": frame})


def _is_called_absent(frame: dict[str, Any]) -> bool:
    return any(one["seat"] == frame.get("seat") for one in frame.get("absent", ()))


class MatchLog(APIView):
    """GET what has happened in a match, in short: moves in notation."""

    permission_classes = [HasScope]

    def get(self, request: Request, match_id: str) -> Response:
        """Answer with the entries after number `after`, 500 at most, and the number of the last entry there is."""
        match = selectors.find_match(match_id, request.user)
        lines = selectors.lines(match, _number(request.query_params.get("after", "0")))
        return Response({"number": match.live.number, "lines": lines})


def _number(text: str) -> int:
    """Return a number of the log; raises Refused."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        message = N_("“%(field)s” must be a whole number.")
        raise Refused("out_of_range", message, field="after")
    return int(text)


class MatchRecord(APIView):
    """GET the record of a match that is over."""

    permission_classes = [HasScope]

    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Answer with the record; 409 while the match goes on."""
        match = selectors.find_match(match_id, request.user)
        try:
            return HttpResponse(selectors.record_text(match), content_type="application/json")
        except ValueError:
            raise Refused("not_over", N_("The record is published once the match is over.")) from None


class Nowhere(APIView):
    """All other addresses below /api/."""

    permission_classes = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse, whoever asks and by whatever method."""
        raise Refused("not_found", N_("Nothing answers at this address."))
