"""The one view of a match: all that one viewer may see of it, for pages, sockets, REST, mail and replays alike.

Built up from nothing, so that a forgotten field is missing and not leaked. Nothing else serialises a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.door import gathering, interventions, leaving, pace, places
from games.door import holiday as holidays
from games.door.clocks import runs_out, tick_due
from games.door.loaded import ACTIVE, MAIL, OPEN, Entry, Facts, Loaded, Occupant
from games.instants import now_ms
from games.once import Once
from games.people import PublicName
from rules import codec
from rules.chance import commitment
from rules.contract import Event

Json = dict[str, Any]
People = Mapping[int, PublicName]
_FINISH = ("seat", "reaction", "arrived", "credit")  # in one order: what the database gives back has another
GONE = PublicName("—", guest=False)  # a person whose account is no more
encode = msgspec.json.Encoder().encode
_moves = Once(codec.move_to_json)
_move_texts = Once(lambda move: msgspec.Raw(encode(codec.move_to_json(move))))  # the encoder takes these as they are
_event_texts = Once(lambda event: msgspec.Raw(encode(codec.event_to_json(event))))


def frame(loaded: Loaded, people: People, seat: int | None) -> Json:
    """Return the match as the viewer on `seat` may see it (None: a watcher). Shape: docs/api.md, "Frame"."""
    frame = lasting(loaded, people) | _passing(loaded) | _private(loaded, seat)
    if loaded.state is not None:
        frame["view"] = loaded.facts.game.view(loaded.state, seat)
    return frame


def lasting(loaded: Loaded, people: People) -> Json:
    """Return what is the same for all who see the match, and is changed by no move."""
    seats = [_seat(loaded, people, index) for index in range(loaded.facts.seats)]
    told = {"pace": loaded.pace, "clock": loaded.clock, "host": loaded.host, "seats": seats}
    return _unchanging(loaded.facts) | told


def _passing(loaded: Loaded) -> Json:
    """Return what else is the same for all who see the match."""
    told: Json = {"number": loaded.number, "ply": loaded.ply, "status": loaded.status}
    told["turn"] = sorted(loaded.must_act())
    if loaded.state is not None:
        told["clocks"] = _clocks(loaded)
    if loaded.offers:
        told["draw"] = {"offered_by": list(loaded.offers)}
    if loaded.slow:
        told["slow"] = {"days": loaded.slow["days"], "offered_by": list(loaded.slow["by"])}
    if loaded.absent:
        told["absent"] = _absent(loaded)
    if loaded.pace == MAIL and loaded.status == ACTIVE:
        told["deadlines"] = [_deadline(loaded, seat) for seat in loaded.running if loaded.occupants[seat].person]
    if loaded.status != ACTIVE:
        told |= gathering.told(loaded) | _ending(loaded)
    return told


def _unchanging(facts: Facts) -> Json:
    return {
        "match": facts.match,
        "game": facts.game.slug,
        "options": codec.options_to_json(facts.options),
        "listed": facts.listed,
        "watchers": facts.watchers,
        "talk": facts.talk,
        "rated": facts.rated,
        "commitment": commitment(facts.server_seed),
    }


def _private(loaded: Loaded, seat: int | None, made: Once[Any] = _moves) -> Json:
    """Return what the viewer's frame holds beside that."""
    mine: Json = {"may": _may(loaded, seat)}
    if seat is not None:
        mine["seat"] = seat
        if loaded.interventions:
            mine["interventions"] = interventions.told(loaded)
        if loaded.status == ACTIVE and loaded.state is not None and loaded.occupants[seat].person:
            _add_moves(mine, loaded, seat, made)
    return mine


def seat_json(occupant: Occupant, people: People) -> Json:
    """Return who sits on a seat."""
    if occupant.empty:
        return {"empty": True} | ({"kept": people.get(occupant.kept, GONE).name} if occupant.kept else {})
    result: Json = {"ready": occupant.ready}
    if occupant.user is not None:
        person = people.get(occupant.user, GONE)
        result |= {"name": person.name} | ({"guest": True} if person.guest else {})
        result |= {"bot_of": person.bot_of} if person.bot_of else {}
    if occupant.bot:
        result["bot"] = occupant.bot
    if occupant.stand_in:
        result["stand_in"] = True
    result |= {"gave_up": True} if occupant.gave_up else {}
    return result | ({"left": occupant.left} if occupant.left else {})


def _seat(loaded: Loaded, people: People, index: int) -> Json:
    place = {"seat": index, "team": loaded.facts.teams[index]}
    return place | seat_json(loaded.occupants[index], people)


def _add_moves(mine: Json, loaded: Loaded, seat: int, made: Once[Any]) -> None:
    game = loaded.facts.game
    if game.tells_moves and (legal := game.legal_moves(loaded.state, seat)):
        mine["legal"] = made.each(legal)
    if seat == loaded.host and (calls := game.referee_calls(loaded.state)):
        mine["calls"] = made.each(calls)


def _clocks(loaded: Loaded) -> Json:
    clocks: Json = {"at": loaded.since, "now": now_ms()}
    if not loaded.facts.game.race:  # there nobody's own clock runs
        clocks |= {"left": list(loaded.left), "running": list(loaded.running)}
    if loaded.timer is None:
        return clocks
    timer, due = loaded.shown_timer(), tick_due(loaded)
    return clocks | ({"timer": {"due": due, "move": timer[1].type}} if timer and due is not None else {})


