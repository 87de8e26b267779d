"""Setting up a round, shuffling the reserves, and drawing anew what nobody can know."""

from __future__ import annotations

from rules.blitz.cards import BIT, PACK
from rules.blitz.models import Area, BlitzOptions, BlitzState
from rules.chance import Chance
from rules.contract import Seat

BLITZ_SIZE = 10
_SLOTS = {2: 5, 3: 4}


def slots(seats: int) -> int:
    """Return the length of a work row at a table of so many."""
    return _SLOTS.get(seats, 3)


def deal(options: BlitzOptions, seats: int, chance: Chance) -> BlitzState:
    """Return a table with the first round set up."""
    return BlitzState(options.rounds, options.break_ms, deal_round(1, seats, chance))


def deal_round(number: int, seats: int, chance: Chance) -> list[Area]:
    """Return what lies before each player at the start of a round."""
    return [_lay_out(chance.shuffle(f"round:{number}:seat:{seat}", PACK), slots(seats)) for seat in range(seats)]


def _lay_out(cards: list[str], row: int) -> Area:
    return Area(
        blitz=cards[row : row + BLITZ_SIZE][::-1],
        work=[[card] for card in cards[:row]],
        cycle=cards[row + BLITZ_SIZE :],
    )


def reshuffle(area: Area, seat: Seat, chance: Chance) -> None:
    """Shuffle a player's waste and reserve into a new reserve."""
    area.cycle = chance.shuffle(f"reshuffle:{seat}", area.cycle)
    area.turned = 0
    area.placed = 0
    area.stuck = False
    area.forget_waste()


def redraw_unseen(state: BlitzState, chance: Chance) -> BlitzState:
    """Return a clone in which all cards whose place no player can know are drawn anew, each player's among their own.

    All players know the same. Each deck is known as a set. A card that was the top of a waste is known to be in that
    cycle, and its place too unless the cycle was shuffled since. A card never shown lies anywhere face down: under the
    top of the Blitz pile or in the rest of the cycle. What a reshuffle by the clock may tell is not kept.
    """
    world = state.clone()
    for seat, area in enumerate(world.areas):
        _redraw(area, chance, seat, covered=len(area.blitz) if state.phase == "ready" else len(area.blitz) - 1)
    return world


def _redraw(area: Area, chance: Chance, seat: Seat, covered: int) -> None:
    covered = max(covered, 0)
    loose = [place for place, card in enumerate(area.cycle) if not area.placed & BIT[card]]
    known = [area.cycle[place] for place in loose if area.shown & BIT[area.cycle[place]]]
    never = {*area.blitz[:covered], *(area.cycle[place] for place in loose)} - {*known}
    unseen = chance.shuffle(f"unseen:{seat}", sorted(never))
    area.blitz[:covered] = unseen[:covered]
    rest = chance.shuffle(f"places:{seat}", sorted(known + unseen[covered:]))
    for place, card in zip(loose, rest, strict=True):
        area.cycle[place] = card
