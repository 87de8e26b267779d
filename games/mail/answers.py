"""The mails with which we answer mails: always to the account's own address, and marked so that no program answers."""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import make_msgid

from django.conf import settings
from django.utils.translation import gettext

from games.mail.writing import write_mail
from games.models import MatchLive, ReplyToken


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a mail: a word for logs, and the answer that it gets: `kind` "" for none.

    `asked`: the person has asked for the answer, so that it tells of no misunderstanding.
    """

    verdict: str
    kind: str = ""
    note: str = ""
    asked: bool = False


def send(row: ReplyToken, done: Done) -> str:
    """Write the answer into the outbox, with the position as it is now and a fresh token; return the verdict."""
    number = MatchLive.objects.values_list("number", flat=True).get(match_id=row.match_id)
    note = done.note if done.asked else f"{done.note}\n\n{_seldom()}"
    mail = write_mail(row.match_id, row.user, kind=done.kind, number=number, note=note)
    # Of its own, unlike a turn's: the answers to two mails about one position are two mails.
    mail.extra_headers |= {
        "Message-ID": make_msgid(domain=settings.MAIL_DOMAIN),
        "Auto-Submitted": "auto-replied",
        "Precedence": "bulk",
        "X-Auto-Response-Suppress": "All",
    }
    mail.send()
    return done.verdict


def _seldom() -> str:
    return gettext("Mails that we do not understand are answered once an hour at most; a good move counts at any time.")
