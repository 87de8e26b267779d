"""What the bots of Sequence count on a table is what a slow count, line by line, finds there."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings

from rules.contract import Seat
from rules.sequence import game
from rules.sequence.board import BIT, CARD_ON, CELLS, CORNERS, PLAYABLE
from rules.sequence.bot_worth import SIZE, WON, contested_cells, count, worth
from rules.sequence.cards import ONE_EYED, TWO_EYED
from rules.sequence.lines import is_allowed
from rules.sequence.models import SequenceState
from tests.rules.positions import EXAMPLES, positions
from tests.rules.sequence.tables import FIVES


def owner_of(state: SequenceState, five: int) -> int | None:
    """Return the only team with chips in a line, if it may still make it a sequence."""
    owners = [team for team, chips in enumerate(state.chips) if chips & five]
    if len(owners) != 1 or not is_allowed(five, [one & ~CORNERS for one in state.sequences_of(owners[0])]):
        return None
    return owners[0]


def slow_count(state: SequenceState, seat: Seat) -> list[int]:
    counts, team, hand = [0] * SIZE, seat % state.teams, state.hands[seat]
    free = PLAYABLE & ~sum(state.chips)
    played = Counter(card for pile in state.discards for card in pile)
    for five in FIVES:
        owner = owner_of(state, five)
        if owner is None:
            continue
        cards = [CARD_ON[cell] for cell in CELLS if BIT[cell] & five & free]
        if not 1 <= len(cards) <= 4:
            continue
        missing, not_held = len(cards), [card for card in cards if card not in hand]
        if owner != team:
            spent = any(played[card] + hand.count(card) > 1 for card in cards)
            counts[(33 if spent else 29) + missing - 1] += 1
        elif any(played[card] > 1 for card in not_held):
            counts[25 + missing - 1] += 1
        else:
            counts[(0, 2, 5, 9)[missing - 1] + len(not_held)] += 1
            if not_held and missing < 4 and not TWO_EYED.isdisjoint(hand):
                counts[(14, 15, 17)[missing - 1] + len(not_held) - 1] += 1
    for place, jacks in ((20, TWO_EYED), (22, ONE_EYED)):
        held = sum(card in jacks for card in hand)
        counts[place], counts[place + 1] = held > 0, held > 1
    counts[24] = len([card for card in hand if card in set(CARD_ON.values()) and not dead_free(card, free)])
    return counts


def dead_free(card: str, free: int) -> int:
    return sum(BIT[cell] & free for cell in CELLS if CARD_ON[cell] == card)


@settings(max_examples=EXAMPLES, deadline=None)
@given(position=positions(game))
def test_what_is_counted_at_once_is_what_a_count_line_by_line_finds(position) -> None:
    for seat in position.seats:
        assert count(position.state, seat) == slow_count(position.state, seat)


@settings(max_examples=EXAMPLES, deadline=None)
@given(position=positions(game))
def test_the_contested_cells_are_those_of_the_open_lines_that_lack_three_chips_at_most(position) -> None:
    state: SequenceState = position.state
    own = [chips | CORNERS for chips in state.chips]
    lines = [
        five
        for five in FIVES
        if (team := owner_of(state, five)) is not None and 2 <= (five & own[team]).bit_count() <= 4
    ]
    expected = 0
    for five in lines:
        expected |= five
    assert contested_cells(state) == expected


def test_a_won_match_is_worth_more_than_any_table_and_a_draw_nothing() -> None:
    state = SequenceState(
        seats=2, teams=2, hard=False, manual=False, table_talk=False, dealer=0, cut=(), turn=0,
        hands=[["5S"], ["6S"]], deck=[], discards=[[], []], chips=[0, 0], over=True,
        sequences=[(0, FIVES[0]), (0, FIVES[50])],
    )  # fmt: skip
    assert (worth(state, 0), worth(state, 1)) == (WON, -WON)
    state.sequences = []
    assert worth(state, 0) == 0
