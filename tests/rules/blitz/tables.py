"""Tables set up by hand: the round is at play; what is not given is empty, except that a Blitz pile has three tens.

Cards are written in the order in which they come: a Blitz pile and a reserve from the top down, a waste from the bottom
up, a work stack from the highest card to the top, as in "y9,p8".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from rules.blitz import game
from rules.blitz.models import Area, BlitzOptions, BlitzState, Stack
from rules.chance import Chance
from rules.contract import IllegalMove, Move, Seat
from rules.playout import choices
from tests.rules import moves
from tests.rules.moves import CHANCE, sole  # noqa: F401 - for the tests of this game

do = partial(moves.do, game)


def area(
    *,
    work: str = "",
    blitz: str = "b10 b10 b10",
    waste: str = "",
    reserve: str = "",
    played: int = 0,
    stuck: bool = False,
) -> Area:
    """Return what lies before one player."""
    turned, left = waste.split(), reserve.split()
    return Area(
        blitz=blitz.split()[::-1],
        work=[stack.split(",") for stack in work.split()],
        cycle=turned + left,
        turned=len(turned),
        played=played,
        stuck=stuck,
    )


def table(*areas: Area, centre: str = "", rounds: int = 5, points: Sequence[tuple[int, ...]] = ()) -> BlitzState:
    """Return a table with stacks up to these cards in the centre, all laid there by seat 0."""
    stacks = [Stack(card[0], [0] * int(card[1:])) for card in centre.split()]
    state = BlitzState(rounds, 10_000, list(areas), len(points) + 1, "play", stacks, 0, list(points))
    while len(state.areas) < 2:
        state.areas.append(area())
    return state


def dealt(seats: int, seed: int = 1, **options: int) -> BlitzState:
    """Return a table with its first round set up."""
    return game.deal(BlitzOptions(**options), seats, Chance(bytes([seed]) * 32))


def begun(seats: int, seed: int = 1, **options: int) -> BlitzState:
    """Return a table whose first round has begun."""
    state = dealt(seats, seed, **options)
    do(state, None, "start")
    return state


def midgame(seats: int, seed: int, plies: int = 60, reshuffled: bool = True) -> BlitzState:
    """Return a table after so many random moves, if asked for without the reshuffles of the clock."""
    state, random, chance = begun(seats, seed), Random(seed), Chance(bytes([seed]) * 32)
    for ply in range(1, plies):
        actors = [one for one in choices(game, state, seats) if reshuffled or one[0] is not None]
        if not actors or game.outcome(state):
            break
        seat, moves = random.choice(actors)
        game.apply(state, seat, random.choice(moves), chance.at(ply))
    return state


def may(state: BlitzState, seat: Seat = 0, kinds: str = "centre work") -> list[str]:
    """Return the seat's legal moves of these kinds as text."""
    return [game.print_move(move) for move in game.legal_moves(state, seat) if move.type in kinds.split()]


def refused(state: BlitzState, seat: Seat | None, move: str | Move) -> IllegalMove:
    """Return the refusal of the move, having checked that it cost nothing, not even what the seat waits for."""
    wanted = state.clone().wanted
    error = moves.refused(game, state, seat, move)
    assert state.wanted == wanted
    return error


def deck_of(state: BlitzState, seat: Seat) -> list[str]:
    """Return all cards of a seat, sorted, wherever they lie; those in the centre too."""
    own = state.areas[seat]
    laid = [f"{one.colour}{k}" for one in state.stacks for k, owner in enumerate(one.owners, 1) if owner == seat]
    return sorted([*own.blitz, *own.cycle, *(card for stack in own.work for card in stack), *laid])
