"""The judge: a request against the loaded match becomes an entry or a refusal. Pure, and all the logic there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door import clocks, requests, seating
from games.door.loaded import ABORTED, ACTIVE, NO_SEAT, OPEN, Entry, Loaded
from games.errors import Refused, refused_by_rules
from rules import bots, codec
from rules.contract import IllegalMove, MalformedMove, Move

SUBSTITUTE = "greedy"  # the bot that plays on for someone who left
GRACE = 500  # ms in which what came just in time, or just before the clock, goes before a clock's move that is due


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: a person by id and seat (None: not seated), with the request's token and digest."""

    user: int
    seat: int | None
    token: str
    asked: str


Draft = tuple[str, int, dict[str, Any]]  # kind, seat, body; a move's body holds the move itself


def decide(loaded: Loaded, asker: Asker, request: requests.Asked, now: int) -> Entry:
    """Return the entry that a person's request makes; raises Refused. Changes nothing."""
    draft = _DECISIONS[type(request)](loaded, asker, request)
    return _entry(loaded, draft, now, asker.token, asker.asked)


def order(loaded: Loaded, request: requests.Ordered, now: int) -> Entry:
    """Return the entry that the clock, a bot or the accounts make; raises Refused (not_due) when it is not time."""
    return _entry(loaded, _ORDERS[type(request)](loaded, request, now), now)


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
    return Entry(number, kind, seat, {"move": codec.move_to_json(move)}, at, loaded.ply, token, asked, move)


# --- guards ---


def _need_open(loaded: Loaded) -> None:
    if loaded.status == ABORTED:
        raise Refused("game_over", N_("This table has been closed."), number=loaded.number)
    if loaded.status != OPEN:
        raise Refused("already_started", N_("This match has already started."), number=loaded.number)


def _need_seat(asker: Asker) -> int:
    if asker.seat is None:
        raise Refused("not_a_player", N_("You have no seat at this table."))
    return asker.seat


def _need_host(loaded: Loaded, asker: Asker) -> int:
    seat = _need_seat(asker)
    _need_open(loaded)
    if seat != loaded.host:
        raise Refused("not_host", N_("Only the host of this table can do that."))
    return seat


def _need_play(loaded: Loaded, asker: Asker) -> int:
    """Return the seat of a person who takes part in a match that is going on."""
    seat = _need_seat(asker)
    if loaded.over:
        raise Refused("game_over", N_("This match is over."), number=loaded.number)
    if loaded.status != ACTIVE:
        raise Refused("not_started", N_("This match has not started yet."), number=loaded.number)
    if loaded.occupants[seat].gave_up:
        raise Refused("gave_up", N_("You have left this match; a bot plays on for you."), number=loaded.number)
    return seat


def _need_other_seat(loaded: Loaded, seat: int) -> None:
    if seat >= loaded.facts.seats:
        raise Refused("out_of_range", N_("This table has no such seat."), field="seat")


# --- before the start ---


def _join(loaded: Loaded, asker: Asker, request: requests.Join) -> Draft:
    _need_open(loaded)
    if asker.user in loaded.kicked:
        raise Refused("not_allowed", N_("The host has sent you away from this table."))
    if asker.seat is not None:
        raise Refused("already_seated", N_("You already have a seat at this table."), number=loaded.number)
    seat = seating.seat_to_take(loaded, asker.user, request.seat)
    return "join", seat, {"user": asker.user, "salt": request.salt}


def _leave(loaded: Loaded, asker: Asker, request: requests.Leave) -> Draft:
    seat = _need_seat(asker)
    _need_open(loaded)
    return "leave", seat, {}


def _kick(loaded: Loaded, asker: Asker, request: requests.Kick) -> Draft:
    host = _need_host(loaded, asker)
    _need_other_seat(loaded, request.seat)
    if request.seat == host:
        raise Refused("not_allowed", N_("You cannot send yourself away; leave the table instead."))
    if loaded.occupants[request.seat].empty and loaded.occupants[request.seat].kept is None:
        raise Refused("not_allowed", N_("Nobody sits there."))
    return "kick", host, {"seat": request.seat}


