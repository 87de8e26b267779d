"""REST: invitations to open tables: one's own, and those to a table at which one sits."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from msgspec import UNSET, Meta
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.bodies import FreeToken, read
from accounts.api.documented import documented
from accounts.api.rest import ApiView, is_whole
from accounts.models import User
from accounts.selectors import person_named
from games import selectors
from games.api.shapes import MatchId
from games.errors import Refused
from games.models import Match
from games.tables import invitations


class Asked(msgspec.Struct):
    """An invitation to the caller: who asks, to a table of which game, and which."""

    id: int
    by: str
    game: str
    match: MatchId


class AskedOnes(msgspec.Struct):
    """All invitations to the caller that are open, the latest first."""

    invitations: list[Asked]


class Guest(msgspec.Struct):
    """Who was asked to a table by name, and whether they have said no."""

    name: str
    declined: bool


class Guests(msgspec.Struct):
    """Who was asked to a table by name; of those asked by mail nobody is told more."""

    invited: list[Guest]


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """Whom to ask: a person's name, or an e-mail address."""

    who: Annotated[str, Meta(min_length=1, max_length=254)]
    token: FreeToken = UNSET


class Invitations(ApiView):
    """GET one's own invitations."""

    @documented("Your invitations", answer=AskedOnes)
    def get(self, request: Request) -> Response:
        """Answer with all that are open."""
        found = invitations.invitations_of(cast(int, request.user.pk))
        return Response({"invitations": [_told(asked) for asked in found]})


def _told(asked: Any) -> dict[str, Any]:
    return {"id": asked.pk, "by": asked.inviter.username, "game": asked.match.game, "match": asked.match_id}


class OneInvitation(ApiView):
    """DELETE declines an invitation."""

    @documented("Decline an invitation", answer={"type": "object"})
    def delete(self, request: Request, invitation_id: str) -> Response:
        """Say no; what is declined already is no error."""
        pk = int(invitation_id) if is_whole(invitation_id) else 0
        asked = invitations.invitation_to(cast(User, request.user), pk)
        if asked is None:
            raise Refused("not_found", N_("There is no such invitation."))
        invitations.decline(asked)
        return Response({})


class MatchInvitations(ApiView):
    """GET who was asked to a table at which one sits; POST asks somebody."""

    @documented("Who was invited to a table", answer=Guests)
    def get(self, request: Request, match_id: str) -> Response:
        """Answer with names."""
        match = selectors.find_match(match_id, request.user)
        invitations.need_table_of(match, cast(User, request.user))
        return Response(_guests(match))

    @documented("Invite somebody to a table", body=Wish, answer=Guests, sent={"who": "Mira"})
    def post(self, request: Request, match_id: str) -> Response:
        """Ask and answer with all who were asked; whoever was asked before is asked once more."""
        match, user = selectors.find_match(match_id, request.user), cast(User, request.user)
        invitations.need_table_of(match, user)
        asked, site = read(cast(dict[str, Any], request.data), Wish), request.build_absolute_uri("/").rstrip("/")
        if "@" in asked.who:
            invitations.invite_address(match, user, _address(asked.who), site)
        elif person := person_named(asked.who):
            invitations.invite_person(match, user, person, site)
        else:
            raise Refused("not_found", N_("There is no such person."))
        return Response(_guests(match))


def _address(text: str) -> str:
    try:
        validate_email(text)
    except ValidationError as error:
        raise Refused("out_of_range", error.messages[0], field="who") from None
    return text


def _guests(match: Match) -> dict[str, Any]:
    asked = invitations.invited_to(match)
    return {"invited": [{"name": one.invited.username, "declined": one.declined} for one in asked if one.invited]}
