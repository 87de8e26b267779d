"""Mail that a provider hands over by webhook: django-anymail makes one signal of all their dialects."""

from __future__ import annotations

from typing import Any


def take_in(sender: object, event: Any, **_: Any) -> None:
    """Take a mail in; a receiver of anymail.signals.inbound. What it raises is answered 500, and comes again."""
    from games.mail.receiving import receive  # with the parser: only a process that gets mail needs it

    message = event.message
    to = [message.envelope_recipient] if message.envelope_recipient else []
    receive(message.as_bytes(), envelope_to=to, envelope_from=message.envelope_sender or "")
