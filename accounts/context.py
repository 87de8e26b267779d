"""What every page's frame needs to know about the visitor."""

from __future__ import annotations

from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, bool | str]:
    """Return whether the page of sent mail exists, whether the visitor is a guest, and the way back to this page."""
    user = getattr(request, "user", None)
    is_guest = bool(getattr(user, "is_guest", False))
    return {"mail_page": settings.MAIL_PAGE, "is_guest": is_guest, "way_back": _way_back(request)}


def _way_back(request: HttpRequest) -> str:
    """Return what a link to log in or sign up ends with, so that it leads back here; "" on pages that go elsewhere."""
    if request.method == "GET" and not request.path.startswith("/accounts/"):
        return "?" + urlencode({"next": request.get_full_path()})
    return ""
