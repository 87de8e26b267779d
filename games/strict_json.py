"""JSON as strangers send it, read strictly: no duplicate keys, no NaN, no fractions, bounded depth and size.

Python's own reader takes all of these silently, and a value read in two ways is a hole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn

import msgspec
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.errors import Refused

MAX_DEPTH = 20
MAX_VALUES = 1_000
MAX_DIGITS = 20  # what is read further on has limits of its own, and none is that high
SHORT = 1_000  # characters; so short a text cannot hold more than MAX_VALUES
# NUL, other C0 controls but tab and newline, lone surrogates, bidi overrides and isolates
_BAD_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_USUAL_INT = 1 << 53
_decode, _encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode


def read(text: str | bytes) -> dict[str, Any]:
    """Return the JSON object in the text; raises Refused (bad_json, too_complex, bad_type, bad_text)."""
    if isinstance(text, str) and (usual := _read_usual(text)) is not None:
        return usual
    try:
        value = json.loads(
            text if isinstance(text, str) else text.decode(),
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_refuse_fraction,
            parse_int=_short_int,
        )
    except RecursionError:
        raise _too_complex() from None
    except ValueError:
        raise Refused("bad_json", N_("That is not one well-formed JSON object.")) from None
    if not isinstance(value, dict):
        raise Refused("bad_json", N_("That is not one well-formed JSON object."))
    _check(value)
    return value


def _read_usual(text: str) -> dict[str, Any] | None:
    """Return the object of a short text in which nothing can be amiss, quickly; None: it needs the strict look.

    What reads as a value that is written back byte for byte the same holds no field twice. (No pattern looks for what
    is unusual: it would take longer than all this.)
    """
    if len(text) > SHORT or not (text.isascii() and text.isprintable()) or "\\" in text:
        return None
    if text.count("{") + text.count("[") > MAX_DEPTH:
        return None
    try:
        value = _decode(text)
    except msgspec.DecodeError:
        return None
    plain = isinstance(value, dict) and _are_plain(value.values()) and _encode(value) == text.encode()
    return value if plain else None


def _are_plain(values: Iterable[Any]) -> bool:
    """Return whether there is no fraction and no long number among the values, at any depth."""
    for value in values:
        kind = type(value)
        if kind is int:
            plain = -_USUAL_INT < value < _USUAL_INT
        elif kind is dict:
            plain = _are_plain(value.values())
        else:
            plain = kind is str or (kind is not float and (kind is not list or _are_plain(value)))
        if not plain:
            return False
    return True


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Refused("bad_json", N_("An object names the same field twice."))
    return result


def _refuse_constant(name: str) -> NoReturn:
    raise Refused("out_of_range", N_("%(value)s is not a number that may be sent."), value=name)


def _refuse_fraction(text: str) -> NoReturn:
    raise Refused("bad_type", N_("Numbers are whole here: %(value)s is not."), value=text[:40])


def _short_int(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise Refused("out_of_range", N_("%(value)s is not a number that may be sent."), value=f"{text[:10]}…")
    return int(text)


def _check(value: Any) -> None:
    """Walk the value without recursion, level by level, and refuse what is too deep, too large or unprintable."""
    level, seen = [value], 0
    for _ in range(MAX_DEPTH):
        seen += len(level)
        if seen > MAX_VALUES:
            raise _too_complex()
        level = [child for item in level for child in _children(item)]
        if not level:
            return
    raise _too_complex()


def _children(item: Any) -> list[Any]:
    if isinstance(item, str):
        if _BAD_TEXT.search(item):
            raise Refused("bad_text", N_("The text holds characters that cannot be shown."))
        return []
    if isinstance(item, dict):
        return [*item.keys(), *item.values()]
    return item if isinstance(item, list) else []


def _too_complex() -> Refused:
    text = N_("That message is too complex; at most %(depth)s levels and %(values)s values are read.")
    return Refused("too_complex", text, depth=MAX_DEPTH, values=MAX_VALUES)
