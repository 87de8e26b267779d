"""Everything that changes a match. Pages, sockets, REST, tasks and mail call these and, to play again, rematches.py."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, F, Q
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.api import bodies
from accounts.models import User
from accounts.moderation import standing
from games import carrier, live
from games.bots import others, plans
from games.bots.levels import FIRST
from games.clocks import alarms, beats
from games.door import requests, seating
from games.door.loaded import LIVE, MAIL
from games.errors import Refused
from games.instants import now_ms
from games.log import storing
from games.models import Alarm, ChatLine, Match, MatchLive, SeatRow
from games.tables import invitations, openings, reach
from games.tables.choices import DEFAULT_CLOCK, GENTLE_CLOCK, checked_table, find_game
from games.talk import chat
from rules.bots import LEVELS

log = logging.getLogger(__name__)

OPEN_TABLES_EACH = 5  # at most so many open tables of one person
BOT_MATCHES_EACH = 5  # and so many matches against bots alone that go on


def open_table(
    host: User,
    *,
    game: str,
    options: Mapping[str, Any],
    seats: int,
    clock: Mapping[str, int] = DEFAULT_CLOCK,
    listed: bool = True,
    watchers: bool = True,
    talk: str | None = None,
    rated: bool = False,
    bots: str | None = None,
    pace: str = LIVE,
    token: str = "",
) -> Match:
    """Open a table and seat its host. `clock`: {"per_move": ms} or {"main": ms, "increment": ms}.

    `pace`: "live", or "mail" with 1, 2, 3, 7 or 14 days a move.

    `talk`: "free" or "phrases", the game's own manner unless told. `rated`: the result counts; for members alone.

    `bots`: the level of those that take all other seats. `token`: the request's id; sent again, it opens no second one.

    The seed is drawn here, so no salt may come with it: the host's comes with the start.
    Raises Refused (bad_options, bad_seats, out_of_range, live_only, slow_down, members_only, people_only, unrated,
    id_reused).
    """
    table = checked_table(game, options=options, seats=seats, clock=clock, talk=talk, pace=pace)
    table |= {"listed": listed, "watchers": watchers, "rated": rated}
    _check_bots(bots, rated)
    match = openings.opened_before(host, token, table) if token else None
    if match is None:
        match = _open(host, table, token)
    _perform(match.id, host, requests.Join(token=token or new_token()))
    if bots is not None:
        _seat_bots(match, host, bots, token)
    return match


def _open(host: User, table: Mapping[str, Any], token: str) -> Match:
    _limit_open_tables(host)
    others.need_room(host)
    if table["rated"]:
        require_member(host)
        standing.need_rated(host)
    if table["pace"] == MAIL:
        reach.need_reach(host)
    match = Match(**table, host=host, opened_at=now_ms())
    if token:
        match.id = openings.id_by(host, token)
    try:
        with transaction.atomic():
            match.save(force_insert=True)
            storing.open_log(match)
    except IntegrityError:  # the same request has come twice at once
        if found := openings.opened_before(host, token, table):
            return found
        raise
    return match


def play_now(user: User, game: str, level: str = FIRST) -> Match:
    """Open a private table against bots, ready to start by its page, which has a salt to give; raises Refused."""
    rules = find_game(game)
    _limit_bot_matches(user)
    seats = min(rules.seats)
    return open_table(user, game=game, options={}, seats=seats, clock=GENTLE_CLOCK, listed=False, bots=level)


def _seat_bots(match: Match, host: User, level: str, token: str) -> None:
    for seat in range(1, match.seats):
        of_seat = openings.token_for(token, seat) if token else new_token()
        _perform(match.id, host, requests.AddBot(token=of_seat, seat=seat, policy=level))


def _check_bots(level: str | None, rated: bool) -> None:
    """Refuse (out_of_range, people_only) bots that there are not, or none of whom may sit at this table."""
    if level is not None and rated:
        raise seating.people_only()
    if level is not None and level not in LEVELS:
        text = N_("There is no such bot; choose one of: %(allowed)s.")
        raise Refused("out_of_range", text, field="bots", allowed=", ".join(LEVELS))


def request(match_id: str, user: User, body: dict[str, Any], *, at: int | None = None) -> int:
    """Carry out any request of the socket protocol and return its entry's number; raises Refused.

    `at`: when it arrived, ms since 1970 UTC; now, unless told.
    """
    if body.get("type") == "chat":
        return say(match_id, user, body)
    rated, pace = _manner(match_id) if body.get("type") in ("join", "take_back") else (False, LIVE)
    asked = read(user, body, rated=rated)
    need_admission(match_id, user, asked, pace=pace)
    return _perform(match_id, user, asked, at)


def _manner(match_id: str) -> tuple[bool, str]:
    """Return whether a match is rated, and its pace."""
    return Match.objects.filter(pk=match_id).values_list("rated", "pace").first() or (False, LIVE)


def is_admitted(asked: requests.Asked, pace: str) -> bool:
    """Return whether a request needs no look into the database before it is judged (`need_admission`)."""
    return not isinstance(asked, requests.Join) and not reach.is_needed(asked, pace)


def need_admission(match_id: str, user: User, asked: requests.Asked, *, pace: str) -> None:
    """Refuse (not_open, blocked) whom people at the table do not want, and (members_only) who is out of mail's reach.

    And (unrated) who may not play rated at a rated table.

    A bot account is refused (people_only, slow_down) where a person's rating is at stake, and beyond its quota.

    `pace`: that of the match now.
    """
    if isinstance(asked, requests.Join):
        invitations.need_welcome(match_id, user)
        others.need_own_kind(match_id, user)
        if _manner(match_id)[0]:
            standing.need_rated(user)
        others.need_room(user)
    if reach.is_needed(asked, pace):
        reach.need_reach(user)


def read(user: User, body: dict[str, Any], *, rated: bool) -> requests.Asked:
    """Return the typed request that a person makes of a match, which is rated or not; raises Refused."""
    asked = requests.read_request(body)
    require_login(user)
    if rated and isinstance(asked, requests.Join):
        require_member(user)
    return asked


class Say(requests.Request, tag="chat"):
    """Say something at the table: words of one's own, or a set phrase by its id."""

    text: str = ""
    phrase: str = ""


