"""Moves as text at a table set up by hand, for every game alike: each game's `tables.py` binds its own game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest

from rules.chance import Chance
from rules.contract import AnyGame, Event, IllegalMove, Move, Seat, State

CHANCE = Chance(bytes(32), 7)
E = TypeVar("E", bound=Event)


def do(game: AnyGame, state: State, seat: Seat | None, *lines: str, chance: Chance = CHANCE) -> list[Event]:
    """Play the moves written in the lines and return the events of all."""
    return [event for line in lines for event in game.play(state, seat, game.read_move(line), chance.at(chance.ply))]


def may(game: AnyGame, state: State, seat: Seat) -> list[str]:
    """Return the seat's legal moves as text."""
    return [game.print_move(move) for move in game.legal_moves(state, seat)]


def is_legal(game: AnyGame, state: State, seat: Seat | None, move: Move) -> bool:
    """Tell whether the rules let the seat make the move."""
    try:
        game.check(state, seat, move)
    except IllegalMove:
        return False
    return True


def refused(game: AnyGame, state: State, seat: Seat | None, move: str | Move) -> IllegalMove:
    """Return the refusal of the move, having checked that it cost nothing and is a sentence."""
    before = state.clone()
    with pytest.raises(IllegalMove) as caught:
        game.play(state, seat, game.read_move(move) if isinstance(move, str) else move, CHANCE)
    assert state == before
    assert str(caught.value).endswith((".", "!"))
    return caught.value


def refusal(game: AnyGame, state: State, seat: Seat | None, move: str | Move) -> str:
    """Return the sentence with which the move is refused, having checked that nothing changed."""
    error = refused(game, state, seat, move)
    assert error.code in {"illegal_move", "not_your_turn", "game_over", "repetition"}
    return str(error)


def only(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def sole(events: Iterable[Event], kind: type[E]) -> E:
    """Return the one event of that kind."""
    (event,) = only(events, kind)
    return event
