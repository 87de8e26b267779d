"""The judge: a request against the loaded match becomes an entry or a refusal. Pure, and all the logic there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door import clocks, gathering, holiday, interventions, leaving, pace, requests, seating
from games.door.guards import Asker, Draft, need_host, need_open, need_other_seat, need_play, need_seat
from games.door.loaded import ACTIVE, MAIL, NO_SEAT, OPEN, Entry, Loaded
from games.errors import Refused, refused_by_rules
from games.once import Once
from rules import bots, codec
from rules.contract import AnyGame, IllegalMove, MalformedMove, Move

USUAL = 120  # bytes of a move's JSON text; longer ones, which may be made up without end, are not kept
_encode = msgspec.json.Encoder().encode
_told = Once(codec.move_to_json).of
_ABOUT_THE_ABSENT = (requests.ClaimWin, requests.SeatBot)
GRACE = 500  # ms in which what came just in time, or just before the clock, goes before a clock's move that is due


def decide(loaded: Loaded, asker: Asker, request: requests.Asked, now: int) -> Entry:
    """Return the entry that a person's request makes; raises Refused. Changes nothing."""
    if isinstance(request, _ABOUT_THE_ABSENT):
        leaving.need_absent(loaded, asker, request.seat, now)
    draft = _DECISIONS[type(request)](loaded, asker, request)
    return _entry(loaded, draft, now, asker.token, asker.asked)


def order(loaded: Loaded, request: requests.Ordered, now: int) -> Entry:
    """Return the entry that the clock, a bot or the accounts make; raises Refused (not_due) when it is not time."""
    token = holiday.token(loaded, request) if isinstance(request, requests.Holiday) else None
    return _entry(loaded, _ORDERS[type(request)](loaded, request, now), now, token)


def intervene(loaded: Loaded, request: requests.Intervening, asked: str, now: int) -> Entry:
    """Return the entry that a moderator makes; raises Refused. `asked`: the request's digest."""
    return _entry(loaded, _ORDERS[type(request)](loaded, request, now), now, request.token, asked)


def is_late(loaded: Loaded, now: int) -> bool:
    """Return whether somebody's time has run out by now."""
    due = clocks.deadline(loaded)
    return due is not None and now > due[0]


def overdue(loaded: Loaded, now: int) -> requests.Ordered | None:
    """Return what the clock should have done before a person's request of `now` is judged: it may be slow or gone."""
    tick = clocks.tick_due(loaded)
    if tick is not None and now > tick + GRACE:
        return requests.Tick()
    return requests.TimeOut() if is_late(loaded, now) else None


def _entry(loaded: Loaded, draft: Draft, now: int, token: str | None = None, asked: str = "") -> Entry:
    kind, seat, body = draft
    number, at = loaded.number + 1, max(loaded.at, now)
    if kind != "move":
        return Entry(number, kind, seat, body, at, None, token, asked)
    move = body["move"]
    told = {"move": _told(move)} if len(body) == 1 else body | {"move": _told(move)}
    return Entry(number, kind, seat, told, at, loaded.ply, token, asked, move)


# --- before the start ---


def _join(loaded: Loaded, asker: Asker, request: requests.Join) -> Draft:
    need_open(loaded)
    if asker.user in loaded.kicked:
        raise Refused("not_allowed", N_("The host has sent you away from this table."))
    if asker.seat is not None:
        raise Refused("already_seated", N_("You already have a seat at this table."), number=loaded.number)
    seat = seating.seat_to_take(loaded, asker.user, request.seat)
    return "join", seat, {"user": asker.user, "salt": request.salt}


def _leave(loaded: Loaded, asker: Asker, request: requests.Leave) -> Draft:
    seat = need_seat(asker)
    need_open(loaded)
    return gathering.leave(seat) if loaded.gathered else ("leave", seat, {})


def _kick(loaded: Loaded, asker: Asker, request: requests.Kick) -> Draft:
    host = need_host(loaded, asker)
    need_other_seat(loaded, request.seat)
    if request.seat == host:
        raise Refused("not_allowed", N_("You cannot send yourself away; leave the table instead."))
    if loaded.occupants[request.seat].empty and loaded.occupants[request.seat].kept is None:
        raise Refused("not_allowed", N_("Nobody sits there."))
    return "kick", host, {"seat": request.seat}


