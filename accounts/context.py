"""What every page's frame needs to know about the visitor."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, bool]:
    """Return whether the page of sent mail exists, and whether the visitor is a guest."""
    user = getattr(request, "user", None)
    return {"mail_page": settings.MAIL_PAGE, "is_guest": bool(getattr(user, "is_guest", False))}
