"""The forms of reports, and of those who judge them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import CaseKind, SanctionKind, User, Verdict
from accounts.moderation.cases import MOST_DAYS, Penalty
from accounts.moderation.reports import MOST_WORDS
from accounts.moderation.sanctions import ENDLESS
from accounts.names import shown

TEXT = {"rows": 4, "dir": "auto"}
DAYS_HELP = _("None for a warning and a ban.")


class ReportForm(forms.Form):
    """Whom one reports, for what, in what words."""

    person = forms.ModelChoiceField(
        label=_("Who is it about?"), queryset=User.objects.none(), widget=forms.RadioSelect(), empty_label=None
    )
    kind = forms.ChoiceField(label=_("What has happened?"), choices=CaseKind, widget=forms.RadioSelect())
    words = forms.CharField(
        label=_("In your own words"), required=False, max_length=MOST_WORDS, widget=forms.Textarea(TEXT)
    )

    def __init__(self, people: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["person"]
        chosen.queryset = people  # type: ignore[attr-defined]
        chosen.label_from_instance = lambda user: shown(user.username)  # type: ignore[attr-defined]
        if len(people) == 1:
            chosen.initial, chosen.required, chosen.widget = people[0], False, forms.HiddenInput()
            self.only = people[0]

    def person_meant(self) -> User:
        """Return whom the report is about."""
        meant: User = self.cleaned_data["person"] or self.only
        return meant


class _PenaltyForm(forms.Form):
    """What is laid upon somebody, and for how long."""

    kind = forms.ChoiceField(label=_("Sanction"), choices=SanctionKind)
    days = forms.IntegerField(
        label=_("For how many days"), required=False, min_value=1, max_value=MOST_DAYS, help_text=DAYS_HELP
    )

    def penalty(self) -> Penalty | None:
        """Return what was chosen, None where nothing was; days that make no sense are left out."""
        if not self.cleaned_data["kind"]:
            return None
        kind = SanctionKind(self.cleaned_data["kind"])
        return Penalty(kind, None if kind in ENDLESS else self.cleaned_data["days"])


class JudgeForm(_PenaltyForm):
    """How a case ends, and what both sides are told."""

    verdict = forms.ChoiceField(label=_("Judgement"), choices=Verdict, widget=forms.RadioSelect())
    answer = forms.CharField(
        label=_("To those who reported"),
        max_length=2000,
        widget=forms.Textarea(TEXT),
        help_text=_("What you found, without details of a sanction."),
    )
    told_person = forms.CharField(
        label=_("To the person"),
        max_length=2000,
        widget=forms.Textarea(TEXT),
        help_text=_("Why; of a sanction this is the reason. Not a word about who reported."),
    )
    field_order = ("verdict", "kind", "days", "answer", "told_person")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].required = False
        self.fields["kind"].choices = [("", "—"), *SanctionKind.choices]  # type: ignore[attr-defined]
        self.fields["kind"].label = _("Sanction, where there is one")

    def judgement(self) -> dict[str, Any]:
        """Return what accounts.moderation.cases.close asks for."""
        verdict = Verdict(self.cleaned_data["verdict"])
        told = {name: self.cleaned_data[name] for name in ("answer", "told_person")}
        return {"verdict": verdict, "penalty": self.penalty() if verdict == Verdict.SANCTIONED else None, **told}


class SanctionForm(_PenaltyForm):
    """A sanction without a case."""

    reason = forms.CharField(label=_("Reason, as the person is told it"), max_length=2000, widget=forms.Textarea(TEXT))


class ReasonForm(forms.Form):
    """Why something is done."""

    why = forms.CharField(label=_("Why"), max_length=2000, widget=forms.Textarea({**TEXT, "rows": 2}))


class AppealForm(forms.Form):
    """What becomes of an appeal."""

    granted = forms.TypedChoiceField(
        label=_("Decision"),
        choices=[("no", _("the sanction stays")), ("yes", _("the sanction is lifted"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect(),
    )
    answer = forms.CharField(label=_("Answer to the person"), max_length=2000, widget=forms.Textarea(TEXT))


class FilterForm(forms.Form):
    """What staff look for. Whatever is left empty lets all through."""

    def asked(self, name: str) -> str:
        """Return what was asked for; of what cannot be, nothing is asked, and the page says so beside its field."""
        self.is_valid()
        return str(self.cleaned_data.get(name, ""))


class CaseFilter(FilterForm):
    """Which cases are shown."""

    state = forms.ChoiceField(
        label=_("Which"),
        required=False,
        choices=[("", _("open")), ("free", _("open, nobody has them")), ("mine", _("mine")), ("closed", _("closed"))],
    )
    kind = forms.ChoiceField(label=_("For what"), required=False, choices=[("", _("all")), *CaseKind.choices])
