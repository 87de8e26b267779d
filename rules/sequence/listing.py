"""What a seat may do, listed from moves that are built once and shared by all tables."""

from __future__ import annotations

from functools import cache

from rules.contract import Move, Seat
from rules.sequence import prospects
from rules.sequence.board import BIT, CARD_ON, CELLS, CELLS_OF, CORNER, PLAYABLE, SIZE, WIDTH, cells_in, mask_of
from rules.sequence.cards import CARDS, JACKS, TWO_EYED
from rules.sequence.drawing import right_of
from rules.sequence.lines import choices, gaps
from rules.sequence.models import Draw, Exchange, Forfeit, Pass, Penalty, Play, SequenceState

DRAW = Draw()
PASS = Pass()
FORFEITS = {card: Forfeit(card) for card in CARDS}
EXCHANGES = {card: Exchange(card) for card in CELLS_OF}
_CELLS = {card: mask_of(cells) for card, cells in CELLS_OF.items()}
_ROWS = [(1 << SIZE) - 1 << start for start in range(0, SIZE * WIDTH, WIDTH)]


class _InRow(dict[int, tuple[Play, ...]]):
    """The plays of one jack by the cells that are open in one row: a thousand ways to fill each, made when met."""

    def __init__(self, card: str) -> None:
        open_cells = [cell for cell in CELLS if CARD_ON[cell] != CORNER]
        self.by_row = [[(BIT[cell], Play(card, cell)) for cell in open_cells if BIT[cell] & row] for row in _ROWS]

    def __missing__(self, cells: int) -> tuple[Play, ...]:
        row = self.by_row[cells.bit_length() // WIDTH]
        plays = self[cells] = tuple([play for bit, play in row if cells & bit])
        return plays


_BY_JACK = {card: _InRow(card) for card in sorted(JACKS)}
_SHARED = {
    (play.card, play.cell): play
    for play in (
        *(play for plays in prospects.ON_CARD.values() for play in plays),
        *(play for jack in _BY_JACK.values() for row in jack.by_row for _, play in row),
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
    known = prospects.of(state)
    on_card = known.plays
    moves: list[Move] = []
    dead: list[str] = []
    for card in dict.fromkeys(state.hands[seat]):
        plays = on_card[card]
        if plays:
            moves += plays
        elif plays is None:
            moves += _plays_of_jack(card, free_cells(state) if card in TWO_EYED else targets(state, team))
        else:
            dead.append(card)
    if not known.forking[team].isdisjoint(state.hands[seat]):
        moves += _named_plays(state, seat)
    if dead and not state.exchanged:
        moves += [EXCHANGES[card] for card in dead]
    return moves or [PASS]


def may_only_pass(state: SequenceState, seat: Seat) -> bool:
    """Tell whether the seat whose turn it is has nothing to play or exchange, without listing it."""
    free, team = free_cells(state), seat % state.teams
    for card in state.hands[seat]:
        if card in TWO_EYED:
            open_cells = free
        elif card in JACKS:
            open_cells = targets(state, team)
        elif state.exchanged:
            open_cells = _CELLS[card] & free
        else:  # playable or dead, so there is something to do with it
            return False
        if open_cells:
            return False
    return True


def _plays_of_jack(card: str, cells: int) -> list[Move]:
    """List the plays of a jack on the cells, row by row: cell by cell would take three times as long."""
    plays: list[Move] = []
    in_row = _BY_JACK[card]
    for row in _ROWS:
        plays += in_row[cells & row]
    return plays


def _named_plays(state: SequenceState, seat: Seat) -> list[Move]:
    """List a play for each five that may be named, where one direction offers more than one."""
    team = seat % state.teams
    finished = state.sequences_of(team)
    cells = cells_in(gaps(state.chips[team]) & free_cells(state))
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
    plays = prospects.of(state).plays
    return [card for card in dict.fromkeys(hand) if plays[card] == ()]