def _ready(loaded: Loaded, asker: Asker, request: requests.Ready) -> Draft:
    seat = _need_seat(asker)
    _need_open(loaded)
    return "ready", seat, {"ready": request.ready}


def _add_bot(loaded: Loaded, asker: Asker, request: requests.AddBot) -> Draft:
    host = _need_host(loaded, asker)
    if request.policy not in bots.POLICIES:
        allowed = ", ".join(bots.POLICIES)
        raise Refused("out_of_range", N_("There is no such bot; choose one of: %(allowed)s."), allowed=allowed)
    return "bot", host, {"seat": seating.free_seat(loaded, request.seat), "policy": request.policy}


def _start(loaded: Loaded, asker: Asker, request: requests.Start) -> Draft:
    host = _need_host(loaded, asker)
    if any(occupant.empty for occupant in loaded.occupants):
        raise Refused("empty_seats", N_("Some seats are still empty; invite someone or add a bot."))
    waiting = [s for s, occupant in enumerate(loaded.occupants) if not occupant.ready and s != host]
    if waiting:
        raise Refused("not_ready", N_("Not everyone is ready yet."))
    return "start", host, {"salt": request.salt}


# --- in the match ---


def _play(loaded: Loaded, asker: Asker, request: requests.Play) -> Draft:
    seat = _need_play(loaded, asker)
    if request.number is not None and not loaded.moved <= request.number <= loaded.number:
        text = N_("The table has changed since then; look at it again, please.")
        raise Refused("stale_position", text, number=loaded.number)
    return "move", seat, {"move": _legal(loaded, seat, request.move)}


def _legal(loaded: Loaded, seat: int | None, value: Any) -> Move:
    """Return the move that a JSON value stands for; raises Refused in the game's own words. Seat None: the referee."""
    game = loaded.facts.game
    assert loaded.state is not None
    try:
        move = codec.move_from_json(game, value)
        if seat is None and move not in game.referee_calls(loaded.state):
            raise Refused("not_allowed", N_("The referee of a table cannot make that call."))
        game.check(loaded.state, seat, move)
    except (MalformedMove, IllegalMove) as error:
        refused = refused_by_rules(error)
        refused.details.setdefault("number", loaded.number)
        raise refused from None
    return move


def _call(loaded: Loaded, asker: Asker, request: requests.Referee) -> Draft:
    """The host as referee of the table: a move of no seat, such as a penalty for table talk."""
    if _need_play(loaded, asker) != loaded.host:
        raise Refused("not_host", N_("Only the host of this table can do that."))
    return "move", NO_SEAT, {"move": _legal(loaded, None, request.move)}


def _resign(loaded: Loaded, asker: Asker, request: requests.Resign) -> Draft:
    return _giving_up(loaded, _need_play(loaded, asker), "resign")


def _giving_up(loaded: Loaded, seat: int, by: str) -> Draft:
    """End the match, or let a bot play on where two sides of people (or a team-mate) still play."""
    sides = loaded.sides_in_play(without=seat)
    body = {"seat": seat, "by": by}
    if len(sides) >= 2 or loaded.facts.teams[seat] in sides:
        return "take_over", seat, body | {"policy": SUBSTITUTE}
    return "give_up", seat, body


def _offer_draw(loaded: Loaded, asker: Asker, request: requests.OfferDraw) -> Draft:
    seat = _need_play(loaded, asker)
    if loaded.offers:
        raise Refused("not_allowed", N_("A draw is already on offer; you can accept or decline it."))
    if len(loaded.sides_in_play()) < 2:
        raise Refused("not_allowed", N_("Bots do not agree to draws; you can play on or resign."))
    if loaded.offered.get(str(seat), -2) > loaded.ply - 2:
        raise Refused("slow_down", N_("You can offer a draw again after the next moves."), retry_after=5)
    return "draw_offer", seat, {}


