"""How often an address of REST may be asked."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.addresses import address_of
from accounts.limits import named, take
from accounts.models import User

COUNTED = "quintet.counted"  # in the scope of a request that stands in its limit already


class Limits(BaseThrottle):
    """Counts each request once: under the view's `limits` by method, or else under "requests" of the person."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Return True; raises Refused (slow_down)."""
        if getattr(request._request, "scope", {}).get(COUNTED):
            return True
        count_request(
            request.user, address_of(request._request), getattr(view, "limits", {}).get(request.method, "requests")
        )
        return True


def count_request(user: User | AnonymousUser, address: str, name: str = "requests") -> None:
    """Count a request of a person under a limit, of who is not logged in by address; raises Refused (slow_down)."""
    if user.is_authenticated:
        take(named(name), user.pk)
    else:
        take(named("visitors"), address)
