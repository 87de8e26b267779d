"""How good a table looks for a seat: what the plain greedy bot knows of Blue Diamond."""

from __future__ import annotations

from collections.abc import Sequence

from rules.blue_diamond import listing
from rules.blue_diamond.actions import carry_out
from rules.blue_diamond.models import BlueDiamondState, Flip, Place
from rules.blue_diamond.positions import open_arrangements
from rules.blue_diamond.prizes import PRIZES, Combination
from rules.contract import Move, Seat

WIN = 1000.0
REPLY = 0.9  # a diamond that the next action can bring weighs a little less than one that has been won


def appraise(state: BlueDiamondState, seat: Seat) -> float:
    """Return the lead in diamonds, less what the rival's best answer changes of it."""
    lead = _worth(state, seat, state.diamonds)
    if state.over or state.turn == seat:
        return lead
    answers = [_worth(state, seat, after) for after in _answers(state)]
    return (1 - REPLY) * lead + REPLY * min(answers, default=lead)


def _worth(state: BlueDiamondState, seat: Seat, diamonds: Sequence[int]) -> float:
    lead = float(diamonds[seat] - diamonds[1 - seat])
    if max(diamonds) < state.target:
        return 0.0 if state.over else lead
    return lead + WIN * ((lead > 0) - (lead < 0))


def _answers(state: BlueDiamondState) -> list[list[int]]:
    """Return the diamonds by seat after each action of the player to act that turns over no unseen card."""
    found = []
    for move in _known_actions(state):
        after = state.clone()
        _, made = carry_out(after, move)
        found.append(_paid(after, made))
    return found


def _known_actions(state: BlueDiamondState) -> list[Move]:
    moves = listing.placings(tuple(state.loose), False) if state.loose else open_arrangements(state)
    return [move for move in moves if not _turns_unseen(state, move)]


def _turns_unseen(state: BlueDiamondState, move: Move) -> bool:
    turns = isinstance(move, Flip) or (isinstance(move, Place) and move.flip)
    return turns and move.card not in state.turned  # type: ignore[attr-defined]


def _paid(state: BlueDiamondState, made: Sequence[Combination]) -> list[int]:
    diamonds = state.diamonds.copy()
    for one in made:
        prize = PRIZES[one.pattern]
        diamonds[state.turn if prize.seat is None else prize.seat] += prize.diamonds
    return diamonds
