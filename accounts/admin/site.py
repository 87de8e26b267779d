"""The admin's site at /staff/admin/: staff alone, through our own log-in, under a policy of its own for styles."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import chain
from typing import Any

from csp.decorators import csp_update
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from unfold.sites import UnfoldAdminSite

from accounts.moderation.roles import is_moderator

# unfold sets widths and hides by style attributes; scripts have no more leave here than anywhere (decision 0028).
_POLICY = {"style-src": ["'unsafe-inline'"]}


class StaffSite(UnfoldAdminSite):
    """Only what we register ourselves is seen here: no other app's secrets."""

    site_url = "/"
    index_title = _("What is stored")
    enable_nav_sidebar = True

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether somebody may come in at all."""
        return is_moderator(request.user)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        """Return the view for staff alone; what nobody can have stored is not even looked for."""

        @wraps(view)
        def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if _holds_nul(request):
                raise Http404
            return view(request, *args, **kwargs)

        return csp_update(_POLICY)(super().admin_view(asked, cacheable))  # type: ignore[arg-type]

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to the site's own log-in; who is logged in and no staff has nothing to look for here."""
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect("/accounts/login/?next=/staff/admin/")

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to the site's own page."""
        return redirect("account_logout")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to the site's own page."""
        return redirect("account_change_password")


def _holds_nul(request: HttpRequest) -> bool:
    """Return whether NUL stands in an address or a form: PostgreSQL takes it in no text, Django's admin hands it on."""
    told = (values for data in (request.GET, request.POST) for _name, values in data.lists())
    return any("\0" in text for text in chain([request.path], *told))


site = StaffSite()
