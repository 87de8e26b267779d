"""What a table is worth to a team, judged by its open lines, the jacks and the dead cards of one hand.

Each open line of five is counted by how many chips it lacks and of how many of these the hand has not got the card; a
line of a rival's by how many it lacks alone. Lines with a cell whose two cards have both been played are counted
apart: only a jack can fill them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rules.contract import Seat
from rules.sequence.board import BIT, CELLS_OF, CORNERS, PLAYABLE, STEPS
from rules.sequence.bot_fives import all_of_five, any_of_five, chips_of_five
from rules.sequence.bot_weights import STANDS
from rules.sequence.cards import ONE_EYED, TWO_EYED
from rules.sequence.models import SequenceState

WON = 1_000.0
MADE = 25.0  # a finished sequence

Counts = list[int]
Lines = tuple[int, int, int, int]  # masks of lines by the chips they lack: 1 to 4

_CELLS = {card: BIT[one] | BIT[two] for card, (one, two) in CELLS_OF.items()}
# Where the counts of one hand and table stand in the list that the weights go with.
_OWN = (0, 2, 5, 9)  # own lines by the chips they lack; of each so many more by the cards not held
_WILD = ((14,), (15, 16), (17, 18, 19))  # the same again if a two-eyed jack is held, by cards not held from one on
_TWO_EYED, _ONE_EYED, _DEAD = 20, 22, 24
_OWN_SPENT, _RIVAL, _RIVAL_SPENT = 25, 29, 33
SIZE = 37


def worth(state: SequenceState, seat: Seat) -> float:
    """Return how good a table is for the team of a seat that has just played, by its hand and the open board."""
    team = seat % state.teams
    made = [len(state.sequences_of(side)) for side in range(state.teams)]
    rivals = max(made[:team] + made[team + 1 :])
    if state.over:
        return WON * ((made[team] >= state.needed) - (rivals >= state.needed))
    weights = STANDS[3 if state.needed == 1 else bool(made[team]) + 2 * bool(rivals)]
    return MADE * (made[team] - rivals) + sum(map(float.__mul__, weights, map(float, count(state, seat))))


def count(state: SequenceState, seat: Seat) -> Counts:
    """Return what the weights go with."""
    counts, team = [0] * SIZE, seat % state.teams
    free = PLAYABLE
    for chips in state.chips:
        free ^= chips
    held = _count_hand(counts, state.hands[seat], free)
    played = Counter(card for pile in state.discards for card in pile)
    both = _cells(card for card, times in played.items() if times > 1)
    _count_own(counts, state, team, (free, held & free, both & free & ~held))
    seen = played + Counter(state.hands[seat])
    spent = _cells(card for card, times in seen.items() if times > 1) & free
    for side in range(state.teams):
        if side != team:
            _count_rival(counts, state, side, (free, spent))
    return counts


def _cells(cards: Iterable[str]) -> int:
    mask = 0
    for card in cards:
        mask |= _CELLS.get(card, 0)
    return mask


def _count_hand(counts: Counts, hand: Sequence[str], free: int) -> int:
    """Count jacks and dead cards; return the mask of the cells whose cards are held."""
    held = wild = takers = 0
    for card in hand:
        if card in _CELLS:
            held |= _CELLS[card]
            counts[_DEAD] += not _CELLS[card] & free
        elif card in TWO_EYED:
            wild += 1
        else:
            takers += card in ONE_EYED
    counts[_TWO_EYED], counts[_TWO_EYED + 1] = wild > 0, wild > 1
    counts[_ONE_EYED], counts[_ONE_EYED + 1] = takers > 0, takers > 1
    return held


def _open_lines(chips: int, free: int, finished: Sequence[int], step: int) -> Lines:
    """Return the lines of one direction with chips of a team, no other's, that may become a sequence."""
    own = chips | CORNERS
    lines = all_of_five(own | free, step) & any_of_five(chips, step)
    for five in finished:  # a line that shares two chips with it is worth nothing
        _, twos, fours = chips_of_five(five, step)
        lines &= ~(twos | fours)
    ones, twos, fours = chips_of_five(own, step)
    return fours & ~ones & lines, ones & twos & lines, twos & ~ones & lines, ones & ~twos & ~fours & lines


def _count_own(counts: Counts, state: SequenceState, team: int, cells: tuple[int, int, int]) -> None:
    free, held, spent = cells
    finished, wild = state.sequences_of(team), counts[_TWO_EYED]
    for step in STEPS:
        bare = any_of_five(spent, step)
        h1, h2, h4 = chips_of_five(held, step)
        by_held = (~(h1 | h2 | h4), h1 & ~(h2 | h4), h2 & ~h1, h1 & h2, h4)
        for lacks, lines in enumerate(_open_lines(state.chips[team], free, finished, step)):
            if lines:
                counts[_OWN_SPENT + lacks] += (lines & bare).bit_count()
                _count_by_held(counts, lacks, [(lines & ~bare & some).bit_count() for some in by_held], wild)


def _count_by_held(counts: Counts, lacks: int, numbers: list[int], wild: int) -> None:
    """Count lines that lack `lacks` + 1 chips, by how many of their cards the hand has not got."""
    for held in range(lacks + 2):
        not_held = lacks + 1 - held
        counts[_OWN[lacks] + not_held] += numbers[held]
        if wild and not_held and lacks < len(_WILD):
            counts[_WILD[lacks][not_held - 1]] += numbers[held]


def _count_rival(counts: Counts, state: SequenceState, side: int, cells: tuple[int, int]) -> None:
    free, spent = cells
    finished = state.sequences_of(side)
    for step in STEPS:
        bare = any_of_five(spent, step)
        for lacks, lines in enumerate(_open_lines(state.chips[side], free, finished, step)):
            if lines:
                counts[_RIVAL_SPENT + lacks] += (lines & bare).bit_count()
                counts[_RIVAL + lacks] += (lines & ~bare).bit_count()


def contested_cells(state: SequenceState) -> int:
    """Return the mask of the cells of all open lines that lack three chips at most."""
    free = PLAYABLE
    for chips in state.chips:
        free ^= chips
    cells = 0
    for side, chips in enumerate(state.chips):
        finished = state.sequences_of(side)
        for step in STEPS:
            one, two, three, _ = _open_lines(chips, free, finished, step)
            lines = one | two | three
            cells |= lines | lines << step | lines << 2 * step | lines << 3 * step | lines << 4 * step
    return cells
