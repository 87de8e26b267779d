"""Tables set up by hand: what is not given is empty, it is seat 0's turn, and witches fill the deck.

A player is written as text: "pink*3 | blue*2 diamond fairy" has three cards in a pink palace, and the rest aside.
Without a bar there is no palace.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest

from rules.chance import Chance
from rules.contract import Event, IllegalMove, Move, Seat
from rules.diamoniak import game
from rules.diamoniak.cards import COLOURS, INDEX, KINDS, WITCH
from rules.diamoniak.models import NOBODY, DiamoniakOptions, DiamoniakState

CHANCE = Chance(bytes(32), 7)
E = TypeVar("E", bound=Event)


def cards(text: str) -> list[str]:
    """Return the codes of a text like "pink*2 diamond"."""
    found: list[str] = []
    for word in text.split():
        name, _, times = word.partition("*")
        found += [f"palace:{name}" if name in COLOURS else name] * int(times or 1)
    return found


def table(
    *players: str,
    deck: str = "witch",
    discard: str = "",
    drawn: str = "",
    turn: Seat = 0,
) -> DiamoniakState:
    """Return a table with these players, deck (top first), discard pile (oldest first) and cards drawn this turn."""
    state = game.deal(DiamoniakOptions(), len(players), CHANCE.at(0))
    state.turn = turn
    state.deck = cards(deck)[::-1]
    state.discard = cards(discard)
    state.drawn = cards(drawn)
    for seat, text in enumerate(players):
        palace, bar, side = text.rpartition("|")
        held = cards(palace) + cards(side)
        state.holdings[seat] = [held.count(kind) for kind in KINDS]
        state.colours[seat] = INDEX[cards(palace)[0]] if bar else NOBODY
    return state


def met_by_witch(*players: str, turn: Seat = 0) -> DiamoniakState:
    """Return the table after the seat whose turn it is drew a witch."""
    state = table(*players, turn=turn)
    do(state, turn, "draw")
    return state


def do(state: DiamoniakState, seat: Seat | None, *lines: str, chance: Chance = CHANCE) -> list[Event]:
    """Play the moves written in the lines and return the events of all."""
    return [event for line in lines for event in game.play(state, seat, game.read_move(line), chance.at(chance.ply))]


def may(state: DiamoniakState, seat: Seat) -> list[str]:
    """Return the seat's legal moves as text."""
    return [game.print_move(move) for move in game.legal_moves(state, seat)]


def refusal(state: DiamoniakState, seat: Seat | None, move: str | Move) -> str:
    """Return the sentence with which the move is refused, having checked that nothing changed."""
    before = state.clone()
    with pytest.raises(IllegalMove) as caught:
        game.play(state, seat, game.read_move(move) if isinstance(move, str) else move, CHANCE)
    assert state == before
    assert caught.value.code in {"illegal_move", "not_your_turn", "game_over"}
    return str(caught.value)


def palace(state: DiamoniakState, seat: Seat) -> str:
    """Return the seat's palace as text: "pink*3", or nothing."""
    colour = state.colours[seat]
    return "" if colour == NOBODY else f"{COLOURS[colour]}*{state.holdings[seat][colour]}"


def side(state: DiamoniakState, seat: Seat) -> list[str]:
    """Return the codes in the seat's side area."""
    counts: dict[str, int] = game.view(state, None)["players"][seat]["side"]
    return [kind for kind, count in counts.items() for _ in range(count)]


def only(events: Sequence[Event], kind: type[E]) -> list[E]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def pack_of(state: DiamoniakState) -> list[str]:
    """Return every card on the table, sorted: the deck, the discard pile, all that is held, and a waiting witch."""
    held = [
        kind for holding in state.holdings for kind, count in zip(KINDS, holding, strict=True) for _ in range(count)
    ]
    return sorted([*state.deck, *state.discard, *held, *([WITCH] if state.paying else [])])
