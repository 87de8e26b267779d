"""The clock process: does what is due. Several may run; each row is claimed before it is acted on.

Time-outs and expiries are carried out here; bots' moves and mail become Celery tasks. Everything it does can be
found again in the database, so it may be killed at any time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import close_old_connections, transaction

from accounts.services import due_mail_ids
from accounts.tasks import send_mail
from games import beats, selectors, services
from games.errors import Refused
from games.instants import now_ms
from games.models import Alarm
from games.tasks import move_bot

log = logging.getLogger(__name__)
TICK = 0.2  # s
CLAIM = 5_000  # ms after which a claimed alarm that nobody dealt with (a lost task) is due again
BATCH = 200
MAIL_EVERY, SWEEP_EVERY = 5, 50  # ticks
PATIENCE = 120_000  # ms after which a live match that nobody has open is aborted


def run(stop: threading.Event) -> None:
    """Do what is due until told to stop; no fault ends it."""
    tick = 0
    while not stop.wait(TICK):
        close_old_connections()
        for duty in _duties(tick):
            _attempt(duty)
        tick += 1
    close_old_connections()


def _duties(tick: int) -> list[Callable[[], None]]:
    duties: list[Callable[[], None]] = [do_due_alarms]
    if tick % MAIL_EVERY == 0:
        duties += [_beat, send_due_mail]
    if tick % SWEEP_EVERY == 0:
        duties.append(abort_abandoned)
    return duties


def _attempt(duty: Callable[[], None]) -> None:
    try:
        duty()
    except Exception:
        log.exception("the clock could not do %s; it will try again", duty.__name__)


def _beat() -> None:
    beats.beat("clock")


def do_due_alarms() -> None:
    """Carry out the alarms that are due."""
    for match_id, kind in claim_due_alarms(now_ms()):
        try:
            _ACTIONS[kind](match_id)
        except Refused as error:
            log.debug("match %s: the alarm %s found nothing to do (%s)", match_id, kind, error.code)


def claim_due_alarms(now: int) -> list[tuple[str, str]]:
    """Return (match, kind) of the alarms due, claimed for a few seconds. Reads first: an idle clock never writes."""
    due = Alarm.objects.filter(due_at__lte=now, claimed_until__lte=now)
    if not due.exists():
        return []
    with transaction.atomic():
        alarms = list(due.select_for_update(skip_locked=True).order_by("due_at")[:BATCH])
        Alarm.objects.filter(pk__in=[alarm.pk for alarm in alarms]).update(claimed_until=now + CLAIM)
    return [(alarm.match_id, alarm.kind) for alarm in alarms]


def _start_bot(match_id: str) -> None:
    move_bot.delay(match_id)


_ACTIONS: dict[str, Callable[[str], None]] = {
    "time": services.time_out,
    "expire": services.expire,
    "bot": _start_bot,
}


def send_due_mail() -> None:
    """Hand the mails that are due to the workers."""
    for mail_id in due_mail_ids():
        send_mail.delay(mail_id)


def abort_abandoned() -> None:
    """Abort live matches that everybody has left; time in which our servers were away does not count."""
    since = beats.alive_since("web")
    if since is None:
        return
    for match_id in selectors.abandoned_matches(since, now_ms(), PATIENCE):
        try:
            services.abandon(match_id)
        except Refused:
            log.info("match %s: somebody came back", match_id)
