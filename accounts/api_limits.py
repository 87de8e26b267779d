"""How often an address of REST may be asked."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.limits import named, take


class Limits(BaseThrottle):
    """Counts each request once: under the view's `limits` by method, or else under "requests" of the person."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Return True; raises Refused (slow_down)."""
        if request.user.is_authenticated:
            name = getattr(view, "limits", {}).get(request.method, "requests")
            take(named(name), request.user.pk)
        else:
            take(named("visitors"), address_of(request))
        return True


def address_of(request: Request) -> str:
    """Return the address from which somebody asks, as far as our own proxies have written it."""
    return str(BaseThrottle().get_ident(request))
