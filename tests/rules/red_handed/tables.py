"""Tables set up by hand: what is not given is empty; open cards are turned by the seats in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest

from rules.chance import Chance
from rules.contract import Event, IllegalMove, Move, Seat
from rules.red_handed import game
from rules.red_handed.cards import DECK
from rules.red_handed.listing import FLIP
from rules.red_handed.models import RedHandedOptions, RedHandedState

CHANCE = Chance(bytes(32), 7)
THEFT = "Tr1 Dr1 Fr1"  # three open cards that are a theft
NO_INCIDENT = "Tr1 Dr2 Fg1"
WHOLE_DECK = sorted(DECK)
E = TypeVar("E", bound=Event)


def table(*hands: str, opened: str = "", filling: int = 0, **options: str | int) -> RedHandedState:
    """Return a table with these hands by seat (top first) and open cards, "Tr1" or "2:Tr1" where seat 2 turned it."""
    chosen = RedHandedOptions(**options)  # type: ignore[arg-type]
    state = game.deal(chosen, len(hands), CHANCE.at(0))
    state.hands = [[(0, code) for code in hand.split()] for hand in hands]
    for number, one in enumerate(opened.split()):
        owner, colon, code = one.rpartition(":")
        state.open.append((int(owner) if colon else number % len(hands), code))
    state.filling = filling
    return state


def full_table(seats: int, seed: int = 1, **options: str | int) -> RedHandedState:
    """Return a dealt table of which all sixty cards were turned up."""
    chance = Chance(seed.to_bytes(32, "big"))
    state = game.deal(RedHandedOptions(**options), seats, chance)  # type: ignore[arg-type]
    for ply in range(60 // seats):
        game.play(state, None, FLIP, chance.at(ply))
    assert not any(state.hands)
    return state


def do(state: RedHandedState, seat: Seat | None, text: str, chance: Chance = CHANCE) -> list[Event]:
    """Play the move written in the text and return its events."""
    return game.play(state, seat, game.read_move(text), chance.at(chance.ply))


def may(state: RedHandedState, seat: Seat) -> list[str]:
    """Return the seat's legal moves as text."""
    return [game.print_move(move) for move in game.legal_moves(state, seat)]


def refused(state: RedHandedState, seat: Seat | None, move: str | Move) -> IllegalMove:
    """Return the refusal of the move, having checked that it cost nothing."""
    before = state.clone()
    with pytest.raises(IllegalMove) as caught:
        game.play(state, seat, game.read_move(move) if isinstance(move, str) else move, CHANCE)
    assert state == before
    assert str(caught.value).endswith(".")
    return caught.value


def only(events: Sequence[Event], kind: type[E]) -> E:
    """Return the one event of that kind."""
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def cards(places: Sequence[Sequence[tuple[int, str]]]) -> list[str]:
    """Return what lies in hands or piles, each as sorted text."""
    return [" ".join(sorted(code for _, code in place)) for place in places]


def everything(state: RedHandedState) -> list[str]:
    """Return all cards of the table, sorted."""
    down = [code for place in (*state.hands, *state.piles) for _, code in place]
    return sorted([*down, *(code for _, code in state.open)])
