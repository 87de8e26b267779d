"""What is waited for in quick matches, as lists show it: how many wait for the same, never who."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from accounts.selectors import blocked_by_or_of
from games import rulebook
from games.door.loaded import MAIL
from games.instants import now_ms
from matchmaking import clocks, tickets
from matchmaking.quick_form import BOTS_BY_MAIL, NEVER, USUAL_BOTS

_FIELDS = ("game", "pace", "clock", "any_clock", "seats", "rated", "bots_after")


@dataclass(frozen=True, slots=True)
class Hall:
    """One wish that several people may have."""

    game: str
    pace: str
    clock: str  # as matchmaking.clocks writes it; "" for any
    seats: int
    rated: bool
    bots: bool

    @property
    def key(self) -> str:
        """Its name among the cards of a page."""
        clock = "".join(letter if letter.isalnum() else "-" for letter in self.clock or clocks.ANY)
        return f"{self.game}-{self.pace}-{self.seats}-{clock}-{self.rated:d}{self.bots:d}"

    @property
    def game_name(self) -> str:
        """The game's name in the active language."""
        return rulebook.name(self.game)

    @property
    def told_clock(self) -> dict[str, int] | None:
        """The clock; None for any."""
        return clocks.from_text(self.clock) if self.clock else None

    @property
    def wish(self) -> str:
        """The same wish as the page of a quick match takes it: matchmaking.quick_form, as JSON."""
        clock = clocks.name_of(clocks.from_text(self.clock), self.pace) if self.clock else clocks.ANY
        wish = {"game": self.game, "seats": str(self.seats), "rated": f"{self.rated:d}", "pace": self.pace}
        if self.pace == MAIL:
            return json.dumps(wish | {"days": clock, "bots_by_mail": BOTS_BY_MAIL[-1][0] if self.bots else NEVER})
        return json.dumps(wish | {"clock": clock, "bots_after": USUAL_BOTS if self.bots else NEVER})

    @property
    def by_mail(self) -> bool:
        """Whether it is for a match by mail, which takes a member."""
        return self.pace == MAIL


@dataclass(frozen=True, slots=True)
class Line:
    """A hall as one viewer sees it: how many others wait there, and whether the viewer waits for that game already."""

    hall: Hall
    others: int
    waits: bool


Lines = tuple[Line, ...]
Cards = tuple[tuple[str, str], ...]  # id and HTML of each


class Awaited:
    """All that is waited for at one moment: one query, whoever asks for it then."""

    def __init__(self) -> None:
        """Read it; the hall of whoever has waited longest comes first."""
        self._people: dict[Hall, set[int]] = {}
        waiting = tickets.of_people_here(now_ms()).filter(user__is_bot=False).order_by("since", "pk")
        for row in waiting.values("user", *_FIELDS):
            self._people.setdefault(_hall(row), set()).add(row["user"])
        self._everybody = frozenset(user for people in self._people.values() for user in people)

    def seen_by(self, user: int | None = None, apart: Collection[int] = ()) -> Lines:
        """Return what a viewer sees: themselves, and those whom they are not to meet (`apart`), count for nobody."""
        hidden = self._everybody & {user, *apart}
        games = {(hall.game, hall.pace) for hall, people in self._people.items() if user in people} if hidden else ()
        seen = [(hall, len(people - hidden)) for hall, people in self._people.items()]
        return tuple(Line(hall, others, (hall.game, hall.pace) in games) for hall, others in seen if others)


def _hall(row: Mapping[str, Any]) -> Hall:
    clock, bots = "" if row["any_clock"] else clocks.as_text(row["clock"]), row["bots_after"] is not None
    return Hall(row["game"], row["pace"], clock, row["seats"], row["rated"], bots)


def lines_for(user: Any) -> Lines:
    """Return what one visitor's page shows."""
    if not user.is_authenticated:
        return Awaited().seen_by()
    return Awaited().seen_by(user.pk, blocked_by_or_of([user.pk])[user.pk])


class Printer:
    """Renders lines as cards, in a process that does it again and again: anew only what the last time had not."""

    def __init__(self) -> None:
        self._before: dict[tuple[str, Lines | Line], Any] = {}
        self._now: dict[tuple[str, Lines | Line], Any] = {}

    def begin(self) -> None:
        """Forget what the last time did not need."""
        self._before, self._now = self._now, {}

    def cards(self, lines: Lines, language: str) -> Cards:
        """Return the cards of these lines; of the same lines the very same object."""
        return self._kept(language, lines, lambda: tuple((line.hall.key, self._card(line, language)) for line in lines))

    def _card(self, line: Line, language: str) -> str:
        return self._kept(language, line, lambda: render(line, language))

    def _kept(self, language: str, what: Lines | Line, make: Callable[[], Any]) -> Any:
        key = language, what
        if key not in self._now:
            self._now[key] = self._before[key] if key in self._before else make()
        return self._now[key]


def render(line: Line, language: str) -> str:
    """Return a line as the page has it."""
    with translation.override(language):
        return render_to_string("matchmaking/awaited.html", {"line": line}) + ""  # a plain str: it is written as JSON
