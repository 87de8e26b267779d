"""The bots of a race, at the server that owns their match: each planned move is made at its instant, from memory."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from games import measures
from games.bots import plans
from games.door.deciding import order
from games.door.loaded import Entry
from games.door.requests import BotMove
from games.errors import Refused
from games.instants import call_at, now_ms
from games.serving.follower import Answer
from games.serving.grabs import Grab
from games.serving.reads import read

if TYPE_CHECKING:
    from games.serving.actor import Actor

log = logging.getLogger(__name__)


def keep(find: Callable[[], Actor | None], request: BotMove, at: int) -> None:
    """Play a bot's move at an instant, if its match is still here and ours by then; else the clock finds its row."""

    def fire() -> None:
        if (actor := find()) is not None and actor.owned:
            actor.submit(lambda: play(actor, request))

    call_at(at, fire)


async def play(actor: Actor, request: BotMove) -> None:
    """Play a bot's move, as a job of the queue: it takes its chance like everybody's."""
    now = now_ms()

    async def judge() -> Entry:
        return order(actor.loaded, request, now)

    try:
        await actor.fresh()
        if not actor.is_contested(request):
            await actor.order(request, now)
            return
        await judge()
        await actor.grab(Grab(request.seat, now, judge, lambda answer: _judged(actor, request, answer)))
    except Refused as error:
        await _refused(actor, request, error)


def _judged(actor: Actor, request: BotMove, answer: Answer) -> None:
    measures.count_move(actor.loaded.facts.game.slug, "bot", measures.result_of(answer))
    if isinstance(answer, Refused):
        actor.submit(lambda: _refused(actor, request, answer))


async def _refused(actor: Actor, request: BotMove, error: Refused) -> None:
    if error.code == "try_again":
        return  # the database is away: the move stays planned, and the clock makes it
    log.info("match %s: a bot's move came too late (%s)", actor.match_id, error.code)
    await read(plans.think_again, actor.match_id, request)
