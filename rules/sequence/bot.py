"""How good a table looks for a seat: what the plain greedy bot knows of Sequence."""

from __future__ import annotations

from rules.contract import Seat
from rules.sequence.board import BIT, CELLS_OF, CORNERS, STEPS
from rules.sequence.bot_fives import all_of_five, any_of_five, chips_of_five
from rules.sequence.cards import TWO_EYED
from rules.sequence.listing import free_cells
from rules.sequence.models import SequenceState

WIN = 100_000.0
SEQUENCE = 2_000.0
TURN = 500.0  # still to play: exchanges come first, unless a play makes a sequence
CARD = 10.0
DEAD = -8.0
WILD = 45.0  # a two-eyed jack kept in hand
TAKE = 30.0  # a one-eyed jack kept in hand
LINE = (1.0, 4.0, 14.0, 60.0)  # an open line with one to four own chips
RIVAL = 1.3  # rivals' lines weigh more: they play first
REACH = 0.5  # a line gains this share for a next chip in hand

_CELLS = {card: BIT[first] | BIT[second] for card, (first, second) in CELLS_OF.items()}


def appraise(state: SequenceState, seat: Seat) -> float:
    """Return the worth of the table for the seat's team, judged from its own hand and the open board."""
    team = seat % state.teams
    free = free_cells(state)
    hand, reach = _hand_worth(state.hands[seat], free)
    total = hand
    for side in range(state.teams):
        worth = _team_worth(state, side, free, reach if side == team else 0)
        total += worth if side == team else -RIVAL * worth
    return total + TURN if state.turn == seat and not state.over else total


def _hand_worth(hand: list[str], free: int) -> tuple[float, int]:
    """Return the worth of the cards and the mask of the free cells that they reach."""
    worth = 0.0
    reach = 0
    for card in hand:
        if card in _CELLS:
            cells = _CELLS[card] & free
            reach |= cells
            worth += CARD if cells else DEAD
        elif card in TWO_EYED:
            reach = free
            worth += WILD
        else:
            worth += TAKE
    return worth, reach


def _team_worth(state: SequenceState, team: int, free: int, reach: int) -> float:
    """Return the worth of a team's sequences and open lines, all lines of a direction counted at once."""
    finished = state.sequences_of(team)
    own = state.chips[team] | CORNERS
    worth = WIN if len(finished) >= state.needed else SEQUENCE * len(finished)
    for step in STEPS:
        lines = all_of_five(own | free, step)
        for five in finished:  # a line that shares two chips with it is worth nothing
            _, twos, fours = chips_of_five(five, step)
            lines &= ~(twos | fours)
        ones, twos, fours = chips_of_five(own, step)
        near = any_of_five(reach, step) if reach else 0
        for value, count in zip(LINE, (ones & ~twos & ~fours, twos & ~ones, ones & twos, fours & ~ones), strict=True):
            hits = count & lines
            worth += value * (hits.bit_count() + REACH * (hits & near).bit_count())
    return worth
