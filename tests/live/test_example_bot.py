"""The example bot, as anybody would start it, plays every game against itself through a real server."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.registry import GAMES
from tests.live.people import CROWDED
from tests.stack import ROOT, Stack, running

pytestmark = pytest.mark.live
EXAMPLES = ROOT / "examples"
EACH = 20 if os.environ.get("SOAK") else 1  # matches of each game
OPTIONS = {
    "red-handed": {"variant": "quick", "pace_ms": 800},  # each card is played once: it ends also among equals
    "blitz": {"rounds": 1, "break_ms": 0},
}
SECONDS = 900 if os.environ.get("SOAK") else 150
MAKE = """
from accounts import personal_tokens
from accounts.models import User
for name in ("gnubot", "bluebot"):
    user = User.objects.create_user(name)
    print(personal_tokens.make_token(user, "bot", personal_tokens.SCOPES, 7)[1])
"""


@pytest.fixture(scope="module")
def open_site() -> Iterator[Stack]:
    """A site that lets one machine be many people."""
    with running("embedded", environment=CROWDED) as stack:
        yield stack


@pytest.fixture(scope="module")
def tokens(open_site: Stack) -> list[str]:
    """The tokens of two accounts."""
    return open_site.manage("shell", "-v", "0", "-c", MAKE).stdout.split()


def started(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, *command], cwd=EXAMPLES, stderr=subprocess.PIPE)


def test_the_bot_is_short_and_needs_httpx_alone() -> None:
    lines = (EXAMPLES / "bot.py").read_text().splitlines()
    assert len(lines) <= 75
    code = [line for path in EXAMPLES.glob("*.py") for line in path.read_text().splitlines()]
    imported = {line.split()[1].split(".")[0] for line in code if line.startswith(("import ", "from "))}
    assert imported - set(sys.stdlib_module_names) == {"httpx", "client"}


def test_the_bot_plays_each_game_to_its_end_against_itself(open_site: Stack, tokens: list[str]) -> None:
    sys.path.insert(0, str(EXAMPLES))
    logging.getLogger("httpx").setLevel(logging.WARNING)
    from client import Client

    one = Client(open_site.url, tokens[0])
    bots = [started(["bot.py", open_site.url, token]) for token in tokens]
    try:
        matches = {}
        for game in GAMES:
            for _ in range(EACH):
                matches[opened(one, game)] = game
        ends = finished(one, matches)
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()
    assert ends == {(game, "rules"): EACH for game in GAMES}, [bot.stderr.read()[-2000:] for bot in bots if bot.stderr]
    for match, game in matches.items():
        assert one.get(f"matches/{match}/record")["rules"] == game


def opened(one, game: str) -> str:
    """Open a table, invite the other bot by its name, and start as soon as it is ready."""
    body = {"game": game, "seats": 2, "options": OPTIONS.get(game, {}), "watchers": True}
    match = one.post("tables", **body)["match"]
    one.post(f"matches/{match}/invitations", who="bluebot")
    deadline = time.monotonic() + SECONDS
    while not one.get(f"matches/{match}")["frame"]["seats"][1].get("ready"):
        assert time.monotonic() < deadline, "the bot does not come"
        time.sleep(0.1)
    one.post(f"matches/{match}/requests", type="start")
    return str(match)


def finished(client, matches: dict[str, str]) -> Counter[tuple[str, str]]:
    """Return how many matches of each game ended in which way, once all are over."""
    deadline, ends = time.monotonic() + SECONDS, Counter()
    waiting = dict(matches)
    while waiting and time.monotonic() < deadline:
        for match, game in list(waiting.items()):
            frame = client.get(f"matches/{match}")["frame"]
            if frame["status"] not in ("open", "active"):
                ends[game, frame["ended"]["by"]] += 1
                del waiting[match]
        time.sleep(1)
    ends.update((game, "going on") for game in waiting.values())
    return ends
