"""Whole matches played on a stack's own database, for pages that look back: some games have no board yet."""

from __future__ import annotations

import json
import random
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.stack import Stack

PLIES = 200  # then the players give up: a match of random moves may take long
TICKS = 0.4  # how often the clock comes before the players, where it may
CALL = "from tests.browser.finished import play_all; play_all()"


def finished_matches(stack: Stack) -> dict[str, str]:
    """Play one match of each game on the stack and return its id by the game's slug."""
    lines = stack.manage("shell", "--no-imports", "-c", CALL).stdout.splitlines()
    ids: dict[str, str] = json.loads(lines[-1])
    return ids


def play_all() -> None:
    """Play one match of each game at random and print the ids; runs where Django is set up."""
    from accounts.models import User
    from rules.registry import GAMES

    people = [User.objects.create_user(f"late{seat}") for seat in range(3)]
    sys.stdout.write(json.dumps({slug: play(slug, people) for slug in GAMES}))


def play(slug: str, people: list[Any], plies: int = PLIES) -> str:
    """Play a match of a game, give it up after so many plies, and return its id; up to three people sit there."""
    from games import carrier, services
    from games.errors import Refused
    from rules.registry import GAMES

    people = people[: 2 + (3 in GAMES[slug].seats)]
    match = services.open_table(people[0], game=slug, options={}, seats=len(people), rated=True)
    start(match, people)
    chance = random.Random(slug)
    for _ in range(plies):
        if (loaded := carrier.load(match.id)).over:
            break
        with suppress(Refused):  # the stack's own clock was quicker
            step(match, loaded, people, chance)
    for person in people:
        if not carrier.load(match.id).over:
            _ask(match, person, type="resign")
    return str(match.id)


def start(match: Any, people: list[Any]) -> None:
    """Seat the people at an open table beside its host, who comes first, and start."""
    for seat, person in enumerate(people[1:], 1):
        _ask(match, person, type="join", salt=f"salt-{seat}")
        _ask(match, person, type="ready", ready=True)
    _ask(match, people[0], type="start", salt="salt-0")


def step(match: Any, loaded: Any, people: list[Any], chance: random.Random) -> None:
    """Let the clock or a player move; the instants are made up, so that nobody waits."""
    from games import carrier
    from games.door import clocks, requests
    from rules import codec

    game, state = loaded.facts.game, loaded.state
    moves = [(seat, move) for seat in range(len(people)) for move in game.legal_moves(state, seat)]
    due = clocks.tick_due(loaded)
    if due is not None and (not moves or chance.random() < TICKS):
        carrier.carry_order(match.id, requests.Tick(), max(due, loaded.at) + 1)
        return
    seat, move = chance.choice(moves)
    _ask(match, people[seat], at=loaded.at + 1, type="move", move=codec.move_to_json(move))


def _ask(match: Any, person: Any, *, at: int | None = None, **body: Any) -> None:
    from games import services

    services.request(match.id, person, {"token": services.new_token(), **body}, at=at)
