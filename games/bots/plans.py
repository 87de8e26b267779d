"""What the bots of a race mean to do: thought out by a worker, kept in their alarms, carried out at the instant.

A bot's alarm is in one of three states. `due_at` = its wake of the log: it is to think. `move` set: that move is due
then; the server that owns the match plays it from memory, as it flips cards, and the clock where there is none. Due
NEVER: it waits for the table to change, and thinks again once the log has gone on from `seen`.

A plan stays good while others move, as long as the rules take its move. Where they do not, the bot thinks anew. What
is planned is secret: it is in no entry, view or frame, and no log of ours has it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.db.models import Q, QuerySet

from accounts import quick_sql
from games import live
from games.clocks import beats
from games.door.loaded import Loaded
from games.door.requests import BotMove
from games.models import Alarm

NEVER = 2**62
NOTICED = 250  # ms: nobody, not even the quickest bot, answers a change of the table sooner
_TO_THINK = f"""
SELECT id FROM games_alarm WHERE due_at <= %s AND claimed_until <= %s AND kind = 'bot' AND move IS NULL
UNION ALL
SELECT alarm.id FROM games_alarm alarm JOIN games_matchlive live ON live.match_id = alarm.match_id
WHERE due_at = {NEVER} AND claimed_until <= %s AND live.number > seen
"""  # noqa: S608 - of our own constants
_DUE = """
SELECT 1 FROM games_alarm
WHERE due_at <= %s AND claimed_until <= %s AND kind = 'bot' AND move IS NOT NULL LIMIT 1
"""


def make(loaded: Loaded, seat: int, move: dict[str, Any], after_ms: int, now: int) -> None:
    """Write down what a bot means to do `after_ms` after it could, unless it is not to think any more.

    The first plan after its own move counts from that, a later one from the change that it has seen.
    """
    row = _thinking(loaded, seat).first()
    if row is None:
        return
    since = loaded.wakes[seat] if row.seen is None else loaded.moved_at
    due = max(since + after_ms, loaded.moved_at + NOTICED, now)
    order = BotMove(seat=seat, move=move, number=loaded.number, due=loaded.wakes[seat])
    planned = {"due_at": due, "move": move, "seen": loaded.number, "claimed_until": 0}
    if _thinking(loaded, seat).update(**planned):
        live.announce(loaded.facts.match, message(order, due))


def message(order: BotMove, at: int) -> live.Message:
    """Return what tells the owner of a match to make a bot's move at an instant; for servers alone."""
    return {"kind": "bot", "order": msgspec.to_builtins(order), "at": at}


def wait(loaded: Loaded, seat: int) -> None:
    """Let a bot wait that has looked at the table; if there is more to see by now, the clock finds it at once."""
    _thinking(loaded, seat).update(due_at=NEVER, seen=loaded.number, claimed_until=0)


def find(loaded: Loaded, seat: int) -> BotMove | None:
    """Return what the bot on a seat has planned, as an order for the door."""
    row = Alarm.objects.filter(match_id=loaded.facts.match, seat=seat, kind="bot", move__isnull=False).first()
    if row is None or row.seen is None or not loaded.wakes:
        return None
    return BotMove(seat=seat, move=row.move, number=row.seen, due=loaded.wakes[seat])


def _thinking(loaded: Loaded, seat: int) -> QuerySet[Alarm]:
    """Return the alarm of a bot, if it is to think as this match says."""
    which = Alarm.objects.filter(match_id=loaded.facts.match, seat=seat, kind="bot")
    return which.filter(move__isnull=True, due_at__in=(loaded.wakes[seat], NEVER))


def think_again(match_id: str, order: BotMove) -> None:
    """Let a bot think anew whose plan the rules have refused; a newer plan is left alone."""
    row = Alarm.objects.filter(match_id=match_id, seat=order.seat, kind="bot", seen=order.number, move__isnull=False)
    row.update(due_at=order.due, move=None, claimed_until=0)


# --- what the clock looks for, ten times a second ---
def thinking(now: int) -> QuerySet[Alarm]:
    """Return the alarms of the bots that are to think now: those whose instant has come, those whose table changed."""
    return Alarm.objects.filter(pk__in=[row[0] for row in quick_sql.rows(_TO_THINK, now, now, now)])


def is_any_due(now: int) -> bool:
    """Return whether a planned move is due, whoever owns its match."""
    return bool(quick_sql.rows(_DUE, now, now))


def overdue(now: int, late: int) -> QuerySet[Alarm]:
    """Return the planned moves that are due and that no living server has made, or not for so long (ms)."""
    due = Alarm.objects.filter(kind="bot", move__isnull=False, due_at__lte=now)
    return due.filter(~Q(match__live__owner__in=beats.servers()) | Q(due_at__lte=now - late))
