"""A mail as plain text: no line longer than a terminal's, nothing that a terminal cannot show."""

from __future__ import annotations

import textwrap

from games.mail.outgoing.names import not_apart
from rules.sketch import COLUMNS, columns


def plain(text: str) -> str:
    """Return the text, its lines wrapped where they are too long, those with the address of a page excepted."""
    return "\n".join(line for long in not_apart(text).split("\n") for line in _fitting(long))


def _fitting(line: str) -> list[str]:
    if columns(line) <= COLUMNS or "://" in line:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    below = indent + "  " if indent else ""
    return textwrap.wrap(line, COLUMNS, subsequent_indent=below, break_on_hyphens=False)
