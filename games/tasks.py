"""Work that Celery does: here, thinking for the bots."""

from __future__ import annotations

import secrets

from celery import shared_task

from games import finishes, services, storing
from games.door.loaded import Loaded
from games.door.requests import BotMove
from games.errors import Refused
from games.models import Match
from rules import bots, codec
from rules.chance import Chance
from rules.contract import Move

TRIES = 3  # to think while others move; after that the alarm rings again


@shared_task
def move_bot(match_id: str, seat: int, due: int) -> None:
    """Move for the bot whose instant `due` has come. May run twice or late: then its next instant is another."""
    for _ in range(TRIES):
        try:
            loaded = storing.load(match_id)
        except Match.DoesNotExist:
            return
        if loaded.over or loaded.wakes[seat] != due:
            services.correct_bot_alarm(match_id, seat, due)
            return
        if _act(loaded, seat, due):
            return


def _act(loaded: Loaded, seat: int, due: int) -> bool:
    """Let the bot move or wait; return False if the table changed meanwhile, so that it has to think again."""
    game, match_id, move = loaded.facts.game, loaded.facts.match, _choose(loaded, seat)
    if move is None:
        return services.let_bot_wait(match_id, seat, loaded.number)
    body = codec.move_to_json(game.pin(loaded.state, move))
    try:
        services.play_bot_move(match_id, BotMove(seat=seat, move=body, number=loaded.number, due=due))
    except Refused as error:
        services.log.info("match %s: a bot's move came too late (%s)", match_id, error.code)
        return False
    return True


def _choose(loaded: Loaded, seat: int) -> Move | None:
    """Return the bot's move; None: it waits, which it may only where all know that the clock will move."""
    assert loaded.state is not None
    may_wait = loaded.shown_timer() is not None and seat not in loaded.must_act()
    choose = bots.choose_or_wait if may_wait else bots.choose
    chance = Chance(secrets.token_bytes(32), loaded.ply)  # its own: the match's would tell it the deck
    return choose(loaded.facts.game, loaded.state, seat, loaded.occupants[seat].bot, chance)


@shared_task
def tell_finish(match_id: str) -> None:
    """Tell of a match that has ended. May run twice: then there is nothing to tell any more."""
    finishes.tell(match_id)
