"""What a seat may do, listed from moves that are built once and shared by all tables."""

from __future__ import annotations

from typing import NamedTuple

from rules.blitz.cards import ONTO
from rules.blitz.models import Area, BlitzState, PlayToCentre, PlayToWork, Stuck, Turn
from rules.blitz.sources import SINGLES, SLOTS, WHOLE
from rules.contract import Move, Seat

STACKS = 32  # eight players have no more ones to start them with
Places = dict[str, list[int]]  # by card: the stacks, or the slots, that take it
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


_BLITZ, _WASTE, *_TOPS = map(_moves_from, SINGLES)
_WHOLE = tuple(tuple(PlayToWork(source, to) for to in range(SLOTS)) for source in WHOLE)
_SHARED: dict[Move, Move] = {
    move: move
    for row in (*((one.new, *one.stacks, *one.slots) for one in (_BLITZ, _WASTE, *_TOPS)), *_WHOLE)
    for move in row
}


def shared(move: Move) -> Move:
    """Return the shared object equal to a move, or the move itself when no table can have it."""
    return _SHARED.get(move, move)


def legal_moves(state: BlitzState, seat: Seat) -> list[Move]:
    """List what the seat may do now."""
    if state.phase != "play":
        return []
    area = state.areas[seat]
    if area.listed is None:
        area.listed = _list_moves(area, state.wanted)
    return area.listed.copy()


def _list_moves(area: Area, wanted: Places) -> list[Move]:
    places = area.places
    if places is None:
        places = area.places = _places_in(area.work)
    if area.row_plays is None:
        area.row_plays = _row_plays(area, wanted, places)
    moves = area.row_plays.copy()
    if area.turned:
        _add_plays(moves, _WASTE, area.cycle[area.turned - 1], wanted, places)
    if area.cycle:
        moves.append(TURN)
    if not area.stuck:
        moves.append(STUCK)
    return moves


def _places_in(work: list[list[str]]) -> Places:
    """Return, for each card that can be laid on a work stack, the slots that take it."""
    places: Places = {}
    for slot, stack in enumerate(work):
        for card in ONTO[stack[-1]]:
            if card in places:
                places[card].append(slot)
            else:
                places[card] = [slot]
    return places


def _row_plays(area: Area, wanted: Places, places: Places) -> list[Move]:
    """List the plays of the Blitz pile and of the work row."""
    moves: list[Move] = []
    _add_plays(moves, _BLITZ, area.blitz[-1], wanted, places)
    for one, whole, stack in zip(_TOPS, _WHOLE, area.work, strict=False):
        if stack[-1] in wanted or stack[-1] in places:
            _add_plays(moves, one, stack[-1], wanted, places)
        if stack[0] in places:
            moves += [whole[slot] for slot in places[stack[0]]]
    return moves


def _add_plays(moves: list[Move], one: _From, card: str, wanted: Places, places: Places) -> None:
    """Add what can be done with one card: each stack in the centre or a new one, each slot."""
    if card in wanted:
        moves += [one.stacks[stack] for stack in wanted[card]] or [one.new]
    if card in places:
        moves += [one.slots[slot] for slot in places[card]]
