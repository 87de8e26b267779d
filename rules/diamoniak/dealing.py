"""The set-up, the reshuffle, and the deck as a seat may imagine it."""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event
from rules.diamoniak.cards import KINDS, PACK
from rules.diamoniak.models import NOBODY, DiamoniakOptions, DiamoniakState, Reshuffled


def deal(options: DiamoniakOptions, seats: int, chance: Chance) -> DiamoniakState:
    """Return the table before the first turn: the whole pack is the deck."""
    deck = chance.shuffle("deck", PACK)[::-1]
    starter = chance.below("starter", seats) if options.starter == "random" else options.starter
    return DiamoniakState(
        seats=seats,
        turn=starter,
        deck=deck,
        discard=[],
        holdings=[[0] * len(KINDS) for _ in range(seats)],
        colours=[NOBODY] * seats,
    )


def reshuffle(state: DiamoniakState, chance: Chance, events: list[Event]) -> None:
    """Make the discard pile the deck. It has cards whenever the deck has none: nobody can keep a witch."""
    state.deck = chance.shuffle("reshuffle", state.discard)[::-1]
    state.discard = []
    events.append(Reshuffled(len(state.deck)))


def reorder_unseen(state: DiamoniakState, chance: Chance) -> DiamoniakState:
    """Return a clone whose deck lies in another order. Its cards are known to all: they are those not in sight."""
    world = state.clone()
    world.deck = chance.shuffle("unseen", sorted(world.deck))
    return world
