"""Mail that a provider hands over by webhook: django-anymail makes one signal of all their dialects."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponseBase

from games.mail.incoming import intake

if TYPE_CHECKING:
    from games.mail.incoming.posted import PostedMail

PATH, REST = "/anymail/", "/api/"
MOST_POSTED = 1024 * 1024  # bytes that a provider may post: a mail of 256 KB, packed twice
MOST = 64 * 1024  # and that anybody may post to a page; REST has a bound and an answer of its own


def take_in(sender: object, event: Any, **_: Any) -> str:
    """Take a mail in; a receiver of anymail.signals.inbound. What it raises is answered 500, and comes again."""
    from games.mail.incoming.receiving import receive  # with the parser: only a process that gets mail needs it

    message: PostedMail | None = event.message
    if message is None:  # a provider that keeps mails for us to fetch has named none
        return intake.note("refused:unreadable")
    to = [message.envelope_recipient] if message.envelope_recipient else []
    return receive(message.raw, envelope_to=to, envelope_from=message.envelope_sender or "")


class BodyLimits:
    """Middleware that bounds what is posted: providers may post whole mails, and so much nobody else may."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, or raise RequestDataTooBig before anything is parsed."""
        if not request.path_info.startswith(REST):
            _check(request, MOST_POSTED if request.path_info.startswith(PATH) else MOST)
        return self.get_response(request)


def _check(request: HttpRequest, most: int) -> None:
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > most or request.META.get("HTTP_TRANSFER_ENCODING"):
        raise RequestDataTooBig(f"more than {most} bytes, or nobody knows how many")
