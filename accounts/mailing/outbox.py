"""Django's mail door, turned into rows: a mail is part of the transaction that causes it (promise 6)."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import make_msgid, parseaddr

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from accounts.models import OutgoingMail


class OutboxBackend(BaseEmailBackend):
    """An e-mail backend that sends nothing and writes OutgoingMail rows."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write one row for each recipient of each message; raise ValueError for a message with attachments."""
        rows = [row for message in email_messages for row in _rows(message)]
        OutgoingMail.objects.bulk_create(rows)
        return len(email_messages)


def _rows(message: EmailMessage) -> list[OutgoingMail]:
    if message.attachments:
        raise ValueError("The outbox carries text and HTML only, no attachments.")
    message.message()  # refuses line breaks in headers here, where the cause is, and not in a worker
    return [_row(message, address) for address in message.recipients()]


def _row(message: EmailMessage, address: str) -> OutgoingMail:
    domain = parseaddr(message.from_email)[1].rpartition("@")[2] or "localhost"
    return OutgoingMail(
        sender=message.from_email,
        to=address,
        subject=str(message.subject),
        text=str(message.body),
        html=_html(message),
        headers={"Message-ID": make_msgid(domain=domain), "Auto-Submitted": "auto-generated"}
        | {name: str(value) for name, value in message.extra_headers.items()},
    )


def _html(message: EmailMessage) -> str:
    if not isinstance(message, EmailMultiAlternatives):
        return ""
    return next((str(content) for content, kind in message.alternatives if kind == "text/html"), "")
