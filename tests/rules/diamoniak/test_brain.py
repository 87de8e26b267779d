"""The levels of Diamoniak: the turn's exact expectation, buying, paying, and strength."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from rules import bots
from rules.arena import Duel, play, summed
from rules.brains import Limits, Question
from rules.chance import Chance
from rules.contract import Move
from rules.diamoniak import game
from rules.diamoniak.bot_brain import LEVELS, _Search
from rules.diamoniak.bot_chances import chance_to_win, table_of
from rules.diamoniak.cards import WITCH
from rules.diamoniak.listing import DRAW
from rules.diamoniak.models import DiamoniakOptions, DiamoniakState
from tests.rules.diamoniak.tables import CHANCE, met_by_witch, table

SOAK = os.environ.get("SOAK") == "1"
MATCHES = 400 if SOAK else 8
CHANCES = [Chance(bytes([number]) * 32) for number in range(40)]
CLEVER = ("steady", "sharp")


def choices(state: DiamoniakState, level: str) -> set[str]:
    """Return what the level does by whatever chance."""
    return {game.print_move(bots.choose(game, state, state.turn, level, chance)) for chance in CHANCES}


@pytest.mark.parametrize("level", bots.LEVELS)
def test_they_buy_the_card_that_wins(level: str) -> None:
    state = table("pink*5 | diamond*3", "pink blue", deck="diamond*5 witch*2 blue*5")
    assert choices(state, level) == {"buy 1"}


@pytest.mark.parametrize("level", CLEVER)
def test_they_draw_on_where_no_witch_is_left_and_stop_where_half_are_witches(level: str) -> None:
    safe = table("pink*3 | diamond", "blue*2 |", deck="diamond*4 blue*3 fairy pink", discard="witch*7", drawn="diamond")
    assert choices(safe, level) == {"draw"}
    perilous = table("pink*4 | diamond", "blue*2 |", deck="witch*5 diamond*2 yellow*3", drawn="diamond")
    assert choices(perilous, level) == {"stop"}


@pytest.mark.parametrize("level", CLEVER)
def test_they_dare_with_cover_what_they_do_not_dare_without(level: str) -> None:
    deck = "witch*5 diamond*7 pink*2 yellow"
    bare, covered = "pink*4 | diamond", "pink*4 | yellow*5 diamond*3 fairy"
    assert choices(table(bare, "blue*2 |", deck=deck, drawn="diamond"), level) == {"stop"}
    assert choices(table(covered, "blue*2 |", deck=deck, drawn="diamond"), level) == {"draw"}


@pytest.mark.parametrize("level", CLEVER)
def test_they_pay_with_what_they_need_least(level: str) -> None:
    assert choices(met_by_witch("pink*4 | green*5 diamond*3", "blue*2 |"), level) == {
        "pay palace:green palace:green palace:green"
    }
    assert choices(met_by_witch("pink*4 | diamond fairy", "blue*2 |"), level) == {"pay fairy"}


@pytest.mark.parametrize("level", CLEVER)
def test_they_pay_with_the_rivals_colour_before_the_rival_can_buy_it(level: str) -> None:
    state = met_by_witch("pink*3 | blue*3 green*3", "blue*5 | diamond*4")
    assert choices(state, level) == {"pay palace:blue palace:blue palace:blue"}


def worth_by_the_rules(state: DiamoniakState, seat: int, draws: int) -> float:
    """Return what drawing is worth, by the game's own moves: each card that may come is laid on top and drawn."""
    total = 0.0
    pile = state.deck or state.discard
    for card, count in Counter(pile).items():
        rest = [*pile]
        rest.remove(card)
        after = state.clone()
        after.deck, after.discard = [*rest, card], state.discard.copy() if state.deck else []
        game.apply(after, seat, DRAW, CHANCE)
        total += count * _worth(after, seat, draws - 1)
    return total / len(pile)


def _worth(state: DiamoniakState, seat: int, draws: int) -> float:
    if state.over:
        return 1.0
    if state.paying:
        return max(_after(state, seat, move) for move in game.legal_moves(state, seat))
    if state.turn != seat:  # a witch took all there was
        return chance_to_win(table_of(state), seat, state.turn)
    stopping = chance_to_win(table_of(state), seat, (seat + 1) % state.seats)
    return max(stopping, worth_by_the_rules(state, seat, draws)) if draws else stopping


