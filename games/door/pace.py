"""The pace of a match: live, with clocks in seconds, or by mail, with days a move. And the way from one to the other.

A live match is slowed down when every person who still plays in it has agreed; bots always do. From that entry on it
goes by mail. Nothing leads back.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door import clocks, requests
from games.door.guards import Asker, Draft, need_play
from games.door.loaded import LIVE, Entry, Loaded
from games.errors import Refused
from rules.contract import AnyGame, Event

DAY = 24 * 60 * 60 * 1000  # ms, also on the two days of the year that are shorter or longer by the clock on the wall
DAYS = (1, 2, 3, 7, 14)  # that a move may take by mail
AGAIN = 2  # plies until somebody who was declined may ask again


def by_mail(days: int) -> dict[str, int]:
    """Return the clock that gives so many days a move; raises Refused (out_of_range) for a number not on offer."""
    if days not in DAYS:
        allowed = ", ".join(map(str, DAYS))
        text = N_("By mail a move may take so many days: %(allowed)s.")
        raise Refused("out_of_range", text, field="days", allowed=allowed)
    return {"per_move": days * DAY}


def need_turns(game: AnyGame) -> None:
    """Refuse (live_only) a game that cannot go by mail: a race."""
    if game.race:
        raise Refused("live_only", LIVE_ONLY)


LIVE_ONLY = N_(
    "This game is played live only, for now: all act at the same moment and the quickest hand decides, "
    "which would mean nothing with days to answer."
)


# --- a live match is slowed down ---


def offer(loaded: Loaded, asker: Asker, request: requests.Slow) -> Draft:
    """Ask all others to go on by mail."""
    seat = need_play(loaded, asker)
    need_turns(loaded.facts.game)
    by_mail(request.days)
    if loaded.pace != LIVE:
        raise Refused("not_allowed", N_("This match goes by mail already."), number=loaded.number)
    if loaded.slow:
        raise Refused("not_allowed", N_("That is asked already; you can agree or decline."), number=loaded.number)
    if loaded.slow_asked.get(str(seat), -AGAIN) > loaded.ply - AGAIN:
        raise Refused("slow_down", N_("You can ask that again after the next moves."), limit="offers", retry_after=5)
    return "slow_offer", seat, {"days": request.days}


def accept(loaded: Loaded, asker: Asker, request: requests.AcceptSlow) -> Draft:
    """Agree to go on by mail."""
    seat = need_play(loaded, asker)
    if not loaded.slow or seat in loaded.slow["by"]:
        raise Refused("not_allowed", N_("Nobody else has asked to go on by mail."), number=loaded.number)
    return "slow_offer", seat, {"days": loaded.slow["days"]}


def decline(loaded: Loaded, asker: Asker, request: requests.DeclineSlow) -> Draft:
    """Stay live; who has asked takes it back by this."""
    seat = need_play(loaded, asker)
    if not loaded.slow:
        raise Refused("not_allowed", N_("Nobody has asked to go on by mail."), number=loaded.number)
    return "slow_decline", seat, {}


def may(loaded: Loaded, seat: int) -> list[str]:
    """Return which of these requests make sense for a person who plays."""
    if loaded.pace != LIVE or loaded.facts.game.race:
        return []
    if not loaded.slow:
        return ["slow"]
    return ["decline_slow"] if seat in loaded.slow["by"] else ["accept_slow", "decline_slow"]


def fold_offer(loaded: Loaded, entry: Entry) -> list[Event]:
    """Note who wants to go on by mail."""
    first = loaded.slow is None
    loaded.slow = {"days": entry.body["days"], "by": sorted({*(loaded.slow or {"by": ()})["by"], entry.seat})}
    if first:
        loaded.slow_asked[str(entry.seat)] = loaded.ply
    settle(loaded, entry)
    return []


def settle(loaded: Loaded, entry: Entry) -> None:
    """Go on by mail from this entry on if every person who still plays wants to: one more has agreed, or one has left.

    Who left had not agreed, perhaps, and nobody else could be asked again. Bots alone need no days for a move.
    """
    people = {seat for seat, occupant in enumerate(loaded.occupants) if occupant.person}
    if loaded.slow and people and people <= set(loaded.slow["by"]):
        clocks.slow_down(loaded, loaded.slow["days"] * DAY, entry.at)


def fold_decline(loaded: Loaded, entry: Entry) -> list[Event]:
    """Forget that it was asked."""
    loaded.slow = None
    return []