def _absent(loaded: Loaded) -> list[Json]:
    return [{"seat": int(seat), "since": since, "until": until} for seat, (since, until) in loaded.absent.items()]


def _deadline(loaded: Loaded, seat: int) -> Json:
    """Return until when a person must have moved by mail, and until when they are on holiday, which has put it off."""
    told: Json = {"seat": seat, "at": runs_out(loaded, seat)}
    now = now_ms()
    holiday = next((span for span in sorted(holidays.counted(loaded, seat).values()) if span[1] > now), None)
    return told | {"holiday": {"from": holiday[0], "until": holiday[1]}} if holiday else told


def _ending(loaded: Loaded) -> Json:
    if not loaded.over:
        return {}
    result: Json = {"ended": loaded.ended, "server_seed": loaded.facts.server_seed.hex()}
    if loaded.outcome is not None:
        result |= {"outcome": codec.outcome_to_json(loaded.outcome), "places": places.at_the_end(loaded)}
    return result | ({"rematch": loaded.rematch} if loaded.rematch else {})


def _may(loaded: Loaded, seat: int | None) -> list[str]:
    """Return the requests that the viewer's page should offer."""
    if loaded.status == OPEN:
        return _may_at_table(loaded, seat)
    if seat is None:
        return []
    return ["chat", *_may_in_match(loaded, seat)]


def _may_at_table(loaded: Loaded, seat: int | None) -> list[str]:
    free = any(occupant.empty for occupant in loaded.occupants)
    if seat is None:
        return ["join"] if any(occupant.empty and not occupant.kept for occupant in loaded.occupants) else []
    if loaded.gathered:
        return ["chat", "leave", *([] if loaded.occupants[seat].ready else ["here"])]
    own = ["chat", "leave", "unready" if loaded.occupants[seat].ready else "ready"]
    if seat != loaded.host:
        return own
    startable = not free and all(o.ready for s, o in enumerate(loaded.occupants) if s != seat)
    seats_bots = free and not loaded.facts.rated
    own = own[2:] if loaded.pace == MAIL and not startable else []  # by mail the host need not be here at the start
    return ["chat", "leave", "kick", *(["add_bot"] if seats_bots else []), *(["start"] if startable else []), *own]


def _may_in_match(loaded: Loaded, seat: int) -> list[str]:
    if loaded.status != ACTIVE or not loaded.occupants[seat].person:
        return ["take_back"] if loaded.status == ACTIVE and loaded.occupants[seat].stand_in else []
    may = ["resign", *pace.may(loaded, seat), *(leaving.may(loaded, seat) if loaded.absent else [])]
    if not loaded.offers:
        return [*may, "offer_draw"] if len(loaded.sides_in_play()) > 1 else may
    return [*may, "decline_draw"] if seat in loaded.offers else [*may, "accept_draw", "decline_draw"]


def entry_json(loaded: Loaded, people: People, entry: Entry, events: list[Event], seat: int | None) -> Json:
    """Return an entry just folded into the match, with its events, as the viewer on `seat` may see it."""
    game = loaded.facts.game
    told = [codec.event_to_json(game.redact(event, seat)) for event in events]
    return {**_told_of(entry), "events": told, "frame": frame(loaded, people, seat)}


def _told_of(entry: Entry) -> Json:
    result: Json = {"type": "entry", "number": entry.number, "kind": entry.kind, "at": entry.at}
    if entry.seat >= 0:
        result["seat"] = entry.seat
    if entry.ply is not None:
        result["ply"] = entry.ply
    if "finish" in entry.body:  # how close a race was: for everyone to see
        result["finish"] = [{key: one[key] for key in _FINISH} for one in entry.body["finish"]]
    return result


class Telling:
    """An entry just folded in, for many viewers: what all of them see is worked out and written as JSON once."""

    def __init__(self, loaded: Loaded, lasting: bytes, entry: Entry, events: list[Event]) -> None:
        """`lasting`: the JSON text of the match's `lasting`."""
        self._loaded, self._events = loaded, events
        self._head = encode(_told_of(entry))[:-1] + b',"events":'
        self._frame = b',"frame":' + lasting[:-1] + b"," + encode(_passing(loaded))[1:-1]
        if loaded.state is not None:
            self._frame += b',"view":' + encode(loaded.facts.game.public_view(loaded.state))[:-1]

    def to(self, seat: int | None) -> bytes:
        """Return the JSON text of `entry_json` for the viewer on `seat`."""
        game, state = self._loaded.facts.game, self._loaded.state
        events = encode([_event_texts.of(game.redact(event, seat)) for event in self._events])
        private = b"" if state is None else _more({} if seat is None else game.private_view(state, seat))
        mine = _more(_private(self._loaded, seat, _move_texts))
        return b"".join((self._head, events, self._frame, private, mine, b"}"))


def _more(members: Json) -> bytes:
    """Return the end of a JSON object that has members before these; none of them may be there already."""
    return b"," + encode(members)[1:] if members else b"}"
