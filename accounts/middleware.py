"""A person's language goes with them: chosen once, it holds on every device and for the mail they get."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts import services
from accounts.models import User


class LanguageMiddleware:
    """The cookie of the language menu wins and is remembered; without it the remembered language is used."""

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


def _follow(request: HttpRequest) -> None:
    language = getattr(request.user, "language", "")
    if language and translation.check_for_language(language):
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()


def _remember(request: HttpRequest, language: str) -> None:
    if isinstance(request.user, User):
        services.set_language(request.user, language)
