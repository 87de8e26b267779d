"""The page of personal tokens: which there are, making one, revoking one."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts import personal_tokens
from accounts.models import PersonalToken, User
from accounts.pages import members_only
from accounts.refusals import Refused
from accounts.token_form import TokenForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def tokens(request: HttpRequest) -> HttpResponse:
    """Show a person's tokens; make one that is posted and good, and show it this once."""
    user, form = cast(User, request.user), TokenForm(request.POST if request.method == "POST" else None)
    fresh = _make(user, form) if request.method == "POST" and form.is_valid() else ""
    page = {"form": TokenForm() if fresh else form, "fresh": fresh, "tokens": _told(user)}
    return render(request, "accounts/tokens.html", page, status=422 if form.errors else 200)


def _told(user: User) -> list[tuple[PersonalToken, list[str]]]:
    """Return a person's tokens with what they may do, in words."""
    return [
        (token, [str(personal_tokens.SCOPES[scope]) for scope in token.scopes])
        for token in personal_tokens.tokens_of(user)
    ]


def _make(user: User, form: TokenForm) -> str:
    """Return the text of the new token, "" with an error in the form."""
    try:
        return personal_tokens.make_token(user, **form.cleaned_data)[1]
    except Refused as refusal:
        form.add_error(refusal.details.get("field"), refusal.message)
        return ""


@require_POST
@login_required
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke one."""
    personal_tokens.revoke_token(cast(User, request.user), token_id)
    messages.success(request, gettext("Revoked. What it had open closes within two seconds."))
    return redirect("accounts:tokens")