def _accept_draw(loaded: Loaded, asker: Asker, request: requests.AcceptDraw) -> Draft:
    seat = _need_play(loaded, asker)
    if not loaded.offers or seat in loaded.offers:
        raise Refused("not_allowed", N_("There is no draw offer to accept."))
    return "draw_offer", seat, {}


def _decline_draw(loaded: Loaded, asker: Asker, request: requests.DeclineDraw) -> Draft:
    seat = _need_play(loaded, asker)
    if not loaded.offers:
        raise Refused("not_allowed", N_("There is no draw offer to decline."))
    return "draw_decline", seat, {}


_DECISIONS: dict[type, Callable[[Loaded, Asker, Any], Draft]] = {
    requests.Join: _join,
    requests.Leave: _leave,
    requests.Kick: _kick,
    requests.Ready: _ready,
    requests.AddBot: _add_bot,
    requests.Start: _start,
    requests.Play: _play,
    requests.Referee: _call,
    requests.Resign: _resign,
    requests.OfferDraw: _offer_draw,
    requests.AcceptDraw: _accept_draw,
    requests.DeclineDraw: _decline_draw,
}


# --- by the clock, bots and accounts ---


def _not_due() -> Refused:
    return Refused("not_due", N_("There is nothing to do at this time."))


def _time_out(loaded: Loaded, request: requests.TimeOut, now: int) -> Draft:
    due = clocks.deadline(loaded)
    if due is None or now <= due[0]:
        raise _not_due()
    kind, _, body = _giving_up(loaded, due[1], "time")
    return kind, NO_SEAT, body


def _tick(loaded: Loaded, request: requests.Tick, now: int) -> Draft:
    due = clocks.tick_due(loaded)
    if due is None or now < due:
        raise _not_due()
    assert loaded.timer is not None
    return "move", NO_SEAT, {"move": loaded.timer[1]}


def _expire(loaded: Loaded, request: requests.Expire, now: int) -> Draft:
    if loaded.status != OPEN:
        raise _not_due()
    return "abort", NO_SEAT, {"reason": "unfilled"}


def _abandon(loaded: Loaded, request: requests.Abandon, now: int) -> Draft:
    if loaded.status != ACTIVE:
        raise _not_due()
    return "abort", NO_SEAT, {"reason": "abandoned"}


def _outage(loaded: Loaded, request: requests.Outage, now: int) -> Draft:
    if loaded.status != ACTIVE or loaded.since >= request.until:
        raise _not_due()
    return "pause", NO_SEAT, {"ms": min(request.ms, request.until - loaded.since)}


def _bot_move(loaded: Loaded, request: requests.BotMove, now: int) -> Draft:
    """A bot whose turn it is must have seen the position; in a race it is enough that its move can still be made."""
    unseen = loaded.moved > request.number and request.seat in loaded.must_act()
    if unseen or loaded.over or loaded.wakes[request.seat] != request.due:
        raise _not_due()
    return "move", request.seat, {"move": _legal(loaded, request.seat, request.move)}


def _replace(loaded: Loaded, request: requests.Replace, now: int) -> Draft:
    seat = seating.seat_of(loaded, request.old)
    if seat is None or loaded.seat_of(request.new) is not None:
        raise _not_due()
    return "replace", seat, {"user": request.new}


_ORDERS: dict[type, Callable[[Loaded, Any, int], Draft]] = {
    requests.TimeOut: _time_out,
    requests.Tick: _tick,
    requests.Expire: _expire,
    requests.Abandon: _abandon,
    requests.Outage: _outage,
    requests.BotMove: _bot_move,
    requests.Replace: _replace,
    requests.Rematch: seating.rematch,
}
