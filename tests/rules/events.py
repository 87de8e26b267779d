"""Events read back: the platform only ever writes them, but what it writes must tell all."""

from __future__ import annotations

from functools import cache

from rules.contract import AnyGame, Event, Json
from rules.schema import WIRE, Record


def event_from_json(game: AnyGame, value: Json) -> Event:
    """Return the event that a JSON object stands for; raises Unreadable."""
    event: Event = _reader(game, value["type"]).read(value, 1)
    return event


@cache
def _reader(game: AnyGame, kind: str) -> Record:
    (found,) = (one for one in game.events if one.type == kind)
    return Record(found, WIRE)
