"""Bots choose only legal moves, know only what their seat may know, and greed is better than chance."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import bots
from rules.bots import Limits, Plan
from rules.chance import Chance
from rules.contract import AnyGame, Event, Move, Seat, State
from tests.rules import toy
from tests.rules.positions import EXAMPLES, GAMES, deal, positions, setups
from tests.rules.toy import Pick, ToyOptions, ToyState

calmly = settings(max_examples=EXAMPLES // 8, deadline=None, suppress_health_check=list(HealthCheck))

BRIEF = Limits(nodes=60)  # a choice thinks as it does with more, only less


@pytest.mark.parametrize("policy", bots.POLICIES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@calmly
@given(data=st.data())
def test_a_bot_chooses_what_its_seat_may_do(game: AnyGame, policy: str, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    before = position.saved()
    for seat in position.seats:
        if game.legal_moves(position.state, seat):
            chosen = bots.choose(game, position.state, seat, policy, position.chance, limits=BRIEF)
            game.check(position.state, seat, chosen)
            assert chosen == bots.choose(game, position.state, seat, policy, position.chance, limits=BRIEF)
        else:
            with pytest.raises(ValueError, match="nothing to choose"):
                bots.choose(game, position.state, seat, policy, position.chance)
    assert position.saved() == before


@pytest.mark.parametrize("policy", bots.POLICIES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@calmly
@given(data=st.data())
def test_two_worlds_that_differ_only_in_what_a_bot_cannot_know_give_the_same_choice(
    game: AnyGame, policy: str, data: st.DataObject
) -> None:
    position = data.draw(positions(game))
    for seat in position.seats:
        other = game.determinize(position.state, seat, position.chance.derive("another world"))
        assert _answers(game, position.state, seat, policy, position.chance) == _answers(
            game, other, seat, policy, position.chance
        )


def _answers(game: AnyGame, state: State, seat: Seat, policy: str, chance: Chance) -> tuple[Move | None, Plan | None]:
    """Return what a bot does: its move and, as in a race, its plan."""
    plan = bots.plan(game, state, seat, policy, chance, limits=BRIEF)
    if not game.legal_moves(state, seat):
        return None, plan
    return bots.choose(game, state, seat, policy, chance, limits=BRIEF), plan


@pytest.mark.parametrize("policy", bots.POLICIES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@calmly
@given(data=st.data())
def test_a_plan_is_a_move_that_its_seat_may_make_after_a_while(game: AnyGame, policy: str, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    for seat in position.seats:
        plan = bots.plan(game, position.state, seat, policy, position.chance, limits=BRIEF)
        if plan is None:
            assert bots.may_wait(game, position.state, seat) or not game.legal_moves(position.state, seat) or game.race
        else:
            game.check(position.state, seat, plan.move)
            assert plan.after_ms > 0


def test_who_has_no_time_left_answers_at_once_with_the_best_so_far() -> None:
    asked = []

    def late() -> bool:
        asked.append(True)
        return len(asked) > 3

    state = toy.game.deal(ToyOptions(), 2, Chance(b"l" * 32))
    move = bots.choose(toy.game, state, 0, "sharp", Chance(b"l" * 32), limits=Limits(late=late))
    assert move in toy.game.legal_moves(state, 0)
    assert len(asked) == 4


def test_the_plain_levels_are_the_better_the_higher() -> None:
    def best(level: str, number: int) -> bool:
        state = toy.game.deal(ToyOptions(peeking=False), 2, Chance(bytes([number]) * 32))
        return bots.choose(toy.game, state, 0, level, Chance(b"x" * 32)) == Pick(max(state.hands[0]))

    gentle, sharp = (sum(best(level, number) for number in range(40)) for level in ("gentle", "sharp"))
    assert gentle < 36
    assert sharp > gentle


@pytest.mark.parametrize("policy", bots.POLICIES)
def test_a_bot_is_shown_a_world_drawn_anew_and_never_the_real_one(policy: str) -> None:
    seen: list[State] = []

    class Watched(toy.Toy):
        def legal_moves(self, state: ToyState, seat: Seat) -> list[Move]:
            seen.append(state)
            return list(super().legal_moves(state, seat))

        def apply(self, state: ToyState, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
            seen.append(state)
            return super().apply(state, seat, move, chance)

    game = Watched()
    match = Chance(b"m" * 32)
    state = game.deal(ToyOptions(), 3, match)
    bots.choose(game, state, 1, policy, match, limits=BRIEF)
    assert seen
    for world in seen:
        assert isinstance(world, ToyState)
        assert world.hands[0] != state.hands[0]
        assert world.deck != state.deck


def test_the_matchs_own_chance_does_not_tell_a_bot_the_deck() -> None:
    class Naive(toy.Toy):
        def determinize(self, state: ToyState, seat: Seat, chance: Chance) -> ToyState:
            return self.deal(ToyOptions(), len(state.hands), chance)

    game = Naive()
    match = Chance(b"m" * 32)
    state = game.deal(ToyOptions(), 2, match)
    assert bots.choose(game, state, 0, "random", match) not in [Pick(card) for card in state.hands[0]]


def test_the_greedy_bot_beats_the_random_one_where_all_act_at_once() -> None:
    wins = sum(_winner(n) == 0 for n in range(60))
    assert wins > 38, "three in four are expected"


def _winner(number: int) -> int:
    chance = Chance(number.to_bytes(32, "big"))
    game = toy.game
    state = game.deal(ToyOptions(rounds=1, peeking=False), 2, chance)
    ply = 0
    while game.outcome(state) is None:
        for seat in sorted(game.must_act(state)):
            move = bots.choose(game, state, seat, ("greedy", "random")[seat], chance.at(ply))
            game.play(state, seat, move, chance.at(ply))
            ply += 1
    return state.points.index(max(state.points))


def test_the_greedy_bot_plays_its_highest_card() -> None:
    state = toy.game.deal(ToyOptions(peeking=False), 2, Chance(b"g" * 32))
    assert bots.choose(toy.game, state, 0, "greedy", Chance(b"x" * 32)) == Pick(max(state.hands[0]))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_match_of_bots_comes_to_its_end(game: AnyGame) -> None:
    setup = next(one for one in setups(game) if one.seats == min(game.seats))
    state = deal(setup, b"b" * 32)
    for ply in range(1000):
        if game.outcome(state) is not None:
            return
        chance = Chance(b"b" * 32, ply)
        seat, timer = _whose_turn(game, state, setup.seats, ply), game.timer(state)
        if seat is not None:
            game.play(state, seat, bots.choose(game, state, seat, "greedy", chance), chance)
        elif timer is not None:  # nobody must act: let the clock play
            game.play(state, None, timer[1], chance)
    pytest.fail("the bots did not finish")


def _whose_turn(game: AnyGame, state: State, seats: int, ply: int) -> Seat | None:
    """Return who must act; where nobody must and no clock runs, as in a race, those who may take turns."""
    must = game.must_act(state)
    if must or game.timer(state) is not None:
        return min(must, default=None)
    may = [seat for seat in range(seats) if game.legal_moves(state, seat)]
    return may[ply % len(may)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_bot_that_may_wait_waits_or_makes_a_move_of_its_seat(game: AnyGame) -> None:
    setup = next(one for one in setups(game) if one.seats == min(game.seats))
    for number in range(20):
        state, chance = deal(setup, bytes([number]) * 32), Chance(bytes([number]) * 32)
        while not (may := [seat for seat in range(setup.seats) if game.legal_moves(state, seat)]):
            game.play(state, None, game.timer(state)[1], chance)
        for policy in bots.POLICIES:
            move = bots.choose_or_wait(game, state, may[0], policy, chance, limits=BRIEF)
            assert bots.may_wait(game, state, may[0]) if move is None else move in game.legal_moves(state, may[0])


def test_where_no_incident_is_open_the_greedy_bot_waits_and_where_one_is_it_grabs() -> None:
    game = GAMES["red-handed"]
    state = deal(setups(game)[0], b"i" * 32)
    for ply in range(10):
        chance = Chance(b"i" * 32, ply)
        game.play(state, None, game.timer(state)[1], chance)
        incident = any(move.cards for move in game.legal_moves(state, 0))
        move = bots.choose_or_wait(game, state, 0, "greedy", chance)
        assert (move is not None) == incident
        assert move is None or move.cards


def test_an_unknown_policy_is_a_key_error() -> None:
    state = toy.game.deal(ToyOptions(), 2, Chance(bytes(32)))
    with pytest.raises(KeyError):
        bots.choose(toy.game, state, 0, "clever", Chance(bytes(32)))
