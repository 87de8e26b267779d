"""What a viewer may see of a table: the same for all, since nothing but the deck's order is hidden.

needed    cards of a complete palace              deck      how many cards it has
price     diamonds for a bought card              discard   the pile, oldest card first
phase     "start", "drawing", "paying", "over"    drawn     the cards of this turn; a witch at its end waits
turn      the seat to act, until all is over      toll      cards to pay, if not a fairy, while paying
winner    the seat that won, once all is over
players   by seat: `colour` of the palace, if there is one; `palace`, its number of cards; `side`, the other
          cards by code, `diamond` and `fairy` among them, and no code without a card
"""

from __future__ import annotations

from rules.contract import Json, Seat
from rules.diamoniak.cards import COLOURS, KINDS, PALACE_SIZE, PRICE
from rules.diamoniak.listing import toll_of
from rules.diamoniak.models import NOBODY, DiamoniakState


def view(state: DiamoniakState) -> Json:
    """Return the table as everybody sees it."""
    seen: Json = {
        "needed": PALACE_SIZE,
        "price": PRICE,
        "phase": state.phase,
        "drawn": list(state.drawn),
        "deck": len(state.deck),
        "discard": list(state.discard),
        "players": [_player(state, seat) for seat in range(state.seats)],
    }
    if state.over:
        seen["winner"] = state.winner
    else:
        seen["turn"] = state.turn
    if state.paying:
        seen["toll"] = toll_of(state.holdings[state.turn])
    return seen


def _player(state: DiamoniakState, seat: Seat) -> Json:
    colour = state.colours[seat]
    counts = enumerate(state.holdings[seat])
    player: Json = {
        "palace": state.palace_of(seat),
        "side": {KINDS[kind]: count for kind, count in counts if count and kind != colour},
    }
    if colour != NOBODY:
        player["colour"] = COLOURS[colour]
    return player
