"""What everyone sees of a table, built up from nothing: what is not written here is not shown. No back ever is.

Players and spectators see the same:

    phase      "build", "arrange" or "over"
    turn       the seat to act                                                            (until the match is over)
    must       what that seat has to do: "build", "arrange" or "return"                   (until the match is over)
    row        [{card, face, seen_back?}] from left to right
    loose      the cards not yet placed, in the same form
    aside      the cards set aside, in the same form, with `due`: true when it must be returned in this turn
    standing   [{cards, pattern}]: combinations that lie in the row and score nothing, from left to right
    diamonds   by seat; seat 0 is Arsène, seat 1 Lady X
    target     how many win
    prizes     [{pattern, seat?, diamonds}]: the prize rows; without `seat` the maker scores
    quiet      finished turns in a row without a diamond; `quiet_limit` of them are a draw
    passes     building turns in a row that were passes; after `passes_limit` of them a card must be placed

`seen_back` stands only on cards that have shown both pictures, and only with the option `memory_aid`.
"""

from __future__ import annotations

from rules.blue_diamond.models import PASSES_LIMIT, QUIET_LIMIT, BlueDiamondState
from rules.blue_diamond.prizes import PRIZES, standing
from rules.contract import Json


def view(state: BlueDiamondState) -> Json:
    """Return the table as anyone may see it."""
    seen = _cards(state) | _score(state)
    if state.over:
        return {"phase": "over", **seen}
    phase = "build" if state.loose else "arrange"
    return {"phase": phase, "turn": state.turn, "must": state.task, **seen}


def _cards(state: BlueDiamondState) -> Json:
    aside = [(card, True) for card in state.due] + [(card, False) for card in state.fresh]
    return {
        "row": [_card(state, card) for card in state.row],
        "loose": [_card(state, card) for card in state.loose],
        "aside": [{**_card(state, card), "due": due} for card, due in aside],
        "standing": [{"cards": list(one.cards), "pattern": one.pattern} for one in standing(state.row, state.faces)],
    }


def _card(state: BlueDiamondState, card: int) -> Json:
    shown: Json = {"card": card, "face": state.faces[card]}
    if state.memory_aid and card in state.turned:
        shown["seen_back"] = state.backs[card]
    return shown


def _score(state: BlueDiamondState) -> Json:
    return {
        "diamonds": list(state.diamonds),
        "target": state.target,
        "prizes": [_prize(pattern) for pattern in PRIZES],
        "quiet": state.quiet,
        "quiet_limit": QUIET_LIMIT,
        "passes": state.passes,
        "passes_limit": PASSES_LIMIT,
    }


def _prize(pattern: str) -> Json:
    prize = PRIZES[pattern]
    shown: Json = {"pattern": pattern, "diamonds": prize.diamonds}
    return shown if prize.seat is None else {**shown, "seat": prize.seat}
