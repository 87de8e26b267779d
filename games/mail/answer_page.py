"""The reply box of the page "mail sent here": the whole loop without a mail program, on one's own machine alone."""

from __future__ import annotations

from datetime import UTC
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import OutgoingMail
from games.errors import Refused
from games.mail import tokens
from games.mail.incoming.receiving import receive

LONGEST = 4_000  # characters of an answer
_TOLD = {
    "played": N_("Your answer has come in, and the move is played."),
    "done": N_("Your answer has come in, and it is done."),
    "answered": N_("Your answer has come in. Ours will stand here in a moment."),
    "refused": N_(
        "Your answer has come in, but nothing was played. Why, our answer says; it will stand here in a moment."
    ),
    "silent": N_("Your answer has come in, and is not answered: mails like this never are."),
}
_SILENT = {  # why there is no answer, where that is the person's to know
    "limit": N_(
        "Your answer has come in, but nothing was done. Why, we say once an hour at most; "
        "a good move counts at any time."
    ),
    "unproven": N_("Your answer has come in, but nothing was played: first confirm the address of this account."),
    "unknown": N_("Your answer has come in, but nothing was played: this mail can no longer be answered."),
    "automatic": N_("Your answer has come in, but nothing was played: it looks as if a program had written it."),
}


@require_POST
@never_cache
def answer_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Take what somebody writes below a mail on the page as their mail to us, by the way that every mail takes."""
    if not settings.MAIL_PAGE:
        raise Http404
    mail = get_object_or_404(OutgoingMail, pk=pk)
    address = reply_address_of(mail)
    if not address:
        raise Http404
    raw = written_answer(mail, address, request.POST.get("text", "")[:LONGEST])
    try:
        verdict = receive(raw, envelope_to=[address], envelope_from=mail.to)
        messages.info(request, gettext(_told(verdict)))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect("accounts:mail")


def _told(verdict: str) -> str:
    kind, _, why = verdict.partition(":")
    return _SILENT.get(why.partition(" ")[0], _TOLD[kind]) if kind == "silent" else _TOLD[kind]


def reply_address_of(mail: OutgoingMail) -> str:
    """Return the address at which answers to a mail arrive; "" for one that is not answered by mail."""
    address = str(mail.headers.get("Reply-To", ""))
    return address if tokens.token_in(address) else ""


def written_answer(mail: OutgoingMail, address: str, text: str) -> bytes:
    """Return the mail that a mail program would send: the words on top, the original quoted under them."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = mail.to, address, f"Re: {mail.subject}"
    message["Date"] = format_datetime(timezone.now().astimezone(UTC))
    message["Message-ID"] = make_msgid(domain=settings.MAIL_DOMAIN)
    if original := mail.headers.get("Message-ID"):
        message["In-Reply-To"] = message["References"] = original
    quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
    message.set_content(f"{text}\n\nOn {mail.created_at:%d %b %Y at %H:%M} {mail.sender} wrote:\n\n{quoted}\n")
    return message.as_bytes()
