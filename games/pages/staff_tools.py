"""The tools that a moderator finds at a match: what each is called, what it asks, and what it does.

Whoever stands above registers a tool of theirs here, as matchmaking does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots import levels
from games.door.loaded import ACTIVE, Loaded
from games.models import Match
from games.moderation import refereeing
from games.people import people_at

Side = tuple[int, str]  # a team and the names of its members


class ReasonForm(forms.Form):
    """Why it is done, as the players are told it. `token`: of the request, so that a double click acts once."""

    why = forms.CharField(
        label=_("Reason"),
        help_text=_("The players are told it, in these words."),
        max_length=refereeing.MAX_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )
    token = forms.RegexField(r"^[A-Za-z0-9_-]{1,64}\Z", widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, sides: list[Side], **more: Any) -> None:
        super().__init__(data, **more)
        self.sides = sides
        self.ask_more()
        self.order_fields([name for name in self.fields if name not in ("why", "token")])

    def ask_more(self) -> None:
        """Add the fields that this tool has beside the reason."""

    def answers(self) -> list[tuple[Any, str]]:
        """Return what was asked and answered, in words, to be looked at once more; only when it is valid."""
        return [(self.fields[name].label, self._in_words(name)) for name in self.fields if name != "token"]

    def _in_words(self, name: str) -> str:
        value = self.cleaned_data[name]
        return str(dict(getattr(self.fields[name], "choices", ())).get(value, value))


class PlacesForm(ReasonForm):
    """The place of each side."""

    def ask_more(self) -> None:
        """Ask for the place of each side."""
        places = [(place, str(place)) for place in range(1, len(self.sides) + 1)]
        for team, names in self.sides:
            label = gettext("Place of %(names)s") % {"names": names}
            self.fields[f"place_{team}"] = forms.TypedChoiceField(label=label, choices=places, coerce=int)

    def places(self, teams: tuple[int, ...]) -> list[int]:
        """Return the places by seat."""
        return [self.cleaned_data[f"place_{team}"] for team in teams]


class TeamForm(ReasonForm):
    """The team that is fined."""

    def ask_more(self) -> None:
        """Ask for the team."""
        self.fields["team"] = forms.TypedChoiceField(label=_("Team"), choices=self.sides, coerce=int)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool; texts are lazy. `fits`: whether a match as it stands can be treated so."""

    name: str
    title: Any
    effect: Any
    button: Any
    fits: Callable[[Loaded], bool]
    act: Callable[[User, Match, Loaded, Any], object]
    form: type[ReasonForm] = ReasonForm


_tools: dict[str, Tool] = {}


def register(tool: Tool) -> Tool:
    """Offer a tool from now on; registers once."""
    return _tools.setdefault(tool.name, tool)


def tools_for(loaded: Loaded) -> list[Tool]:
    """Return what can be done to a match as it stands."""
    return [tool for tool in _tools.values() if tool.fits(loaded)]


def find_tool(name: str) -> Tool | None:
    """Return the tool of that name."""
    return _tools.get(name)


def sides_of(loaded: Loaded) -> list[Side]:
    """Return the sides with the names of who sits there, in the language that is active."""
    people = people_at(loaded)
    names: dict[int, list[str]] = {}
    for team, occupant in zip(loaded.facts.teams, loaded.occupants, strict=True):
        named = people.get(occupant.user) if occupant.user is not None else None
        names.setdefault(team, []).append(named.name if named else levels.bot_name(occupant.bot))
    return [(team, ", ".join(f"\u2068{name}\u2069" for name in of)) for team, of in sorted(names.items())]


def _abort(actor: User, match: Match, loaded: Loaded, form: ReasonForm) -> None:
    refereeing.abort(actor, match, **_said(form))


def _adjudicate(actor: User, match: Match, loaded: Loaded, form: PlacesForm) -> None:
    refereeing.adjudicate(actor, match, form.places(loaded.facts.teams), **_said(form))


def _fine(actor: User, match: Match, loaded: Loaded, form: TeamForm) -> None:
    move = {"type": "penalty", "team": form.cleaned_data["team"]}
    refereeing.fine(actor, match, move, **_said(form))


def _said(form: ReasonForm) -> dict[str, str]:
    return {"why": form.cleaned_data["why"], "token": form.cleaned_data["token"]}


def _fines(loaded: Loaded) -> bool:
    return loaded.status == ACTIVE and bool(loaded.facts.game.referee_calls(loaded.state))


register(
    Tool(
        "abort",
        _("Stop the match"),
        _("It ends without a result and counts for nobody. The players are told so, and why."),
        _("Stop it"),
        lambda loaded: not loaded.over,
        _abort,
    )
)
register(
    Tool(
        "adjudicate",
        _("Decide the match"),
        _("It ends with these places and counts like any other. The players are told so, and why."),
        _("Decide it"),
        lambda loaded: loaded.status == ACTIVE,
        _adjudicate,
        PlacesForm,
    )
)
register(
    Tool(
        "fine",
        _("Fine a team for table talk"),
        _("Each member of the team has to give up a card before anything else. The table is told so, the players why."),
        _("Fine the team"),
        _fines,
        _fine,
        TeamForm,
    )
)
