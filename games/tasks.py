"""Work that Celery does: thinking for the bots, telling of matches that have ended, putting mails into the outbox."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from celery import shared_task

from games import finishes, plans, services, storing, thinkers, thinking
from games.door.loaded import Loaded
from games.door.requests import BotMove
from games.errors import Refused
from games.instants import now_ms
from games.mail.outgoing import posting
from games.models import Match
from rules import codec

log = logging.getLogger("games.bots")  # what it says at ERROR the staff hear of (config.settings)
TRIES = 3  # to think while others move; after that the alarm rings again
STOP, KILL = 5, 10  # s of thinking: then the plain bot moves in its place; then its process is ended
PLAIN = ("greedy", "random")  # what stands in for a bot that has failed


# Where workers are threads no limit holds, and games.thinkers has its own. After `expires` its alarm is due again.
@shared_task(soft_time_limit=STOP, time_limit=KILL, expires=5)
def move_bot(match_id: str, seat: int, due: int) -> None:
    """Move for the bot whose instant `due` has come. May run twice or late: then its next instant is another."""
    for _ in range(TRIES):
        try:
            loaded = storing.load(match_id)
        except Match.DoesNotExist:
            return
        if not _is_awaited(loaded, seat, due):
            services.correct_bot_alarm(match_id, seat, due)
            return
        if loaded.facts.game.race:
            _plan(loaded, seat)
            return
        if _act(loaded, seat):
            return


def _is_awaited(loaded: Loaded, seat: int, due: int) -> bool:
    """Return whether the bot is still to think that an alarm of `due` was set for."""
    wake = 0 if loaded.over or seat < 0 else loaded.wakes[seat]
    return wake > 0 and due in (wake, plans.NEVER)


def _act(loaded: Loaded, seat: int) -> bool:
    """Let the bot move or wait; return False if the table changed meanwhile, so that it has to think again."""
    match_id, answer = loaded.facts.match, _think(loaded, seat, plan=False)
    if not answer:
        return services.let_bot_wait(match_id, seat, loaded.number)
    order = BotMove(seat=seat, move=answer["move"], number=loaded.number, due=loaded.wakes[seat])
    try:
        services.play_bot_move(match_id, order)
    except Refused as error:
        log.info("match %s: a bot's move came too late (%s)", match_id, error.code)
        return False
    return True


def _plan(loaded: Loaded, seat: int) -> None:
    """Let the bot of a race plan its next move, or wait until the table changes."""
    answer = _think(loaded, seat, plan=True)
    if answer:
        plans.make(loaded, seat, answer["move"], answer["after_ms"], now_ms())
    else:
        plans.wait(loaded, seat)


def _think(loaded: Loaded, seat: int, *, plan: bool) -> dict[str, Any]:
    """Return what the bot answers (games.thinking); where it fails, what a plainer one does, so that play goes on.

    Those are quick and think right here: whatever ails the process that bots think in elsewhere.
    """
    asked = [(thinkers.ask, loaded.occupants[seat].bot), *((thinking.answer, policy) for policy in PLAIN)]
    for ask, policy in asked:
        try:
            return ask(_question(loaded, seat, policy, plan))
        except Exception:
            text = "match %s: the bot on seat %s (%s, %s) has failed at entry %s"
            log.exception(text, loaded.facts.match, seat, loaded.facts.game.slug, policy, loaded.number)
    raise RuntimeError("no bot has a move")


def _question(loaded: Loaded, seat: int, policy: str, plan: bool) -> dict[str, Any]:
    assert loaded.state is not None
    return {
        "game": loaded.facts.game.slug,
        "state": codec.state_to_json(loaded.state),
        "seat": seat,
        "policy": policy,
        "seed": secrets.token_hex(32),  # its own: the match's would tell it the deck
        "ply": loaded.ply,
        "plan": plan,
    }


@shared_task
def tell_of_ends(match_ids: list[str]) -> None:
    """Tell of matches that have ended. May run twice: then there is nothing to tell any more. What fails stays due."""
    finishes.tell_all(match_ids)


@shared_task
def post_mails(alarms: list[tuple[str, int, str]]) -> None:
    """Put into the outbox what these alarms (match, seat, kind) say is due. May run twice: each mail is posted once."""
    posting.post_all([(match_id, seat, kind) for match_id, seat, kind in alarms])