def _after(state: DiamoniakState, seat: int, move: Move) -> float:
    after = state.clone()
    game.apply(after, seat, move, CHANCE)
    return chance_to_win(table_of(after), seat, after.turn)


TABLES = {
    "early": table("diamond", "blue*2 | diamond", deck="pink*3 blue diamond*2 witch fairy"),
    "covered": table("pink*3 | diamond*2 green*2", "blue*2 |", deck="pink green*2 diamond*3 witch*2", drawn="diamond"),
    "winning": table("pink*5 | diamond fairy", "pink blue", "green*2 |", deck="pink*2 diamond*3 witch*2"),
    "last card": table("pink*2 | yellow", "blue*2 |", deck="witch", discard="diamond*3 pink*2 witch*2 fairy"),
    "no deck": table("pink*2 | yellow*4", "blue*2 |", deck="", discard="diamond*3 pink*2 witch*2"),
}


@pytest.mark.parametrize("draws", [1, 2, 3])
@pytest.mark.parametrize("state", TABLES.values(), ids=TABLES)
def test_the_worth_of_a_draw_is_the_mean_that_the_rules_themselves_give(state: DiamoniakState, draws: int) -> None:
    search = _Search(0, state.seats, Limits(nodes=1_000_000).budget(0))
    expected = worth_by_the_rules(state, 0, draws)
    assert search.after(table_of(state), DRAW, draws) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("state", TABLES.values(), ids=TABLES)
def test_exactly_one_seat_will_win(state: DiamoniakState) -> None:
    seen = [chance_to_win(table_of(state), seat, 0) for seat in range(state.seats)]
    assert sum(seen) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in seen)


def test_more_of_what_helps_makes_a_win_more_likely() -> None:
    def chance(text: str) -> float:
        return chance_to_win(table_of(table(text, "blue*3 | diamond*2", deck="pink*2 diamond*6 witch*2 green*2")), 0, 1)

    rising = ["diamond*2", "pink | diamond*2", "pink*3 | diamond*2", "pink*4 | diamond*2", "pink*5 | diamond*2"]
    assert [chance(text) for text in rising] == sorted(map(chance, rising))
    assert chance("pink*3 | diamond*3 green*3") > chance("pink*3 |")
    assert chance("pink*4 | fairy") > chance("pink*4 |")


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_decks_order_makes_no_difference(level: str) -> None:
    for state in TABLES.values():
        other = state.clone()
        other.deck = [*sorted(state.deck)]
        for chance in CHANCES:
            assert bots.choose(game, state, 0, level, chance) == bots.choose(game, other, 0, level, chance)


def test_with_little_thought_allowed_there_is_still_an_answer() -> None:
    state = TABLES["covered"]
    for nodes in (1, 5, 20):
        limits = Limits(nodes=nodes)
        assert bots.choose(game, state, 0, "sharp", CHANCE, limits=limits) in game.legal_moves(state, 0)
        search = _Search(0, state.seats, limits.budget(0))
        search.after(table_of(state), DRAW, LEVELS["sharp"].draws)
        assert search.budget.left > -60  # what one draw comes to, and no more


def test_gentle_errs_now_and_then_and_never_where_it_wins() -> None:
    close = table("pink*3 | diamond*2", "blue*3 |", deck="witch diamond*5 green*3 pink", drawn="diamond")
    assert choices(close, "gentle") == {"draw", "stop"}


def test_a_level_is_asked_in_worlds_without_an_order_worth_knowing() -> None:
    state = table("pink*5 | diamond*2 green*3", "blue*2 |", deck=f"pink {WITCH}*2 diamond*9 yellow*3", drawn="diamond")
    world = game.determinize(state, 0, CHANCE)
    question = Question(game, world, 0, "sharp", game.legal_moves(world, 0), CHANCE)
    assert game.brain.choose(question) == bots.choose(game, state, 0, "sharp", CHANCE)


@pytest.mark.parametrize(("better", "worse", "least"), [("sharp", "greedy", 0.55), ("steady", "gentle", 0.5)])
def test_the_better_bot_wins_more_often(better: str, worse: str, least: float) -> None:
    duel = Duel(game, DiamoniakOptions(), 2, (better, worse), seed=1)
    _, low, high = summed(play(duel, number, lambda: 0.0) for number in range(MATCHES)).share()
    assert high > least
    assert not SOAK or low > least
