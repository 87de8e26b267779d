"""Drawing: the reshuffle when the deck is empty, and the rights to draw where draws must be said.

A right is (seat, index): the index in that seat's discard pile of the card the draw replaces, or GONE once a
reshuffle has taken that card into the deck. Rights stand in the order of the plays that opened them.
"""

from __future__ import annotations

from functools import cache

from rules.chance import Chance
from rules.contract import Event, Seat
from rules.sequence.models import DrawLost, Drew, Reshuffled, SequenceState

GONE = -1
_drew = cache(Drew)  # an event is a value, so equal ones may be one object: nearly every move draws


def draw_card(state: SequenceState, seat: Seat, replaced: int, chance: Chance, events: list[Event]) -> bool:
    """Draw a card for the one at index `replaced` of the seat's pile; return False if there was nothing to draw."""
    if not state.deck:
        _reshuffle(state, seat, replaced, chance, events)
        if not state.deck:
            return False
    card = state.deck.pop()
    state.hands[seat].append(card)
    events.append(_drew(seat, card))
    return True


def _reshuffle(state: SequenceState, seat: Seat, replaced: int, chance: Chance, events: list[Event]) -> None:
    """Shuffle all discards but the replaced card, which stays on its owner's pile, into a new deck."""
    kept = state.discards[seat].pop(replaced) if replaced != GONE else None
    cards = [card for pile in state.discards for card in pile]
    state.discards = [[] for _ in state.discards]
    if kept is not None:
        state.discards[seat].append(kept)
    state.rights = [(owner, GONE) for owner, _ in state.rights]
    if cards:
        state.deck = chance.shuffle("reshuffle", cards)[::-1]
        events.append(Reshuffled(len(cards)))


def right_of(state: SequenceState, seat: Seat) -> int:
    """Return the place of the seat's open right among all rights, or -1."""
    for place, (owner, _) in enumerate(state.rights):
        if owner == seat:
            return place
    return -1


def open_right(state: SequenceState, seat: Seat, events: list[Event]) -> None:
    """Give the seat the right to draw for its last discard; its old right and all older ones are lost."""
    lapse(state, right_of(state, seat) + 1, events)
    state.rights.append((seat, len(state.discards[seat]) - 1))


def use_right(state: SequenceState, seat: Seat, chance: Chance, events: list[Event]) -> None:
    """Draw by right. All older rights are lost, since a later player has now played and drawn."""
    place = right_of(state, seat)
    _, replaced = state.rights.pop(place)
    if not draw_card(state, seat, replaced, chance, events):
        events.append(DrawLost(seat))
    lapse(state, place, events)


def lapse(state: SequenceState, count: int, events: list[Event]) -> None:
    """End the oldest `count` rights."""
    events.extend(DrawLost(seat) for seat, _ in state.rights[:count])
    del state.rights[:count]