def _ready(loaded: Loaded, asker: Asker, request: requests.Ready) -> Draft:
    seat = need_seat(asker)
    need_open(loaded)
    gathering.need_host_table(loaded)
    if loaded.pace != MAIL:
        return "ready", seat, {"ready": request.ready}
    return seating.ready_by_mail(loaded, seat, request)


def _add_bot(loaded: Loaded, asker: Asker, request: requests.AddBot) -> Draft:
    host = need_host(loaded, asker)
    if loaded.facts.rated:
        raise seating.people_only()
    if request.policy not in bots.POLICIES:
        allowed = ", ".join(bots.LEVELS)
        raise Refused("out_of_range", N_("There is no such bot; choose one of: %(allowed)s."), allowed=allowed)
    return "bot", host, {"seat": seating.free_seat(loaded, request.seat), "policy": request.policy}


def _start(loaded: Loaded, asker: Asker, request: requests.Start) -> Draft:
    host = need_host(loaded, asker)
    if any(occupant.empty for occupant in loaded.occupants):
        raise Refused("empty_seats", N_("Some seats are still empty; invite someone or add a bot."))
    waiting = [s for s, occupant in enumerate(loaded.occupants) if not occupant.ready and s != host]
    if waiting:
        raise Refused("not_ready", N_("Not everyone is ready yet."))
    return "start", host, {"salt": request.salt}


# --- in the match ---


def _play(loaded: Loaded, asker: Asker, request: requests.Play) -> Draft:
    seat = need_play(loaded, asker)
    if request.number is not None and not loaded.moved <= request.number <= loaded.number:
        text = N_("The table has changed since then; look at it again, please.")
        raise Refused("stale_position", text, number=loaded.number)
    return "move", seat, {"move": _legal(loaded, seat, request.move)}


def _legal(loaded: Loaded, seat: int | None, value: Any) -> Move:
    """Return the move that a JSON value stands for; raises Refused in the game's own words. Seat None: the referee."""
    game = loaded.facts.game
    assert loaded.state is not None
    try:
        move = _read_move(game, value)
        if seat is None and move not in game.referee_calls(loaded.state):
            raise Refused("not_allowed", N_("The referee of a table cannot make that call."))
        game.check(loaded.state, seat, move)
    except (MalformedMove, IllegalMove) as error:
        refused = refused_by_rules(error)
        refused.details.setdefault("number", loaded.number)
        raise refused from None
    return move


def _read_move(game: AnyGame, value: Any) -> Move:
    """Return the move that a JSON value stands for; raises MalformedMove. The usual ones are read once."""
    text = _encode(value)
    return _move_in(game, text) if len(text) <= USUAL else codec.move_from_json(game, value)


@lru_cache(4096)
def _move_in(game: AnyGame, text: bytes) -> Move:
    return codec.move_from_json(game, msgspec.json.decode(text))


def _call(loaded: Loaded, asker: Asker, request: requests.Referee) -> Draft:
    """The host as referee of the table: a move of no seat, such as a penalty for table talk."""
    if need_play(loaded, asker) != loaded.host:
        raise Refused("not_host", N_("Only the host of this table can do that."))
    return "move", NO_SEAT, {"move": _legal(loaded, None, request.move)}


def _resign(loaded: Loaded, asker: Asker, request: requests.Resign) -> Draft:
    return leaving.give_up(loaded, need_play(loaded, asker), "resign")


def _offer_draw(loaded: Loaded, asker: Asker, request: requests.OfferDraw) -> Draft:
    seat = need_play(loaded, asker)
    if loaded.offers:
        raise Refused("not_allowed", N_("A draw is already on offer; you can accept or decline it."))
    if len(loaded.sides_in_play()) < 2:
        raise Refused("not_allowed", N_("Bots do not agree to draws; you can play on or resign."))
    if loaded.offered.get(str(seat), -2) > loaded.ply - 2:
        text = N_("You can offer a draw again after the next moves.")
        raise Refused("slow_down", text, limit="offers", retry_after=5)
    return "draw_offer", seat, {}


def _accept_draw(loaded: Loaded, asker: Asker, request: requests.AcceptDraw) -> Draft:
    seat = need_play(loaded, asker)
    if not loaded.offers or seat in loaded.offers:
        raise Refused("not_allowed", N_("There is no draw offer to accept."))
    return "draw_offer", seat, {}


