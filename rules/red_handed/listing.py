"""What a seat may do, found as the cards are turned: a new card only adds incidents, a dark room counts them anew.

A claim that misses, the order of its cards and the filling are free forms: legal, never listed.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from rules.contract import Move, Seat
from rules.red_handed.cards import COMPLETIONS, DARK_ROOM, Needs
from rules.red_handed.models import Flip, Grab, Point, Recover, RedHandedState, Timeout

FLIP = Flip()
GRAB = Grab()
TIMEOUT = Timeout()
RECOVER = Recover()


@cache  # at most one for each two or three of sixty cards
def _grab(cards: tuple[int, ...]) -> Grab:
    return Grab(cards)


@cache
def _point(cards: tuple[int, ...]) -> Point:
    return Point(cards)


def legal_moves(state: RedHandedState, seat: Seat) -> tuple[Move, ...]:
    """List the bare grab and one for each incident; for the seat with the diamond, a point for each."""
    if state.over:
        return ()
    if state.grabber is None:
        return state.grabs if state.counted == len(state.open) else grabs(state)
    return _points(state) if state.grabber == seat else ()


def grabs(state: RedHandedState) -> tuple[Grab, ...]:
    """Return the bare grab and one for each open incident, its cards ascending; nothing while no card is open."""
    if state.counted < len(state.open):
        _count(state)
    return state.grabs


def incident_open(state: RedHandedState) -> bool:
    """Tell whether any open cards are an incident."""
    return len(grabs(state)) > 1


def _points(state: RedHandedState) -> tuple[Point, ...]:
    return tuple([_point(grab.cards) for grab in grabs(state) if grab.cards])


def _count(state: RedHandedState) -> None:
    """Bring the grabs up to the cards now open."""
    codes = [code for _, code in state.open]
    anew = not state.counted or DARK_ROOM in codes[state.counted :]
    start = 0 if anew else state.counted
    found = [GRAB] if anew else list(state.grabs)
    completions = COMPLETIONS[DARK_ROOM in codes]
    numbers: dict[str, list[int]] = {}
    for number, code in enumerate(codes):
        if number >= start:
            _add_grabs(found, number, completions[code], numbers)
        numbers.setdefault(code, []).append(number)
    state.grabs = tuple(found)
    state.counted = len(codes)


def _add_grabs(found: list[Grab], number: int, needs: Needs, numbers: dict[str, list[int]]) -> None:
    """Add the grabs of the incidents that a card makes with those before it, which lie at `numbers` by code."""
    for second, places in numbers.items():
        if second not in needs:
            continue
        thirds = needs[second]
        if not thirds:
            found += [_grab((first, number)) for first in places]
        for third in thirds:
            if third in numbers:
                pairs = product(places, numbers[third])
                found += [_grab((*sorted(pair), number)) for pair in pairs]
