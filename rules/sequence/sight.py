"""What a viewer may see of a table, built up from nothing: what is not written here is not shown."""

from __future__ import annotations

from functools import lru_cache

from rules.contract import Json, Seat
from rules.sequence.board import LAYOUT, cells_in
from rules.sequence.listing import dead_cards
from rules.sequence.models import SequenceState

_cells = lru_cache(4096)(cells_in)  # most chips lie where they lay a move ago


def public_view(state: SequenceState) -> Json:
    """Return the table as everybody may see it."""
    seen: Json = {
        "layout": list(LAYOUT),
        "teams": [seat % state.teams for seat in range(state.seats)],
        "needed": state.needed,
        "dealer": state.dealer,
        "cut": [list(map(list, drawn)) for drawn in state.cut],
        "chips": _all_chips(state.chips),
        "sequences": [{"team": team, "cells": list(_cells(five))} for team, five in state.sequences],
        "hand_sizes": list(map(len, state.hands)),
        "discards": list(map(list, state.discards)),
        "deck": len(state.deck),
        "exchanged": state.exchanged,
        "rights": [seat for seat, _ in state.rights],
        "forfeits": state.owed.copy(),
        "passes": state.passes,
    }
    if not state.over:
        seen["turn"] = state.turn
    if state.last:
        seen["last"] = state.last
    return seen


def private_view(state: SequenceState, seat: Seat) -> Json:
    """Return what the seat alone sees: its hand."""
    hand = state.hands[seat]
    return {"hand": hand.copy(), "dead": dead_cards(state, hand)}


def _all_chips(masks: list[int]) -> dict[str, int]:
    chips: dict[str, int] = {}
    for team, mask in enumerate(masks):
        chips |= dict.fromkeys(_cells(mask), team)
    return chips