def say(match_id: str, user: User, body: dict[str, Any]) -> int:
    """Say something at the table and return the line's id; raises Refused."""
    line = bodies.read(body, Say)
    require_login(user)
    return chat.say(match_id, user, chat.Said(line.text, line.phrase), line.token)


def _perform(match_id: str, user: User, asked: requests.Asked, at: int | None = None) -> int:
    require_login(user)
    arrived = now_ms() if at is None else at
    server = live.server()  # its actors are quicker than a transaction of our own, and keep one order with its sockets
    return (server or carrier).perform(match_id, user.pk, asked, arrived)


def leave_for(match_id: str, user_id: int, asked: requests.Leave | requests.Resign) -> None:
    """Let somebody leave a table, or give up, who may not act any more; where that does not fit nothing is done.

    Never raises: what fails is tried again by the clock (games.moderation.standing), and holds up no other match.
    """
    try:
        (live.server() or carrier).perform(match_id, user_id, asked, now_ms())
    except Refused as refused:
        log.info("match %s: nothing to leave there (%s)", match_id, refused.code)
    except Exception:
        log.exception("match %s: somebody who may not act any more could not be taken out", match_id)


def come_back(match_id: str, seat: int) -> None:
    """Note that somebody who was called absent is here; raises Refused (not_due) if nobody calls them so any more."""
    carrier.carry_order(match_id, requests.Back(seat), now_ms())


def time_out(match_id: str) -> None:
    """Record that somebody's time is over; raises Refused (not_due) if it is not, and sets the alarm anew."""
    _on_time(match_id, requests.TimeOut())


def call_late_time(frame: Mapping[str, Any]) -> bool:
    """Call time at once in a match by mail that is late by its frame; return whether it may be another one now."""
    if not any(now_ms() > deadline["at"] for deadline in frame.get("deadlines", ())):
        return False
    with suppress(Refused):  # somebody was quicker, or our servers were away
        time_out(frame["match"])
    return True


def tick(match_id: str) -> None:
    """Play the move that is due of the game's own clock; raises Refused (not_due) as `time_out` does."""
    _on_time(match_id, requests.Tick())


def tick_all(match_ids: list[str]) -> set[str]:
    """Play what is due of many games' clocks in one go; return where that was done. What is left needs `tick`."""
    return carrier.tick_all(match_ids, now_ms())


def _on_time(match_id: str, order: requests.Ordered) -> None:
    try:
        carrier.carry_order(match_id, order, now_ms())
    except Refused:
        carrier.set_time_alarm(match_id)
        raise


def expire(match_id: str) -> None:
    """Close a table that did not fill; raises Refused (not_due) once it has started."""
    carrier.carry_order(match_id, requests.Expire(), now_ms())


def abandon(match_id: str) -> None:
    """Abort a match that everybody has left; raises Refused (not_due) if it is not going on."""
    carrier.carry_order(match_id, requests.Abandon(), now_ms())


def give_back_outage(match_id: str, ms: int, until: int) -> None:
    """Charge nobody for an outage of ours; raises Refused (not_due) if the match has nothing to give back."""
    carrier.carry_order(match_id, requests.Outage(ms=ms, until=until), now_ms())


def play_bot_move(match_id: str, order: requests.BotMove) -> None:
    """Play a bot's move; raises Refused (not_due, too_late, illegal_move) if play has gone on since it was chosen.

    In a race it goes to the server that owns the match and takes its chance there; lost on its way, it is due again.
    """
    head = MatchLive.objects.select_related("match").defer("snapshot").get(match_id=match_id)
    if head.match.rules.race and head.owner in beats.servers():
        live.announce(match_id, plans.message(order, now_ms()))
    else:
        carrier.carry_order(match_id, order, now_ms())


