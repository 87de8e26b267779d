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
    """What is known of a mail. sender: "" if there is not exactly one; authentication: pass, fail or none.

    other: the text of its HTML, where it is in the mail in two forms; else the same as `text`.
    """

    sender: str
    addresses: tuple[str, ...]
    message_id: str
    subject: str
    text: str
    other: str
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
    text = _text(mail, "text/plain")
    return Letter(
        sender=sender,
        addresses=addresses_in([*envelope_to, *(value for name in _TO for value in mail.all(name))]),
        message_id=_message_id(mail),
        subject=subject,
        text=text,
        other=_text(mail, "text/html") if _offers_forms(mail) else text,
        automatic=is_automatic(mail, sender=sender, subject=subject),
        authentication=authentication_of(results, trusted_edge=trusted_edge, sender=sender),
    )


def _message_id(mail: Part) -> str:
    found = mail.first("message-id").strip()
    return found if len(found) <= LONGEST_ID and found.isprintable() else ""


def _text(part: Part, liked: str) -> str:
    """Return what a mail program that likes one kind of text best shows as the letter itself, not as an attachment."""
    if part.kind == "multipart/alternative":
        return _best(part, liked)
    if part.kind.startswith("multipart/"):
        return "\n".join(text for piece in part.parts if (text := _text(piece, liked)).strip())
    if part.kind not in ("text/plain", "text/html") or _is_attached(part):
        return ""
    text = decode(_content(part), part.parameters.get("charset", ""))
    return html_text(text) if part.kind == "text/html" else text


def _offers_forms(part: Part) -> bool:
    return part.kind == "multipart/alternative" or any(map(_offers_forms, part.parts))


def _best(part: Part, liked: str) -> str:
    """Return the form that is liked best, else another that says anything: HTML may stand in a container here."""
    forms = sorted(part.parts, key=lambda form: (form.kind != liked, form.kind == "text/plain"))
    return next(_spoken(forms, liked), "")


def _spoken(forms: list[Part], liked: str) -> Iterator[str]:
    return (text for form in forms if (text := _text(form, liked)).strip())


def _is_attached(part: Part) -> bool:
    disposition, parameters = parameters_of("x/" + part.first("content-disposition"))
    return disposition == "x/attachment" or "filename" in parameters


def _content(part: Part) -> bytes:
    coding = part.first("content-transfer-encoding").strip().lower()
    if coding == "base64":
        return base64_bytes(part.body)
    return binascii.a2b_qp(part.body) if coding == "quoted-printable" else part.body
