"""Whole matches by random play: every card once, the masks sane, listing and checking of one mind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import Chance
from rules.contract import Event, IllegalMove, Move
from rules.sequence import game
from rules.sequence.board import BIT, CARD_ON, CELLS, PLAYABLE
from rules.sequence.cards import CARDS, PACK
from rules.sequence.models import (
    Draw,
    DrawLost,
    Exchange,
    Forfeit,
    Pass,
    Penalty,
    Play,
    SequenceOptions,
    SequenceState,
)
from tests.rules.sequence.tables import FIVES, is_legal

TABLES = [(2, None), (3, None), (4, None), (6, 2), (6, 3), (8, None), (9, None), (10, None), (12, 2), (12, 3)]
MODES = [{}, {"hard": True}, {"draw": "manual"}, {"table_talk": True}, {"hard": True, "draw": "manual"}]
Step = tuple[SequenceState, int | None, Move, list[Event]]


def play_out(options: SequenceOptions, seats: int, seed: int) -> Iterator[Step]:
    """Yield each state after its action; whoever may act, acts, and the referee now and then."""
    rng = random.Random(seed)
    chance = Chance(seed.to_bytes(32, "big"))
    state = game.deal(options, seats, chance)
    for ply in range(3000):
        if state.over:
            return
        able: list[tuple[int | None, Move]] = [(s, m) for s in range(seats) for m in game.legal_moves(state, s)]
        calls = [(None, call) for call in game.referee_calls(state)]
        seat, move = rng.choice(calls) if calls and rng.random() < 0.02 else rng.choice(able)
        events = game.play(state, seat, move, chance.at(ply))
        yield state, seat, move, events
    raise AssertionError("a match without an end")


def assert_sane(state: SequenceState) -> None:
    everything = [card for hand in state.hands for card in hand] + state.deck
    everything += [card for pile in state.discards for card in pile]
    assert sorted(everything) == sorted([*CARDS] * 2)
    taken = 0
    for chips in state.chips:
        assert not chips & taken
        assert not chips & ~PLAYABLE
        taken |= chips
    for team, five in state.sequences:
        assert five in FIVES
        assert not five & PLAYABLE & ~state.chips[team]
    fives = [(team, five & PLAYABLE) for team, five in state.sequences]
    pairs = [(a, b) for i, a in enumerate(fives) for b in fives[:i] if a[0] == b[0]]
    assert all((a[1] & b[1]).bit_count() <= 1 for a, b in pairs)
    assert all(owed <= len(hand) for owed, hand in zip(state.owed, state.hands, strict=True))
    owners = [seat for seat, _ in state.rights]
    assert len(set(owners)) == len(owners)
    for seat, index in state.rights:
        assert -1 <= index < len(state.discards[seat])
    assert state.over == (game.outcome(state) is not None)
    assert state.over or game.legal_moves(state, state.turn)


@pytest.mark.parametrize("mode", MODES, ids=str)
@pytest.mark.parametrize(("seats", "teams"), TABLES)
def test_every_match_ends_and_every_card_is_somewhere_exactly_once(
    seats: int, teams: int | None, mode: dict[str, object]
) -> None:
    options = SequenceOptions(teams=teams, **mode)  # type: ignore[arg-type]
    for seed in range(2):
        for state, _, _, _ in play_out(options, seats, seed):
            assert_sane(state)


def test_only_the_mover_wins_by_sequences() -> None:
    for seed in range(40):
        *_, (state, seat, move, _) = play_out(SequenceOptions(), 3, seed)
        outcome = game.outcome(state)
        assert outcome is not None
        if isinstance(move, Play):
            assert seat is not None
            assert [s for s, place in enumerate(outcome.places) if place == 1] == [seat]


def every_move() -> list[Move]:
    moves: list[Move] = [Play(card, cell) for card in (*PACK, "ZZ") for cell in (*CELLS, "z1")]
    moves += [kind(card) for kind in (Exchange, Forfeit) for card in (*PACK, "ZZ", "")]
    return [*moves, Draw(), Pass(), Penalty(0)]


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_check_accepts_exactly_what_is_listed(mode: dict[str, object]) -> None:
    moves = every_move()
    options = SequenceOptions(**mode)  # type: ignore[arg-type]
    for number, (state, _, _, _) in enumerate(play_out(options, 4, 11)):
        if number % 20:
            continue
        for seat in range(4):
            listed = set(game.legal_moves(state, seat))
            accepted = {move for move in moves if is_legal(state, seat, move)}
            assert accepted == {move for move in listed if not isinstance(move, Play) or move.line is None}
            assert all(is_legal(state, seat, move) for move in listed)


TEXT = st.text(max_size=4) | st.sampled_from([*PACK, *CELLS, "ZZ", "**", "a0"])
ANY_MOVE = st.one_of(
    st.builds(Play, TEXT, TEXT, st.none() | st.lists(TEXT, max_size=7).map(tuple)),
    st.builds(Exchange, TEXT),
    st.builds(Forfeit, TEXT),
    st.builds(Penalty, st.integers()),
    st.sampled_from([Draw(), Pass()]),
)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 30), st.sampled_from([None, 0, 1, 2, 3]), ANY_MOVE)
def test_any_decoded_move_is_either_listed_in_some_form_or_refused_with_a_sentence(
    plies: int, seat: int | None, move: Move
) -> None:
    options = SequenceOptions(table_talk=True, draw="manual")
    state, _, _, _ = next(islice(play_out(options, 4, 5), plies, None))
    before = state.clone()
    try:
        game.check(state, seat, move)
    except IllegalMove as refusal:
        assert str(refusal).endswith(".")
    else:
        assert isinstance(move, Penalty) or seat is not None
    assert state == before


def test_a_clone_is_independent_in_every_field() -> None:
    options = SequenceOptions(draw="manual", table_talk=True)
    for state, _, _, _ in play_out(options, 4, 2):
        clone = state.clone()
        assert clone == state
        for name in ("hands", "deck", "discards", "chips", "sequences", "rights", "owed"):
            assert getattr(clone, name) is not getattr(state, name)
        assert all(a is not b for a, b in zip(clone.hands + clone.discards, state.hands + state.discards, strict=True))


def test_the_same_choices_give_the_same_match() -> None:
    options = SequenceOptions(hard=True)
    first = [events for _, _, _, events in play_out(options, 6, 8)]
    assert first == [events for _, _, _, events in play_out(options, 6, 8)]


def test_rights_lapse_in_order_and_each_only_once() -> None:
    lost = 0
    for seed in range(10):
        for state, _, _, events in play_out(SequenceOptions(draw="manual"), 3, seed):
            for event in events:
                if isinstance(event, DrawLost):
                    lost += 1
                    assert sum(owner == event.seat for owner, _ in state.rights) <= 1
    assert lost > 20


def test_a_card_is_dead_exactly_when_both_its_cells_are_covered() -> None:
    for state, _, _, _ in play_out(SequenceOptions(), 2, 4):
        covered = {CARD_ON[cell] for cell in CELLS if not any(chips & BIT[cell] for chips in state.chips)}
        for seat in range(2):
            hand = state.hands[seat]
            dead = [card for card in dict.fromkeys(hand) if card[0] != "J" and card not in covered]
            assert game.view(state, seat)["dead"] == dead
