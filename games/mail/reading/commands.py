"""The words that a reply may be, in the languages of the site, and the forms of a number."""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.mail.reading.quoting import INVISIBLE

_WORDS: dict[str, Iterable[str]] = {
    "resign": (
        *("resign", "i resign", "сдаюсь", "я сдаюсь", "сдаться"),
        *("נכנע", "נכנעת", "אני נכנע", "אני נכנעת", "כניעה", "פרישה", "פורש", "פורשת"),
    ),
    "draw": (
        *("draw", "offer draw", "offer a draw", "i offer a draw", "ничья", "предлагаю ничью", "תיקו"),
        *("הצעת תיקו", "מציע תיקו", "מציעה תיקו", "אני מציע תיקו", "אני מציעה תיקו"),
    ),
    "board": ("board", "доска", "доску", "לוח", "הלוח"),
    "help": ("help", "помощь", "справка", "помоги", "помогите", "עזרה"),
}
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words}
_CHAT = re.compile(r"(?:chat|чат|צ['’׳`´]?אט)\s*[:\N{FULLWIDTH COLON}]\s*", re.IGNORECASE)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_NUMBER = re.compile(r"[#№]?\s?(0|[1-9][0-9]{0,2})\s?[.)]?")


_BLANKS = " \t\u00a0\u202f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
OVERRIDES = (0x202D, 0x202E)
_ENDS = _BLANKS + "".join(chr(code) for code in INVISIBLE if code not in OVERRIDES)


def number_in(line: str) -> str:
    """Return the number that is all of the line ("3", "3.", "3)", "#3", "№3", wide signs), in digits; else ""."""
    found = _NUMBER.fullmatch(trimmed(line).translate(_WIDE))
    return found[1] if found else ""


def command_in(line: str) -> str:
    """Return resign, draw, board or help if that is all of the line; else ""."""
    return _KINDS.get(" ".join(trimmed(line).lower().rstrip(".!").split()), "")


def chat_in(line: str) -> str | None:
    """Return what follows "chat:" in the line; None where it does not begin so."""
    line = trimmed(line)
    found = _CHAT.match(line)
    return line[found.end() :] if found else None


def trimmed(line: str) -> str:
    """Return the line without spaces and invisible signs at its ends.

    Those within stay and are not forgiven, nor are overrides of direction anywhere: they show 12 as 21.
    """
    return line.strip(_ENDS)
