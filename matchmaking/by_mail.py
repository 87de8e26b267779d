"""A wish for a match by mail: it waits for days without a page, and who has waited in vain is told so by mail."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games import rulebook
from games.door.loaded import MAIL
from matchmaking.models import EXPIRED, WAITING, Ticket

WAITS = 14 * 24 * 60 * 60 * 1000  # ms: as long as an open table by mail waits (games.clocks.alarms)


def give_up(now: int) -> None:
    """Give up what has waited for too long, and tell its people."""
    for ticket in Ticket.objects.filter(state=WAITING, pace=MAIL, since__lt=now - WAITS).select_related("user"):
        with transaction.atomic():  # neither is lost without the other, and two workers tell once
            if Ticket.objects.filter(pk=ticket.pk, state=WAITING).update(state=EXPIRED):
                _tell(ticket)


def _tell(ticket: Ticket) -> None:
    """Mail that nobody has come, in the language that the person reads."""
    user = ticket.user
    if not user.email or not user.is_active or user.mail_is_paused:
        return
    with translation.override(user.language or settings.LANGUAGE_CODE):
        game = rulebook.name(ticket.game)
        lobby = settings.SITE_URL + reverse("matchmaking:lobby")
        subject = gettext("%(game)s by mail: nobody has come") % {"game": game}
        text = render_to_string("matchmaking/email/nobody_came.txt", {"game": game, "lobby": lobby})
        send_mail(subject, text, None, [user.email])
