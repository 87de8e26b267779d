"""What programs and people put below a letter: signatures, and the lines that phones add."""

from __future__ import annotations

import re

_LONGEST = 200  # characters of a footer
_RULE = re.compile(r"(?:-{2,}|_{3,}|={3,}|~{3,}|\*{3,}|[–—]+)(?=\s|$)")
_FOOTER = re.compile(
    r"(?:"
    r"(?:sent|posted|written) (?:from|via|with|using|through)\b"
    r"|get (?:outlook|bluemail|mymail) (?:for|app)\b|virus-free\b"
    r"|(?:отправлено|послано|написано) (?:с|со|из|через|от|при помощи|с помощью)\b"
    r"|(?:получить|получите|скачать|скачайте|загрузить|загрузите|установить) outlook\b"
    r"|(?:без вирусов|проверено на вирусы)\b"
    r"|(?:נשלח|נשלחה|נכתב) (?:מ|באמצעות|דרך|על ידי|ב)|(?:קבל|השג|הורד|קבלו|הורידו|להורדת)(?: את)? outlook\b"
    r"|ללא וירוסים"
    r"|von (?:meinem|unterwegs)\b.*gesendet|envoyé de(?:puis)?\b|enviado (?:desde|do)\b|inviato da\b|verzonden vanaf\b"
    r"|yahoo mail:"
    r")",
    re.IGNORECASE,
)


def is_footer(line: str) -> bool:
    """Return whether the line, bare of marks, is one that a mail program adds of itself."""
    return len(line) <= _LONGEST and _FOOTER.match(line.lstrip("-–— *_")) is not None


def starts_signature(line: str) -> bool:
    """Return whether a signature begins with this line, bare of marks: "--", a rule, or "-- Name"."""
    rule = _RULE.match(line)
    return rule is not None and (rule.end() == len(line) or line.startswith("-- "))
