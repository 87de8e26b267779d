"""The clock process: does what is due where no server process has. Several may run; each row is claimed first.

Time-outs and expiries are carried out here; bots' moves and mail become Celery tasks. Everything it does can be
found again in the database, so it may be killed at any time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from accounts import quick_sql
from accounts.privacy import retention
from accounts.services import HANDED_OUT, due_mail_ids
from accounts.tasks import send_mail
from games import instants, selectors, services
from games.bots import plans
from games.clocks import alarms, beats, errands, holidays
from games.errors import Refused
from games.instants import now_ms
from games.models import Alarm
from games.moderation import standing
from games.tables import gatherings
from games.tasks import move_bot, post_mails, tell_of_ends

log = logging.getLogger(__name__)
TICK = 0.1  # s
AGAIN = 1.0  # s until the database is asked once more for the time
CLAIM = 5_000  # ms after which a claimed alarm that nobody dealt with (a lost task) is due again
BATCH = 200
TOGETHER = 32  # clocks moved with one commit
MAIL_KINDS = list(alarms.OF_MAIL)
FINISH_EVERY, MAIL_EVERY, SWEEP_EVERY, TIDY_EVERY = 3, 10, 100, 36_000  # ticks
LATE = 800  # ms after which it is done here all the same; a server that has the match open takes it over sooner
_DUE = "SELECT 1 FROM games_alarm WHERE due_at <= %s AND claimed_until <= %s AND"
PATIENCE = 120_000  # ms after which a live match that nobody has open is aborted


def take_time(stop: threading.Event) -> None:
    """Take the time from the database, which is waited for: by this machine's own nobody's time is called."""
    while not stop.is_set():
        try:
            return instants.keep_time()
        except Exception as error:
            log.warning("the database does not tell the time yet: %r", error)
            _drop_broken_connection()
            stop.wait(AGAIN)
    return None


def run(stop: threading.Event) -> None:
    """Do what is due until told to stop; no fault ends it.

    Two threads of their own hand tasks to the broker and throw away what is over its time: neither a broker that is
    away nor hundreds of guests to forget may hold up anybody's clock.
    """
    beside = [
        threading.Thread(target=_run, args=(stop, duties), name=name, daemon=True)
        for name, duties in (("dispatcher", _dispatches), ("tidying", _chores))
    ]
    for thread in beside:
        thread.start()
    _run(stop, _duties)
    for thread in beside:
        thread.join(timeout=1)


def _run(stop: threading.Event, duties: Callable[[int], list[Callable[[], None]]]) -> None:
    tick = 0
    while not stop.wait(TICK):
        for duty in duties(tick):
            _attempt(duty)
        _drop_broken_connection()
        tick += 1
    connection.close()


def _drop_broken_connection() -> None:
    """Get a new connection where the old one is broken; a sound one is kept, for opening one a tick would cost more."""
    if connection.errors_occurred:
        connection.errors_occurred = False
        if not connection.is_usable():
            connection.close()


def _duties(tick: int) -> list[Callable[[], None]]:
    duties: list[Callable[[], None]] = [do_due_alarms, play_due_plans]
    if tick % SWEEP_EVERY == 0:
        duties += [beats.beat_clock, give_back_outage, abort_abandoned]
        duties += [holidays.apply_holidays, standing.leave_all_seats]
    return duties


def _chores(tick: int) -> list[Callable[[], None]]:
    return [tidy] if tick % TIDY_EVERY == 0 else []


def _dispatches(tick: int) -> list[Callable[[], None]]:
    now_and_then = [post_due_mails, send_due_mail] if tick % MAIL_EVERY == 0 else []
    now_and_then += [tell_finishes] if tick % FINISH_EVERY == 0 else []
    return [start_bots, *errands.errands(), *now_and_then]


def _attempt(duty: Callable[[], None]) -> None:
    try:
        duty()
    except Exception:
        log.exception("the clock could not do %s; it will try again", duty.__name__)


def give_back_outage() -> None:
    """Give the time in which our servers were away back to everyone whose clock ran and who has not moved since."""
    servers = beats.life()
    if servers is not None and servers.gap:
        for match_id in selectors.running_matches(before=servers.since):
            _order(services.give_back_outage, match_id, servers.gap, servers.since)


def do_due_alarms() -> None:
    """Carry out the alarms that are due; while the servers are away nobody runs out of time."""
    now = now_ms()
    if not is_any_due(now, list(_ACTIONS)):
        return
    kinds = list(_ACTIONS) if beats.life() is not None else ["expire"]
    due = claim_due_alarms(now, kinds)
    ticks = [alarm.match_id for alarm in due if alarm.kind == "tick"]
    done = {done for at in range(0, len(ticks), TOGETHER) for done in services.tick_all(ticks[at : at + TOGETHER])}
    for alarm in due:
        if alarm.kind != "tick" or alarm.match_id not in done:
            _order(_ACTIONS[alarm.kind], alarm.match_id)


def _order(call: Callable[..., None], match_id: str, *details: int) -> None:
    """Order something that may no longer fit: then there is nothing to do. One match's fault stops no other's."""
    try:
        call(match_id, *details)
    except Refused as error:
        if error.code != "not_due":
            log.warning("match %s: not done now (%s), it stays due", match_id, error.code)
    except Exception:
        log.exception("match %s: the clock could not do its part", match_id)


def is_any_due(now: int, kinds: list[str]) -> bool:
    """Return whether an alarm of these kinds is due by `now`, whoever owns its match: asked ten times a second."""
    return bool(quick_sql.rows(f"{_DUE} {quick_sql.any_text('kind')} LIMIT 1", now, now, quick_sql.together(kinds)))


def claim_due_alarms(now: int, kinds: list[str]) -> list[Alarm]:
    """Return the alarms due by `now`, claimed for a few seconds."""
    due = Alarm.objects.filter(due_at__lte=now, kind__in=kinds)
    if set(alarms.OF_TIME) & set(kinds):  # the owner is more exact, unless it is gone
        owned = Q(kind__in=alarms.OF_TIME, match__live__owner__in=beats.servers())
        due = due.filter(~owned | Q(due_at__lte=now - LATE))
    return _claim(due, now)


def _claim(due: QuerySet[Alarm], now: int) -> list[Alarm]:
    """Return those of the alarms that nobody else has claimed, claimed. Reads first: an idle clock never writes."""
    due = due.filter(claimed_until__lte=now)
    if not due.exists():
        return []
    with transaction.atomic():
        claimed = list(due.select_for_update(skip_locked=True, of=("self",)).order_by("due_at")[:BATCH])
        Alarm.objects.filter(pk__in=[alarm.pk for alarm in claimed]).update(claimed_until=now + CLAIM)
    return claimed


_ACTIONS: dict[str, Callable[[str], None]] = {
    "time": services.time_out,
    "tick": services.tick,
    "expire": services.expire,
    "gather": gatherings.assemble,
}


def start_bots() -> None:
    """Hand the bots that are to think to the workers; what the broker does not take is due again in a few seconds."""
    now = now_ms()
    for alarm in _claim(plans.thinking(now), now):
        move_bot.delay(alarm.match_id, alarm.seat, alarm.due_at)


def play_due_plans() -> None:
    """Make the moves that bots of races have planned and whose match no server has, or that it has not made."""
    now = now_ms()
    if plans.is_any_due(now):
        for alarm in _claim(plans.overdue(now, LATE), now):
            _order(services.play_planned_move, alarm.match_id, alarm.seat)


def tell_finishes() -> None:
    """Hand the matches that have just ended to the workers, who tell of it: ratings are among those that listen."""
    now = now_ms()
    if due := claim_due_alarms(now, ["finish"]) if is_any_due(now, ["finish"]) else []:
        tell_of_ends.apply_async(([alarm.match_id for alarm in due],), expires=CLAIM / 1000)  # then they are due again


def post_due_mails() -> None:
    """Hand the mails that matches are to send to the workers, who put them into the outbox."""
    now = now_ms()
    if due := claim_due_alarms(now, MAIL_KINDS) if is_any_due(now, MAIL_KINDS) else []:
        told = [(alarm.match_id, alarm.seat, alarm.kind) for alarm in due]
        # The common queue: behind mails that wait for a mail server these would expire again and again.
        post_mails.apply_async((told,), expires=CLAIM / 1000)  # then they are due again


def send_due_mail() -> None:
    """Hand the mails that are due to the workers."""
    for mail_id in due_mail_ids():
        send_mail.apply_async((mail_id,), expires=HANDED_OUT.total_seconds())  # then it is due again


def abort_abandoned() -> None:
    """Abort live matches that everybody has left; time in which our servers were away does not count."""
    servers = beats.life()
    if servers is not None:
        for match_id in selectors.abandoned_matches(servers.since, now_ms(), PATIENCE):
            _order(services.abandon, match_id)


def tidy() -> None:
    """Throw away what nobody needs any more: servers that are gone, and all that is over its time."""
    beats.forget_gone()
    retention.enforce()
