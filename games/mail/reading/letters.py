"""A mail as it came, read: who, to whom, and what a reader sees. Whatever comes, it is read or refused, never fatal."""

from __future__ import annotations

import binascii
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.mail.reading.addresses import addresses_in, sender_in
from games.mail.reading.authentication import authentication_of
from games.mail.reading.automatic import is_automatic
from games.mail.reading.charsets import base64_bytes, decode, decode_header
from games.mail.reading.html_text import html_text
from games.mail.reading.parts import Part, Unreadable, cut, parameters_of

__all__ = ["Letter", "Unreadable", "read_letter"]

_TO = ("delivered-to", "x-original-to", "to", "cc")
LONGEST_SUBJECT = 300
LONGEST_ID = 300


@dataclass(frozen=True, slots=True)
class Letter:
    """What is known of a mail. sender: "" if there is not exactly one; authentication: pass, fail or none."""

    sender: str
    addresses: tuple[str, ...]
    message_id: str
    subject: str
    text: str
    automatic: bool
    authentication: str


def read_letter(raw: bytes, *, envelope_to: Sequence[str] = (), trusted_edge: str = "") -> Letter:
    """Return the letter; raises Unreadable (too big, too many parts or levels).

    envelope_to: whom the mail server was told to bring it; trusted_edge: the name under which our own server writes
    Authentication-Results.
    """
    mail = cut(raw)
    sender = sender_in(mail.all("from"))
    subject = decode_header(mail.first("subject"))[:LONGEST_SUBJECT]
    results = mail.all("authentication-results")
    return Letter(
        sender=sender,
        addresses=addresses_in([*envelope_to, *(value for name in _TO for value in mail.all(name))]),
        message_id=_message_id(mail),
        subject=subject,
        text=_text(mail),
        automatic=is_automatic(mail, sender=sender, subject=subject),
        authentication=authentication_of(results, trusted_edge=trusted_edge, sender=sender),
    )


def _message_id(mail: Part) -> str:
    found = mail.first("message-id").strip()
    return found if len(found) <= LONGEST_ID and found.isprintable() else ""


def _text(part: Part) -> str:
    """Return what a mail program shows of the part as the letter itself, not as something attached."""
    if part.kind == "multipart/alternative":
        return _best(part)
    if part.kind.startswith("multipart/"):
        return "\n".join(filter(str.strip, map(_text, part.parts)))
    if part.kind not in ("text/plain", "text/html") or _is_attached(part):
        return ""
    text = decode(_content(part), part.parameters.get("charset", ""))
    return html_text(text) if part.kind == "text/html" else text


def _best(part: Part) -> str:
    """Return the plain one of several forms, else the first that says anything."""
    forms = sorted(part.parts, key=lambda form: form.kind != "text/plain")
    return next(_spoken(forms), "")


def _spoken(forms: list[Part]) -> Iterator[str]:
    return (text for form in forms if (text := _text(form)).strip())


def _is_attached(part: Part) -> bool:
    disposition, parameters = parameters_of("x/" + part.first("content-disposition"))
    return disposition == "x/attachment" or bool({"filename", "filename*"} & parameters.keys())


def _content(part: Part) -> bytes:
    coding = part.first("content-transfer-encoding").strip().lower()
    if coding == "base64":
        return base64_bytes(part.body)
    return binascii.a2b_qp(part.body) if coding == "quoted-printable" else part.body
