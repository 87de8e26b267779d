"""Who writes the mails that get their text only when they are sent: apps above register their makers.

A mail that says where something stands would be wrong if it were written hours before it leaves. accounts may not
import those apps, so they call `register` when they start (AppConfig.ready).
"""

from __future__ import annotations

from collections.abc import Callable

from django.core.mail import EmailMultiAlternatives

from accounts.models import OutgoingMail

Maker = Callable[[OutgoingMail], EmailMultiAlternatives | None]
_makers: dict[str, Maker] = {}


def register(name: str, maker: Maker) -> None:
    """Let `maker(row)` write the mails of this name: a message, attachments too, or None for "drop it".

    It may be called several times for one row. What it raises counts as a failure to send: it is tried again.
    """
    _makers[name] = maker


def make(row: OutgoingMail) -> EmailMultiAlternatives | None:
    """Return the message of a row with a maker, with the row's own headers; raises KeyError for an unknown maker."""
    message = _makers[row.maker](row)
    if message is not None:
        message.extra_headers = {**message.extra_headers, **row.headers}
    return message
