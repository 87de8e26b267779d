"""The greedy bot: its judgement, its strength against chance, and its pace."""

from __future__ import annotations

import time

import pytest

from rules import bots
from rules.blitz import game
from rules.blitz.cards import PACK
from rules.blitz.models import Area, BlitzOptions, BlitzState
from rules.chance import Chance
from tests.rules.blitz.tables import CHANCE, area, midgame, table


def choice(*areas: Area, centre: str = "") -> str:
    """Return the bot's move on a table where the rest of each deck lies in the reserve."""
    state = table(*areas, centre=centre)
    return game.print_move(bots.choose(game, state, 0, "greedy", CHANCE))


def test_it_plays_a_blitz_card_to_the_centre_before_all_else() -> None:
    assert choice(area(work="b4 p9 y8", blitz="p1 y9 y7", waste="y1")) == "centre blitz new"


def test_it_empties_a_slot_rather_than_playing_from_the_waste() -> None:
    assert choice(area(work="b1 p9 p8", blitz="p10 b9 b7", waste="y1")) == "centre work:0 new"


def test_it_lays_a_blitz_card_on_the_work_row() -> None:
    assert choice(area(work="g8 p9 p10", blitz="p7 b9 b4")) == "work blitz 0"


def test_it_turns_when_a_card_may_come_and_says_stuck_when_it_knows_that_none_will() -> None:
    assert choice(area(work="p9 p8 p7", blitz="p10 b9 b7", reserve="y2 y3 y1 y4")) in ("turn", "stuck")
    assert choice(area(work="p9 p8 p7", blitz="p10 b9 b7", waste="y3", reserve="")) == "stuck"
    assert choice(area(work="p9 p8 p7", blitz="p10 b9 b7", waste="y3", stuck=True)) == "turn"


def test_it_ends_the_round_when_it_can() -> None:
    assert choice(area(work="b5 p9 p8", blitz="y1", waste="g1", played=20)) == "centre blitz new"


def play(policies: list[str], seed: int) -> tuple[int, ...]:
    """Return the scores of one round in which all move equally often, and the clock when nobody has put a card."""
    chance, seats = Chance(seed.to_bytes(32, "big")), len(policies)
    state, order = game.deal(BlitzOptions(rounds=1), seats, chance), chance.derive("order")
    waited = 0
    for ply in range(5000):
        timer = game.timer(state)
        if timer and (state.phase == "ready" or waited > 8 * seats or all(one.stuck for one in state.areas)):
            game.play(state, None, timer[1], chance.at(ply))
            waited = 0
        elif (seat := order.at(ply).below("seat", seats)) in _able(state):
            game.play(state, seat, bots.choose(game, state, seat, policies[seat], chance.at(ply)), chance.at(ply))
            waited += timer is not None
        if game.outcome(state):
            return game.scores(state)
    pytest.fail("the round did not end")


def _able(state: BlitzState) -> list[int]:
    return [seat for seat in range(len(state.areas)) if game.legal_moves(state, seat)]


@pytest.mark.parametrize("seats", [2, 4])
def test_it_clearly_beats_the_random_bot(seats: int) -> None:
    greedy = [play(["greedy"] + ["random"] * (seats - 1), seed) for seed in range(12)]
    mine = sum(scores[0] for scores in greedy)
    others = sum(sum(scores[1:]) for scores in greedy) / (seats - 1)
    assert mine > others + 12 * 4, "eight to twelve points a round are expected"


def test_bots_alone_bring_a_round_to_its_end() -> None:
    for seed in range(4):
        play(["greedy"] * 3, seed)


def test_it_judges_its_own_seat_by_its_points_and_its_pile() -> None:
    rich, poor = table(area(work="p9 p8 p7", played=5)), table(area(work="p9 p8 p7", played=4))
    long = table(area(work="p9 p8 p7", blitz=" ".join(PACK[9:10] * 5), played=5))
    assert game.appraise(rich, 0) > game.appraise(poor, 0) > game.appraise(long, 0)


def test_it_thinks_no_longer_than_a_few_milliseconds() -> None:
    state = midgame(8, 4, 200)
    times = []
    for _ in range(7):
        start = time.process_time()
        bots.choose(game, state, 0, "greedy", CHANCE)
        times.append(time.process_time() - start)
    assert min(times) < 0.020  # 1 ms on a free core; the rest is room for a busy machine
