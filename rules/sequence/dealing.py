"""The set-up: the cut for the dealer, the deck and the hands."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance import Chance
from rules.contract import Seat
from rules.sequence.cards import PACK, rank_of
from rules.sequence.models import SequenceOptions, SequenceState

Cut = tuple[tuple[tuple[Seat, str], ...], ...]

HAND_SIZES = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}
TEAMS = {2: (2,), 3: (3,), 4: (2,), 6: (2, 3), 8: (2,), 9: (3,), 10: (2,), 12: (2, 3)}  # the first is the default


def team_count(options: SequenceOptions, seats: int) -> int:
    """Return the number of teams of a table."""
    return options.teams or TEAMS[seats][0]


def cut_for_dealer(seats: int, chance: Chance) -> tuple[Seat, Cut]:
    """Return the dealer and every round of the cut; those who tie for lowest draw again between themselves."""
    rounds: Cut = ()
    tied: Sequence[Seat] = range(seats)
    while len(tied) > 1:
        cards = chance.shuffle("cut", PACK)
        drawn = tuple(zip(tied, cards, strict=False))
        lowest = min(rank_of(card) for _, card in drawn)
        tied = [seat for seat, card in drawn if rank_of(card) == lowest]
        rounds += (drawn,)
    return tied[0], rounds


def deal(options: SequenceOptions, seats: int, chance: Chance) -> SequenceState:
    """Return a table ready for the first turn, which is that of the player after the dealer."""
    dealer, cut = cut_for_dealer(seats, chance)
    deck = chance.shuffle("deck", PACK + PACK)[::-1]
    first = (dealer + 1) % seats
    hands: list[list[str]] = [[] for _ in range(seats)]
    for k in range(HAND_SIZES[seats] * seats):
        hands[(first + k) % seats].append(deck.pop())
    teams = team_count(options, seats)
    return SequenceState(
        seats=seats,
        teams=teams,
        hard=options.hard,
        manual=options.draw == "manual",
        table_talk=options.table_talk,
        dealer=dealer,
        cut=cut,
        turn=first,
        hands=hands,
        deck=deck,
        discards=[[] for _ in range(seats)],
        chips=[0] * teams,
        owed=[0] * seats,
    )


def redeal_unseen(state: SequenceState, seat: Seat, chance: Chance) -> SequenceState:
    """Return a clone in which the other hands and the deck are drawn anew from the cards the seat does not see.

    A view has no memory: what a seat could conclude from earlier passes or reshuffles is not kept.
    """
    world = state.clone()
    others = [hand for owner, hand in enumerate(world.hands) if owner != seat]
    unseen = chance.shuffle("unseen", sorted([card for hand in others for card in hand] + world.deck))
    for hand in others:
        hand[:] = [unseen.pop() for _ in hand]
    world.deck = unseen
    return world
