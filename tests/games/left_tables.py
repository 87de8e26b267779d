"""Tables of three whose people have gone: stand-ins play on for them, and one of these ends first by the rules."""

from __future__ import annotations

import json
import random
import sys
from contextlib import suppress

from django.test import Client

from accounts.models import User
from games import carrier, finishes, services
from games.door import clocks, requests
from games.door.loaded import Loaded
from games.errors import Refused
from games.models import Match
from rules import codec

TRIES = 40


def furnish() -> None:
    """Put such a match into a stack's database; print its id, and the session of the one whose stand-in came first."""
    people = [User.objects.create_user(name) for name in ("Ann", "Ben")]
    match = left_by(*people)
    browser, first = Client(), people[carrier.load(match.id).outcome.places.index(1)]
    browser.force_login(first)
    told = {
        "duel": duel_of(*people).id,
        "match": match.id,
        "name": first.username,
        "session": browser.cookies["sessionid"].value,
    }
    sys.stdout.write(json.dumps(told))


def duel_of(*people: User) -> Match:
    """Return a match of two of whom one ran out of time."""
    match = services.open_table(people[0], game="sequence", options={}, seats=len(people))
    _ask(match, people[1], type="join")
    _ask(match, people[1], type="ready", ready=True)
    _ask(match, people[0], type="start")
    with suppress(Refused):
        carrier.carry_order(match.id, requests.TimeOut(), clocks.deadline(carrier.load(match.id))[0] + 1)
    return match


def left_by(*people: User) -> Match:
    """Return a match of these people and a bot in which all people ran out of time, and a stand-in came first."""
    for seed in range(TRIES):
        match = _begun(people)
        _play(match, random.Random(seed))
        if carrier.load(match.id).outcome.places.index(1) < len(people):
            break
        Match.objects.filter(pk=match.pk).delete()
    finishes.tell(match.id)
    return Match.objects.select_related("live").get(pk=match.pk)


def _begun(people: tuple[User, ...]) -> Match:
    match = services.open_table(people[0], game="diamoniak", options={}, seats=len(people) + 1)
    for person in people[1:]:
        _ask(match, person, type="join")
        _ask(match, person, type="ready", ready=True)
    _ask(match, people[0], type="add_bot", seat=len(people), policy="gentle")
    _ask(match, people[0], type="start")
    return match


def _play(match: Match, chance: random.Random) -> None:
    """Let bots move at random and the time of people run out, all at made-up instants."""
    while not (loaded := carrier.load(match.id)).over:
        with suppress(Refused):  # a stack's own clock was quicker
            _step(match, loaded, chance)


def _step(match: Match, loaded: Loaded, chance: random.Random) -> None:
    (seat,) = loaded.must_act()
    if loaded.occupants[seat].person:
        carrier.carry_order(match.id, requests.TimeOut(), clocks.deadline(loaded)[0] + 1)
        return
    move = codec.move_to_json(chance.choice(loaded.facts.game.legal_moves(loaded.state, seat)))
    wake = loaded.wakes[seat]
    carrier.carry_order(match.id, requests.BotMove(seat, move, loaded.number, wake), wake)


def _ask(match: Match, person: User, **body: object) -> None:
    services.request(match.id, person, {"token": services.new_token(), **body})
