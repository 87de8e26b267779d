"""The greedy bot: its judgement by exact odds, its strength against chance, and its pace."""

from __future__ import annotations

import time

import pytest

from rules import bots
from rules.chance import Chance
from rules.diamoniak import bot, game
from rules.diamoniak.models import DiamoniakOptions, DiamoniakState
from tests.rules.diamoniak.tables import CHANCE, do, met_by_witch, table


def choice(state: DiamoniakState, chance: Chance = CHANCE) -> str:
    return game.print_move(bots.choose(game, state, state.turn, "greedy", chance))


def choices(state: DiamoniakState) -> set[str]:
    """Return what it chooses in many imagined worlds."""
    return {choice(state, Chance(bytes([n]) * 32)) for n in range(40)}


def test_it_buys_the_card_that_wins() -> None:
    assert choices(table("pink*5 | diamond*3", "pink", deck="diamond*5 witch*2 blue*5")) == {"buy 1"}


def test_it_draws_on_while_there_is_no_witch_in_the_deck() -> None:
    state = table("pink*3 | diamond", "", deck="diamond*4 blue*3 fairy", discard="witch*7", drawn="diamond")
    assert choices(state) == {"draw"}


def test_it_stops_when_most_of_the_deck_is_witches() -> None:
    state = table("pink*4 | diamond", "", deck="witch*5 diamond*2", drawn="diamond")
    assert choices(state) == {"stop"}


def test_the_same_odds_are_dared_with_a_fairy_or_spare_cards() -> None:
    bare = table("pink*4 | diamond", "", deck="witch*2 diamond*8 pink*2", drawn="diamond")
    covered = table("pink*4 | blue*5 diamond", "", deck="witch*2 diamond*8 pink*2", drawn="diamond")
    assert choices(bare) == {"stop"}
    assert choices(covered) == {"draw"}


def test_a_draw_is_judged_by_the_odds_and_not_by_the_imagined_card() -> None:
    state = table("pink*3 | blue*2 diamond", "", deck="witch*2 diamond*4 green*3 pink*2 fairy", drawn="diamond")
    worths = set()
    for n in range(40):
        world = game.determinize(state, 0, Chance(bytes([n]) * 32))
        do(world, 0, "draw")
        worths.add(round(game.appraise(world, 0), 9))
    assert len(worths) == 1


def test_the_worth_of_a_draw_is_the_mean_over_all_cards_it_might_be() -> None:
    outcomes = ("diamond", "green", "pink", "blue", "fairy")
    worths = [_worth_after(card) for card in outcomes]
    worths.append(max(_worth_after("witch", pay) for pay in ("pay blue blue blue", "pay fairy")))
    drawn = table("pink*3 | blue*4 fairy", "green |", deck="diamond witch green pink blue fairy")
    do(drawn, 0, "draw")
    assert bot.worth_of_draw(drawn, 0) == pytest.approx(sum(worths) / 6)


def _worth_after(card: str, *payment: str) -> float:
    state = table("pink*3 | blue*4 fairy", "green |", deck=card)
    do(state, 0, "draw", *payment)
    return bot.worth(state.holdings[0], state.colours[0])


def test_it_pays_the_witch_with_what_it_needs_least() -> None:
    state = met_by_witch("pink*4 | blue*5 diamond*3", "")
    assert choice(state) == "pay palace:blue palace:blue palace:blue"


def test_it_gives_up_a_fairy_rather_than_its_palace() -> None:
    assert choice(met_by_witch("pink*4 | diamond fairy", "")) == "pay fairy"


def test_a_finished_match_is_the_best_for_the_winner_and_the_worst_for_others() -> None:
    state = table("pink*5 |", "blue*5 | diamond*20", deck="pink")
    do(state, 0, "draw")
    assert [game.appraise(state, seat) for seat in (0, 1)] == [bot.WIN, -bot.WIN]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_clearly_beats_random(seats: int) -> None:
    matches = 20
    wins = sum(_winner(seats, number, {number % seats}) == number % seats for number in range(matches))
    assert wins >= matches * 3 // 4


def _winner(seats: int, number: int, greedy: set[int]) -> int:
    chance = Chance(number.to_bytes(32, "big"))
    state = game.deal(DiamoniakOptions(), seats, chance)
    for ply in range(10_000):
        if state.over:
            return state.winner
        policy = "greedy" if state.turn in greedy else "random"
        move = bots.choose(game, state, state.turn, policy, chance.at(ply))
        game.play(state, state.turn, move, chance.at(ply))
    raise AssertionError("a match without an end")


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_bots_among_themselves_come_to_an_end(seats: int) -> None:
    for number in range(5):
        assert _winner(seats, number, set(range(seats))) in range(seats)


def test_a_choice_among_the_most_payments_takes_a_few_milliseconds() -> None:
    state = met_by_witch("pink*5 | blue*6 green*6 yellow*6 diamond*20 fairy*3", "")
    times = []
    for _ in range(7):
        start = time.process_time()
        choice(state)
        times.append(time.process_time() - start)
    assert min(times) < 0.050
