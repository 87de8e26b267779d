"""People and tables to play with."""

from __future__ import annotations

import functools
import itertools
import random
import sys
from types import ModuleType

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games import carrier, instants, services
from games.clocks.beats import beat
from games.models import Beat, Match
from games.tasks import move_bot
from rules import codec

_names = itertools.count()
TELL_TIME = (
    "games.services",
    "games.tasks",
    "games.frames",
    "games.clocks.clock",
    "games.clocks.beats",
    "games.serving.upkeep",
    "games.talk.chat",
    "games.moderation.refereeing",
    "games.tables.connections",
    "games.clocks.holidays",
    "accounts.holidays",
)


def make_user(name: str = "") -> User:
    """Return a member with a proven address, who may play by mail."""
    name = name or f"player{next(_names)}"
    user = User.objects.create_user(name, f"{name}@proven.example")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def anna(db) -> User:
    return make_user("anna")


@pytest.fixture
def boris(db) -> User:
    return make_user("boris")


@pytest.fixture
def clara(db) -> User:
    return make_user("clara")


def ask(match: Match, user: User, kind: str, **fields) -> int:
    """Make a request as any front door would."""
    return services.request(match.id, user, {"type": kind, "token": services.new_token(), **fields})


def open_for(host: User, **choices) -> Match:
    return services.open_table(host, **({"game": "sequence", "options": {}, "seats": 2} | choices))


def started(*players: User, **choices) -> Match:
    """Return a match of these people that has just begun; the first is its host."""
    match = open_for(players[0], **({"seats": len(players)} | choices))
    for player in players[1:]:
        ask(match, player, "join")
        ask(match, player, "ready", ready=True)
    ask(match, players[0], "start")
    return match


def against_bot(player: User, game: str = "sequence") -> Match:
    """Return a match against a bot that has just begun, as "Play now" and its page begin it."""
    match = services.play_now(player, game)
    ask(match, player, "start")
    return match


@pytest.fixture
def match(anna, boris) -> Match:
    return started(anna, boris)


def to_move(match: Match) -> tuple[User, list[dict]]:
    """Return who is to move and their legal moves as JSON."""
    loaded = carrier.load(match.id)
    (seat,) = loaded.must_act()
    moves = loaded.facts.game.legal_moves(loaded.state, seat)
    return User.objects.get(pk=loaded.occupants[seat].user), [codec.move_to_json(move) for move in moves]


def play_on(match: Match, moves: int = 1_000, seed: int = 1) -> None:
    """Play random legal moves until the match is over, or so many."""
    chosen = random.Random(seed)
    for _ in range(moves):
        if carrier.load(match.id).over:
            return
        user, legal = to_move(match)
        ask(match, user, "move", move=chosen.choice(legal))


def move_a_bot(match: Match) -> None:
    """Have the bot move that is to move first."""
    wake, seat = min((wake, seat) for seat, wake in enumerate(carrier.load(match.id).wakes) if wake)
    move_bot(match.id, seat, wake)


@pytest.fixture
def in_process(settings, monkeypatch):
    """Let consumers work inside the test's transaction, driven by async_to_sync on the test's own thread."""
    settings.CHANNEL_LAYERS = {}  # one process hands everything over by itself
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)  # it would close the transaction's


@pytest.fixture
def table(match, anna, boris, clara):
    """Return a match that has just begun with everything about it that bad input must not change."""
    from tests.games.doors import Table  # it imports from here

    return Table(match, {"anna": anna, "boris": boris, "clara": clara})


@pytest.fixture
def later(monkeypatch):
    """Let time pass: later(ms)."""
    passed = [0]
    real = instants.now_ms

    def pass_time(ms: int, *, servers_up: bool = True) -> None:
        passed[0] += ms
        if servers_up:
            Beat.objects.update(at=real() + passed[0])

    beat()
    for module in TELL_TIME:
        monkeypatch.setattr(f"{module}.now_ms", lambda: real() + passed[0])
    return pass_time


class Time:
    """Time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def move(self, ms: int = 0, *, to: int = 0, servers_up: bool = True) -> None:
        """Let so many ms pass, or all up to an instant."""
        self.now = max(self.now + ms, to)
        if servers_up:
            Beat.objects.update(at=self.now)


@pytest.fixture
def time(monkeypatch, db) -> Time:
    stopped = Time()
    for module in TELL_TIME:
        monkeypatch.setattr(f"{module}.now_ms", lambda: stopped.now)
    beat()
    return stopped


@functools.lru_cache(maxsize=1)
def tellers(_loaded: int) -> list[ModuleType]:
    """Return the modules of the platform that ask for the time; looked up anew where there are more modules."""
    own = [module for name, module in list(sys.modules.items()) if name.startswith(("games.", "accounts."))]
    return [module for module in own if hasattr(module, "now_ms")]


@pytest.fixture
def stopped(monkeypatch, db) -> Time:
    """Time that stands still for all of the platform, sockets and actors too."""
    stopped = Time()
    for module in tellers(len(sys.modules)):
        monkeypatch.setattr(module, "now_ms", lambda: stopped.now)
    beat()
    return stopped
