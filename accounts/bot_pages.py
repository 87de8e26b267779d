"""The page of bot accounts: one's own bots, the code for another one, and becoming one."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts import bot_accounts
from accounts.models import User
from accounts.pages import members_only
from accounts.refusals import Refused


class BotForm(forms.Form):
    """The owner's code, and the account's own name once more, for there is no way back."""

    code = forms.CharField(label=_("The owner’s code"), max_length=100)
    name = forms.CharField(label=_("Its name"), max_length=20, help_text=_("To be sure: no way leads back."))

    def __init__(self, user: User, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type] # the data of the form
        self.user = user

    def clean_name(self) -> str:
        """Check that it is this account's."""
        if self.cleaned_data["name"] != self.user.username:
            raise forms.ValidationError(_("That is not the name of this account."), code="other")
        return str(self.cleaned_data["name"])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def bots(request: HttpRequest) -> HttpResponse:
    """Show somebody's bots and the code for another; turn the account into one that is posted and good."""
    user = cast(User, request.user)
    form = BotForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _turn(user, form):
        messages.success(request, gettext("This account is a bot now."))
        return redirect("accounts:bots")
    code = "" if user.is_bot else bot_accounts.owner_code(user)
    page = {"form": form, "bots": bot_accounts.bots_of(user), "code": code}
    return render(request, "accounts/bots.html", page, status=422 if form.errors else 200)


def _turn(user: User, form: BotForm) -> bool:
    try:
        bot_accounts.turn_into_bot(user, form.cleaned_data["code"].strip())
    except Refused as refusal:
        form.add_error(refusal.details.get("field"), refusal.message)
        return False
    return True
