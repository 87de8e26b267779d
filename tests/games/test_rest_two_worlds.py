"""No byte over REST depends on what its reader may not know: bodies, ETags, lengths and lists, of every game.

Of streams it is the first line; that the later ones do not either is shown by test_two_worlds (what lines are made of)
and test_streams (that a line is a page's frame, byte for byte).
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from games.door.loaded import Loaded
from games.log import changes, storing
from rules import registry
from rules.chance import Chance
from rules.contract import AnyGame, Viewer
from tests.games import worlds
from tests.games.conftest import Time
from tests.games.random_matches import RandomMatch
from tests.games.stream_readers import Listener
from tests.games.test_two_worlds import look_ahead
from tests.programs import Program, new_token
from tests.rules.positions import SOAK, setups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
MATCHES = 40 if SOAK else 4
PATHS = ("", "/log", "/chat", "/ratings", "/record", "/steps", "/deal")


def told(program: Program, match: str, monkeypatch: pytest.MonkeyPatch, world: Loaded | None) -> list[Any]:
    """Return all that a viewer gets of a match, with it standing as in that world."""
    with monkeypatch.context() as patched:
        if world is not None:
            patched.setattr(storing, "load", lambda _: worlds.copied(world))
        answers = [program.get(f"matches/{match}{path}") for path in PATHS]
    return [(answer.status_code, answer.content, dict(answer.headers)) for answer in answers]


def heard(paths: list[str], token: str, monkeypatch: pytest.MonkeyPatch, world: Loaded | None) -> list[Any]:
    """Return the beginnings of streams, with the match standing as in that world."""
    stored = storing.load_owned
    with monkeypatch.context() as patched:
        if world is not None:
            patched.setattr(storing, "load_owned", lambda match: (worlds.copied(world), stored(match)[1]))
        return async_to_sync(_listen)(paths, token)


async def _listen(paths: list[str], token: str) -> list[Any]:
    readers = [Listener(path, token) for path in paths]
    for reader in readers:
        await reader.open()
        await reader.close()
    for reader in readers:
        del reader.headers[b"x-request-id"]  # by chance
    return [(reader.status, reader.headers, reader.texts) for reader in readers]


@pytest.mark.parametrize("game", registry.GAMES.values(), ids=registry.GAMES.keys())
def test_an_answer_is_the_same_in_every_world_that_looks_the_same(
    game: AnyGame, stopped: Time, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    seen: Counter[str] = Counter()
    random, found = Random(game.slug), setups(game)
    for number in range(MATCHES):
        setup = random.choice(found)
        match = RandomMatch(setup, number, stopped)
        match.advance(random.randrange(2, max(3, look_ahead(setup, number)[0])))
        if match.loaded.over:
            continue
        viewers: list[Viewer] = [*range(setup.seats), None]
        for viewer in viewers:
            world = worlds.other_world(match.loaded, viewer, Chance(number.to_bytes(32, "big")))
            program = Program(match.users[viewer])
            real = told(program, match.match.id, monkeypatch, None)
            assert real == told(program, match.match.id, monkeypatch, world)
            assert [status for status, *_ in real] == [200] * 4 + [409] * 3
            assert real[0][2]["ETag"].startswith(f'W/"{match.loaded.number}.')
            streams = [f"matches/{match.match.id}/stream", "stream"]
            token = new_token(match.users[viewer], "read") if match.users[viewer] else ""
            begun = heard(streams[: 2 if token else 1], token, monkeypatch, None)
            assert begun == heard(streams[: 2 if token else 1], token, monkeypatch, world)
            assert f'"number":{match.loaded.number}'.encode() in begun[0][2][0]
            assert changes.summary(world) == changes.summary(match.loaded)  # all that lists and streams are made of
            seen["other worlds"] += world.state != match.loaded.state
    assert seen["other worlds"]
