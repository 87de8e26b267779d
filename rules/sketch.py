"""What a mail shows of a table: a picture and the same as plain text, both drawn from one viewer's view alone.

A game gives a `Sketch`; whoever writes the mail gives a `Say`: names, the reader's language, and what happened last.
What the view does not hold cannot be in a sketch, for a sketch is given nothing else of the match.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.contract import N_, Json, Seat

COLUMNS = 72  # of a line, as mails are written: a reply that quotes it still fits a terminal
_ELLIPSIS = "…"
# Scripts of the font that pictures are drawn with (games/mail/outgoing/pictures.py); other signs would be empty boxes.
_DRAWN = ((0x20, 0x24F), (0x370, 0x52F), (0x5D0, 0x5F4), (0x1E00, 0x1FFF), (0x2010, 0x2044))


@dataclass(frozen=True, slots=True)
class Sketch:
    """A table as SVG of 600 units' width, as lines of at most 72 columns, and as a sentence or two for the ear.

    `hint`: what the moves that may be made now are written like, for who does not know; "" where that is plain.
    """

    svg: str
    text: str
    alt: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """How a sketch speaks to its reader: the names by seat, the language, and the last events as the reader saw them.

    `translate` takes an English template marked with N_; `happened` has events as JSON, the oldest first; `over`: the
    match has ended, maybe in a way of which its game knows nothing.
    """

    names: tuple[str, ...]
    translate: Callable[[str], str]
    rtl: bool = False
    happened: tuple[Json, ...] = ()
    over: bool = False

    def __call__(self, template: str, /, **details: Any) -> str:
        """Return the template in the reader's language, its %(name)s fields filled in."""
        text = self.translate(template)
        return text % details if details else text

    def name(self, seat: Seat) -> str:
        """Return who sits on the seat, on one line and without signs that steer the text around it."""
        name = self.names[seat] if 0 <= seat < len(self.names) else ""
        return clean(name) or self(N_("Seat %(number)s"), number=seat + 1)

    def drawn_name(self, seat: Seat) -> str:
        """Return the name in signs that the pictures' font has, or the number of the seat."""
        drawn = "".join(sign for sign in self.name(seat) if _is_drawn(sign)).strip()
        return drawn if any(map(str.isalnum, drawn)) else self(N_("Seat %(number)s"), number=seat + 1)

    def last(self, *types: str) -> Iterator[Json]:
        """Yield the events of these types among the last ones, the oldest first."""
        return (event for event in self.happened if event.get("type") in types)


@dataclass(frozen=True, slots=True)
class Sketcher:
    """How a game draws one viewer's view: its picture under a line that says how it stands, its lines, alt and hint."""

    draw: Callable[[Json, Seat | None, Say, str], str]
    lines: Callable[[Json, Seat | None, Say], Iterable[str]]
    alt: Callable[[Json, Seat | None, Say], str]
    hint: Callable[[Json, Say], str]

    def __call__(self, view: Json, seat: Seat | None, say: Say) -> Sketch:
        """Return the table as the viewer on the seat sees it."""
        view = _at_rest(view, say)
        svg = self.draw(view, seat, say, status(view.get("turn"), seat, say, say.drawn_name))
        text = "\n".join(self.lines(view, seat, say)) + "\n"
        return Sketch(svg, text, self.alt(view, seat, say), self.hint(view, say))


def _at_rest(view: Json, say: Say) -> Json:
    """Return the view; of a match that is over without what somebody would have to do next."""
    return {key: value for key, value in view.items() if key not in {"turn", "must"}} if say.over else view


def status(turn: Seat | None, own: Seat | None, say: Say, name: Callable[[Seat], str]) -> str:
    """Return whose turn it is, in words; `turn` None: the game is over. `name` says how a seat is called here."""
    if turn is None:
        return say(N_("The game is over"))
    return say(N_("Your turn")) if turn == own else say(N_("%(name)s is to move"), name=name(turn))


def clean(text: str) -> str:
    """Return the text on one line, without controls, direction marks and what no font has."""
    return " ".join("".join(" " if sign.isspace() else sign for sign in text if _is_plain(sign)).split())


def columns(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    return sum(_width(sign) for sign in text)


def clipped(text: str, room: int) -> str:
    """Return the text, shortened with an ellipsis to so many columns if it is longer."""
    if columns(text) <= room:
        return text
    kept = ""
    for sign in text:
        if columns(kept + sign) > room - 1:
            break
        kept += sign
    return kept.rstrip() + _ELLIPSIS


def wrapped(text: str, indent: str = "") -> Iterator[str]:
    """Yield the text in lines of at most 72 columns, the second and later ones indented."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line.strip() else line + word
        if columns(longer) > COLUMNS and line.strip():
            yield line
            longer = indent + word
        line = longer
    yield clipped(line, COLUMNS)


def _width(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _is_plain(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign)[0] != "C"


def _is_drawn(sign: str) -> bool:
    return any(low <= ord(sign) <= high for low, high in _DRAWN)
