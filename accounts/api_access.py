"""Who asks over REST, and whether their token was made for that."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.addresses import address_of
from accounts.limits import Limit, named, take
from accounts.models import PersonalToken, User
from accounts.moderation.standing import need_entry
from accounts.personal_tokens import bad_token, find_token, need_scope
from accounts.refusals import Refused

_IN_ADDRESS = ("token", "access_token", "api_key", "authorization")
_LONGEST = 200
TRIES = Limit("passwords", 5, 300)  # of one person


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`. Without that header the session's cookie counts."""

    def authenticate(self, request: Request) -> tuple[User, PersonalToken] | None:
        """Return the person and their token, None without one; raises Refused (bad_token, token_in_url, barred)."""
        refuse_token_in_address(request)
        try:
            token = token_of(request.META.get("HTTP_AUTHORIZATION"))
        except Refused:
            take(named("bad_tokens"), address_of(request._request))
            raise
        if token is None:
            return None
        if token.user.is_barred:
            take(named("requests"), token.user.pk)
            need_entry(token.user)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return what a 401 says one should come with."""
        return "Bearer"


def token_of(header: str | None) -> PersonalToken | None:
    """Return the token of an Authorization header, None where there is no header; raises Refused (bad_token)."""
    if header is None:
        return None
    kind, _, text = header.partition(" ")
    if kind.lower() != "bearer" or not text.isascii() or len(text) > _LONGEST:
        raise bad_token()
    token = find_token(text.strip())
    if token is None:
        raise bad_token()
    return token


def refuse_token_in_address(request: HttpRequest | Request) -> None:
    """Refuse (token_in_url) a token that stands in the address: logs and histories would keep it."""
    if any(name in request.GET for name in _IN_ADDRESS):
        raise token_in_url()


def token_in_url() -> Refused:
    """Return the refusal of a token that stands in the address."""
    return Refused(
        "token_in_url", N_("A token does not belong into the address: send it in the header “Authorization”.")
    )


def token_by(request: Request) -> PersonalToken | None:
    """Return by which token somebody is known, None for a login."""
    return cast("PersonalToken | None", request.auth)


def need_password(user: User, password: str) -> None:
    """Refuse (wrong_password, slow_down) who cannot say the password, for a token alone must not do; guests have none."""
    if user.is_guest:
        return
    take(TRIES, user.pk)
    if not user.check_password(password):
        raise Refused("wrong_password", N_("This is not your password."), field="password")


class HasScope(BasePermission):
    """Lets everybody look, who is logged in act, and a token do what its scopes name.

    Those are a view's `scopes` by method, or else "read" to look and "play" to act.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True; raises NotAuthenticated and Refused (scope_missing)."""
        usual = "read" if request.method in SAFE_METHODS else "play"
        if usual == "play" and not request.user.is_authenticated:
            raise NotAuthenticated
        need_scope(token_by(request), getattr(view, "scopes", {}).get(request.method, usual))
        return True
