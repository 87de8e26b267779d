"""How long a refusal takes says nothing of what is hidden: a card that another holds, and one in the deck."""

from __future__ import annotations

import os
import random
from math import sqrt
from statistics import fmean, variance
from time import perf_counter_ns

import pytest

from games import carrier
from rules import codec
from rules.contract import IllegalMove
from tests.games.test_bad_input import absent_card

pytestmark = pytest.mark.django_db
TIMES = 10_000 if os.environ.get("SOAK") == "1" else 2_000
MOST = 4.5  # |t|, as is usual for leaks by time


def welch(one: list[float], other: list[float]) -> float:
    """Return Welch's t of two samples."""
    return (fmean(one) - fmean(other)) / sqrt(variance(one) / len(one) + variance(other) / len(other))


def test_refusals_take_equally_long_whatever_the_hidden_cards_are(table, figures):
    loaded = carrier.load(table.match.id)
    game, mover = loaded.facts.game, loaded.seat_of(table.people["mover"].pk)
    hands = [game.view(loaded.state, seat)["hand"] for seat in (0, 1)]
    deck = next(f"{rank}{suit}" for rank in "23456789" for suit in "SHDC" if f"{rank}{suit}" not in hands[0] + hands[1])
    moves = [codec.move_from_json(game, table.legal[0] | {"card": card}) for card in (absent_card(table), deck)]
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(TIMES):
        for kind in random.sample((0, 1), 2):  # whatever slows the machine meets both alike
            begun = perf_counter_ns()
            with pytest.raises(IllegalMove):
                game.check(loaded.state, mover, moves[kind])
            took[kind].append(perf_counter_ns() - begun)
    cut = sorted(took[0] + took[1])[TIMES * 2 * 95 // 100]  # what was interrupted says nothing of the work
    found = welch(*([time for time in times if time <= cut] for times in took))
    figures("t of Welch", [abs(found)], limit=MOST, size=f"{TIMES} refusals of each class")
    assert abs(found) < MOST
