"""How good a table looks for a seat: what the plain greedy bot knows of Blitz."""

from __future__ import annotations

from rules.blitz.cards import BENEATH
from rules.blitz.centre import has_card_for
from rules.blitz.models import Area, BlitzState
from rules.blitz.scoring import LEFT_IN_BLITZ
from rules.contract import Seat

BLITZ_CARD = 2.0 * LEFT_IN_BLITZ  # a card left costs points, and the pile is what ends the round
OPENING = 1.0  # the top of the Blitz pile can be played next
READY = 0.5  # a card that can be put into the centre next
WAITING = 0.25  # to have said "stuck" when only others can help


def appraise(state: BlitzState, seat: Seat) -> float:
    """Return the worth of the table for the seat: its own points, its Blitz pile, and what it may play next."""
    area = state.areas[seat]
    points = sum(scores[seat] for scores in state.points)
    if state.phase != "play":
        return points
    return points + area.played + BLITZ_CARD * len(area.blitz) + _prospects(state, area)


def _prospects(state: BlitzState, area: Area) -> float:
    tops = [stack[-1] for stack in area.work]
    blitz = area.blitz[-1]
    ready = [card for card in (*tops, blitz, *area.cycle[area.turned - 1 : area.turned]) if card in state.wanted]
    worth = READY * len(ready)
    if blitz in state.wanted or not BENEATH[blitz].isdisjoint(tops):
        worth += OPENING
    if area.stuck:
        worth += -WAITING if has_card_for(state.wanted.keys(), area) else WAITING
    return worth
