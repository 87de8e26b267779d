"""Bots on a real site: their workers are killed while they think, their races' moves come at the planned instant.

SOAK=1: fifty kills, and a guest plays a steady bot to the end in each game.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
import redis

from rules.registry import GAMES
from tests.live.machine import Window, in_time
from tests.live.opponents import against, moves_of_bot, my_turn, play_first, until
from tests.live.people import Person
from tests.stack import Stack

pytestmark = pytest.mark.live
SOAK = os.environ.get("SOAK") == "1"
KILLS = 50 if SOAK else 2
BACK_WITHIN = 60.0  # s: the supervisor waits longer for each death that follows soon
MOVED_WITHIN = 10.0  # s after a worker is back
EXACT = 100  # ms


def bots_of(stack: Stack) -> set[int]:
    """Return the processes of the bots' worker."""
    listed = subprocess.run(["ps", "-Aww", "-o", "pid=,pgid=,stat=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 3) for line in listed.stdout.splitlines()]
    ours = [(int(pid), args) for pid, group, stat, args in rows if int(group) == stack.group and stat[0] != "Z"]
    return {pid for pid, args in ours if " bots@" in args}  # its name for Celery, which its children have too


def thinks(stack: Stack) -> Callable[[], bool]:
    """Return what tells whether a worker has a task in its hands, which it has not told to be done."""
    broker = redis.Redis.from_url(stack.environment["REDIS_URL"])
    return lambda: bool(broker.hlen("unacked"))


@dataclass(frozen=True)
class Kill:
    """What came of killing a bot's worker: seconds until there was a new one, then until the bot moved; how often."""

    worker: float
    bot: float
    moves: int


async def test_a_bot_whose_worker_is_killed_while_it_thinks_moves_exactly_once(production_stack: Stack, figures):
    anna, match, kills = await Person.guest(production_stack.url), "", []
    window = Window(production_stack.group)
    while len(kills) < KILLS:
        if not match or (await anna.frame(match))["status"] != "active":
            match = await against(anna, "sequence", "sharp")
        frame = await until(60, partial(my_turn, anna, match))
        if frame["status"] == "active":
            kills.append(await killed_in_thought(production_stack, anna, match, frame))
    slower, waits, size = window.slower(production_stack.group), [kill.bot for kill in kills], f"{KILLS} kills"
    production_stack.manage("replay", match)
    figures("moved after a worker was back", waits, limit=MOVED_WITHIN, unit="s", size=size)
    figures("moved after the kill", [kill.worker + kill.bot for kill in kills], unit="s", size=size)
    figures("moves made", [kill.moves for kill in kills], limit=1, size=size)
    assert {kill.moves for kill in kills} == {1}
    in_time("moved after a kill", max(waits), MOVED_WITHIN * slower)


async def killed_in_thought(stack: Stack, person: Person, match: str, frame: dict[str, Any]) -> Kill:
    """Move, kill the bots' worker while it thinks, and wait until it is the person's turn again."""
    await play_first(person, match, frame)
    await until(60, thinks(stack))
    await asyncio.sleep(random.uniform(0, 0.3))  # sometimes it has moved by then, and not said so
    before, killed = bots_of(stack), time.monotonic()
    for pid in before:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    await until(BACK_WITHIN, lambda: len(bots_of(stack) - before) >= 2)  # it has children: it begins to work
    back = time.monotonic()
    await until(BACK_WITHIN, partial(my_turn, person, match))
    return Kill(back - killed, time.monotonic() - back, moves_of_bot(stack, match, frame["number"]))


@pytest.mark.alone
async def test_a_racing_bots_moves_come_at_their_planned_instants_and_nobody_knows_before(production_stack: Stack):
    anna = await Person.guest(production_stack.url)
    match = await against(anna, "blitz", "steady")
    window, late = Window(production_stack.group), []
    planned = "SELECT due_at, move FROM games_alarm WHERE match_id = %s AND kind = 'bot' AND move IS NOT NULL"
    made = "SELECT at, body FROM games_entryrow WHERE match_id = %s AND seat = 1 AND kind = 'move' ORDER BY number"
    while len(late) < 3:
        count = len(production_stack.query(made, [match]))
        ((due, move),) = await until(60, lambda: production_stack.query(planned, [match]))
        assert "after_ms" not in str(await anna.frame(match))
        at, body = (await until(60, lambda n=count: production_stack.query(made, [match])[n:]))[0]
        if body["move"] == move:  # else the rules had refused it, and another was planned
            late.append(at - due)
    print(f"late by {late} ms")
    assert min(late) >= 0
    in_time("late, ms", max(late), EXACT * window.slower(production_stack.group))


# --- whole matches ---
if SOAK:  # half an hour; in CI a guest plays one game to its end in tests/browser/test_whole_match.py

    @pytest.mark.parametrize("game", GAMES)
    async def test_a_guest_plays_a_steady_bot_to_the_end(production_stack: Stack, game: str):
        guest, chance = await Person.guest(production_stack.url), random.Random(game)
        match = await against(guest, game, "steady")
        deadline = time.monotonic() + 1_800
        while (frame := await guest.frame(match))["status"] == "active":
            assert time.monotonic() < deadline
            if (moves := frame.get("legal")) and frame["turn"] in ([], [frame["seat"]]):
                await guest.ask(match, "move", secrets.token_hex(6), move=chance.choice(moves))
            await asyncio.sleep(0.5)
        assert frame["ended"]["by"] == "rules"
        production_stack.manage("replay", match)
