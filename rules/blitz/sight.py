"""What everybody may see of a table, built up from nothing. No player knows more than a spectator."""

from __future__ import annotations

from rules.blitz.models import Area, BlitzState, Stack
from rules.blitz.scoring import totals
from rules.contract import Json


def view(state: BlitzState) -> Json:
    """Return the table as anybody may see it; what lies face down is only counted."""
    return {
        "round": state.round,
        "rounds": state.rounds,
        "phase": state.phase,
        "seats": [_area(area, state.phase != "ready") for area in state.areas],
        "centre": [_stack(number, stack) for number, stack in enumerate(state.stacks) if not stack.full],
        "finished": [number for number, stack in enumerate(state.stacks) if stack.full],
        "points": [list(scores) for scores in state.points],
        "totals": list(totals(state)),
        "reshuffles": state.reshuffles,
    }


def _area(area: Area, begun: bool) -> Json:
    return {
        "blitz": _pile(area.blitz, len(area.blitz), face_up=begun),
        "work": [list(stack) for stack in area.work],
        "waste": _pile(area.cycle, area.turned, face_up=True),
        "reserve": len(area.cycle) - area.turned,
        "played": area.played,
        "stuck": area.stuck,
    }


def _pile(cards: list[str], size: int, face_up: bool) -> Json:
    return {"size": size, "top": cards[size - 1]} if size and face_up else {"size": size}


def _stack(number: int, stack: Stack) -> Json:
    return {"n": number, "colour": stack.colour, "top": stack.top, "owners": list(stack.owners)}
