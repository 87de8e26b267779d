"""The filters of a history."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import person_named
from games import rulebook
from matchmaking import history
from matchmaking.models import Played
from rules.registry import GAMES

ANY = ("", _("Any"))
_DAY = {"type": "date"}
FIRST, LAST = date(1970, 1, 1), date(9998, 12, 31)  # days beyond are as these: no match is older, and dates end there


class HistoryFilters(forms.Form):
    """Which matches of a history to show; nothing has to be chosen."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    result = forms.ChoiceField(label=_("Result"), required=False, choices=[ANY, *history.RESULTS.items()])
    pace = forms.ChoiceField(label=_("Pace"), required=False, choices=[ANY, *history.PACES.items()])
    of = forms.ChoiceField(label=_("Who plays"), required=False, choices=[ANY, *history.OTHERS.items()])
    rated = forms.ChoiceField(
        label=_("What it counts for"), required=False, choices=[ANY, ("1", _("Rated")), ("0", _("Casual"))]
    )
    opponent = forms.CharField(label=_("Played with"), required=False, max_length=20)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(_DAY, format="%Y-%m-%d"))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput(_DAY, format="%Y-%m-%d"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(slug, rulebook.name(slug)) for slug in GAMES]
        self.fields["game"] = forms.ChoiceField(label=_("Game"), required=False, choices=[ANY, *names])
        self.order_fields(["game", "result", "opponent", "of", "pace", "rated", "since", "until"])

    def clean_opponent(self) -> User | None:
        """Return the person of that name; raises ValidationError if there is none."""
        name = self.cleaned_data["opponent"]
        person = person_named(name) if name else None
        if name and person is None:
            raise ValidationError(_("Nobody here has this name."), code="unknown")
        return person

    def clean(self) -> dict[str, Any]:
        """Check that the dates are in order."""
        data = super().clean() or {}
        if data.get("since") and data.get("until") and data["until"] < data["since"]:
            self.add_error("until", ValidationError(_("This day is before the first one."), code="order"))
        return data

    @property
    def used(self) -> bool:
        """Whether anything was chosen."""
        return any(self.data.get(name) for name in self.fields)

    def narrowed(self, played: QuerySet[Played]) -> QuerySet[Played]:
        """Return those of the matches that fit; after `is_valid()`."""
        data = self.cleaned_data
        exact = {name: data[name] for name in ("game", "result", "pace") if data[name]}
        played = played.filter(**exact)
        if data["rated"]:
            played = played.filter(match__rated=data["rated"] == "1")
        if data["of"]:
            played = history.among(played, data["of"])
        if data["opponent"]:
            played = history.against(played, data["opponent"])
        if data["since"]:
            played = played.filter(at__gte=_begin(data["since"]))
        return played.filter(at__lt=_begin(data["until"], timedelta(days=1))) if data["until"] else played


def _begin(day: date, later: timedelta = timedelta()) -> int:
    """Return the first instant of a day, or of one so much later, where the reader is, in ms since 1970 UTC."""
    day = min(max(day, FIRST), LAST) + later
    midnight = datetime.combine(day, time.min, timezone.get_current_timezone())
    return int(midnight.astimezone(UTC).timestamp() * 1000)
