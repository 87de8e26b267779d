"""The pages on which a person fetches all that is held of them, and deletes their account."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits, names
from accounts.bot_accounts import bots_of
from accounts.models import User
from accounts.privacy import deletion, export
from accounts.privacy.sending import attached
from accounts.refusals import Refused
from accounts.selectors import is_guest


def _has_password(request: HttpRequest) -> bool:
    return not is_guest(request.user)


own_password_again = reauthentication_required(enabled=_has_password)  # a guest has none


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@own_password_again
def own_data(request: HttpRequest) -> HttpResponseBase:
    """Say what an export holds; send it to who presses the button."""
    user, refusal = cast(User, request.user), ""
    if request.method == "POST":
        try:
            limits.take(export.LIMIT, user.pk)
            return attached(user)
        except Refused as refused:
            refusal = refused.code
    page = {"limit": export.LIMIT, "refusal": refusal}
    return render(request, "accounts/export.html", page, status=429 if refusal else 200)


class DeletionForm(forms.Form):
    """Their own name, typed by who wants to delete their account."""

    name = forms.CharField(label=_("Your name, to confirm"), max_length=40)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user
        self.fields["name"].widget.attrs |= {"autocomplete": "off", "dir": "auto"}

    def clean_name(self) -> str:
        """Return the name; refuses another one."""
        typed: str = self.cleaned_data["name"].strip()
        if names.key(typed) not in {names.key(self._user.username), names.key(names.shown(self._user.username))}:
            raise forms.ValidationError(_("This is not the name of this account."), code="other_name")
        return typed


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@own_password_again
def delete_account(request: HttpRequest) -> HttpResponseBase:
    """Say what a deletion does; do it for who has typed their name."""
    user = cast(User, request.user)
    form = DeletionForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        deletion.delete_person(user)
        logout(request)
        messages.success(request, gettext("Your account is deleted. Thank you for having played here."))
        return redirect("home")
    page = {"form": form, "bots": bots_of(user)}
    return render(request, "accounts/delete.html", page, status=422 if form.errors else 200)
