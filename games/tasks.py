"""Work that Celery does: here, thinking for the bots."""

from __future__ import annotations

import secrets

from celery import shared_task

from games import carrier, services
from games.errors import Refused
from games.models import Match
from rules import bots, codec
from rules.chance import Chance


@shared_task
def move_bot(match_id: str) -> None:
    """Move for the first bot that may act. May run twice or late: a move for an older entry is refused."""
    try:
        loaded = carrier.load(match_id)
    except Match.DoesNotExist:
        return
    for seat in loaded.bots_to_act()[:1]:
        assert loaded.state is not None
        chance = Chance(secrets.token_bytes(32), loaded.ply)  # its own: the match's would tell it the deck
        move = bots.choose(loaded.facts.game, loaded.state, seat, loaded.occupants[seat].bot, chance)
        _play(match_id, seat, codec.move_to_json(move), loaded.number)


def _play(match_id: str, seat: int, move: dict[str, object], number: int) -> None:
    try:
        services.play_bot_move(match_id, seat, move, number)
    except Refused as error:
        services.log.info("match %s: a bot's move came too late (%s)", match_id, error.code)
