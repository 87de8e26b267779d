"""The one view of a match: all that one viewer may see of it, for pages, sockets, REST, mail and replays alike.

Built up from nothing, so that a forgotten field is missing and not leaked. Nothing else serialises a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from games.door import gathering, leaving
from games.door.clocks import tick_due
from games.door.loaded import ACTIVE, OPEN, Entry, Facts, Loaded, Occupant
from games.instants import now_ms
from games.people import PublicName
from rules import codec
from rules.chance import commitment
from rules.contract import Event

Json = dict[str, Any]
People = Mapping[int, PublicName]
_told = lru_cache(8192)(codec.move_to_json)  # games keep their usual moves as shared values
_FINISH = ("seat", "reaction", "arrived", "credit")  # in one order: what the database gives back has another
GONE = PublicName("—", guest=False)  # a person whose account is no more
encode = msgspec.json.Encoder().encode


def frame(loaded: Loaded, people: People, seat: int | None) -> Json:
    """Return the match as the viewer on `seat` may see it (None: a watcher). Shape: docs/api.md, "Frame"."""
    frame = _public(loaded, seating(loaded, people)) | _private(loaded, seat)
    if loaded.state is not None:
        frame["view"] = loaded.facts.game.view(loaded.state, seat)
    return frame


def seating(loaded: Loaded, people: People) -> list[Json]:
    """Return who sits where; it changes with no move."""
    return [_seat(loaded, people, index) for index in range(loaded.facts.seats)]


def _public(loaded: Loaded, seats: list[Json]) -> Json:
    """Return what is the same for all who see the match."""
    facts = loaded.facts
    if not facts.told:  # what never changes is worked out once a match
        facts.told.update(_unchanging(facts))
    return {
        **facts.told,
        "number": loaded.number,
        "ply": loaded.ply,
        "status": loaded.status,
        "host": loaded.host,
        "seats": seats,
        "turn": sorted(loaded.must_act()),
        **({} if loaded.state is None else {"clocks": _clocks(loaded)}),
        **({"draw": {"offered_by": list(loaded.offers)}} if loaded.offers else {}),
        **({"absent": _absent(loaded)} if loaded.absent else {}),
        **gathering.told(loaded),
        **_ending(loaded),
    }


def _unchanging(facts: Facts) -> Json:
    return {
        "match": facts.match,
        "game": facts.game.slug,
        "options": codec.options_to_json(facts.options),
        "pace": facts.pace,
        "clock": facts.clock,
        "listed": facts.listed,
        "watchers": facts.watchers,
        "talk": facts.talk,
        "rated": facts.rated,
        "commitment": commitment(facts.server_seed),
    }


def _private(loaded: Loaded, seat: int | None) -> Json:
    """Return what the viewer's frame holds beside that."""
    return {"may": _may(loaded, seat), **_mine(loaded, seat)}


def seat_json(occupant: Occupant, people: People) -> Json:
    """Return who sits on a seat."""
    if occupant.empty:
        return {"empty": True} | ({"kept": people.get(occupant.kept, GONE).name} if occupant.kept else {})
    result: Json = {"ready": occupant.ready}
    if occupant.user is not None:
        person = people.get(occupant.user, GONE)
        result |= {"name": person.name} | ({"guest": True} if person.guest else {})
    if occupant.bot:
        result["bot"] = occupant.bot
    if occupant.stand_in:
        result["stand_in"] = True
    return result | ({"gave_up": True} if occupant.gave_up else {})


def _seat(loaded: Loaded, people: People, index: int) -> Json:
    place = {"seat": index, "team": loaded.facts.teams[index]}
    return place | seat_json(loaded.occupants[index], people)


def _mine(loaded: Loaded, seat: int | None) -> Json:
    if seat is None:
        return {}
    result: Json = {"seat": seat}
    if loaded.status != ACTIVE or loaded.state is None or not loaded.occupants[seat].person:
        return result
    game = loaded.facts.game
    calls = game.referee_calls(loaded.state) if seat == loaded.host else ()
    legal = game.legal_moves(loaded.state, seat) if game.tells_moves else ()
    listed = {"legal": legal, "calls": calls}
    return result | {key: [_told(move) for move in moves] for key, moves in listed.items() if moves}


def _clocks(loaded: Loaded) -> Json:
    clocks: Json = {"at": loaded.since, "now": now_ms()}
    if not loaded.facts.game.race:  # there nobody's own clock runs
        clocks |= {"left": list(loaded.left), "running": list(loaded.running)}
    timer, due = loaded.shown_timer(), tick_due(loaded)
    return clocks | ({"timer": {"due": due, "move": timer[1].type}} if timer and due is not None else {})


def _absent(loaded: Loaded) -> list[Json]:
    return [{"seat": int(seat), "since": since, "until": until} for seat, (since, until) in loaded.absent.items()]


def _ending(loaded: Loaded) -> Json:
    if not loaded.over:
        return {}
    result: Json = {"ended": loaded.ended, "server_seed": loaded.facts.server_seed.hex()}
    if loaded.outcome is not None:
        result["outcome"] = codec.outcome_to_json(loaded.outcome)
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
    return ["chat", "leave", "kick", *(["add_bot"] if seats_bots else []), *(["start"] if startable else [])]


def _may_in_match(loaded: Loaded, seat: int) -> list[str]:
    if loaded.status != ACTIVE or not loaded.occupants[seat].person:
        return ["take_back"] if loaded.status == ACTIVE and loaded.occupants[seat].stand_in else []
    may = ["resign", *(leaving.may(loaded, seat) if loaded.absent else [])]
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

    def __init__(self, loaded: Loaded, seats: list[Json], entry: Entry, events: list[Event]) -> None:
        """`seats`: the match's `seating`."""
        self._loaded = loaded
        self._events = [(event, codec.event_to_json(event)) for event in events]
        self._head = encode(_told_of(entry))[:-1] + b',"events":'
        self._frame = b',"frame":' + encode(_public(loaded, seats))[:-1]
        if loaded.state is not None:
            self._frame += b',"view":' + encode(loaded.facts.game.public_view(loaded.state))[:-1]

    def to(self, seat: int | None) -> bytes:
        """Return the JSON text of `entry_json` for the viewer on `seat`."""
        game, state = self._loaded.facts.game, self._loaded.state
        parts = [self._head, encode([self._event(event, told, seat) for event, told in self._events]), self._frame]
        if state is not None:
            parts.append(_more({} if seat is None else game.private_view(state, seat)))
        parts += (_more(_private(self._loaded, seat)), b"}")
        return b"".join(parts)

    def _event(self, event: Event, told: Json, seat: int | None) -> Json:
        shown = self._loaded.facts.game.redact(event, seat)
        return told if shown is event else codec.event_to_json(shown)


def _more(members: Json) -> bytes:
    """Return the end of a JSON object that has members before these; none of them may be there already."""
    return b"," + encode(members)[1:] if members else b"}"
