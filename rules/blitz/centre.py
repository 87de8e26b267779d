"""The stacks in the middle, and whether anybody has a card for them: the printed condition for a reshuffle."""

from __future__ import annotations

from bisect import insort
from collections.abc import KeysView
from operator import attrgetter
from typing import Literal

from rules.blitz.cards import NEXT
from rules.blitz.models import Area, BlitzState, Stack
from rules.contract import Seat

_STUCK = attrgetter("stuck")


def put(state: BlitzState, seat: Seat, card: str, to: int | Literal["new"]) -> int:
    """Lay a seat's card on a stack or start one with it; return the stack's number."""
    wanted = state.wanted
    if to == "new":
        to = len(state.stacks)
        state.stacks.append(Stack(card[0], [seat]))
    else:
        state.stacks[to].owners.append(seat)
        wanted[card].remove(to)
        if not wanted[card]:
            del wanted[card]
    if card in NEXT:
        insort(wanted.setdefault(NEXT[card], []), to)  # sorted, as in a state that was read from its snapshot
    return to


def all_stuck(state: BlitzState) -> bool:
    """Tell whether all players have said that they have nothing to play."""
    return all(map(_STUCK, state.areas))


def is_dry(state: BlitzState) -> bool:
    """Tell whether nobody has a card for the centre: no Blitz top, no work top, none that a reserve will bring."""
    for area in state.areas:
        if area.supplies is None:
            area.supplies = has_card_for(state.wanted.keys(), area)
        if area.supplies:
            return False
    return True


def has_card_for(wanted: KeysView[str], area: Area) -> bool:
    """Tell whether one of the wanted cards can be played at once or after turning alone.

    Turning shows, from the present top of the waste on, every third card and the last; and once the waste has been
    turned over, every third from the start.
    """
    if area.blitz[-1] in wanted:
        return True
    cycle, turned = area.cycle, area.turned
    return not (
        wanted.isdisjoint([stack[-1] for stack in area.work])
        and wanted.isdisjoint(cycle[2::3])
        and wanted.isdisjoint(cycle[-1:])
        and (not turned or wanted.isdisjoint(cycle[turned - 1 :: 3]))
    )
