"""The pages that the law wants of who runs a site: privacy, terms, contact. The operator may put others in their place.

The texts are templates in `legal/`; a folder of the operator's own goes before ours (settings, TEMPLATES_DIR).
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.privacy import retention


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is held of people, how long, and who sees it."""
    return _page(request, "legal/privacy.html")


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """Say what holds for who plays here."""
    return _page(request, "legal/terms.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Say who runs this site, and how to reach them."""
    return _page(request, "legal/contact.html")


def _page(request: HttpRequest, template: str) -> HttpResponse:
    return render(request, template, {"operator": operator(), "rules": retention.rules()})


def operator() -> dict[str, object]:
    """Return who runs this site: `name`, `address` in lines, `contact`, and whether that is an e-mail address."""
    lines = [line.strip() for line in settings.OPERATOR_ADDRESS.split("|") if line.strip()]
    told = {"name": settings.OPERATOR_NAME, "address": lines, "contact": settings.OPERATOR_CONTACT}
    return told | {"by_mail": "@" in settings.OPERATOR_CONTACT}
