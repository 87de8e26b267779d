"""Tables set up by hand: what is not given is empty, and it is seat 0's turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import pytest

from rules.chance import Chance
from rules.contract import Event, IllegalMove, Move, Seat
from rules.sequence import game
from rules.sequence.board import mask_of
from rules.sequence.models import SequenceOptions, SequenceState

CHANCE = Chance(bytes(32), 7)
E = TypeVar("E", bound=Event)


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def table(
    *hands: str,
    teams: int | None = None,
    chips: Sequence[str] = (),
    sequences: Sequence[tuple[int, str]] = (),
    deck: str = "",
    discards: Mapping[int, str] | None = None,
    turn: Seat = 0,
    **options: bool | str,
) -> SequenceState:
    """Return a table with these hands by seat, chips by team and deck (top first)."""
    chosen = SequenceOptions(teams, **options)  # type: ignore[arg-type]
    state = game.deal(chosen, len(hands), CHANCE.at(0))
    state.hands = [list(words(hand)) for hand in hands]
    state.deck = list(words(deck))[::-1]
    for seat, pile in (discards or {}).items():
        state.discards[seat] = list(words(pile))
    for team, cells in enumerate(chips):
        state.chips[team] = mask_of(words(cells))
    state.sequences = [(team, mask_of(words(cells))) for team, cells in sequences]
    state.turn = turn
    return state


def do(state: SequenceState, seat: Seat | None, text: str, chance: Chance = CHANCE) -> list[Event]:
    """Play the move written in the text and return its events."""
    return game.play(state, seat, game.read_move(text), chance.at(chance.ply))


def may(state: SequenceState, seat: Seat) -> list[str]:
    """Return the seat's legal moves as text."""
    return [game.print_move(move) for move in game.legal_moves(state, seat)]


def refusal(state: SequenceState, seat: Seat | None, move: str | Move) -> str:
    """Return the sentence with which the move is refused, having checked that nothing changed."""
    before = state.clone()
    with pytest.raises(IllegalMove) as caught:
        game.play(state, seat, game.read_move(move) if isinstance(move, str) else move, CHANCE)
    assert state == before
    assert caught.value.code in {"illegal_move", "not_your_turn", "game_over"}
    return str(caught.value)


def only(events: list[Event], kind: type[E]) -> list[E]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def made(state: SequenceState) -> list[tuple[int, str]]:
    """Return the finished sequences as (team, cells)."""
    return [(one["team"], " ".join(one["cells"])) for one in game.view(state, None)["sequences"]]
