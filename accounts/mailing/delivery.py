"""How one mail of the outbox leaves: as it stands in its row, or written now by its maker."""

from __future__ import annotations

from email.mime.base import MIMEBase

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from accounts.mailing import mailmakers
from accounts.models import OutgoingMail


def message_of(mail: OutgoingMail) -> EmailMultiAlternatives | None:
    """Return what is to be sent, or None where it is no longer wanted."""
    if mail.maker:
        if mail.user is None or not may_mail(mail):
            return None
        return mailmakers.make(mail)
    message = EmailMultiAlternatives(mail.subject, mail.text, mail.sender, [mail.to], headers=mail.headers)
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    return message


def may_mail(mail: OutgoingMail) -> bool:
    """Return whether its person can still be mailed."""
    user = mail.user
    return user is not None and user.is_active and bool(user.email) and not user.mail_is_paused


def send(message: EmailMultiAlternatives) -> str:
    """Hand a message to the mail server; return the provider's id for it, "" without one. Raises what it does."""
    message.connection = get_connection(settings.DELIVERY_EMAIL_BACKEND)
    message.send()
    status = getattr(message, "anymail_status", None)  # of providers that take mail by HTTP
    return str(getattr(status, "message_id", None) or "")[:255]


def told(mail: OutgoingMail, message: EmailMultiAlternatives) -> dict[str, object]:
    """Return what the row keeps of a mail that was written just now.

    Its text and its reply address only where a page shows them: whoever has them can answer in the person's place.
    """
    if not mail.maker:
        return {}
    headers = {name: str(value) for name, value in message.extra_headers.items()}
    kept: dict[str, object] = {"subject": str(message.subject)[:998], "to": message.to[0], "headers": headers}
    if not settings.MAIL_PAGE:
        return kept
    headers |= {"Reply-To": message.reply_to[0]} if message.reply_to else {}
    return kept | {"text": str(message.body), "html": _with_pictures(message)}


def _with_pictures(message: EmailMultiAlternatives) -> str:
    """Return a message's HTML, "" without one, with its pictures in itself: nothing else of it is kept."""
    html = next((str(content) for content, kind in message.alternatives if kind == "text/html"), "")
    for part in message.attachments:
        if isinstance(part, MIMEBase) and (name := part.get("Content-ID", "").strip("<>")):
            data = "".join(str(part.get_payload()).split())
            html = html.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{data}")
    return html
