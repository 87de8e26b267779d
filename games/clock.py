"""The clock process: does what is due. Several may run; each row is claimed before it is acted on.

Time-outs and expiries are carried out here; bots' moves and mail become Celery tasks. Everything it does can be
found again in the database, so it may be killed at any time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable

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
    duties: list[Callable[[], None]] = [give_back_outage, do_due_alarms]
    if tick % MAIL_EVERY == 0:
        duties.append(send_due_mail)
    if tick % SWEEP_EVERY == 0:
        duties.append(abort_abandoned)
    return duties


def _attempt(duty: Callable[[], None]) -> None:
    try:
        duty()
    except Exception:
        log.exception("the clock could not do %s; it will try again", duty.__name__)


def give_back_outage() -> None:
    """Give the time in which our servers were away back to everyone whose clock ran."""
    servers = beats.life()
    if servers is None or not servers.gap:
        return
    log.warning("the servers were away for %.1f s; all running clocks get it back", servers.gap / 1_000)
    for match_id in selectors.running_matches():
        _order(services.give_back_outage, match_id, servers.gap, servers.since)
    beats.settle(servers.gap)


def do_due_alarms() -> None:
    """Carry out the alarms that are due; while the servers are away, or just back, nobody runs out of time."""
    servers = beats.life()
    playable = servers is not None and not servers.gap
    for match_id, kind in claim_due_alarms(now_ms(), _ACTIONS if playable else _ALWAYS):
        _order(_ACTIONS[kind], match_id)


def _order(call: Callable[..., None], match_id: str, *details: int) -> None:
    """Order something that may no longer fit: then there is nothing to do."""
    try:
        call(match_id, *details)
    except Refused as error:
        log.debug("match %s: nothing to do (%s)", match_id, error.code)


def claim_due_alarms(now: int, kinds: Iterable[str]) -> list[tuple[str, str]]:
    """Return (match, kind) of the alarms due, claimed for a few seconds. Reads first: an idle clock never writes."""
    due = Alarm.objects.filter(due_at__lte=now, claimed_until__lte=now, kind__in=list(kinds))
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
_ALWAYS = ("expire", "bot")


def send_due_mail() -> None:
    """Hand the mails that are due to the workers."""
    for mail_id in due_mail_ids():
        send_mail.delay(mail_id)


def abort_abandoned() -> None:
    """Abort live matches that everybody has left; time in which our servers were away does not count."""
    servers = beats.life()
    if servers is not None:
        for match_id in selectors.abandoned_matches(servers.since, now_ms(), PATIENCE):
            _order(services.abandon, match_id)
