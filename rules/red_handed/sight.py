"""What one viewer may see of a table, built up from nothing. All viewers see the same: hands are face down for all.

    variant     "standard" or "quick"
    phase       "flipping": the next flip is due · "pointing": a seat has the diamond · "recovering": nobody can flip ·
                "over"
    filling     how often the table was cleared; moves may carry it, so that none hits the wrong table
    open        the open cards as {"n": table number, "code": card, "owner": who turned it}, n from 0
    hands       how many cards each seat has in hand
    piles       quick only: how many cards lie in each seat's pile
    counts      by seat, the score so far: cards in hand and own open cards; quick: cards in the pile
    grabber     while pointing: the seat with the diamond
    recovers    how often in a row all cards were turned without a grab; the third time ends the match

Whether an incident is open is never told: to see it is the game.
"""

from __future__ import annotations

from rules.contract import Json
from rules.red_handed.models import RedHandedState


def view(state: RedHandedState) -> Json:
    """Return the table as anyone may see it."""
    seen: Json = {
        "variant": "quick" if state.quick else "standard",
        "phase": _phase(state),
        "filling": state.filling,
        "open": [{"n": n, "code": code, "owner": owner} for n, (owner, code) in enumerate(state.open)],
        "hands": [len(hand) for hand in state.hands],
        "counts": list(counts(state)),
        "recovers": state.recovers,
    }
    if state.quick:
        seen["piles"] = [len(pile) for pile in state.piles]
    if state.grabber is not None:
        seen["grabber"] = state.grabber
    return seen


def _phase(state: RedHandedState) -> str:
    if state.over:
        return "over"
    if state.grabber is not None:
        return "pointing"
    return "flipping" if any(state.hands) else "recovering"


def counts(state: RedHandedState) -> tuple[int, ...]:
    """Return by seat the cards that count at the end: held, open ones among them, or in the pile; fewest is best."""
    if state.quick:
        return tuple(map(len, state.piles))
    held = [len(hand) for hand in state.hands]
    for owner, _ in state.open:
        held[owner] += 1
    return tuple(held)
