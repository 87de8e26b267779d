"""Each level is stronger than the one below it, by matches in the arena: the figures of docs/bots.md, in small.

Few matches can only refute a figure: here the upper end of the interval must reach it. SOAK=1 plays as many as the
tables, and there the lower end must. All of a match comes from its seed, so the result is the same each time.
"""

from __future__ import annotations

from time import process_time
from typing import NamedTuple

import pytest

from rules import arena, registry
from tests.rules.positions import SOAK


class Rivals(NamedTuple):
    """Two bots, how many matches they play here and in the soak, and the share that the stronger one wins at least."""

    slug: str
    seats: int
    stronger: str
    weaker: str
    few: int
    many: int
    bound: float  # of the share that the stronger one wins


RIVALS = [
    Rivals("sequence", 2, "greedy", "random", few=12, many=200, bound=0.85),
    Rivals("blue-diamond", 2, "greedy", "random", few=12, many=200, bound=0.85),
    Rivals("sequence", 2, "steady", "greedy", few=20, many=400, bound=0.55),
    Rivals("blitz", 2, "greedy", "random", few=4, many=150, bound=0.85),
    Rivals("blitz", 2, "steady", "greedy", few=6, many=200, bound=0.55),
    Rivals("red-handed", 2, "steady", "greedy", few=6, many=100, bound=0.55),
    Rivals("blue-diamond", 2, "sharp", "greedy", few=2, many=400, bound=0.70),
]


@pytest.mark.parametrize("rivals", RIVALS, ids=lambda one: f"{one.slug}-{one.seats}-{one.stronger}")
def test_the_stronger_bot_wins(rivals: Rivals) -> None:
    game = registry.find(rivals.slug)
    duel = arena.Duel(game, game.options(), rivals.seats, (rivals.stronger, rivals.weaker), seed=1)
    result = arena.summed(arena.play(duel, n, process_time) for n in range(rivals.many if SOAK else rivals.few))
    _, low, high = result.share()
    assert (low if SOAK else high) >= rivals.bound, f"won {result.won}, drawn {result.drawn}, lost {result.lost}"
