"""What moderators do with matches: stop, decide, call table talk. By the one door, as any other entry.

Players are told what was done and why, never by whom; that stands in the trail, written in the entry's transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import User
from accounts.moderation import trail
from accounts.moderation.roles import is_moderator, need_judge, need_reason
from accounts.privacy.scrubbing import named_in
from games import carrier
from games.door import requests
from games.errors import Refused
from games.instants import now_ms
from games.log.changes import Change
from games.models import Match

MAX_REASON = 500  # characters: it stands on pages and in mails
_WRITTEN = {requests.Abort: "match.abort", requests.Adjudicate: "match.adjudicate", requests.Fine: "match.fine"}


def abort(actor: User, match: Match, *, why: str, token: str, via: str = trail.PAGE) -> int:
    """End a match, or close a table, without a result, and return the entry's number.

    `token`: of the request; sent again, it does nothing again. Raises Refused (not_allowed, missing_field, too_long,
    game_over, id_reused).
    """
    return _intervene(actor, match, requests.Abort(token=token, why=checked_reason(why, match)), via)


def adjudicate(actor: User, match: Match, places: Sequence[int], *, why: str, token: str, via: str = trail.PAGE) -> int:
    """End a match with places by seat, which count as any outcome; raises Refused as `abort`, and out_of_range."""
    request = requests.Adjudicate(token=token, why=checked_reason(why, match), places=tuple(places))
    return _intervene(actor, match, request, via)


def fine(actor: User, match: Match, move: Any, *, why: str, token: str, via: str = trail.PAGE) -> int:
    """Make a referee's call, a move's JSON, at somebody else's table; raises Refused as `abort`, and illegal_move."""
    return _intervene(actor, match, requests.Fine(token=token, why=checked_reason(why, match), move=move), via)


def need_power_at(actor: User, match: Match) -> None:
    """Refuse (not_allowed) whoever may not judge a match: their own, a friend's, that of their rank or a higher one."""
    if not is_moderator(actor):
        raise Refused("not_allowed", N_("Only those who look after the site can do that."))
    for person in people_of(match):
        need_judge(actor, person)


def people_of(match: Match) -> list[User]:
    """Return the people at a table by seat, other people's bots among them, ours left out."""
    rows = match.seat_rows.filter(user__isnull=False).select_related("user").order_by("seat")
    return [row.user for row in rows if row.user is not None]


def checked_reason(why: str, match: Match) -> str:
    """Return a reason as it is told; raises Refused (missing_field, too_long, bad_text).

    It stays with the match for good, so no player's name may stand there: who deletes their account is to be gone.
    """
    why = need_reason(why)
    if name := named_in(why, people_of(match)):
        text = N_("Leave the name “%(name)s” out of the reason: it stays with the match even when they are gone.")
        raise Refused("bad_text", text, name=name, field="why")
    if len(why) > MAX_REASON:
        raise Refused("too_long", N_("A reason may have at most %(most)s characters."), most=MAX_REASON, field="why")
    return why


def _intervene(actor: User, match: Match, request: requests.Intervening, via: str) -> int:
    need_power_at(actor, match)

    def write(before: str, change: Change) -> None:
        after: dict[str, Any] = {"status": change.status, "number": change.entry.number}
        after |= {name: value for name, value in change.entry.body.items() if name in ("places", "move")}
        action = _WRITTEN[type(request)]
        trail.record(actor, action, match, why=request.why, before={"status": before}, after=after, via=via)

    return carrier.carry_intervention(match.id, actor.pk, request, now_ms(), write)
