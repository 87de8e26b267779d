"""The form that makes a personal token."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.personal_tokens import LIVES, SCOPES


def _lives() -> list[tuple[int, str]]:
    return [(days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in LIVES]


class TokenForm(forms.Form):
    """What the program is called, what it may do and for how long."""

    name = forms.CharField(label=_("Name"), max_length=40, help_text=_("What you will know it by: the program’s name."))
    scopes = forms.MultipleChoiceField(
        label=_("It may"), choices=list(SCOPES.items()), widget=forms.CheckboxSelectMultiple, initial=["read"]
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=_lives, coerce=int, initial=90)
