"""The people at a table as a mail names them: on one line, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext

from accounts.names import shown
from games.bots import levels
from games.door.loaded import Loaded, Occupant
from games.frames import GONE, People
from games.people import people_at

_APART, _APART_NO_MORE = "\u2068", "\u2069"


def apart(text: str) -> str:
    """Return a text of any script, set apart so that it does not turn what stands around it; for HTML."""
    return f"{_APART}{text}{_APART_NO_MORE}"


def not_apart(text: str) -> str:
    """Return a text without the signs that `apart` sets, for terminals that would show them as boxes."""
    return text.replace(_APART, "").replace(_APART_NO_MORE, "")


def one_line(text: str) -> str:
    """Return a text without line breaks and other control characters: it may stand in a header."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def names_at(loaded: Loaded) -> tuple[str, ...]:
    """Return the names by seat in the language that is active."""
    people = people_at(loaded)
    return tuple(_name(occupant, people) for occupant in loaded.occupants)


def listed(names: list[str]) -> str:
    """Return names as one text: "Boris", "Boris and Clara", "Boris, Clara and Dora"."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _name(occupant: Occupant, people: People) -> str:
    if occupant.user is not None:
        return one_line(shown(people.get(occupant.user, GONE).name))
    return levels.bot_name(occupant.bot) if occupant.bot else "—"
