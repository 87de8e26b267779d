"""Whole matches by random play: every card once, counts sane, listing and checking of one mind, an end in bounds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import Chance
from rules.contract import Event, IllegalMove, Move
from rules.diamoniak import game
from rules.diamoniak.cards import COLOURS, KINDS, PACK, WITCH
from rules.diamoniak.models import (
    NOBODY,
    Bought,
    Buy,
    ColourFreed,
    DiamoniakOptions,
    DiamoniakState,
    Draw,
    Drew,
    Paid,
    Pay,
    Reshuffled,
    SavedByFairy,
    Stop,
    TurnPassed,
)
from tests.rules.diamoniak.tables import is_legal, only, pack_of

Step = tuple[DiamoniakState, int, Move, list[Event]]
BOUND = 10_000  # moves; random matches take some two hundred, the longest of thousands below two thousand


def play_out(seats: int, seed: int, options: DiamoniakOptions | None = None) -> Iterator[Step]:
    """Yield each state after its move."""
    rng = random.Random(seed)
    chance = Chance(seed.to_bytes(32, "big"))
    state = game.deal(options or DiamoniakOptions(), seats, chance)
    for ply in range(BOUND):
        if state.over:
            return
        seat = state.turn
        move = rng.choice(game.legal_moves(state, seat))
        yield state, seat, move, game.play(state, seat, move, chance.at(ply))
    raise AssertionError("a match without an end")


def assert_sane(state: DiamoniakState) -> None:
    assert pack_of(state) == sorted(PACK)
    colours = [colour for colour in state.colours if colour != NOBODY]
    assert len(set(colours)) == len(colours), "a colour has one builder"
    for seat, holding in enumerate(state.holdings):
        assert min(holding) >= 0
        colour = state.colours[seat]
        assert colour == NOBODY or 1 <= holding[colour] <= 6
        assert (seat == state.winner) == (colour != NOBODY and holding[colour] == 6)
    assert WITCH not in state.drawn[:-1]
    assert state.deck or state.discard
    able = [seat for seat in range(state.seats) if game.legal_moves(state, seat)]
    assert able == ([] if state.over else [state.turn])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_match_ends_and_every_card_is_somewhere_exactly_once(seats: int) -> None:
    for seed in range(20):
        for state, _, _, _ in play_out(seats, seed):
            assert_sane(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_the_mover_wins_and_all_others_are_second(seats: int) -> None:
    for seed in range(40):
        *_, (state, seat, move, _) = play_out(seats, seed)
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.places == tuple(1 if other == seat else 2 for other in range(seats))
        assert outcome.scores[seat] == 6
        assert max(outcome.scores[:seat] + outcome.scores[seat + 1 :]) < 6
        assert isinstance(move, Draw | Buy)


def test_a_turn_is_one_purchase_or_draws_with_one_end() -> None:
    for seed in range(20):
        turn: list[Move] = []
        for state, seat, move, events in play_out(3, seed):
            turn.append(move)
            if not only(events, TurnPassed) and not state.over:
                assert state.turn == seat
                continue
            kinds = [type(one) for one in turn]
            assert kinds == [Buy] or (kinds[0] is Draw and set(kinds[:-1]) <= {Draw} and kinds[-1] is not Buy)
            turn = []


def every_move() -> list[Move]:
    names = (*KINDS, WITCH, "palace:red")
    payments = [(a,) for a in names] + [(a, b) for a in names for b in names]
    payments += [(a, b, c) for a in names for b in names for c in names]
    return [Draw(), Stop(), *map(Buy, range(-1, 5)), *map(Pay, [(), *payments, ("diamond",) * 4])]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_check_accepts_exactly_what_is_listed_up_to_the_order_inside_cards(seats: int) -> None:
    moves = every_move()
    for number, (state, _, _, _) in enumerate(play_out(seats, 11)):
        if number % 10 and not state.paying:
            continue
        for seat in range(seats):
            accepted = {_sorted(move) for move in moves if is_legal(state, seat, move)}
            assert accepted == set(game.legal_moves(state, seat))


def _sorted(move: Move) -> Move:
    return Pay(tuple(sorted(move.cards, key=KINDS.index))) if isinstance(move, Pay) else move


ANY_MOVE = st.one_of(
    st.sampled_from([Draw(), Stop()]),
    st.builds(Buy, st.integers()),
    st.builds(Pay, st.lists(st.text(max_size=4) | st.sampled_from([*KINDS, WITCH]), max_size=6).map(tuple)),
)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 60), st.sampled_from([None, 0, 1, 2]), ANY_MOVE)
def test_any_decoded_move_is_either_listed_in_some_order_or_refused_with_a_sentence(
    plies: int, seat: int | None, move: Move
) -> None:
    state, _, _, _ = next(islice(play_out(3, 5), plies, None))
    before = state.clone()
    try:
        game.check(state, seat, move)
    except IllegalMove as refusal:
        assert str(refusal).endswith(".")
    else:
        assert seat is not None
        assert _sorted(move) in game.legal_moves(state, seat)
    assert state == before


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_the_log_tells_all_that_a_board_needs_to_follow(seed: int, seats: int) -> None:
    """The events alone, from an empty table, give every holding."""
    sides = [[0] * len(KINDS) for _ in range(seats)]
    for state, _, _, events in islice(play_out(seats, seed), 200):
        for event in events:
            _follow(sides, event)
        assert sides == state.holdings


def _follow(holdings: list[list[int]], event: Event) -> None:
    match event:
        case Drew(seat, card) if card != WITCH:
            holdings[seat][KINDS.index(card)] += 1
        case Bought(seat, seller, card, paid):
            holdings[seat][KINDS.index(card)] += 1
            holdings[seller][KINDS.index(card)] -= 1
            holdings[seat][KINDS.index("diamond")] -= paid
            holdings[seller][KINDS.index("diamond")] += paid
        case Paid(seat, paid_cards):
            for card in paid_cards:
                holdings[seat][KINDS.index(card)] -= 1
        case SavedByFairy(seat):
            holdings[seat][KINDS.index("fairy")] -= 1


def test_random_play_meets_every_ruling() -> None:
    met = {ColourFreed: 0, Reshuffled: 0, SavedByFairy: 0, Bought: 0}
    for seed in range(10):
        for _, _, _, events in play_out(4, seed):
            for event in events:
                if type(event) in met:
                    met[type(event)] += 1
    assert min(met.values()) > 0


def test_witches_are_always_discarded_so_there_is_always_a_card() -> None:
    state = game.deal(DiamoniakOptions(0), 2, Chance(bytes(32)))
    state.deck = [WITCH] * 7
    for kind in range(len(KINDS)):
        total = PACK.count(KINDS[kind])
        state.holdings[0][kind] = 4 if kind == 0 else total
        state.holdings[1][kind] = 2 if kind == 0 else 0
    state.colours = [1, NOBODY]
    state.holdings[0][1], state.holdings[1][1] = 5, 1
    for ply in range(200):
        if state.over:
            break
        move = game.legal_moves(state, state.turn)[0]
        game.play(state, state.turn, move, Chance(bytes(32), ply))
        assert_sane(state)


def test_a_clone_is_independent_in_every_field() -> None:
    for state, _, _, _ in play_out(4, 2):
        clone = state.clone()
        assert clone == state
        for name in ("deck", "discard", "holdings", "colours", "drawn"):
            assert getattr(clone, name) is not getattr(state, name)
        assert all(a is not b for a, b in zip(clone.holdings, state.holdings, strict=True))


def test_the_same_choices_give_the_same_match() -> None:
    first = [events for _, _, _, events in play_out(3, 8)]
    assert first == [events for _, _, _, events in play_out(3, 8)]


def test_a_palace_takes_the_colours_of_the_pack() -> None:
    assert [f"palace:{colour}" for colour in COLOURS] == list(KINDS[:4])
