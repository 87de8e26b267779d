"""What every page's frame needs to know about the visitor."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest

from accounts import preferences
from accounts.models import User
from accounts.moderation import standing


def site(request: HttpRequest) -> dict[str, Any]:
    """Return whether the page of sent mail exists, whether the visitor is a guest, and the way back to this page.

    And `likes`, for who is logged in: theme, motion and time zone, and as JSON what the browser is to remember; and
    `untold`: what they have not acknowledged of how they stand.
    """
    user = getattr(request, "user", None)
    is_guest = bool(getattr(user, "is_guest", False))
    return {
        "mail_page": settings.MAIL_PAGE,
        "is_guest": is_guest,
        "way_back": _way_back(request),
        "likes": _likes(user),
        "untold": standing.untold_to(user) if isinstance(user, User) else (),
    }


def _likes(user: Any) -> dict[str, str]:
    if not getattr(user, "is_authenticated", False):
        return {}
    if not preferences.has_chosen(user):
        return {"memory": "{}"}
    row = preferences.preferences_of(user)
    told = preferences.remembered(row)
    marks = {name: told[name] or "" for name in ("theme", "motion")}
    return marks | {"zone": row.time_zone, "memory": json.dumps(told)}


def _way_back(request: HttpRequest) -> str:
    """Return what a link to log in or sign up ends with, so that it leads back here; "" on pages that go elsewhere."""
    if request.method == "GET" and not request.path.startswith("/accounts/"):
        return "?" + urlencode({"next": request.get_full_path()})
    return ""
