"""Tables set up by hand: what is not given is empty; open cards are turned by the seats in their order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.chance import Chance
from rules.red_handed import game
from rules.red_handed.cards import DECK
from rules.red_handed.listing import FLIP
from rules.red_handed.models import RedHandedOptions, RedHandedState
from tests.rules import moves
from tests.rules.moves import CHANCE, sole  # noqa: F401 - for the tests of this game

do = partial(moves.do, game)
may = partial(moves.may, game)
refused = partial(moves.refused, game)

THEFT = "Tr1 Dr1 Fr1"  # three open cards that are a theft
NO_INCIDENT = "Tr1 Dr2 Fg1"
WHOLE_DECK = sorted(DECK)


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


def cards(places: Sequence[Sequence[tuple[int, str]]]) -> list[str]:
    """Return what lies in hands or piles, each as sorted text."""
    return [" ".join(sorted(code for _, code in place)) for place in places]


def everything(state: RedHandedState) -> list[str]:
    """Return all cards of the table, sorted."""
    down = [code for place in (*state.hands, *state.piles) for _, code in place]
    return sorted([*down, *(code for _, code in state.open)])
