"""Where a letter quotes: ">" lines, and the lines by which mail programs introduce what they quote (en, ru, he)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_RANGES = [(0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2064), (0x2066, 0x2069)]
INVISIBLE = dict.fromkeys([0xAD, 0x61C, 0xFEFF, *(code for low, high in _RANGES for code in range(low, high + 1))])
QUOTATION_FOLLOWS = "---- Original message ----"  # put where HTML shows by its markup alone that it quotes

_LONGEST = 400  # characters of an introducing line
_WRAPPED = 4  # lines that an introduction may be wrapped to
_QUOTED = re.compile(r"[>»|]|&gt;")
_INITIALS = re.compile(r"[A-ZА-ЯЁ]{1,3}>")  # as The Bat! quotes

_RULES = ("----", "____", "====", "****")
_BEGINS_FORWARDED = re.compile(
    r"(?:begin forwarded message|начало (?:пере\w+) (?:сообщения|письма)|תחילת ההודעה שהועברה)\s*:", re.IGNORECASE
)
_FIELDS = {
    **dict.fromkeys(["from", "от", "от кого", "отправитель", "מאת", "מ", "von", "de"], "from"),
    **dict.fromkeys(["sent", "date", "отправлено", "дата", "когда", "נשלח", "תאריך", "gesendet", "envoyé"], "date"),
    **dict.fromkeys(["to", "кому", "получатель", "אל", "לכבוד", "an", "à"], "to"),
    **dict.fromkeys(["subject", "тема", "נושא", "הנדון", "betreff", "objet"], "subject"),
    **dict.fromkeys(["cc", "копия", "עותק", "reply-to", "ответить", "השב אל"], "copy"),
}
_FIELD = re.compile(r"\*{0,2}([^\W\d_][^:*]{0,14}?)\s?\*{0,2}:\*{0,2}(?:\s|$)")

_WEEKDAY = (
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:пн|вт|ср|чт|пт|сб|вс)|понедельник|вторник|сред[ау]|четверг|пятниц[ау]"
    r"|суббот[ау]|воскресенье|יום [^\s,]+"
)
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}(?:st|nd|rd|th)?\.? [^\W\d_]{3,9}\.?,? (?:\d{4}|в )"
_STARTS = re.compile(
    rf"(?:on\b|в\b|вы (?:писали|написали)\b|בתאריך|ביום|ב[-־‐‑–]?\s?\d|{_WEEKDAY}[,.\s]|{_DATE}"
    r"|(?:am|le|el|il|op)\b)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
_TIME = re.compile(r"\b\d{1,2}[:.]\d{2}\b")
_VERB = re.compile(
    r"\b(?:wrote|writes|said|(?:на)?писал(?:а|и)?|пишет|сообщил(?:а)?|ответил(?:а)?|כתב|כתבה|כתבו|schrieb|escribió"
    r"|a écrit|ha scritto|schreef|quoting|цитирую|zitat von)\b",
    re.IGNORECASE,
)


def bare(line: str) -> str:
    """Return the line without invisible signs and without spaces at its ends."""
    return line.translate(INVISIBLE).strip()


def quoted_lines(lines: Sequence[str]) -> list[bool]:
    """Return of each bare line whether a sign before it says that it is quoted; initials do if they come again."""
    initials = [found[0] if (found := _INITIALS.match(line)) else "" for line in lines]
    times = Counter(initials)
    return [
        _QUOTED.match(line) is not None or (sign != "" and times[sign] > 1)
        for line, sign in zip(lines, initials, strict=True)
    ]


def introduction(lines: Sequence[str], quoted: Sequence[bool], at: int) -> int:
    """Return how many of the bare lines from there introduce a quotation; 0: none does."""
    line = lines[at]
    if not line or len(line) > _LONGEST:
        return 0
    if _is_separator(line) or _BEGINS_FORWARDED.fullmatch(line):
        return 1
    return 1 if _is_header_block(lines, at) else _attribution(lines, quoted, at)


def _is_separator(line: str) -> bool:
    """Return whether the line is words between two rules: "----- Original Message -----", "---- On … wrote ----"."""
    return line.startswith(_RULES) and line.endswith(_RULES) and line.strip("-_=* ") != ""


def _is_header_block(lines: Sequence[str], at: int) -> bool:
    """Return whether headers of the quoted mail begin here: who or when and soon another one, or three in all."""
    first = _field(lines[at])
    others = {_field(line) for line in lines[at + 1 : at + 6]} - {"", first} if first else set()
    return len(others) >= (1 if first in ("from", "date") else 2)


def _field(line: str) -> str:
    found = _FIELD.match(line[:_LONGEST])
    return _FIELDS.get(found[1].strip().lower(), "") if found else ""


def _attribution(lines: Sequence[str], quoted: Sequence[bool], at: int) -> int:
    """Return the number of lines of "On … wrote:" from there, wrapped to a few or not."""
    starts = _STARTS.match(lines[at]) is not None
    if not (starts or _ADDRESS.search(lines[at]) or _VERB.search(lines[at])):
        return 0
    text = ""
    for count, line in enumerate(lines[at : at + _WRAPPED], start=1):
        text = f"{text} {line}".strip()
        if not line or quoted[at + count - 1] or len(text) > _LONGEST:
            return 0
        if text.endswith(":") and _is_attribution(text, starts=starts):
            return count
    return 0


def _is_attribution(text: str, *, starts: bool) -> bool:
    who = _ADDRESS.search(text) is not None
    when = _TIME.search(text) is not None or re.search(_DATE, text) is not None
    return (who or when) if _VERB.search(text) else (starts and who and when)
