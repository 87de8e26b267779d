"""What a database from a backup needs before anybody is served by it: it was left in the middle of things.

The beat of the servers stays as it was. Whoever beats next measures the outage from there, so all that time is given
back, and a deadline by mail that passed meanwhile costs nobody a match (games.clocks.beats, games.door.precedence).
"""

from __future__ import annotations

from accounts.services import drop_waiting_mail
from games.clocks import alarms, beats
from games.instants import now_ms
from games.mail.outgoing import posting
from games.models import Alarm, Match, MatchLive

NOT_AGAIN = "It waited when the backup was taken that was restored: it may have been sent since."


def settle(*, send_waiting: bool = False) -> int:
    """Free what dead processes held, and send nothing a second time; return how many mails are not sent.

    What waits in the outbox, and what was due since the backup, may have been sent after it: nobody can know, so it
    counts as sent. `send_waiting`: it does not. May be called twice.
    """
    MatchLive.objects.exclude(owner="").update(owner="")
    Alarm.objects.exclude(claimed_until=0).update(claimed_until=0)
    beats.forget_servers()
    return 0 if send_waiting else _forgo_mails()


def _forgo_mails() -> int:
    due = Alarm.objects.filter(kind__in=alarms.OF_MAIL, due_at__lte=now_ms()).order_by("pk")
    posting.post_all(due.values_list("match_id", "seat", "kind"), silently=True)
    for match in Match.objects.filter(pace="mail", alarms__kind="finish").select_related("live"):
        posting.forgo_end(match)
    return drop_waiting_mail(NOT_AGAIN)
