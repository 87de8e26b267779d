"""No byte of a mail depends on what its reader may not know: text, HTML and picture, of each game that goes so."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives

from games.door import folding
from games.door.loaded import Loaded
from games.log import storing
from games.mail.outgoing import happened
from games.mail.outgoing.writing import compose
from games.models import Match
from rules import registry
from rules.chance import Chance
from rules.contract import AnyGame
from tests.games import worlds
from tests.games.conftest import Time, ask, to_move
from tests.mail.conftest import make_member
from tests.mail.posts import by_mail
from tests.rules.positions import SOAK

pytestmark = pytest.mark.django_db
POSITIONS = 40 if SOAK else 6
MOVES = (2, 3, 5, 8, 20, 40)  # few at first: what Blue Diamond hides is soon seen
GAMES = [game for game in registry.GAMES.values() if not game.race]


@pytest.fixture(autouse=True)
def _pictures() -> None:
    """Here they are drawn."""


def sent(message: EmailMultiAlternatives) -> list[Any]:
    """Return all of a mail but its date and the boundaries between its parts."""
    whole = message.message()
    headers = [(name, value) for name, value in whole.items() if name not in ("Date", "Content-Type")]
    return [headers, *[part.get_payload(decode=True) for part in whole.walk() if not part.is_multipart()]]


def elsewhere(loaded: Loaded, seat: int, number: int) -> Loaded:
    """Return another world in which this seat sees the same."""
    return worlds.other_world(loaded, seat, Chance(number.to_bytes(32, "big")))


def played_a_while(game: AnyGame, random: Random, number: int) -> Match:
    seats = random.choice([seats for seats in game.seats if seats <= 4])
    match = by_mail(*(make_member(f"{game.slug[:3]}{number}x{seat}") for seat in range(seats)), game=game.slug)
    for _ in range(MOVES[number % len(MOVES)]):
        if storing.load(match.pk).over:
            break
        user, legal = to_move(match)
        ask(match, user, "move", move=random.choice(legal))
    return match


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_byte_of_a_mail_tells_what_is_hidden(game: AnyGame, stopped: Time, monkeypatch):
    random, different = Random(game.slug), 0
    for number in range(POSITIONS):
        loaded = storing.load(played_a_while(game, random, number).pk)
        if loaded.over:
            continue
        for seat, occupant in enumerate(loaded.occupants):
            user = worlds.User.objects.get(pk=occupant.user)
            here = sent(compose(loaded, user, kind="board", number=loaded.moved))
            world = elsewhere(loaded, seat, number)
            different += world.state != loaded.state
            with monkeypatch.context() as patch:
                patch.setattr(happened, "fold", _secretive(seat))
                assert sent(compose(world, user, kind="board", number=loaded.moved)) == here
    assert different > 0


def _secretive(seat: int) -> Any:
    """Return a fold whose events have other secrets, as far as the seat may not read them."""

    def fold(loaded: Loaded, entry: Any) -> list[Any]:
        return [worlds.disguised(event, seat) for event in folding.fold(loaded, entry)]

    return fold
