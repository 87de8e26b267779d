"""The run that seats those who wait: read, pair (pure: matchmaking.pairing), write, tell.

Nothing is locked while it thinks. Any number of workers may run at once: a group is written only if all its tickets
wait still and can be locked, so that what another worker is just writing is passed over.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from random import SystemRandom

from django.db import IntegrityError, OperationalError, connection, transaction

from accounts import quick_sql
from accounts.selectors import blocked_by_or_of
from games import live, services
from games.bots.levels import UNTOLD, lowest
from games.door.loaded import LIVE, MAIL
from games.instants import now_ms
from games.tables import gatherings
from games.tables.gatherings import Party
from matchmaking import clocks, ratings, selectors, tickets
from matchmaking.models import CALLED, SEATED, WAITING, Ticket
from matchmaking.pairing import PATIENT, Seating, Wish, clock_of, pair, seating
from rules import codec
from rules.registry import GAMES

log = logging.getLogger(__name__)
TOGETHER = 50  # matches opened with one commit
SOON, LATER = 1_000, 30_000  # ms until a ticket is looked at again: while windows widen, and when they are wide open
Group = list[Wish]
_lot = SystemRandom()  # seats by a lot that nobody can foresee

_DUE = "SELECT 1 FROM matchmaking_ticket WHERE state = 'waiting' AND look_at <= %s LIMIT 1"
_ENDED = """
SELECT 1 FROM matchmaking_ticket ticket JOIN games_matchlive live ON live.match_id = ticket.match_id
WHERE ticket.state = 'called' AND live.status <> 'open' LIMIT 1
"""
_LOOK_AGAIN = """
UPDATE matchmaking_ticket SET look_at = CASE
    WHEN since > %s THEN %s
    WHEN since + bots_after > %s AND since + bots_after < %s THEN since + bots_after
    ELSE %s END
