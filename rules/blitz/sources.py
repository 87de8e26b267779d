"""Where cards come from, as moves write it: "blitz", "waste", "work:SLOT", and "work:SLOT:all" for a whole stack."""

from __future__ import annotations

from rules.blitz.cards import BIT
from rules.blitz.models import Area

SLOTS = 5  # of the longest row
SINGLES = ("blitz", "waste", *(f"work:{slot}" for slot in range(SLOTS)))
WHOLE = tuple(f"work:{slot}:all" for slot in range(SLOTS))
SLOT_OF = {source: int(source[5]) for source in (*SINGLES[2:], *WHOLE)}
PACKET = 3


def cards_at(area: Area, source: str) -> list[str]:
    """Return what the source would give, the highest card first: nothing where there is no such place or card."""
    if source == "blitz":
        return area.blitz[-1:]
    if source == "waste":
        return area.cycle[area.turned - 1 : area.turned]
    slot = SLOT_OF.get(source, SLOTS)
    if slot >= len(area.work):
        return []
    return area.work[slot] if source in WHOLE else area.work[slot][-1:]


def take(area: Area, source: str) -> list[str]:
    """Remove and return what the source gives, the highest card first; a waste shows its next card."""
    cards = cards_at(area, source)
    if source == "blitz":
        del area.blitz[-1]
    elif source == "waste":
        area.turned -= 1
        del area.cycle[area.turned]
        _show_waste(area)
    else:
        stack = area.work[SLOT_OF[source]]
        area.work[SLOT_OF[source]] = stack[: len(stack) - len(cards)]
    return cards


def turn_packet(area: Area) -> int:
    """Turn the next three cards, or what is left of the reserve; return how many. An empty reserve begins again."""
    size = len(area.cycle)
    start = area.turned if area.turned < size else 0
    area.turned = min(start + PACKET, size)
    _show_waste(area)
    return area.turned - start


def _show_waste(area: Area) -> None:
    if area.turned:
        bit = BIT[area.cycle[area.turned - 1]]
        area.shown |= bit
        area.placed |= bit
