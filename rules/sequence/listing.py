"""What a seat may do, listed from moves that are built once and shared by all tables."""

from __future__ import annotations

from functools import cache

from rules.contract import Move, Seat
from rules.sequence.board import BIT, CARD_ON, CELLS, CELLS_OF, CORNER, PLAYABLE, SIZE, WIDTH, cells_in
from rules.sequence.cards import CARDS, JACKS, TWO_EYED
from rules.sequence.drawing import right_of
from rules.sequence.lines import choices, forks
from rules.sequence.models import Draw, Exchange, Forfeit, Pass, Penalty, Play, SequenceState

DRAW = Draw()
PASS = Pass()
FORFEITS = {card: Forfeit(card) for card in CARDS}
EXCHANGES = {card: Exchange(card) for card in CELLS_OF}
_ROWS = [(1 << SIZE) - 1 << start for start in range(0, SIZE * WIDTH, WIDTH)]
_OPEN_CELLS = [cell for cell in CELLS if CARD_ON[cell] != CORNER]


def _plays(card: str, cells: list[str]) -> tuple[tuple[int, Play], ...]:
    return tuple((BIT[cell], Play(card, cell)) for cell in cells)


def _by_open_cells(card: str) -> tuple[int, dict[int, tuple[Play, ...]]]:
    """Return the mask of the card's two cells, and its plays by which of them are open."""
    (one, first), (other, second) = _plays(card, list(CELLS_OF[card]))
    return one | other, {one: (first,), other: (second,), one | other: (first, second)}


_ON_CARD = {card: _by_open_cells(card) for card in CELLS_OF}
_BY_JACK = {card: _plays(card, _OPEN_CELLS) for card in sorted(JACKS)}
_SHARED = {
    (play.card, play.cell): play
    for play in (
        *(play for cells, by_open in _ON_CARD.values() for play in by_open[cells]),
        *(play for row in _BY_JACK.values() for _, play in row),
    )
}


def shared_play(play: Play) -> Play:
    """Return the shared object equal to a play, or the play itself when it is not in the tables."""
    return play if play.line is not None else _SHARED.get((play.card, play.cell), play)


def legal_moves(state: SequenceState, seat: Seat) -> list[Move]:
    """List what the seat may do now: its forfeits first of all, else its turn and its open draw."""
    if state.over:
        return []
    if state.owed[seat]:
        return [FORFEITS[card] for card in dict.fromkeys(state.hands[seat])]
    moves = turn_moves(state, seat) if seat == state.turn else []
    if state.rights and right_of(state, seat) >= 0:
        moves.append(DRAW)
    return moves


def referee_calls(state: SequenceState) -> list[Move]:
    """List the fines that the referee may call: where advice is punished and teams have members to advise."""
    fined = state.table_talk and not state.over and state.seats != state.teams
    return [Penalty(team) for team in range(state.teams)] if fined else []


def free_cells(state: SequenceState) -> int:
    """Return the mask of the cells a chip may be placed on."""
    free = PLAYABLE
    for chips in state.chips:
        free ^= chips
    return free


def targets(state: SequenceState, team: int) -> int:
    """Return the mask of the chips that the team may take with a one-eyed jack."""
    chips = PLAYABLE ^ free_cells(state) ^ state.chips[team]
    if not state.hard:
        for _, five in state.sequences:
            chips &= ~five
    return chips


def turn_moves(state: SequenceState, seat: Seat) -> list[Move]:
    """List the plays and exchanges of the seat whose turn it is, or the pass when there are none."""
    team = seat % state.teams
    free = free_cells(state)
    spots = 0  # the cells a chip may be placed on with this hand
    plays: list[Move] = []
    dead: list[str] = []
    for card in dict.fromkeys(state.hands[seat]):
        if on_card := _ON_CARD.get(card):
            cells, by_open = on_card
            if open_cells := free & cells:
                spots |= open_cells
                plays += by_open[open_cells]
            else:
                dead.append(card)
        elif card in TWO_EYED:
            spots = free
            plays += _plays_of_jack(card, free)
        else:
            plays += _plays_of_jack(card, targets(state, team))
    if branching := forks(state.chips[team], spots):
        plays += _named_plays(state, seat, branching)
    if dead and not state.exchanged:
        plays += [EXCHANGES[card] for card in dead]
    return plays or [PASS]


def _plays_of_jack(card: str, cells: int) -> list[Move]:
    """List the plays of a jack on the cells, row by row: cell by cell would take three times as long."""
    plays: list[Move] = []
    for row in _ROWS:
        if cells & row:
            plays += _plays_in_row(card, cells & row)
    return plays


@cache  # a thousand ways to fill each of ten rows, for four jacks
def _plays_in_row(card: str, cells: int) -> tuple[Play, ...]:
    return tuple(play for bit, play in _BY_JACK[card] if cells & bit)


def _named_plays(state: SequenceState, seat: Seat, branching: int) -> list[Move]:
    """List a play for each five that may be named, where one direction offers more than one."""
    team = seat % state.teams
    finished = state.sequences_of(team)
    cells = cells_in(branching)
    named: list[Move] = []
    for card in dict.fromkeys(state.hands[seat]):
        for cell in cells:
            if card in TWO_EYED or card == CARD_ON[cell]:
                for fives in choices(state.chips[team] | BIT[cell], cell, finished):
                    if len(fives) > 1:
                        named += [_named_play(card, cell, five) for five in fives]
    return named


@cache  # some thousands at most: the cards and fives of each cell
def _named_play(card: str, cell: str, five: int) -> Play:
    return Play(card, cell, cells_in(five))


def dead_cards(state: SequenceState, hand: list[str]) -> list[str]:
    """Return the cards of a hand whose cells are both covered, each once; never a jack."""
    free = free_cells(state)
    return [card for card in dict.fromkeys(hand) if card in _ON_CARD and not free & _ON_CARD[card][0]]
