"""What every request of a person does on the side: their language goes with them, and their login lives on."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast
from urllib.parse import unquote

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone, translation

from accounts import preferences, selectors, services
from accounts.models import User
from accounts.moderation import standing
from accounts.refusals import Refused

ZONE_COOKIE = "timezone"
# Where the barred may go: how they stand, their data, out; and what every page needs.
OPEN_TO_BARRED = (
    "/accounts/standing/",
    "/accounts/export/",
    "/accounts/delete/",
    "/accounts/logout/",
    "/accounts/reauthenticate/",
    "/privacy/",
    "/terms/",
    "/contact/",
    "/i18n/",
    "/jsi18n/",
    "/static/",
    "/faces/",
)
RENEWED = "accounts_renewed"  # the session's key for the day on which it was last given its whole life again


class LanguageMiddleware:
    """Chosen once, a language holds on every device and for mail: the menu's cookie wins and is remembered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the person's language."""
        if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            _follow(request)
        response = self.get_response(request)
        if chosen := response.cookies.get(settings.LANGUAGE_COOKIE_NAME):
            _remember(request, chosen.value)
        return response


class TimeZoneMiddleware:
    """Times are told in the person's own zone, or in that of the device, which site.js leaves in a cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the person's time; one that nobody knows is UTC."""
        zone = preferences.preferences_of(request.user).time_zone or unquote(request.COOKIES.get(ZONE_COOKIE, ""))
        if zone not in preferences.time_zones():
            return self.get_response(request)
        with timezone.override(zone):
            return self.get_response(request)


class RenewalMiddleware:
    """Once a day a login is given its whole life again: a guest who keeps coming must never lose the account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; the session is saved with it, and so the cookie is sent again."""
        today = timezone.now().date().isoformat()
        if request.user.is_authenticated and request.session.get(RENEWED) != today:
            request.session[RENEWED] = today
            services.note_visit(request.user)
            if not selectors.is_guest(request.user):
                UserSession.objects.create_from_request(request)  # for the list of log-ins
        return self.get_response(request)


class StandingMiddleware:
    """Who is suspended or banned acts nowhere: every page leads to the one that says why and takes an appeal."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, or lead to that page; REST is told what holds."""
        if not standing.is_barred(request.user) or request.path.startswith(OPEN_TO_BARRED):
            return self.get_response(request)
        if not request.path.startswith("/api/"):
            return redirect("accounts:standing")
        try:
            standing.need_entry(cast(User, request.user))
        except Refused as refused:
            return JsonResponse({"error": refused.as_json()}, status=403)
        return self.get_response(request)  # lifted a moment ago


def _follow(request: HttpRequest) -> None:
    language = getattr(request.user, "language", "")
    if language and translation.check_for_language(language):
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()


def _remember(request: HttpRequest, language: str) -> None:
    if isinstance(request.user, User):
        services.set_language(request.user, language)
