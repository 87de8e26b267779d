"""Bots as opponents on a real site: how one sits down opposite them, and what the log has of their moves."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tests.live.people import Person
from tests.stack import Stack


async def until(seconds: float, probe: Callable[[], Any]) -> Any:
    """Ask again and again until there is an answer, and return it; fails after so many seconds."""
    deadline, pause = time.monotonic() + seconds, 0.02
    while time.monotonic() < deadline:
        answer = probe()
        if asyncio.iscoroutine(answer):
            answer, pause = await answer, 0.5  # requests are counted: 300 a minute
        if answer:
            return answer
        await asyncio.sleep(pause)
    raise AssertionError(f"nothing within {seconds} s")


async def against(person: Person, game: str, level: str) -> str:
    """Sit down opposite a bot and begin; return the match's id."""
    answer = await person.post_form(f"/play/{game}/", {"level": level})
    match = urlsplit(answer.headers["location"]).path.strip("/").split("/")[-1]
    assert (await person.ask(match, "start", secrets.token_hex(6))).status == 200
    return match


async def my_turn(person: Person, match: str) -> Any:
    """Return the frame once it is the person's turn, or the match is over; else None."""
    frame = await person.frame(match)
    return frame if frame["turn"] == [frame["seat"]] or frame["status"] != "active" else None


async def play_first(person: Person, match: str, frame: dict[str, Any]) -> None:
    """Play the first card that can be played."""
    move = next(move for move in frame["legal"] if move["type"] == "play")
    answer = await person.ask(match, "move", secrets.token_hex(6), move=move)
    assert answer.status == 200, answer.body


def moves_of_bot(stack: Stack, match: str, after: int) -> int:
    """Return how often the bot on seat 1 has laid a card after an entry (to change a dead one is no turn's end)."""
    sql = "SELECT body FROM games_entryrow WHERE match_id = %s AND kind = 'move' AND seat = 1 AND number > %s"
    return sum(body["move"]["type"] == "play" for (body,) in stack.query(sql, [match, after]))
