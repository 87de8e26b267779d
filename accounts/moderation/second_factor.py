"""Staff need a second factor: a code of their phone or a passkey, used in this very login and not too long ago.

Whoever looks after the site can do harm to everybody on it, so a password that was guessed or read along must not do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace
from typing import cast
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.contrib import messages
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from accounts.moderation.roles import is_moderator

STAFF = "/staff/"  # all that stands below it is theirs
MATCHES = "/m/"  # into which they may look
LASTS = 12 * 3600  # s for which a factor counts: a day's work
_Types = Authenticator.Type


class SecondFactorMiddleware:
    """Keeps staff without a second factor from their pages. Who is no staff is turned away by the pages themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, or lead to where the factor is set up or asked for."""
        user = request.user
        if not is_moderator(user):
            return self.get_response(request)
        prove(user, request.session)
        if request.path_info.startswith(STAFF):
            return _detour(request, user) or self.get_response(request)
        answer = self.get_response(request)
        return (_is_hidden(request, answer) and _detour(request, user)) or answer


def prove(user: User, session: SessionBase) -> None:
    """Note on a member of staff whether a second factor was given in this login within the last twelve hours."""
    since = time.time() - LASTS
    records = get_authentication_records(cast(HttpRequest, SimpleNamespace(session=session)), user)
    user.proven = any(record["method"] == "mfa" and record["at"] > since for record in records)


def count_first(request: HttpRequest, user: User, authenticator: Authenticator, **_ignored: object) -> None:
    """Take allauth.mfa.signals.authenticator_added in: who has just set a first factor up is not asked for it again.

    A further one does not count: it is set up by the password too, which alone must open nothing.
    """
    if not _factors(user).exclude(pk=authenticator.pk).exists():
        record_authentication(request, user, "mfa", id=authenticator.pk, type=authenticator.type)


def watch() -> None:
    """Hear of factors that are set up."""
    authenticator_added.connect(count_first)


def _factors(user: User) -> QuerySet[Authenticator]:
    return Authenticator.objects.filter(user=user, type__in=[_Types.TOTP, _Types.WEBAUTHN])


def _is_hidden(request: HttpRequest, answer: HttpResponse) -> bool:
    """Return whether this page of a match may be one that a second factor opens."""
    return answer.status_code == HTTPStatus.NOT_FOUND and request.path_info.startswith(MATCHES)


def _detour(request: HttpRequest, user: User) -> HttpResponse | None:
    """Return where a member of staff has to go first, or None if they may go on."""
    kinds = set(_factors(user).values_list("type", flat=True))
    if not kinds:
        messages.info(request, gettext("Those who look after the site need a second factor. Please set one up."))
        return redirect("mfa_index")
    if user.proven:
        return None
    asked = "mfa_reauthenticate" if _Types.TOTP in kinds else "mfa_reauthenticate_webauthn"
    after = request.get_full_path() if request.method in ("GET", "HEAD") else request.path
    return redirect(f"{reverse(asked)}?{urlencode({'next': after})}")
