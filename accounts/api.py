"""REST: one's own account."""

from __future__ import annotations

from typing import Literal, cast

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors
from accounts.api_access import token_by
from accounts.documented import documented
from accounts.models import User
from accounts.rest import ApiView


class TokenFacts(msgspec.Struct):
    """The token that was sent: its name, its scopes, until when it is valid (ms since 1970 UTC)."""

    name: str
    scopes: list[Literal["read", "play", "chat", "tickets"]]
    expires: int


class AccountFacts(msgspec.Struct, omit_defaults=True):
    """Who one is."""

    name: str
    kind: Literal["member", "guest", "bot"]
    since: int
    owner: str | msgspec.UnsetType = msgspec.UNSET
    token: TokenFacts | msgspec.UnsetType = msgspec.UNSET


class Account(ApiView):
    """GET who one is."""

    @documented("Your account", answer=AccountFacts)
    def get(self, request: Request) -> Response:
        """Answer with the caller's name, what they are, and what their token may do."""
        return Response(selectors.account_json(cast(User, request.user), token_by(request)))
