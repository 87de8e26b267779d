"""What the chips alone decide about coming moves: kept from move to move, since to work it out costs more than a list.

It is derived and never saved. `of` makes it when it is first asked for, and anew when the chips are not those it was
made for, so nobody has to keep it up; `cover` and `uncover` only make that rare.
"""

from __future__ import annotations

from rules.sequence.board import BIT, CARD_ON, CELLS_OF, PLAYABLE, cells_in
from rules.sequence.cards import JACKS, TWO_EYED
from rules.sequence.lines import gaps
from rules.sequence.models import Play, Prospects, SequenceState

Plays = tuple[Play, ...]

ON_CARD: dict[str, Plays] = {card: tuple(Play(card, cell) for cell in cells) for card, cells in CELLS_OF.items()}
_ON_CELL: dict[str, Plays] = {play.cell: (play,) for plays in ON_CARD.values() for play in plays}
_JACKS: dict[str, None] = dict.fromkeys(JACKS)
_NONE: frozenset[str] = frozenset()
_ON_OTHER = {cell: _ON_CELL[other] for one, two in CELLS_OF.values() for cell, other in ((one, two), (two, one))}


def _by_free_cells(card: str) -> tuple[int, dict[int, Plays]]:
    """Return the mask of the card's two cells, and its plays by which of them are free."""
    one, two = CELLS_OF[card]
    first, second = BIT[one], BIT[two]
    return first | second, {0: (), first: _ON_CELL[one], second: _ON_CELL[two], first | second: ON_CARD[card]}


_BY_FREE_CELLS = {card: _by_free_cells(card) for card in CELLS_OF}


def of(state: SequenceState) -> Prospects:
    """Return the prospects of a state."""
    known = state.prospects
    if known is None or known.chips != state.chips:
        known = state.prospects = _worked_out(state.chips)
    return known


def _worked_out(chips: list[int]) -> Prospects:
    free = PLAYABLE
    for own in chips:
        free &= ~own
    plays: dict[str, Plays | None] = {card: ways[free & cells] for card, (cells, ways) in _BY_FREE_CELLS.items()}
    plays.update(_JACKS)
    return Prospects(chips.copy(), plays, [_cards_for(gaps(own)) if own else _NONE for own in chips])


def cover(known: Prospects, team: int, cell: str, ways: list[int]) -> None:
    """Bring the prospects forward: a chip of the team was put on the cell, which is `lines.crowded` in these ways."""
    known.chips[team] |= BIT[cell]
    card = CARD_ON[cell]
    known.plays[card] = _ON_OTHER[cell] if known.plays[card] is ON_CARD[card] else ()
    if ways:
        known.forking[team] |= _cards_for(gaps(known.chips[team], ways))


def uncover(known: Prospects, team: int, cell: str) -> None:
    """Bring the prospects forward: a chip of the team was taken from the cell."""
    known.chips[team] ^= BIT[cell]
    card = CARD_ON[cell]
    known.plays[card] = ON_CARD[card] if known.plays[card] else _ON_CELL[cell]


def _cards_for(cells: int) -> frozenset[str]:
    """Return the cards by which a chip can come to one of the cells."""
    return TWO_EYED.union(map(CARD_ON.__getitem__, cells_in(cells))) if cells else _NONE
