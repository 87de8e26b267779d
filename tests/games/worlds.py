"""The other worlds of a match: what one viewer would be sent in them, and what they would be refused.

Everything that the viewer cannot know is otherwise there. Built of a room of its own, so that nothing that the real
one has kept or worked out can hide a difference.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from asgiref.sync import sync_to_async
from msgspec import structs

from accounts.models import User
from games.door import requests
from games.door.deciding import Asker, decide
from games.door.folding import fold
from games.door.loaded import Entry, Loaded, from_snapshot, to_snapshot
from games.errors import Refused
from games.people import people_at
from games.serving.hub import hub
from games.serving.room import Room, encode
from rules import codec
from rules.chance import Chance
from rules.contract import Event, IllegalMove, Viewer

Json = dict[str, Any]
OTHER_SEED = bytes(range(32))


def copied(loaded: Loaded) -> Loaded:
    """Return an independent copy of a match, as the database would give it."""
    return from_snapshot(loaded.facts, json.loads(json.dumps(to_snapshot(loaded))))


def other_world(loaded: Loaded, viewer: Viewer, chance: Chance) -> Loaded:
    """Return the match with all that the viewer cannot know drawn anew; for a watcher, what the seats see as well."""
    world = copied(loaded)
    for seat in range(loaded.facts.seats) if viewer is None else (viewer,):
        world.state = loaded.facts.game.determinize(world.state, seat, chance)
    world.timer, world.running = world.next_timer(), sorted(world.must_act())
    if world.timer != loaded.timer:  # one that nobody may know of; there it began just now
        world.timer_since = loaded.at
    return world


def disguised(event: Event, viewer: Viewer) -> Event:
    """Return the event with other secrets, unless the viewer may read them."""
    return event if viewer in event.insiders() else replace(event, **dict.fromkeys(event.secret, "another"))


def folded_elsewhere(before: Loaded, viewer: Viewer, entry: Entry, chance: Chance) -> tuple[Loaded, list[Event]] | None:
    """Fold a move into another world as it was before, with other chance; None if it could not be made there."""
    world, game = other_world(before, viewer, chance), before.facts.game
    move, seat = codec.move_from_json(game, entry.body["move"]), None if entry.seat < 0 else entry.seat
    try:
        game.check(world.state, seat, move)
    except IllegalMove:
        return None
    world.facts = replace(before.facts, server_seed=OTHER_SEED)
    events = fold(world, entry)
    world.facts = before.facts  # whose fingerprint has been public from the start
    return world, events


# --- what would be sent ---
class Ear:
    """A socket that keeps what it is sent."""

    def __init__(self, user_id: int) -> None:
        self.user_id, self.session_key, self.person = user_id, "", user_id
        self.heard: list[bytes | int] = []

    staff = None

    def push(self, frame: bytes | int) -> None:
        self.heard.append(frame)

    def text(self) -> str:
        """Return the one frame that came."""
        (frame,) = self.heard
        assert isinstance(frame, bytes)
        return frame.decode()

    def round_trip(self, now: float) -> float | None:
        return None


async def room_of(world: Loaded) -> Room:
    """Return a room in which the match stands so."""
    room = Room(world.facts.match, hub(), world, "", await sync_to_async(people_at)(world))
    room.presence = hub().rooms[world.facts.match].presence
    return room


async def entry_sent(world: Loaded, user: User, entry: Entry, events: list[Event]) -> str:
    """Return what a viewer is sent of an entry."""
    room, ear = await room_of(world), Ear(user.pk)
    room.admit(ear)
    await room.show(as_judged(entry), events)
    return ear.text()


def as_judged(entry: Entry) -> Entry:
    """Return an entry as it was before the database put the keys of its finish into an order of its own."""
    if "finish" not in entry.body:
        return entry
    finish = [{key: one[key] for key in ("seat", "reaction", "arrived", "credit")} for one in entry.body["finish"]]
    return structs.replace(entry, body=entry.body | {"finish": finish})


async def state_sent(world: Loaded, user: User) -> str:
    """Return what a viewer is sent as the whole state."""
    room, ear = await room_of(world), Ear(user.pk)
    await room.send_state(ear)
    return ear.text()


def verdict(loaded: Loaded, user: User, body: Json, now: int) -> str:
    """Return the judge's refusal as it is sent, or that there is none."""
    try:
        asked = requests.read_request(body)
        asker = Asker(user.pk, loaded.seat_of(user.pk), asked.token, requests.fingerprint(asked, user.pk))
        decide(loaded, asker, asked, now)
    except Refused as error:
        return encode({"type": "refused", "error": error.as_json(), "token": body["token"]}).decode()
    return "accepted"
