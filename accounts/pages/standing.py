"""The page of a person's own standing: what holds against them and why, what is over, and the way to appeal."""

from __future__ import annotations

from typing import cast

from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Sanction, User
from accounts.moderation import appeals, sanctions, standing
from accounts.refusals import Refused


@require_safe
@login_required
@never_cache
def own_standing(request: HttpRequest) -> HttpResponse:
    """Show a person all that was ever laid upon them."""
    return _page(request)


def _page(request: HttpRequest, *, refused: Refused | None = None, about: int = 0, words: str = "") -> HttpResponse:
    user = cast(User, request.user)
    shown = standing.shown_to(user)
    page = {
        "holding": [one for one in shown if one.holds],
        "over": [one for one in shown if not one.holds],
        "of_bots": standing.shown_of_bots(user),
        "of_owner": standing.barred_by_owner(user),
        "most": appeals.LONGEST,
        "about": about,
        "words": words,
        "refused": refused.message if refused else "",
    }
    return render(request, "accounts/standing.html", page, status=422 if refused else 200)


@require_POST
@login_required
@never_cache
def appeal(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Take an appeal."""
    words = request.POST.get("words", "")
    try:
        appeals.appeal(cast(User, request.user), _own(request, sanction_id), words)
    except Refused as refused:
        return _page(request, refused=refused, about=sanction_id, words=words)
    messages.success(request, gettext("Your appeal has arrived. Somebody else than who has decided looks at it."))
    return redirect("accounts:standing")


@require_POST
@login_required
def acknowledge(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Take it that the person has read how one of their sanctions stands; the banner goes."""
    sanctions.acknowledge(cast(User, request.user), sanction_id)
    return redirect(get_next_redirect_url(request) or "accounts:standing")


def _own(request: HttpRequest, sanction_id: int) -> Sanction:
    found = standing.find_own(cast(User, request.user), sanction_id)
    if found is None:
        raise Http404(gettext("There is no such sanction of yours."))
    return found
