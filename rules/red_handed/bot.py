"""How good a table looks for a seat: what the plain greedy bot knows of Red-Handed.

Waiting is worth what the table is worth now. A hit is worth more, a miss less, and a diamond in the hand is worth
what it will come to; so a bot that compares its grabs with waiting never grabs blindly.
"""

from __future__ import annotations

from rules.contract import Seat
from rules.red_handed.listing import incident_open
from rules.red_handed.models import RedHandedState
from rules.red_handed.sight import counts

WIN = 100.0
HESITATION = 0.5  # pointing at once is surer than grabbing first


def appraise(state: RedHandedState, seat: Seat) -> float:
    """Return how many cards fewer the seat has than the others on average."""
    held = list(map(float, counts(state)))
    if state.grabber is not None:
        _foresee(state, state.grabber, held)
    own = held.pop(seat)
    worth = sum(held) / len(held) - own
    if state.over and own <= min(held):
        worth += WIN
    return worth - HESITATION if state.grabber == seat else worth


def _foresee(state: RedHandedState, grabber: Seat, held: list[float]) -> None:
    """Change the counts to what they will be once the diamond has been used."""
    if not state.quick:
        for owner, _ in state.open:
            held[owner] -= 1
    if incident_open(state):
        share = len(state.open) / (len(held) - 1)
        held[:] = [count if seat == grabber else count + share for seat, count in enumerate(held)]
    else:
        held[grabber] += len(state.open)
