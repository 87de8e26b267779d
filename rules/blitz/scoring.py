"""Points: of a round, of the match so far, and the places at its end."""

from __future__ import annotations

from rules.blitz.models import BlitzState
from rules.contract import Outcome

LEFT_IN_BLITZ = -2  # for each card


def round_scores(state: BlitzState) -> tuple[int, ...]:
    """Return each seat's points of the round as it stands."""
    return tuple(area.played + LEFT_IN_BLITZ * len(area.blitz) for area in state.areas)


def totals(state: BlitzState) -> tuple[int, ...]:
    """Return each seat's points of all finished rounds."""
    return tuple(sum(scores[seat] for scores in state.points) for seat in range(len(state.areas)))


def outcome(state: BlitzState) -> Outcome:
    """Return places by the totals: the highest first, equal ones share."""
    scores = totals(state)
    return Outcome(tuple(1 + sum(other > own for other in scores) for own in scores), scores)
