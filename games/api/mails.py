"""REST: how much mail of one match somebody wants."""

from __future__ import annotations

from typing import Any, Literal, cast

import msgspec
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.bodies import FreeToken, read
from accounts.api.documented import documented
from accounts.api.rest import ApiView
from accounts.models import User
from games import selectors
from games.errors import Refused
from games.mail import choices
from games.models import Match

_CHOSEN = {"mail_turns": "remind", "usual": "each"}


class Chosen(msgspec.Struct):
    """What was chosen for this match, "" for what is usual, and what is usual: as in the preferences."""

    mail_turns: Literal["", "each", "remind", "none"]
    usual: Literal["each", "remind", "none"]


class NewChoice(msgspec.Struct, forbid_unknown_fields=True):
    """How much mail of this match one wants; "" for what is usual."""

    mail_turns: Literal["", "each", "remind", "none"]
    token: FreeToken = msgspec.UNSET


class MatchMails(ApiView):
    """GET how much mail of a match one gets; POST changes it."""

    @documented("How much mail you get of a match", answer=Chosen, example=_CHOSEN)
    def get(self, request: Request, match_id: str) -> Response:
        """Answer with what was chosen."""
        return Response(_chosen(_own(request, match_id), cast(User, request.user)))

    @documented(
        "Choose the mail of a match", body=NewChoice, answer=Chosen, sent={"mail_turns": "remind"}, example=_CHOSEN
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Keep it and answer with how it is now."""
        match, user = _own(request, match_id), cast(User, request.user)
        choices.choose(match, user, read(cast(dict[str, Any], request.data), NewChoice).mail_turns)
        return Response(_chosen(match, user))


def _own(request: Request, match_id: str) -> Match:
    match = selectors.find_match(match_id, request.user)
    if not selectors.is_seated(match_id, request.user):
        raise Refused("not_a_player", N_("Only those who sit at the table get mail of it."))
    return match


def _chosen(match: Match, user: User) -> dict[str, str]:
    return {"mail_turns": choices.own_choice(match.pk, user), "usual": choices.likes_of(user).mail_turns}
