"""The line at the top of our mails under which nothing is read: a reply stands above it.

It is known by its signs, not by its words, which are translated and which mail programs may wrap.
"""

from __future__ import annotations

from django.utils.translation import gettext

MARKER = "##- %s -##"
_OPENS, _CLOSES = (sign.strip() for sign in MARKER.split("%s"))


def marker_line() -> str:
    """Return the marker line in the language that is active."""
    return MARKER % gettext("Write your move above this line")


def has_marker(line: str) -> bool:
    """Return whether the line holds the marker, or its beginning where a mail program has wrapped it."""
    start = line.find(_OPENS)
    return start >= 0 and (line.find(_CLOSES, start + len(_OPENS)) >= 0 or line[:start].strip(" \t>") == "")