WHERE state = 'waiting' AND
"""
_CALL = """
UPDATE matchmaking_ticket SET state = %s, look_at = %s, match_id = (
    SELECT seat.match_id FROM games_seatrow seat
    WHERE seat.user_id = matchmaking_ticket.user_id AND {in_matches}
) WHERE {of_tickets}
"""


def is_any_due(now: int) -> bool:
    """Return whether a ticket is worth a look: asked ten times a second."""
    return bool(quick_sql.rows(_DUE, now))


def is_any_settled() -> bool:
    """Return whether people were called to a table that has begun or closed by now."""
    return bool(quick_sql.rows(_ENDED))


def put_off(now: int, ms: int) -> None:
    """Let nobody else look at what is due for a while; what is lost meanwhile is due again then."""
    Ticket.objects.filter(state=WAITING, look_at__lte=now).update(look_at=now + ms)


def seat_waiting() -> int:
    """Seat all who can be seated now; return at how many tables. They are told after the commit."""
    now = now_ms()
    tickets.expire_tickets(now)
    waiting = {ticket.id: ticket for ticket in tickets.of_people_here(now).select_related("user")}
    groups = list(_apart(pair(_wishes(waiting.values(), now), now)))
    opened = sum(_seat(groups[at : at + TOGETHER], waiting) for at in range(0, len(groups), TOGETHER))
    _look_again(waiting, now)
    return opened


def _wishes(waiting: Iterable[Ticket], now: int) -> list[Wish]:
    """Return what the tickets ask for, with ratings and blocks: one query for each game and pace, and two for all."""
    rows = list(waiting)
    blocked = blocked_by_or_of({ticket.user_id for ticket in rows})
    worn = _without_result({ticket.user_id for ticket in rows if ticket.rated}, now)
    kinds = {(ticket.game, ticket.pace) for ticket in rows}
    full = _with_bots_enough(rows, now)
    points = {kind: selectors.points({t.user_id for t in rows if (t.game, t.pace) == kind}, *kind) for kind in kinds}
    return [
        Wish(
            id=ticket.id, person=ticket.user_id, hall=_hall(ticket), seats=ticket.seats, since=ticket.since,
            rating=points[ticket.game, ticket.pace][ticket.user_id], bots_after=ticket.bots_after,
            blocked=blocked[ticket.user_id], avoided=frozenset(worn[ticket.user_id] if ticket.rated else ()),
            patience=tickets.PATIENCE[ticket.pace], bots=ticket.bots or UNTOLD, alone=ticket.user_id not in full,
            clocks=clocks.that_will_do(ticket.clock, ticket.pace, any_clock=ticket.any_clock),
        )
        for ticket in rows
    ]  # fmt: skip


def _with_bots_enough(waiting: Iterable[Ticket], now: int) -> set[int]:
    """Return who may begin no match against bots alone, of those to whom bots would come now."""
    due = [one for one in waiting if one.bots_after is not None and now - one.since >= one.bots_after]
    return services.playing_bots_enough({ticket.user_id for ticket in due}) if due else set()


def _without_result(people: Collection[int], now: int) -> dict[int, set[int]]:
    """Return, for each of these people, those with whom no more rated matches count today."""
    worn: dict[int, set[int]] = defaultdict(set)
    for one, two in ratings.pairs_too_often(people, now) if people else ():
        worn[one].add(two)
        worn[two].add(one)
    return worn


def _hall(ticket: Ticket) -> str:
    kind = "bots" if ticket.user.is_bot else "people"  # who asks for an opponent expects one of their own kind
    return f"{kind} {ticket.game} {ticket.pace} {ticket.rated}"


def _apart(groups: Iterable[Group]) -> Iterable[Group]:
    """Yield the groups without those of whom somebody has found a table by another ticket of theirs."""
    seated: set[int] = set()
    for group in groups:
        people = {wish.person for wish in group}
        if not people & seated:
            seated |= people
            yield group


# --- writing ---


def _seat(groups: Sequence[Group], waiting: dict[int, Ticket]) -> int:
    """Seat some groups with one commit; where somebody among them was called elsewhere just now, each by itself."""
    try:
        return _seat_together(groups, waiting)
    except (IntegrityError, OperationalError) as error:
        if len(groups) > 1:
            return sum(_seat([group], waiting) for group in groups)
        if isinstance(error, OperationalError):  # not that two workers waited for one another: the database is away
            raise
        log.info("a group is left for the next look: somebody was called to another table")
        return 0


def _seat_together(groups: Sequence[Group], waiting: dict[int, Ticket]) -> int:
    with transaction.atomic(durable=True):
        held = _lock(wish.id for group in groups for wish in group)
        whole = [group for group in groups if all(wish.id in held for wish in group)]
        matches = gatherings.open_matches(_party(group, waiting[group[0].id]) for group in whole)
        for pace, state in ((LIVE, CALLED), (MAIL, SEATED)):  # by mail there is nothing to come to: it has begun
            these = [wish.id for group in whole for wish in group if waiting[wish.id].pace == pace]
            _call(these, [match.id for match in matches if match.pace == pace], state)
    people = [wish.person for group in whole for wish in group]
    if people:
        live.tell({"kind": tickets.LOOK, "people": people})
    return len(whole)


def _lock(ids: Iterable[int]) -> set[int]:
    """Return which of these tickets wait still, locked where the database locks rows; SQLite has one writer anyway."""
    rows = Ticket.objects.filter(pk__in=list(ids), state=WAITING).order_by("pk")
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(skip_locked=True)
    return set(rows.values_list("pk", flat=True))


def _party(group: Group, ticket: Ticket) -> Party:
    game = GAMES[ticket.game]
    teams = game.teams(codec.options_from_json(game, {}, ticket.seats), ticket.seats)
    placed: Seating = seating(group, teams, _lot)
    bots = lowest(wish.bots for wish in group)
    seats = tuple(bots if wish is None else wish.person for wish in placed)
    clock = clocks.from_text(clock_of(group))
    return Party(ticket.game, clock, ticket.rated and None not in placed, seats, ticket.pace)


def _call(ids: Sequence[int], matches: Iterable[str], state: str) -> None:
    """Lead the people of these tickets to the one of these matches at which they sit: one statement for all."""
    if not ids:
        return
    sql = _CALL.format(in_matches=quick_sql.any_text("seat.match_id"), of_tickets=quick_sql.any_number("id"))
    quick_sql.change(sql, state, now_ms(), quick_sql.together(matches), quick_sql.together(ids))


def _look_again(looked_at: Iterable[int], now: int) -> None:
    """Say when those who wait on are worth another look: soon while windows widen, when bots are due, or rarely.

    What another worker holds it will look at itself: who waited for it here could be waited for.
    """
    later = now + LATER
    times = (now - PATIENT, now + SOON, now, later, later)
    with transaction.atomic():
        held = quick_sql.together(_lock(looked_at))
        quick_sql.change(f"{_LOOK_AGAIN} {quick_sql.any_number('id')}", *times, held)
