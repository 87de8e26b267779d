"""Mails as programs write them, each with what it must give; README.md tells how they were made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.notation import folded

HERE = Path(__file__).parent
EDGE = "mx.{DOMAIN}"  # the trusted edge that wrote the outermost Authentication-Results
SAMPLE = {
    "TOKEN": "0123456789abcdef0123456789abcdef",
    "USED_TOKEN": "11111111111111112222222222222222",
    "OTHER_TOKEN": "cccccccccccccccc9999999999999999",
    "MATCH": "4711",
    "FROM": "anna@example.org",
    "DOMAIN": "quintet.example.com",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One mail: its file's name, its bytes as they come in, and what is expected of it."""

    name: str
    raw: bytes
    expected: dict[str, Any]


def load(folder: str, filled: Mapping[str, str] = SAMPLE) -> list[Case]:
    """Return the mails of `good`, `good_held_out` or `hostile` by name, with {TOKEN} and the like filled in."""
    home = HERE / folder
    expected = json.loads(fill((home / "expected.json").read_bytes(), filled))
    return [Case(name, fill((home / f"{name}.eml").read_bytes(), filled), expected[name]) for name in expected]


def fits(expected: Mapping[str, Any], kind: str, value: object) -> bool:
    """Tell whether a reading is the one expected of a good mail.

    Lines are compared as a game reads them, chats up to white space. A first line that is no move may be
    taken for nothing at all, or be handed on as a line just as it stands: no game reads it.
    """
    if "prose" in expected and kind == "line":
        return folded(str(value)).strip() == folded(expected["prose"]).strip()
    return kind == expected["kind"] and _plain(kind, value) == _plain(kind, expected["value"])


def fill(raw: bytes, filled: Mapping[str, str]) -> bytes:
    """Return the bytes with {TOKEN} and the like filled in."""
    for name, text in filled.items():
        raw = raw.replace(b"{%s}" % name.encode(), text.encode())
    return raw


def _plain(kind: str, value: object) -> object:
    if kind in ("line", "chat"):
        text = str(value)
        return " ".join((folded(text) if kind == "line" else text).split())
    if kind == "several" and isinstance(value, list | tuple):
        return [" ".join(folded(str(line)).split()) for line in value]
    return str(value) if kind == "choice" else None
