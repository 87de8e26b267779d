"""What a server process asks of the database and tells it once a second, all rooms at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from accounts import quick_sql
from accounts.selectors import ended
from games.clocks import beats
from games.door.loaded import ACTIVE, Loaded
from games.door.precedence import Life
from games.instants import now_ms
from games.log import storing
from games.models import SeatRow
from games.people import PublicName, people_at

Pair = tuple[str, int]
_HEADS = "SELECT match_id, number, owner, status FROM games_matchlive WHERE"


class Upkeep(NamedTuple):
    """What the database knows: each match's number and owner, sessions that are over, who else serves, how we are."""

    heads: dict[str, tuple[int, str]]
    ended: dict[Pair, int]  # with the code to close with
    peers: set[str]
    life: Life | None


def upkeep(
    matches: list[str], sessions: set[Pair], seated: list[tuple[str, int]], process: str, *, serving: bool
) -> Upkeep:
    """Return what the database knows of these matches and sessions; note who has been seen.

    `seated`: (match, user) of open pages, empty when they need not be noted this time. `serving`: the process is a
    server, and owns from now on what nobody does who is alive.
    """
    if seated:
        note_seen(seated)
    rows = quick_sql.rows(f"{_HEADS} {quick_sql.any_text('match_id')}", quick_sql.together(matches))
    alive, life = beats.look()  # after the heads: whoever owned one of them then has said before that it lives
    heads = {match_id: (number, owner) for match_id, number, owner, _ in rows}
    gone = [match_id for match_id, _, owner, status in rows if status == ACTIVE and owner not in {process, *alive}]
    if serving and gone:
        claimed = storing.claim_all(gone, {process, *alive}, process)
        heads |= {match_id: (heads[match_id][0], owner) for match_id, owner in claimed}
    return Upkeep(heads, ended(sessions), alive - {process}, life)


def note_seen(seated: Iterable[tuple[str, int]]) -> None:
    """Write down that these people have their match open now."""
    open_now = set(seated)
    rows = SeatRow.objects.filter(match_id__in={match_id for match_id, _ in open_now}, user__isnull=False)
    here = [
        pk for pk, match_id, user_id in rows.values_list("pk", "match_id", "user_id") if (match_id, user_id) in open_now
    ]
    SeatRow.objects.filter(pk__in=here).update(seen_at=now_ms())


def note_touched(match_id: str, user_id: int) -> None:
    """Write down that somebody has just done something on the page of their match."""
    SeatRow.objects.filter(match_id=match_id, user_id=user_id).update(acted_at=now_ms())


def claim(match_id: str, owner: str, process: str) -> str:
    """Make a process the owner of a match whose owner is not alive; return who is the owner now."""
    if owner not in {"", process} and owner in beats.servers():
        return owner
    return storing.claim(match_id, owner, process)


def load(match_id: str) -> tuple[Loaded, str, dict[int, PublicName]]:
    """Return a match, who owns it, and the names of its people; raises Match.DoesNotExist."""
    loaded, owner = storing.load_owned(match_id)
    return loaded, owner, people_at(loaded)


def leave(owned: Iterable[str], process: str) -> None:
    """Own nothing more: the process stops."""
    storing.release(list(owned), process)
    beats.end(process)
