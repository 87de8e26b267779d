"""Wishes to be matched: who opens one, who takes it back, and what becomes of it. matchmaking.halls pairs them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import BigIntegerField, Case, F, Q, QuerySet, Value, When
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import Sanction, User
from accounts.moderation.standing import need_rated
from games import live, services
from games.bots import others
from games.clocks import beats
from games.door.loaded import ABORTED, LIVE, MAIL, OPEN
from games.errors import Refused, id_reused
from games.instants import now_ms
from games.models import Match
from games.tables import reach
from games.tables.choices import checked_table
from matchmaking import by_mail
from matchmaking.clocks import ANY, Clock, usual
from matchmaking.models import CALLED, CANCELLED, EXPIRED, SEATED, WAITING, Ticket
from matchmaking.pairing import PATIENT
from rules.registry import GAMES

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
WAITING_EACH = 3  # tickets of one person that wait at one time
AN_HOUR = 60  # tickets of one person in an hour
BOTS_AFTER = {LIVE: (0, 10 * MINUTE), MAIL: (HOUR, 7 * 24 * HOUR)}
PATIENCE = {LIVE: PATIENT, MAIL: HOUR}  # after which anybody will do, however strong
GONE = 20 * SECOND  # after which somebody without a page is not matched
EXPIRES = 60 * SECOND  # and after which their ticket is given up
DAY = 24 * HOUR
LOOK = "look"  # the kind of message that tells the servers to look at once what these people wait for


def open_ticket(
    user: User,
    *,
    game: str,
    seats: int,
    rated: bool = False,
    pace: str = LIVE,
    clock: Clock | str | None = None,
    bots_after: int | None = None,
    bots: str | None = None,
    token: str | None = None,
) -> Ticket:
    """Let a person wait for others. `bots_after`: ms of waiting after which bots may fill the table; None: never.

    `pace`: "live", or "mail": then they need no page open, the match begins as soon as there are enough, and they wait
    for `by_mail.WAITS` at most. `clock`: as for a table; "any": the others' choice among those on offer decides; None:
    the usual one. `bots`: the level at which they play, where nobody at the table wants it lower.

    `token`: the request's id; sent again, it opens no second ticket.
    Raises Refused (login_required, bad_options, bad_seats, out_of_range, members_only, unrated, already_waiting,
    slow_down, id_reused, barred).
    """
    services.require_login(user)
    chosen = _checked_clock(game, seats, pace, clock)
    _check_bots(bots_after, pace)
    if pace == MAIL:
        reach.need_reach(user)
    if rated:
        services.require_member(user)
        need_rated(user)
    wish = {"game": game, "seats": seats, "rated": rated, "bots_after": bots_after, "bots": bots} | chosen
    if token and (known := _opened_before(user, token, wish)):
        return known
    now = now_ms()
    _limit(user, pace, now)
    others.need_room(user)
    if bots_after == 0:  # later ones find no bots then, but other people: matchmaking.halls
        services.limit_tables(user, bots_alone=True)
    ticket = Ticket(user=user, **wish, since=now, look_at=now, seen_at=now, token=token)
    try:
        with transaction.atomic():
            ticket.save(force_insert=True)
    except IntegrityError:
        if token and (known := _opened_before(user, token, wish)):  # the same request has come twice at once
            return known
        text = N_("You are waiting for a table of this game already. Cancel that first if you want another one.")
        raise Refused("already_waiting", text) from None
    transaction.on_commit(lambda: live.tell({"kind": LOOK, "people": [user.pk]}))
    return ticket


def _opened_before(user: User, token: str, wish: Mapping[str, Any]) -> Ticket | None:
    known = Ticket.objects.filter(user=user, token=token).first()
    if known is not None and any(getattr(known, name) != value for name, value in wish.items()):
        raise id_reused()
    return known


def cancel_ticket(user: User, ticket_id: int) -> None:
    """Take a ticket back; one that waits no more is no error.

    Raises Refused (login_required; already_seated if its table is there).
    """
    services.require_login(user)
    if not Ticket.objects.filter(pk=ticket_id, user=user, state=WAITING).update(state=CANCELLED) and (
        Ticket.objects.filter(pk=ticket_id, user=user, state=CALLED).exists()
    ):
        raise Refused("already_seated", N_("Your table is ready: the others are coming already."))


def end_waiting(sanction: Sanction) -> None:
    """Let nobody wait on for what they may not play: accounts.moderation.sanctions calls this with each change."""
    now = timezone.now()
    concerned = Q(user=sanction.person_id) | Q(user__owner=sanction.person_id, user__is_bot=True)
    kept_out = Q(user__barred_until__gt=now) | Q(user__unrated_until__gt=now, rated=True)
    tickets = Ticket.objects.filter(concerned, kept_out, state=WAITING).values("pk")
    Ticket.objects.filter(pk__in=tickets, state=WAITING).update(state=CANCELLED)


def of_people_here(now: int) -> QuerySet[Ticket]:
    """Return the tickets of people who are here, may play that, and are not called to another table just now.

    By mail they need not be here.
    """
    called = Ticket.objects.filter(state=CALLED).values("user")
    here = Ticket.objects.filter(Q(pace=MAIL) | Q(seen_at__gte=now - GONE), state=WAITING)
    at = timezone.now()
    kept_out = Q(user__barred_until__gt=at) | Q(user__unrated_until__gt=at, rated=True)
    return here.exclude(pace=LIVE, user__in=called).exclude(kept_out)


def keep_alive(user_ids: Iterable[int], now: int) -> None:
    """Note that these people are here; who was taken for gone is looked at again at once."""
    waiting = Ticket.objects.filter(user__in=list(user_ids), state=WAITING)
    again = When(seen_at__lt=now - GONE, then=Value(now, output_field=BigIntegerField()))
    waiting.update(look_at=Case(again, default=F("look_at")), seen_at=now)


def keep_here(user_ids: Collection[int]) -> None:
    """Note the same of those among them who wait, and have not been noted for a moment: asked every second."""
    now = now_ms()
    late = Ticket.objects.filter(user__in=user_ids, state=WAITING, seen_at__lt=now - GONE // 4)
    if people := set(late.values_list("user", flat=True)):
        keep_alive(people, now)


def expire_tickets(now: int) -> None:
    """Give up the tickets of people who have left without a word; while our servers were away nobody could say one.

    By mail nobody leaves by closing a page; who has waited in vain for very long is told so.
    """
    by_mail.give_up(now)
    servers = beats.life()
    if servers is None or now - servers.since < EXPIRES:
        return
    Ticket.objects.filter(state=WAITING, pace=LIVE, seen_at__lt=now - EXPIRES).update(state=EXPIRED)


def settle_tickets(now: int) -> None:
    """See what became of the tables that people were called to: they play, or somebody has not come."""
    called = Ticket.objects.filter(state=CALLED).exclude(match__live__status=OPEN)
    matches = Match.objects.filter(pk__in=called.values("match")).select_related("live").defer("live__snapshot")
    for match in matches:
        with transaction.atomic():
            _settle(match, now)


def forget_tickets() -> None:
    """Throw away what nobody asks about any more; by mail it may have waited for long, and be over just now."""
    Ticket.objects.filter(~Q(state__in=(WAITING, CALLED)), look_at__lt=now_ms() - DAY).delete()


def move_tickets(guest: User, member: User) -> None:
    """Let a guest who turns out to be a member wait no longer; a table that is ready goes on under the new name."""
    Ticket.objects.filter(user=guest, state=WAITING).update(state=CANCELLED)
    try:
        with transaction.atomic():
            Ticket.objects.filter(user=guest, state=CALLED).update(user=member)
    except IntegrityError:  # both were called, to two tables
        Ticket.objects.filter(user=guest, state=CALLED).update(state=CANCELLED)


def _settle(match: Match, now: int) -> None:
    called = Ticket.objects.filter(match=match, state=CALLED)
    if match.live.status != ABORTED or match.live.started_at:
        players = list(called.values_list("user_id", flat=True))
        called.update(state=SEATED, look_at=now)
        Ticket.objects.filter(user__in=players, pace=LIVE, state=WAITING).update(state=CANCELLED)
        return
    people = match.live.summary["seats"]
    missing = [people[seat][0] for seat in match.live.summary["ended"].get("missing", ())]
    called.filter(user__in=missing).update(state=EXPIRED)
    called.update(state=WAITING, match=None, look_at=now, seen_at=now)  # `since` is as it was: they come first


def _checked_clock(game: str, seats: int, pace: str, clock: Clock | str | None) -> dict[str, Any]:
    """Return what a ticket says of pace and clock; in a race there is none in which people differ. Raises Refused."""
    known = clock if isinstance(clock, Mapping) else usual(pace)
    table = checked_table(game, options={}, seats=seats, clock=known, pace=pace)
    if GAMES[game].race:
        return {"pace": pace, "clock": dict(usual(pace)), "any_clock": False}
    return {"pace": pace, "clock": table["clock"], "any_clock": clock == ANY}


def _check_bots(bots_after: Any, pace: str) -> None:
    (least, most), unit = BOTS_AFTER[pace], HOUR if pace == MAIL else SECOND
    if bots_after is not None and not (type(bots_after) is int and least <= bots_after <= most):
        text = N_("Bots may come after %(least)s to %(most)s seconds of waiting, or not at all.")
        if pace == MAIL:
            text = N_("By mail bots may come after %(least)s to %(most)s hours of waiting, or not at all.")
        raise Refused("out_of_range", text, field="bots_after", least=least // unit, most=most // unit)


def _limit(user: User, pace: str, now: int) -> None:
    own = Ticket.objects.filter(user=user, pace=pace)
    if own.filter(state=WAITING).count() >= WAITING_EACH:
        text = N_("You are waiting for %(most)s tables already; cancel one of them first.")
        raise Refused("slow_down", text, most=WAITING_EACH, limit="waiting_tickets", retry_after=60)
    if own.filter(since__gt=now - HOUR).count() >= AN_HOUR:
        text = N_("You have asked for %(most)s matches within an hour. Play one, or come back a little later.")
        raise Refused("slow_down", text, most=AN_HOUR, limit="tickets_an_hour", retry_after=600)
