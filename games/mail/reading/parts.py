"""The parts of a mail, cut out with limits: what is too big is refused before it costs anything.

The standard library's parser builds the whole tree before anybody can count it, keeps a test for each level and runs
all of them on each line, and its header classes have hung on single headers. So this cuts for itself, in one pass a
level, and stops at the first part or level too many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from games.mail.reading.charsets import decode

MAX_BYTES = 256 * 1024
MAX_PARTS = 20  # within the mail itself
MAX_LEVELS = 10
MAX_HEAD = 64 * 1024  # bytes; seals and stamps of many stations take a quarter of it
MAX_PART_HEAD = 8 * 1024
MAX_FIELD = 8 * 1024  # bytes of one header, lines joined
MAX_PIECES = 20  # of one parameter; programs break lines of 75 signs

_BREAK = re.compile(rb"\r\n?")
_FIELD = re.compile(r"([!-9;-~]+)[ \t]*:")
# possessive: nothing is tried twice
_PARAMETER = re.compile(r';\s*+([^\s=;"]++)\s*+=\s*+(?:"((?:[^"\\]|\\.)*+)"|([^\s;"]*+))', re.DOTALL)


class Unreadable(Exception):
    """A mail that is not read at all; `args[0]` is one word for the log: size, head, parts, levels."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a mail: its headers (names in lower case, values on one line), its content as sent, its own parts."""

    fields: tuple[tuple[str, str], ...]
    body: bytes
    kind: str = "text/plain"
    parameters: dict[str, str] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()

    def all(self, name: str) -> list[str]:
        """Return the values of all headers of that name, in order."""
        return [value for found, value in self.fields if found == name]

    def first(self, name: str) -> str:
        """Return the value of the first header of that name, or the empty text."""
        return next((value for found, value in self.fields if found == name), "")


def cut(raw: bytes) -> Part:
    """Return the mail as a tree of parts; raises Unreadable."""
    if len(raw) > MAX_BYTES:
        raise Unreadable("size")
    return _Cutter().cut(_BREAK.sub(b"\n", raw), level=0)


class _Cutter:
    def __init__(self) -> None:
        self.seen = 0

    def cut(self, raw: bytes, level: int) -> Part:
        if level > MAX_LEVELS:
            raise Unreadable("levels")
        head, body = _head_and_body(raw, MAX_PART_HEAD if level else MAX_HEAD)
        fields = tuple(_fields(head))
        kind, parameters = parameters_of(next((value for name, value in fields if name == "content-type"), ""))
        parts = tuple(self.cut(piece, level + 1) for piece in self._pieces(kind, parameters, body))
        return Part(fields, body, kind, parameters, parts)

    def _pieces(self, kind: str, parameters: dict[str, str], body: bytes) -> Iterator[bytes]:
        if kind == "message/rfc822":
            pieces = iter([body])  # counted, never read: what was attached is nobody's reply
        elif kind.startswith("multipart/") and (boundary := parameters.get("boundary", "")):
            pieces = _between(boundary, body)
        else:
            return
        for piece in pieces:
            self.seen += 1
            if self.seen > MAX_PARTS:
                raise Unreadable("parts")
            yield piece


def _between(boundary: str, body: bytes) -> Iterator[bytes]:
    """Yield what stands between the boundary lines; a mail that was cut off ends without the last."""
    line = re.compile(rb"^--" + re.escape(boundary.encode(errors="replace")) + rb"(--)?[ \t]*+$", re.MULTILINE)
    start = None
    for found in line.finditer(body):
        if start is not None:
            yield body[start : max(start, found.start() - 1)]
        start = found.end() + 1
        if found[1]:
            return
    if start is not None:
        yield body[start:]


def _head_and_body(raw: bytes, limit: int) -> tuple[bytes, bytes]:
    if raw.startswith(b"\n"):
        return b"", raw[1:]
    end = raw.find(b"\n\n", 0, limit)
    if end < 0 and len(raw) > limit:
        raise Unreadable("head")
    return (raw, b"") if end < 0 else (raw[:end], raw[end + 2 :])


def _fields(head: bytes) -> Iterator[tuple[str, str]]:
    """Yield name and value of each header; lines that are none are passed over."""
    name, lines = "", [""]
    for line in head.decode(errors="replace").split("\n"):
        if line[:1] in (" ", "\t"):
            lines.append(line)
            continue
        if name:
            yield name, _joined(lines)
        found = _FIELD.match(line)
        name, lines = (found[1].lower(), [line[found.end() :]]) if found else ("", [""])
    if name:
        yield name, _joined(lines)


def _joined(lines: list[str]) -> str:
    value = "".join(lines).strip()
    if len(value) > MAX_FIELD:
        raise Unreadable("head")
    return value


def parameters_of(value: str) -> tuple[str, dict[str, str]]:
    """Return what a header such as Content-Type names, in lower case, and its parameters; what is empty is text."""
    kind = value.partition(";")[0].strip().lower()
    found = {name.lower(): re.sub(r"\\(.)", r"\1", quoted) or bare for name, quoted, bare in _PARAMETER.findall(value)}
    return (kind if "/" in kind else "text/plain"), _whole(found)


def _whole(found: dict[str, str]) -> dict[str, str]:
    """Return the parameters with those made whole that came in pieces or coded (RFC 2231): name*0, name*1*, name*.

    One that is there plainly too is taken so: what does not know the pieces reads nothing else.
    """
    names = {name: name.partition("*")[0] for name in found}
    whole = {name: value for name, value in found.items() if name == names[name]}
    for base in dict.fromkeys(names.values()):
        if base not in whole and (pieces := list(_pieces_of(base, found))):
            whole[base] = _decoded(pieces)
    return whole


def _pieces_of(base: str, found: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a parameter in their order, each with whether it is coded; after a gap there is nothing."""
    if (alone := found.get(f"{base}*")) is not None:
        yield alone, True
        return
    for name in (f"{base}*{number}" for number in range(MAX_PIECES)):
        if name not in found and f"{name}*" not in found:
            return
        yield found.get(name) or found.get(f"{name}*", ""), name not in found


def _decoded(pieces: list[tuple[str, bool]]) -> str:
    """Return the text of the pieces; if the first is coded it begins with charset'language'."""
    (first, coded), *rest = pieces
    charset, _, text = first.split("'", 2) if coded and first.count("'") > 1 else ("", "", first)
    parts = [(text, coded), *rest]
    return decode(b"".join(unquote_to_bytes(part) if coded else part.encode() for part, coded in parts), charset)
