"""Mail about a person's sanctions: when one is laid or lifted, and when an appeal is answered.

The text is written when it leaves (accounts.mailing.mailmakers), in the person's language; what has passed by then is
dropped.
"""

from __future__ import annotations

from email.utils import make_msgid, parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import OutgoingMail, Sanction, User
from accounts.moderation import standing
from accounts.moderation.roles import answering

MAKER = "standing"
LAID, LIFTED, ANSWERED = "laid", "lifted", "answered"


def post(sanction: Sanction, news: str) -> None:
    """Mail a sanction's person, and who answers for them, in the caller's transaction. `news`: what has happened."""
    for person in dict.fromkeys((sanction.person, answering(sanction.person))):
        if person.email:
            _post_to(person, sanction, news)


def _post_to(person: User, sanction: Sanction, news: str) -> None:
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    OutgoingMail.objects.create(
        user=person,
        maker=MAKER,
        about={"sanction": sanction.pk, "news": news},
        sender=settings.DEFAULT_FROM_EMAIL,
        to=person.email,
        headers={"Message-ID": make_msgid(domain=domain), "Auto-Submitted": "auto-generated"},
    )


def make(row: OutgoingMail) -> EmailMultiAlternatives | None:
    """Return the mail as it is to be read now; None for what is laid no more."""
    person, news = row.user, row.about["news"]
    assert person is not None  # accounts.mailing.delivery has looked
    sanction = standing.find_own(person, row.about["sanction"])
    if sanction is None or (news == LAID and sanction.lifted_at is not None):
        return None
    with translation.override(person.language or settings.LANGUAGE_CODE):
        told = {"name": person.username, "sanction": sanction, "news": news, "sentence": standing.sentence(sanction)}
        told |= {"bot": "" if sanction.person == person else sanction.person.username}
        told |= {"appeal": getattr(sanction, "appeal", None), "standing": standing.appeal_address()}
        text = render_to_string("accounts/email/standing.txt", told)
        return EmailMultiAlternatives(_subject(news), text, row.sender, [person.email])


def _subject(news: str) -> str:
    if news == LAID:
        return gettext("Quintet: a decision about your account")
    return gettext("Quintet: a sanction was lifted") if news == LIFTED else gettext("Quintet: your appeal was answered")
