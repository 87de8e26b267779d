"""Whom a letter is from and to. A From that can be read in two ways is nobody's."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_ADDRESSES = 100
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_COMMENT = re.compile(r"\([^()]*+\)")
_ADDRESS = re.compile(r"[^\s@<>()\[\]\\,;:\"\x00-\x1f\x7f]{1,64}@[\w.-]{1,255}")
_ANGLED = re.compile(r"<([^<>]*+)>")


def sender_in(values: list[str]) -> str:
    """Return the one address of the From headers in lower case; "" if there is none, or more than one way to read it.

    Names are quoted or hold none of the signs of addresses, as the standard asks of them.
    """
    if len(values) != 1:
        return ""
    plain = without_comments(_QUOTED.sub(" ", values[0])).strip()
    name, _, address = plain.removesuffix(">").rpartition("<") if plain.endswith(">") else ("", "", plain)
    address = address.strip()
    if any(sign in name for sign in '@,;:"<>') or not _ADDRESS.fullmatch(address):
        return ""
    return address.lower()


def addresses_in(values: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses in the values, in lower case, each once, at most 100; names and comments hold none."""
    found: dict[str, None] = {}
    for value in values:
        for word in re.split("[,;:]", without_comments(without_quoted(value)).lower()):
            angled = _ANGLED.search(word)
            address = (angled[1] if angled else word).strip()
            if len(found) < MOST_ADDRESSES and _ADDRESS.fullmatch(address):
                found[address] = None
    return tuple(found)


def without_comments(text: str) -> str:
    """Return a header's text without comments, three deep; what is nested deeper stays, and fits nothing."""
    for _ in range(3):
        text = _COMMENT.sub(" ", text)
    return text


def without_quoted(text: str) -> str:
    """Return a header's text without quoted parts."""
    return _QUOTED.sub(" ", text)
