"""REST: what is told of a match once it is over: its steps, and how it was dealt. Its record: games/api/matches.py."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.access import HasScope
from accounts.api.documented import documented
from accounts.api.rest import ApiView
from games import deals, selectors
from games.api import shapes
from games.api.examples import DEAL, STEPS
from games.errors import Refused
from games.models import Match


class MatchSteps(ApiView):
    """GET a finished match step by step."""

    permission_classes = [HasScope]

    @documented("The steps of a match that is over", answer=shapes.Steps, example=STEPS, open_to_all=True)
    def get(self, request: Request, match_id: str) -> Response:
        """Answer with each entry, and the frame after it as the caller saw it; 409 while the match goes on."""
        return Response({"steps": selectors.steps(_finished(request, match_id), request.user)})


class MatchDeal(ApiView):
    """GET how a finished match was dealt."""

    permission_classes = [HasScope]

    @documented("The deal of a match that is over", answer=shapes.Deal, example=DEAL, open_to_all=True)
    def get(self, request: Request, match_id: str) -> Response:
        """Answer with seeds, salts and each random step, to be recomputed (docs/fairness.md); 409 while it goes on."""
        told: dict[str, Any] = deals.deal(_finished(request, match_id))
        return Response(told)


def _finished(request: Request, match_id: str) -> Match:
    match = selectors.find_match(match_id, request.user)
    if not selectors.is_over(match):
        raise Refused("not_over", N_("The record is published once the match is over."))
    return match
