"""REST: one's own account."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import bot_accounts, selectors
from accounts.api.access import need_password, token_by
from accounts.api.bodies import Password, read
from accounts.api.documented import documented
from accounts.api.rest import ApiView
from accounts.models import User


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


class OwnerCode(msgspec.Struct, forbid_unknown_fields=True):
    """The code that the owner has from the page "Bot accounts", and the password of the account that becomes a bot.

    No way leads back, so whoever has found a token must not be able to do it.
    """

    code: Annotated[str, msgspec.Meta(max_length=100)]
    password: Password = ""


class Bot(ApiView):
    """POST turns the caller's account into a bot."""

    @documented(
        "Turn your account into a bot, for good", body=OwnerCode, answer=AccountFacts,
        sent={"code": "12:1vT…", "password": "…"},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Turn the account into a bot of the person whose code this is. No way leads back."""
        user, asked = cast(User, request.user), read(cast(dict[str, Any], request.data), OwnerCode)
        need_password(user, asked.password)
        bot_accounts.turn_into_bot(user, asked.code)
        return Response(selectors.account_json(user, token_by(request)))
