"""What a seat may do, listed from moves that are built once and shared by all tables."""

from __future__ import annotations

from typing import NamedTuple

from rules.blitz.cards import BENEATH, NO_CARD
from rules.blitz.models import BlitzState, PlayToCentre, PlayToWork, Stuck, Turn
from rules.blitz.sources import SINGLES, SLOTS, WHOLE
from rules.contract import Move, Seat

STACKS = 32  # eight players have no more ones to start them with
TURN = Turn()
STUCK = Stuck()


class _From(NamedTuple):
    """All moves of one source."""

    new: PlayToCentre
    stacks: tuple[PlayToCentre, ...]
    slots: tuple[PlayToWork, ...]


def _moves_from(source: str) -> _From:
    return _From(
        PlayToCentre(source, "new"),
        tuple(PlayToCentre(source, stack) for stack in range(STACKS)),
        tuple(PlayToWork(source, slot) for slot in range(SLOTS)),
    )


_SINGLES = tuple(map(_moves_from, SINGLES))
_WHOLE = tuple(tuple(PlayToWork(source, to) for to in range(SLOTS)) for source in WHOLE)
_SHARED: dict[Move, Move] = {
    move: move for row in (*((one.new, *one.stacks, *one.slots) for one in _SINGLES), *_WHOLE) for move in row
}


def shared(move: Move) -> Move:
    """Return the shared object equal to a move, or the move itself when no table can have it."""
    return _SHARED.get(move, move)


def legal_moves(state: BlitzState, seat: Seat) -> list[Move]:
    """List what the seat may do now."""
    if state.phase != "play":
        return []
    area = state.areas[seat]
    wanted = state.wanted
    tops = [stack[-1] for stack in area.work]
    waste = area.cycle[area.turned - 1] if area.turned else NO_CARD
    moves: list[Move] = []
    for one, card in zip(_SINGLES, (area.blitz[-1], waste, *tops), strict=False):
        if card in wanted:
            moves += [one.stacks[stack] for stack in wanted[card]] or [one.new]
        if not BENEATH[card].isdisjoint(tops):
            moves += [one.slots[slot] for slot, top in enumerate(tops) if top in BENEATH[card]]
    for stack, to_slots in zip(area.work, _WHOLE, strict=False):
        if not BENEATH[stack[0]].isdisjoint(tops):
            moves += [to_slots[slot] for slot, top in enumerate(tops) if top in BENEATH[stack[0]]]
    if area.cycle:
        moves.append(TURN)
    if not area.stuck:
        moves.append(STUCK)
    return moves
