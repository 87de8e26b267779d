"""Tables set up by hand. A card is written as its two pictures, the one that is up first: "PX" is P with X behind.

Cards get their ids in the order in which they are written: row, loose, due, fresh. Moves name them by the same ids.
"""

from __future__ import annotations

from rules.blue_diamond import game
from rules.blue_diamond.models import CARDS, PAIRS, BlueDiamondOptions, BlueDiamondState, Scored
from rules.blue_diamond.positions import note_position
from rules.contract import Event, Move, Seat
from tests.rules import moves
from tests.rules.moves import CHANCE, only

COUPLES = {frozenset(pair) for pair in PAIRS}


def table(
    row: str = "",
    loose: str = "",
    due: str = "",
    fresh: str = "",
    *,
    turn: Seat = 0,
    diamonds: tuple[int, int] = (0, 0),
    turned: str = "",
    **options: bool | str | int,
) -> BlueDiamondState:
    """Return a table with all six cards as written; `turned` are the ids of those that have shown both pictures."""
    state = game.deal(BlueDiamondOptions(**options), 2, CHANCE.at(0))  # type: ignore[arg-type]
    cards = [*row.split(), *loose.split(), *due.split(), *fresh.split()]
    assert {frozenset(card) for card in cards} == COUPLES
    ids = iter(CARDS)
    state.row, state.loose, state.due, state.fresh = (
        [next(ids) for _ in place.split()] for place in (row, loose, due, fresh)
    )
    state.faces = {card: pictures[0] for card, pictures in zip(CARDS, cards, strict=True)}
    state.backs = {card: pictures[1] for card, pictures in zip(CARDS, cards, strict=True)}
    state.turned = [int(card) for card in turned.split()]
    state.turn, state.diamonds = turn, list(diamonds)
    if len(state.row) == len(CARDS):
        note_position(state)
    return state


def do(state: BlueDiamondState, *lines: str) -> list[Event]:
    """Play moves written as text, each by the seat to act, and return the events of the last."""
    events: list[Event] = []
    for line in lines:
        events = moves.do(game, state, state.turn, line)
    return events


def may(state: BlueDiamondState) -> list[str]:
    """Return the legal moves of the seat to act as text."""
    return moves.may(game, state, state.turn)


def refusal(state: BlueDiamondState, move: str | Move, seat: Seat | None = -1) -> str:
    """Return the sentence that refuses the move (of the seat to act), having checked that nothing changed."""
    return moves.refusal(game, state, state.turn if seat == -1 else seat, move)


def scored(events: list[Event]) -> list[tuple[str, Seat, int]]:
    """Return what was scored as (pattern, seat, diamonds)."""
    return [(event.pattern, event.seat, event.diamonds) for event in only(events, Scored)]


def lying(state: BlueDiamondState) -> str:
    """Return the row as ids with their faces: "1P 2A"."""
    return " ".join(f"{one['card']}{one['face']}" for one in game.view(state, None)["row"])


def faces(state: BlueDiamondState) -> str:
    """Return the pictures of the row."""
    return "".join(one["face"] for one in game.view(state, None)["row"])
