"""A mail as a provider posts it: kept, not parsed, so that `receive` is the first to look into it, within its bounds.

django-anymail parses whatever it is handed by the standard library, before anybody counts parts or levels, and builds
mails of posted fields by the same header classes: seconds of a web process for a To of ten thousand people, and an
exception, so that the mail comes again for ever, for a thousand levels. Its views call a few methods of one class for
that; `install` puts ours in their place. What they set afterwards, the envelope for one, is kept.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from email.message import EmailMessage
from email.policy import compat32
from typing import Any

from anymail.inbound import AnymailInboundMessage

from games.mail.reading.parts import MAX_BYTES

_OURS = (
    *("parse_raw_mime", "parse_raw_mime_bytes", "parse_raw_mime_chunks"),
    *("construct", "construct_attachment", "construct_attachment_from_uploaded_file"),
)
_NAMED = {"From": "from_email", "To": "to", "Cc": "cc", "Bcc": "bcc", "Subject": "subject"}
_FOLD = re.compile(r"(?:\r\n?|\n)[ \t]+")
_BREAK = re.compile(r"[\r\n]+")
_NAME = re.compile(r"[!-9;-~]{1,200}")
_OF_THE_FORM = ("content-", "mime-version")  # what they say of the original is not true of the mail built here

Fields = Iterable[tuple[str, str]]


class PostedMail(AnymailInboundMessage):
    """A mail in bytes, `raw`. It has headers only as far as the provider posted them one by one, and no parts."""

    raw: bytes = b""

    @classmethod
    def parse_raw_mime(cls, s: str | None) -> PostedMail:
        """Return the mail that a provider posts as text."""
        return cls.parse_raw_mime_bytes((s or "").encode(errors="replace"))

    @classmethod
    def parse_raw_mime_bytes(cls, b: bytes) -> PostedMail:
        """Return the mail that a provider posts in bytes."""
        mail = cls()
        mail.raw = b
        return mail

    @classmethod
    def parse_raw_mime_chunks(cls, chunks: Iterable[bytes]) -> PostedMail:
        """Return the mail that a provider keeps for us to fetch; no more of it than shows that it is too long."""
        raw = bytearray()
        for chunk in chunks:
            raw += chunk or b""
            if len(raw) > MAX_BYTES:
                break
        return cls.parse_raw_mime_bytes(bytes(raw))

    @classmethod
    def construct(
        cls,
        *,
        raw_headers: str | None = None,
        headers: Mapping[str, Any] | Fields | None = None,
        text: str | None = None,
        html: str | None = None,
        **more: Any,
    ) -> PostedMail:
        """Return a mail of posted fields, with the letter itself in its one or two forms; nobody reads attachments."""
        given = [(name, more[key]) for name, key in _NAMED.items() if more.get(key) is not None]
        instead = {name.lower() for name, _ in given}
        posted = [(name, value) for name, value in _lines(raw_headers or "") if name.lower() not in instead]
        posted += [*given, *(headers.items() if isinstance(headers, Mapping) else headers or ())]
        mail = cls()
        for name, value in posted:
            if _NAME.fullmatch(name) and not name.lower().startswith(_OF_THE_FORM):
                mail[name] = _BREAK.sub(" ", str(value))
        mail.raw = _written(mail, {"text/plain": text, "text/html": html})
        return mail

    @classmethod
    def construct_attachment(cls, *_: Any, **__: Any) -> PostedMail:
        """Return what stands for an attachment: nothing."""
        return cls()

    construct_attachment_from_uploaded_file = construct_attachment


def install() -> None:
    """Have django-anymail make mails of this kind from now on, and parse no header that it is handed."""
    for name in _OURS:
        setattr(AnymailInboundMessage, name, getattr(PostedMail, name))
    setattr(AnymailInboundMessage, "__init__", _begin)  # noqa: B010 - mypy knows methods of classes as fixed


def _begin(mail: AnymailInboundMessage, *_: Any, **__: Any) -> None:
    """Begin a mail whose headers are plain text: the newer classes take minutes for some of them."""
    EmailMessage.__init__(mail, policy=compat32)
    mail.envelope_sender = mail.envelope_recipient = mail.stripped_text = mail.stripped_html = None
    mail.spam_detected = mail.spam_score = None


def _lines(headers: str) -> Iterator[tuple[str, str]]:
    """Yield names and values of headers that were posted in one text."""
    for line in _BREAK.split(_FOLD.sub(" ", headers)):
        name, colon, value = line.partition(":")
        if colon:
            yield name.strip(), value.strip()


def _written(mail: PostedMail, forms: dict[str, str | None]) -> bytes:
    boundary = secrets.token_hex(16)  # of which nobody can put a line into the text
    head = [f"{name}: {value}" for name, value in mail.raw_items()]
    head.append(f'Content-Type: multipart/alternative; boundary="{boundary}"')
    parts = [
        f"--{boundary}\nContent-Type: {kind}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}\n"
        for kind, text in forms.items()
        if text
    ]
    return "\n".join([*head, "", *parts, f"--{boundary}--\n"]).encode(errors="replace")
