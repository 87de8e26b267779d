"""Who came where in a match that is over: the one answer that pages, mails, programs, histories and ratings give.

The rules place seats, whoever plays there. But nobody gains by a bot's play, nor loses by it who has stayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.door.interventions import ADJUDICATED
from games.door.loaded import Loaded


def at_the_end(loaded: Loaded) -> list[int] | None:
    """Return the place of each seat; None where there is no result."""
    if loaded.outcome is None:
        return None
    gone = [occupant.gave_up for occupant in loaded.occupants]
    return _by_seat(loaded.facts.teams, gone, loaded.outcome.places, loaded.ended)


def from_head(teams: Sequence[int], summary: Mapping[str, Any]) -> list[int] | None:
    """Return the same from what the head of a log keeps of the match."""
    if summary["outcome"] is None:
        return None
    gone = [seat[3] for seat in summary["seats"]]
    return _by_seat(teams, gone, summary["outcome"]["places"], summary["ended"])


def _by_seat(
    teams: Sequence[int], gone: Sequence[bool], placed: Sequence[int], ended: Mapping[str, Any] | None
) -> list[int]:
    """Return the places by seat: a side of which nobody has stayed is behind all others. A moderator's word stands."""
    if ended and ended["by"] == ADJUDICATED:
        return list(placed)
    stayed = {team for team, left in zip(teams, gone, strict=True) if not left}
    ranks = {team: (team not in stayed, place) for team, place in zip(teams, placed, strict=True)}
    return [1 + sum(other < ranks[team] for other in ranks.values()) for team in teams]
