"""Playing again: the people of a match that is over, on the same seats, at exactly one new table."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import User
from accounts.moderation.standing import need_rated
from games import carrier, services, storing
from games.door import requests
from games.door.guards import Draft
from games.door.loaded import ABORTED, NO_SEAT, Entry, Loaded
from games.errors import Refused, refused_by_rules
from games.instants import now_ms
from games.models import Match
from rules.contract import BadOptions

_SAME = ("game", "options", "seats", "pace", "clock", "listed", "watchers", "talk", "rated")  # as at the old table


def ask_for(match: Match, user: User) -> Match:
    """Return the table where the people of a match that is over play again; the first who asks opens it, as its host.

    The others' seats are kept for them, and bots sit where bots sat. All who see the old match are told of it.
    Raises Refused (login_required, not_a_player, not_over, unrated, slow_down).
    """
    services.require_login(user)
    loaded = storing.load(match.id)
    seat = _asking_seat(loaded, user)
    if match.rated:
        need_rated(user)
    table = None
    while table is None:  # else somebody has asked at the same moment
        last = _last_of(match)
        table = last if last != match and not _has_closed(last) else _open(last, loaded, user, seat)
    _tell(match, requests.Rematch(seat=seat, match=table.id))
    return table


def decline(match: Match, user: User) -> None:
    """Do without the seat that is kept for a person at the table where the others play again; these are told.

    Raises Refused (login_required, not_a_player, not_over, not_allowed, already_started, game_over).
    """
    services.require_login(user)
    seat = _asking_seat(storing.load(match.id), user)
    table = _last_of(match)
    if table == match:
        raise Refused("not_allowed", N_("Nobody has asked for a rematch."))
    services.request(table.id, user, {"type": "decline", "token": services.new_token()})
    _tell(match, requests.NoRematch(seat=seat))


def is_ready(table: Match) -> bool:
    """Return whether nobody but bots is waited for."""
    return table.live.status == "open" and table.seat_rows.filter(bot="").count() == 1


def _asking_seat(loaded: Loaded, user: User) -> int:
    seat = loaded.seat_of(user.pk)
    if seat is None:
        raise Refused("not_a_player", N_("Only those who have played here can ask for a rematch."))
    if not (loaded.over and loaded.started_at):
        raise Refused("not_over", N_("You can play again once this match is over."), number=loaded.number)
    return seat


def _last_of(match: Match) -> Match:
    """Return the table that followed a match. Where that closed before its start, the one that followed that, …"""
    followers = Match.objects.select_related("live").defer("live__snapshot")
    while (follower := followers.filter(rematch_of=match).first()) is not None:
        match = follower
        if not _has_closed(match):
            break
    return match


def _has_closed(table: Match) -> bool:
    return table.live.status == ABORTED and not table.live.started_at


def _open(last: Match, played: Loaded, host: User, seat: int) -> Match | None:
    """Open the one table that follows `last`, all of it in one transaction; None if somebody else just has."""
    services.limit_tables(host, bots_alone=sum(o.user is not None for o in played.occupants) == 1)
    same = {name: getattr(last, name) for name in _SAME}
    table = Match(**same, rules_version=last.rules.version, host=host, opened_at=now_ms(), rematch_of=last)
    try:
        with transaction.atomic():
            table.save(force_insert=True)
            storing.open_log(table, _first_entries(played, seat, table.opened_at))
    except IntegrityError:
        return None
    except BadOptions as error:  # of older rules
        raise refused_by_rules(error) from None
    return Match.objects.select_related("live").get(pk=table.pk)


def _first_entries(played: Loaded, host: int, at: int) -> list[Entry]:
    """Return the beginning of the new table's log. The host's salt comes with the start: see services.open_table."""
    people = [occupant.user for occupant in played.occupants]
    drafts: list[Draft] = [("keep", NO_SEAT, {"users": people}), ("join", host, {"user": people[host], "salt": ""})]
    bots = [(seat, occupant.bot) for seat, occupant in enumerate(played.occupants) if occupant.user is None]
    drafts += [("bot", host, {"seat": seat, "policy": policy}) for seat, policy in bots]
    return [Entry(number, *draft, at) for number, draft in enumerate(drafts, 1)]


def _tell(match: Match, order: requests.Rematch | requests.NoRematch) -> None:
    """Write what becomes of the rematch into the old match's log, so that no page of it can miss it."""
    try:
        carrier.carry_order(match.id, order, now_ms())
    except Refused as refused:
        if refused.code != "not_due":  # it has been told, or of the table itself nobody has been yet
            raise
