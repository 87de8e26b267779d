"""The end of a match, told to who builds on it: once, by a worker, whoever comes twice or is killed in between."""

from __future__ import annotations

import logging

from django.db import OperationalError, transaction

from accounts import quick_sql
from games.door.loaded import FINISHED
from games.models import Alarm, Match
from games.signals import match_finished, match_stopped

log = logging.getLogger(__name__)
TOGETHER = 32  # matches told of with one commit
PATIENCE = "2s"  # with a lock: of the one worker here others want something too


def tell_all(match_ids: list[str]) -> None:
    """Fire `match_finished` for these matches, many with one commit; what fails is logged, and due again."""
    for at in range(0, len(match_ids), TOGETHER):
        some = match_ids[at : at + TOGETHER]
        try:
            tell(*some)
        except OperationalError as error:  # the database is away, or ratings are being worked out anew: all stay due
            log.warning("ends are told later: %r", error)
            return
        except Exception:  # one bad match among good ones
            for match_id in some:
                _attempt(match_id)


def _attempt(match_id: str) -> None:
    try:
        tell(match_id)
    except Exception:
        log.exception("match %s: its end could not be told", match_id)


def tell(*match_ids: str) -> None:
    """Fire the signal of its end for each that has its alarm `finish` still, and take that away in one transaction."""
    with transaction.atomic():
        quick_sql.wait_at_most("lock", PATIENCE)
        due = Alarm.objects.select_for_update().filter(match_id__in=match_ids, kind="finish").order_by("pk")
        alarms = dict(due.values_list("match_id", "pk"))  # the others have been told of already
        ended = Match.objects.select_related("live").defer("live__snapshot").filter(pk__in=alarms)
        for match in ended.order_by("live__at", "pk"):
            signal = match_finished if match.live.status == FINISHED else match_stopped
            signal.send(sender=Match, match=match)
        Alarm.objects.filter(pk__in=alarms.values()).delete()
