"""Cards face down: the deal, the gatherings, and what can be known of them.

Each gathering is shuffled, so a card lies with equal chance on every place that its lot still fills, and on no other:
this is not an estimate but all that the table has seen. `redeal_unseen` draws from exactly that.
"""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Seat
from rules.red_handed.cards import DECK
from rules.red_handed.models import Card, RedHandedOptions, RedHandedState


def deal(options: RedHandedOptions, seats: int, chance: Chance) -> RedHandedState:
    """Return a table ready for the first flip."""
    deck: list[Card] = [(0, code) for code in chance.shuffle("deck", DECK)]
    return RedHandedState(
        quick=options.variant == "quick",
        pace_ms=options.pace_ms,
        point_ms=options.point_ms,
        hands=[deck[seat::seats] for seat in range(seats)],
        piles=[[] for _ in range(seats)],
    )


def gather(state: RedHandedState, takers: list[Seat], chance: Chance) -> None:
    """Shuffle the open cards and deal them one by one to the takers, under their hands or on their piles."""
    lot = _clear(state)
    codes = chance.shuffle("gather", [code for _, code in state.open])
    places = state.piles if state.quick else state.hands
    for first, taker in enumerate(takers):
        places[taker] += [(lot, code) for code in codes[first :: len(takers)]]
    state.open = []


def take_back(state: RedHandedState, chance: Chance) -> tuple[int, ...]:
    """Let everyone shuffle the cards that they turned into a new hand; return how many, by seat."""
    lot = _clear(state)
    for seat, hand in enumerate(state.hands):
        own = [code for owner, code in state.open if owner == seat]
        hand += [(lot + seat, code) for code in chance.shuffle(f"recover:{seat}", own)]
    state.open = []
    return tuple(map(len, state.hands))


def _clear(state: RedHandedState) -> int:
    """Begin a new filling; return the first of the new lots' numbers, one for each seat."""
    state.filling += 1
    state.grabs, state.counted = (), 0
    return state.filling * len(state.hands)


def redeal_unseen(state: RedHandedState, chance: Chance) -> RedHandedState:
    """Return a clone in which each lot's cards are drawn anew over the places they fill. All seats know the same."""
    world = state.clone()
    places = [*world.hands, *world.piles]
    lots: dict[int, list[str]] = {}
    for place in places:
        for lot, code in place:
            lots.setdefault(lot, []).append(code)
    drawn = {lot: chance.shuffle("unseen", sorted(codes)) for lot, codes in lots.items()}
    for place in places:
        place[:] = [(lot, drawn[lot].pop()) for lot, _ in place]
    return world
