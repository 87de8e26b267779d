"""The mails with which we answer mails: always to the account's own address, and marked so that no program answers."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from games.mail.outgoing.outbox import post_answer
from games.models import MatchLive, ReplyToken

MARKS = {"Auto-Submitted": "auto-replied", "Precedence": "bulk", "X-Auto-Response-Suppress": "All"}


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a mail: a word for logs, and the answer that it gets: `kind` "" for none.

    `asked`: the person has asked for the answer, so that it tells of no misunderstanding.
    """

    verdict: str
    kind: str = ""
    note: str = ""
    asked: bool = False


def send(row: ReplyToken, done: Done, message_id: str = "") -> str:
    """Put the answer into the outbox, to show the position with a fresh token, and return the verdict.

    `message_id`: of the mail that is answered.
    """
    number = MatchLive.objects.values_list("number", flat=True).get(match_id=row.match_id)
    note = done.note if done.asked else f"{done.note}\n{_seldom()}"
    post_answer(row.match_id, row.user, done.kind, number, note=note, to=message_id, marks=MARKS)
    return done.verdict


def _seldom() -> str:
    return gettext("Mails that we do not understand are answered once an hour at most; a good move counts at any time.")
