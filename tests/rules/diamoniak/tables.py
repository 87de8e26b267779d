"""Tables set up by hand: what is not given is empty, it is seat 0's turn, and witches fill the deck.

A player is written as text: "pink*3 | blue*2 diamond fairy" has three cards in a pink palace, and the rest aside.
Without a bar there is no palace.
"""

from __future__ import annotations

from functools import partial

from rules.contract import Seat
from rules.diamoniak import game
from rules.diamoniak.cards import COLOURS, INDEX, KINDS, WITCH
from rules.diamoniak.models import NOBODY, DiamoniakOptions, DiamoniakState
from tests.rules import moves
from tests.rules.moves import CHANCE, only  # noqa: F401 - for the tests of this game

do = partial(moves.do, game)
may = partial(moves.may, game)
is_legal = partial(moves.is_legal, game)
refusal = partial(moves.refusal, game)


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


def palace(state: DiamoniakState, seat: Seat) -> str:
    """Return the seat's palace as text: "pink*3", or nothing."""
    colour = state.colours[seat]
    return "" if colour == NOBODY else f"{COLOURS[colour]}*{state.holdings[seat][colour]}"


def side(state: DiamoniakState, seat: Seat) -> list[str]:
    """Return the codes in the seat's side area."""
    counts: dict[str, int] = game.view(state, None)["players"][seat]["side"]
    return [kind for kind, count in counts.items() for _ in range(count)]


def pack_of(state: DiamoniakState) -> list[str]:
    """Return every card on the table, sorted: the deck, the discard pile, all that is held, and a waiting witch."""
    held = [
        kind for holding in state.holdings for kind, count in zip(KINDS, holding, strict=True) for _ in range(count)
    ]
    return sorted([*state.deck, *state.discard, *held, *([WITCH] if state.paying else [])])
