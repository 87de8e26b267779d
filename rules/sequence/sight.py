"""What one viewer may see of a table, built up from nothing: what is not written here is not shown."""

from __future__ import annotations

from functools import lru_cache

from rules.contract import Json, Viewer
from rules.sequence.board import LAYOUT, cells_in
from rules.sequence.listing import dead_cards
from rules.sequence.models import SequenceState

_cells = lru_cache(4096)(cells_in)  # most chips lie where they lay a move ago, and for every viewer


def view(state: SequenceState, viewer: Viewer) -> Json:
    """Return the table as the viewer may see it; a spectator sees no hand."""
    seen = _public(state)
    if not state.over:
        seen["turn"] = state.turn
    if state.last:
        seen["last"] = state.last
    if viewer is not None:
        hand = state.hands[viewer]
        seen["hand"] = list(hand)
        seen["dead"] = dead_cards(state, hand)
    return seen


@lru_cache(4096)
def _chips(team: int, mask: int) -> dict[str, int]:
    return dict.fromkeys(cells_in(mask), team)


def _all_chips(masks: list[int]) -> dict[str, int]:
    chips: dict[str, int] = {}
    for team, mask in enumerate(masks):
        chips |= _chips(team, mask)
    return chips


def _public(state: SequenceState) -> Json:
    return {
        "layout": list(LAYOUT),
        "teams": [seat % state.teams for seat in range(state.seats)],
        "needed": state.needed,
        "dealer": state.dealer,
        "cut": [[[seat, card] for seat, card in drawn] for drawn in state.cut],
        "chips": _all_chips(state.chips),
        "sequences": [{"team": team, "cells": list(_cells(five))} for team, five in state.sequences],
        "hand_sizes": [len(hand) for hand in state.hands],
        "discards": [list(pile) for pile in state.discards],
        "deck": len(state.deck),
        "exchanged": state.exchanged,
        "rights": [seat for seat, _ in state.rights],
        "forfeits": list(state.owed),
        "passes": state.passes,
    }
