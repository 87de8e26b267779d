"""The form that opens a table: options from the game's own dataclass, seats, clock, who may come and watch."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.bots import levels
from games.door import pace
from games.door.loaded import LIVE, MAIL
from games.door.seating import people_only
from games.talk.phrases import FREE, PHRASES
from rules import codec, registry
from rules.codec import OptionField
from rules.contract import AnyGame, BadOptions

PER_MOVE, MAIN, DAYS = "per_move", "main", "days"
_CLOCKS = {PER_MOVE: (PER_MOVE,), MAIN: (MAIN, "increment"), MAIL: (DAYS,)}  # each kind of clock with its fields
OPTION = "option_"  # before the names of the game's own fields, so that no game can shadow one of ours


class SecondsField(forms.DecimalField):
    """A time that people give in seconds and the game takes in whole milliseconds, between these two (ms)."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(decimal_places=3, min_value=Decimal(least) / 1000, max_value=Decimal(most) / 1000)

    def clean(self, value: Any) -> int:
        """Return the milliseconds; raises ValidationError."""
        return int(super().clean(value) * 1000)


def _days_choices() -> list[tuple[int, str]]:
    return [(days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in pace.DAYS]


def _bot_choices() -> list[tuple[str, str]]:
    return [("", gettext("None for now")), *levels.choices()]


class TableForm(forms.Form):
    """Bound to one game. After `is_valid()`, `table()` has what services.open_table takes."""

    clock_kind = forms.ChoiceField(
        label=_("Clock"),
        choices=[
            (PER_MOVE, _("A fixed time for each move")),
            (MAIN, _("Time for the whole match")),
            (MAIL, _("Days for each move, by mail")),
        ],
        widget=forms.RadioSelect,
        initial=PER_MOVE,
    )
    per_move = forms.IntegerField(
        label=_("Seconds a move"), min_value=10, max_value=600, initial=60, required=False, help_text=_("10 to 600")
    )
    main = forms.IntegerField(
        label=_("Minutes for each player"), min_value=1, max_value=180, initial=15, required=False,
        help_text=_("1 to 180"),
    )  # fmt: skip
    increment = forms.IntegerField(
        label=_("Seconds added after each move"), min_value=0, max_value=60, initial=10, required=False,
        help_text=_("0 to 60"),
    )  # fmt: skip
    days = forms.TypedChoiceField(
        label=_("Days a move"), choices=_days_choices, coerce=int, initial=3, required=False,
        help_text=_("Move here or by answering our mails, whenever you like until the deadline."),
    )  # fmt: skip
    listed = forms.BooleanField(
        label=_("Show the table in the lobby"), initial=True, required=False,
        help_text=_("Otherwise only people with the link find it."),
    )  # fmt: skip
    watchers = forms.BooleanField(label=_("Others may watch"), initial=True, required=False)
    talk = forms.ChoiceField(
        label=_("Talk at the table"),
        choices=[(FREE, _("Free chat")), (PHRASES, _("Set phrases"))],
        widget=forms.RadioSelect,
        required=False,
        help_text=_("Set phrases are a few friendly ones to choose from, shown to each in their own language."),
    )

    bots = forms.ChoiceField(
        label=_("Bots on the other seats"), choices=_bot_choices, required=False,
        help_text=_("At the table you can add bots and send them away."),
    )  # fmt: skip
    rated = forms.TypedChoiceField(
        label=_("What it counts for"),
        choices=[("0", _("Casual")), ("1", _("Rated"))],
        coerce=lambda value: value == "1",
        widget=forms.RadioSelect,
        initial="0",
        required=False,
        help_text=_("A rated match changes the ratings of its players: members alone, no bots."),
    )

    def __init__(self, game: AnyGame, *args: Any, member: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        if not member:  # the page says why there is nothing to choose; the service refuses whoever asks all the same
            del self.fields["rated"]
        self.options = codec.option_fields(game)
        self.fields["talk"].initial = game.talk
        if game.race:  # nobody's own clock runs
            for name in ("clock_kind", PER_MOVE, MAIN, "increment", DAYS):
                del self.fields[name]
        seats = sorted(game.seats)
        self.fields["seats"] = forms.TypedChoiceField(
            label=_("Players"), choices=[(n, str(n)) for n in seats], coerce=int, initial=seats[0]
        )
        for option in self.options:
            self.fields[OPTION + option.name] = _option_field(option)

    def choices_of_game(self) -> list[forms.BoundField]:
        """Return the game's own fields that take a choice or a number."""
        return [self[OPTION + option.name] for option in self.options if option.kind != "bool"]

    def switches_of_game(self) -> list[forms.BoundField]:
        """Return the game's own fields that are on or off."""
        return [self[OPTION + option.name] for option in self.options if option.kind == "bool"]

    def clean(self) -> dict[str, Any]:
        """Check what no single field can: the clock's own fields, and the options against the number of seats."""
        data = super().clean() or {}
        if not self.game.race:
            self._require_clock(data)
        if data.get("bots") and data.get("rated"):
            self.add_error("bots", ValidationError(gettext(people_only().message), code="people_only"))
        if "seats" in data and not any(name.startswith(OPTION) for name in self.errors):
            self._check_options(data)  # whatever else is amiss, so that all errors show at once
        return data

    def table(self) -> dict[str, Any]:
        """Return the arguments of services.open_table, the host left out."""
        data = self.cleaned_data
        return {
            "game": self.game.slug,
            "options": self._chosen(data),
            "seats": data["seats"],
            **({} if self.game.race else {"pace": _pace(data), "clock": _clock(data)}),
            "listed": data["listed"],
            "watchers": data["watchers"],
            "talk": data["talk"] or None,
            "rated": bool(data.get("rated")),
            "bots": data["bots"] or None,
        }

    def _require_clock(self, data: dict[str, Any]) -> None:
        needed = _CLOCKS.get(data.get("clock_kind", ""), ())
        for name in (PER_MOVE, MAIN, "increment", DAYS):
            if name not in needed:
                self.errors.pop(name, None)  # a field of the other kind of clock: whatever it holds is not used
            elif name not in self.errors and data.get(name) in (None, ""):
                self.add_error(name, ValidationError(_("Please enter a number here."), code="required"))

    def _chosen(self, data: dict[str, Any]) -> dict[str, Any]:
        return {option.name: data[OPTION + option.name] for option in self.options}

    def _check_options(self, data: dict[str, Any]) -> None:
        try:
            codec.options_from_json(self.game, self._chosen(data), data["seats"])
        except BadOptions as error:
            name = OPTION + str(error.details.get("field", ""))
            sentence = gettext(error.message) % error.details if error.details else gettext(error.message)
            self.add_error(name if name in self.fields else None, ValidationError(sentence, code=error.code))


def initial_like(frame: dict[str, Any]) -> dict[str, Any]:
    """Return the form's values for another table just like the one of this frame."""
    clock = frame["clock"]
    values: dict[str, Any] = {name: frame[name] for name in ("listed", "watchers", "talk")}
    values |= {"seats": len(frame["seats"]), "rated": "1" if frame["rated"] else "0"}
    if frame["pace"] == MAIL:
        values |= {"clock_kind": MAIL, DAYS: clock[PER_MOVE] // pace.DAY}
    elif PER_MOVE in clock:
        values |= {"clock_kind": PER_MOVE, "per_move": clock[PER_MOVE] // 1000}
    else:
        values |= {"clock_kind": MAIN, MAIN: clock[MAIN] // 60_000, "increment": clock["increment"] // 1000}
    return values | {OPTION + name: _initial(name, value) for name, value in frame["options"].items()}


def unusual_options(frame: dict[str, Any]) -> list[str]:
    """Return the options of a table that are not the default ones, in words."""
    chosen, game = frame["options"], registry.find(frame["game"])
    fields = codec.option_fields(game)
    words = [_option_words(field, chosen[field.name]) for field in fields if chosen[field.name] != field.default]
    if frame["talk"] != game.talk:
        words.append(gettext("free chat") if frame["talk"] == FREE else gettext("set phrases instead of chat"))
    return words


def _option_words(option: OptionField, value: Any) -> str:
    label = gettext(option.label)
    if option.kind == "bool":
        return label if value else gettext("without: %(option)s") % {"option": label}
    if _is_time(option.name):
        value = _seconds(value)
    words = gettext(dict(option.choices)[value]) if option.kind == "choice" else str(value)
    return f"{label}: {words}"


def _is_time(option: str) -> bool:
    return option.endswith("_ms")


def _initial(option: str, value: Any) -> Any:
    if _is_time(option):
        return _seconds(value)
    return value if isinstance(value, bool) else json.dumps(value)


def _seconds(ms: int) -> str:
    return f"{ms / 1000:g}"


def _pace(data: dict[str, Any]) -> str:
    return MAIL if data["clock_kind"] == MAIL else LIVE


def _clock(data: dict[str, Any]) -> dict[str, int]:
    if data["clock_kind"] == MAIL:
        return pace.by_mail(data[DAYS])
    if data["clock_kind"] == PER_MOVE:
        return {PER_MOVE: data[PER_MOVE] * 1000}
    return {MAIN: data[MAIN] * 60_000, "increment": data["increment"] * 1000}


def _option_field(option: OptionField) -> forms.Field:
    field = _bare_field(option)
    field.label, field.initial = gettext(option.label), _initial(option.name, option.default)
    field.help_text = gettext(option.help) if option.help else ""
    return field


def _bare_field(option: OptionField) -> forms.Field:
    if option.kind == "bool":
        return forms.BooleanField(required=False)
    if _is_time(option.name):
        assert option.minimum is not None and option.maximum is not None, option.name
        return SecondsField(option.minimum, option.maximum)
    if option.kind == "int":
        return forms.IntegerField(min_value=option.minimum, max_value=option.maximum)
    choices = [(json.dumps(value), gettext(label)) for value, label in option.choices]
    return forms.TypedChoiceField(choices=choices, coerce=json.loads)
