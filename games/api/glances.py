"""What must be known to say that a frame has not changed: one query, and nothing is loaded."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import Http404
from django.utils.translation import gettext

from accounts import quick_sql
from accounts.moderation import trail
from accounts.moderation.roles import may_look_anywhere
from games.door.loaded import OPEN
from games.instants import now_ms
from games.models import is_match_id
from games.moderation.looks import note_look
from games.serving.absences import notice
from games.serving.upkeep import note_seen

NOTED = 4  # times at least, within the silence after which somebody is called absent, a player is noted who looks
_LOOK = """
SELECT live.number, live.status, played.watchers, seat.seat, seat.seen_at
FROM games_matchlive live JOIN games_match played ON played.id = live.match_id
LEFT JOIN games_seatrow seat ON seat.match_id = live.match_id AND seat.user_id = %s WHERE live.match_id = %s
"""


class Glance(NamedTuple):
    """A match's number, and the viewer's seat."""

    number: int
    seat: int | None

    @property
    def tag(self) -> str:
        """The ETag of the viewer's frame."""
        return tag(self.number, self.seat)

    def is_known_by(self, told: str) -> bool:
        """Return whether a request's If-None-Match names this frame."""
        return self.tag.removeprefix("W/") in {one.strip().removeprefix("W/") for one in told.split(",")}


def tag(number: int, seat: int | None) -> str:
    """Return the ETag of a frame: who sits elsewhere sees another one. Weak, for clocks run on meanwhile."""
    return f'W/"{number}.{"w" if seat is None else seat}"'


def look(match_id: str, user: Any) -> Glance:
    """Return how a match stands, noting that the viewer looks; raises Http404 as selectors.find_match does."""
    staff = may_look_anywhere(user)
    found = look_by(match_id, user.pk or 0, staff=staff)
    if staff and found is not None:
        note_look(match_id, user, trail.API)
    if found is None:
        raise Http404(gettext("There is no such match, or it is not open to watchers."))
    return found


def look_by(match_id: str, user_id: int, *, staff: bool = False) -> Glance | None:
    """Return the same by the viewer's id; None where `look` raises. `staff`: they may look into any match."""
    found = quick_sql.rows(_LOOK, user_id, match_id) if is_match_id(match_id) else []
    if not found or not (staff or found[0][2] or found[0][1] == OPEN or found[0][3] is not None):
        return None
    number, _, _, seat, seen_at = found[0]
    if seat is not None and now_ms() - seen_at > notice() // NOTED:
        note_seen([(match_id, user_id)])
    return Glance(number, seat)
