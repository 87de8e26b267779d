"""The form of a quick match: as few choices as there can be, each with the answer that most people want."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import boards, strict_json
from games.door.loaded import LIVE, MAIL
from games.door.pace import DAYS
from games.errors import Refused
from matchmaking import clocks
from matchmaking.selectors import number_runs
from rules.registry import GAMES

CLOCKS = [
    (clocks.ANY, _("any clock")), ("brisk", _("20 s a move")), ("calm", _("60 s a move")), ("long", _("5 min a move")),
]  # fmt: skip
BOTS = [("0", _("at once")), ("15", _("after 15 s")), ("30", _("after 30 s")), ("60", _("after a minute"))]
USUAL_BOTS, NEVER = "30", "never"
USUAL = "usual"  # until the person has chosen: a rated match is for people alone


PACES = [(LIVE, pgettext_lazy("a pace", "live")), (MAIL, _("by mail"))]
BOTS_BY_MAIL = [  # hours
    ("1", _("after an hour")), ("6", _("after 6 hours")), ("24", _("after a day")), ("72", _("after 3 days")),
]  # fmt: skip
SECOND, HOUR = 1_000, 3_600_000  # ms


def _days() -> list[tuple[str, str]]:
    offered = [(str(days), ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in DAYS]
    return [(clocks.ANY, gettext("any number")), *offered]


class ClockField(forms.ChoiceField):
    """A clock by its name, or one that a program has made up, as matchmaking.clocks writes it."""

    def valid_value(self, value: str) -> bool:
        """Return whether it may be a clock; tickets.open_ticket looks closer."""
        return super().valid_value(value) or value.startswith("{")


class QuickForm(forms.Form):
    """After `is_valid()`, `wish()` has what tickets.open_ticket takes."""

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    pace = forms.ChoiceField(label=_("Pace"), choices=PACES, widget=forms.RadioSelect, required=False)
    clock = ClockField(label=_("Clock"), choices=CLOCKS, required=False)
    days = forms.ChoiceField(label=_("Days a move"), choices=_days, required=False)
    rated = forms.TypedChoiceField(
        label=_("Result"),
        choices=[("0", _("casual")), ("1", _("rated"))],
        coerce=lambda value: value == "1",
        widget=forms.RadioSelect,
    )
    bots_after = forms.ChoiceField(
        label=_("Bots may fill up"), choices=[(USUAL, _("after 30 s, never if rated")), *BOTS, (NEVER, _("never"))],
        required=False,
        help_text=_(
            "Rated matches are between people. Bots come only if you say when, and with one the match is casual."
        ),
    )  # fmt: skip

    bots_by_mail = forms.ChoiceField(
        label=_("Bots may fill up"), choices=[(NEVER, _("never")), *BOTS_BY_MAIL], required=False
    )

    def __init__(self, *args: Any, member: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.member = member
        games = boards.playable()
        self.fields["game"].choices = [(slug, GAMES[slug].name) for slug in games]  # type: ignore[attr-defined]
        seats = sorted({number for slug in games for number in GAMES[slug].seats})
        self.fields["seats"].choices = [(number, str(number)) for number in seats]  # type: ignore[attr-defined]
        usual = {"game": games[0], "seats": 2, "clock": clocks.ANY, "rated": "0", "bots_after": USUAL}
        usual |= {"pace": LIVE, "days": clocks.ANY, "bots_by_mail": NEVER}
        self.initial = {**usual, **self.initial}

    def clean(self) -> dict[str, Any]:
        """Check that the game can be played by so many."""
        data = super().clean() or {}
        game, seats = data.get("game"), data.get("seats")
        if game and seats and seats not in GAMES[game].seats:
            numbers = {"numbers": number_runs(GAMES[game].seats)}
            error = ValidationError(_("This game is for %(numbers)s players."), code="bad_seats", params=numbers)
            self.add_error("seats", error)
        return data

    def wish(self) -> dict[str, Any]:
        """Return the arguments of tickets.open_ticket, the person left out."""
        data = self.cleaned_data
        wish = {"game": data["game"], "seats": data["seats"], "rated": data["rated"], "pace": data["pace"] or LIVE}
        if wish["pace"] == MAIL:
            bots = data["bots_by_mail"] or NEVER
            wish["bots_after"] = None if bots == NEVER else int(bots) * HOUR
            return wish | {"clock": clocks.MAIL_CLOCKS.get(data["days"], clocks.ANY)}
        wish["bots_after"] = _bots_after(data["bots_after"], rated=data["rated"])
        if not GAMES[data["game"]].race and data["clock"]:
            wish["clock"] = _clock(data["clock"])
        return wish


def _bots_after(chosen: str, *, rated: bool) -> int | None:
    """Return after how many ms bots may come; None: never."""
    if chosen in ("", USUAL):
        chosen = NEVER if rated else USUAL_BOTS
    return None if chosen == NEVER else int(chosen) * SECOND


def _clock(chosen: str) -> Any:
    """Return a clock as tickets.open_ticket takes it, which refuses what is none."""
    if chosen == clocks.ANY or chosen in clocks.LIVE_CLOCKS:
        return clocks.LIVE_CLOCKS.get(chosen, clocks.ANY)
    try:
        return strict_json.read(chosen)
    except Refused:
        return {}