def _decline_draw(loaded: Loaded, asker: Asker, request: requests.DeclineDraw) -> Draft:
    seat = need_play(loaded, asker)
    if not loaded.offers:
        raise Refused("not_allowed", N_("There is no draw offer to decline."))
    return "draw_decline", seat, {}


_DECISIONS: dict[type, Callable[[Loaded, Asker, Any], Draft]] = {
    requests.Join: _join,
    requests.Decline: seating.decline,
    requests.Leave: _leave,
    requests.Kick: _kick,
    requests.Ready: _ready,
    requests.Here: gathering.here,
    requests.AddBot: _add_bot,
    requests.Start: _start,
    requests.Play: _play,
    requests.Referee: _call,
    requests.Resign: _resign,
    requests.OfferDraw: _offer_draw,
    requests.AcceptDraw: _accept_draw,
    requests.DeclineDraw: _decline_draw,
    requests.Slow: pace.offer,
    requests.AcceptSlow: pace.accept,
    requests.DeclineSlow: pace.decline,
    requests.ClaimWin: leaving.claim_win,
    requests.SeatBot: leaving.seat_bot,
    requests.TakeBack: leaving.take_back,
}


# --- by the clock, bots and accounts ---


def _time_out(loaded: Loaded, request: requests.TimeOut, now: int) -> Draft:
    due = clocks.deadline(loaded)
    if due is None or now <= due[0]:
        raise leaving.not_due()
    kind, _, body = leaving.give_up(loaded, due[1], "time")
    return kind, NO_SEAT, body


def _tick(loaded: Loaded, request: requests.Tick, now: int) -> Draft:
    due = clocks.tick_due(loaded)
    if due is None or now < due:
        raise leaving.not_due()
    assert loaded.timer is not None
    return "move", NO_SEAT, {"move": loaded.timer[1]}


def _expire(loaded: Loaded, request: requests.Expire, now: int) -> Draft:
    if loaded.status != OPEN:
        raise leaving.not_due()
    return "abort", NO_SEAT, {"reason": "unfilled"}


def _abandon(loaded: Loaded, request: requests.Abandon, now: int) -> Draft:
    if loaded.status != ACTIVE:
        raise leaving.not_due()
    return "abort", NO_SEAT, {"reason": "abandoned"}


def _outage(loaded: Loaded, request: requests.Outage, now: int) -> Draft:
    if loaded.status != ACTIVE or loaded.since >= request.until:
        raise leaving.not_due()
    return "pause", NO_SEAT, {"ms": min(request.ms, request.until - loaded.since)}


def _bot_move(loaded: Loaded, request: requests.BotMove, now: int) -> Draft:
    """A bot whose turn it is must have seen the position; in a race it is enough that its move can still be made."""
    unseen = loaded.moved > request.number and request.seat in loaded.must_act()
    if unseen or loaded.over or loaded.wakes[request.seat] != request.due:
        raise leaving.not_due()
    return "move", request.seat, {"move": _legal(loaded, request.seat, request.move)}


def _replace(loaded: Loaded, request: requests.Replace, now: int) -> Draft:
    seat = seating.seat_of(loaded, request.old)
    if seat is None or loaded.seat_of(request.new) is not None:
        raise leaving.not_due()
    return "replace", seat, {"user": request.new}


def _fine(loaded: Loaded, request: requests.Fine, now: int) -> Draft:
    interventions.need_going_on(loaded)
    return "move", NO_SEAT, {"move": _legal(loaded, None, request.move), "why": request.why}


_ORDERS: dict[type, Callable[[Loaded, Any, int], Draft]] = {
    requests.TimeOut: _time_out,
    requests.Tick: _tick,
    requests.Expire: _expire,
    requests.Assemble: gathering.assemble,
    requests.Abandon: _abandon,
    requests.Outage: _outage,
    requests.BotMove: _bot_move,
    requests.Replace: _replace,
    requests.Rematch: seating.rematch,
    requests.NoRematch: seating.no_rematch,
    requests.Absent: leaving.absent,
    requests.Back: leaving.back,
    requests.Holiday: holiday.draft,
    requests.Abort: interventions.abort,
    requests.Adjudicate: interventions.adjudicate,
    requests.Fine: _fine,
}