def play_planned_move(match_id: str, seat: int) -> None:
    """Play what a bot of a race has planned and its match's owner has not played; refused, it is planned anew."""
    order = plans.find(storing.load(match_id), seat)
    if order is None:
        return
    try:
        play_bot_move(match_id, order)
    except Refused as error:
        log.info("match %s: what a bot had planned could not be done (%s)", match_id, error.code)
        plans.think_again(match_id, order)


def let_bot_wait(match_id: str, seat: int, number: int) -> bool:
    """Let a bot wait that has looked at entry `number`; return False if there is more to see by now."""
    with transaction.atomic():
        if MatchLive.objects.select_for_update().get(match_id=match_id).number != number:
            return False
        alarms.keep(match_id, {}, [("bot", seat)])
    return True


def correct_bot_alarm(match_id: str, seat: int, due: int) -> None:
    """Set a match's bots' alarms anew if one still stands at an instant at which no bot moves."""
    with transaction.atomic():
        MatchLive.objects.select_for_update().get(match_id=match_id)  # no entry may come in between
        if Alarm.objects.filter(match_id=match_id, kind="bot", seat=seat, due_at=due).delete()[0]:
            wanted = alarms.wanted(storing.load(match_id))
            alarms.keep(match_id, {key: at for key, at in wanted.items() if key[0] == "bot"}, [])


def move_matches(guest: User, member: User) -> None:
    """Give a guest's matches to the member whom the guest turned out to be; a match of both stays the guest's.

    Raises Refused (try_again) for what cannot be moved just now: the guest must not be retired before it is.
    """
    sitting = Match.objects.filter(seat_rows__user=guest)
    invited = Match.objects.filter(rematch_of__seat_rows__user=guest, live__status="open")
    for match_id in list(sitting.union(invited).values_list("pk", flat=True)):
        try:
            carrier.carry_order(match_id, requests.Replace(old=guest.pk, new=member.pk), now_ms())
        except Refused as refused:
            if refused.code != "not_due":
                raise
            log.info("match %s: nothing of the guest %s moves to the member %s", match_id, guest.pk, member.pk)
    Match.objects.filter(host=guest).update(host=member)
    ChatLine.objects.filter(user=guest).update(user=member)


def limit_tables(user: User, *, bots_alone: bool) -> None:
    """Refuse (slow_down) a person one more open table, or one more match against bots alone."""
    if bots_alone:
        _limit_bot_matches(user)
    else:
        _limit_open_tables(user)


def playing_bots_enough(user_ids: Iterable[int]) -> set[int]:
    """Return who of these people may begin no more matches against bots alone.

    Those that `play_now` has left for their page to start count too.
    """
    people = Count("seat_rows", filter=Q(seat_rows__user__isnull=False))
    bots = Count("seat_rows", filter=~Q(seat_rows__bot=""))
    own = SeatRow.objects.filter(user__in=list(user_ids))
    going = Match.objects.filter(live__status__in=("open", "active"), pk__in=own.values("match"))
    alone = going.annotate(people=people, bots=bots).filter(people=1, bots=F("seats") - 1)
    sitting = own.filter(match__in=alone.values("pk")).values("user").annotate(matches=Count("pk"))
    return set(sitting.filter(matches__gte=BOT_MATCHES_EACH).values_list("user", flat=True))


def require_login(user: User) -> None:
    """Refuse (login_required) who is not logged in, and (barred) who is suspended or banned."""
    if not user.is_authenticated or not user.is_active:
        raise Refused("login_required", N_("Log in, or play as a guest, to take part."))
    standing.need_entry(user)


def require_member(user: User) -> None:
    """Refuse (members_only) a guest: nobody could be found again by a rating that a browser's forgetting takes away."""
    if user.is_guest:
        text = N_("Rated matches are for members, for a guest’s rating would be lost. Sign up, or play a casual match.")
        raise Refused("members_only", text)


def new_token() -> str:
    """Return a fresh request token."""
    return secrets.token_urlsafe(12)


def _limit_open_tables(host: User) -> None:
    if Match.objects.filter(seat_rows__user=host, live__status="open").count() >= OPEN_TABLES_EACH:
        text = N_("You have %(most)s open tables already; close one first.")
        raise Refused("slow_down", text, most=OPEN_TABLES_EACH, limit="open_tables", retry_after=60)


def _limit_bot_matches(user: User) -> None:
    if playing_bots_enough([user.pk]):
        text = N_("You are playing %(most)s matches against bots already; finish one of them first.")
        raise Refused("slow_down", text, most=BOT_MATCHES_EACH, limit="bot_matches", retry_after=60)
