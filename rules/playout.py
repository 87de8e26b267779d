"""Random play of any game, for the command line, the tests and whoever needs a whole match at once.

Every choice comes from the seed: in the stream derived from the match's own under the name `play`, purpose `actor`
picks among those who may act (the seats in order, then the clock), and purpose `move` among that seat's legal moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.chance import Chance
from rules.contract import N_, AnyGame, Event, Move, RulesError, Seat, State

PLIES = 100_000  # more than any match of any game needs


class Played(NamedTuple):
    """One action of random play, already applied."""

    seat: Seat | None
    move: Move
    events: list[Event]


def choices(game: AnyGame, state: State, seats: int) -> list[tuple[Seat | None, Sequence[Move]]]:
    """Return who may act now and by which moves: the seats in order, then the clock with its only one."""
    found: list[tuple[Seat | None, Sequence[Move]]] = []
    for seat in range(seats):
        if moves := game.legal_moves(state, seat):
            found.append((seat, moves))
    if timer := game.timer(state):
        found.append((None, (timer[1],)))
    return found


def play_randomly(game: AnyGame, state: State, seats: int, chance: Chance, plies: int = PLIES) -> Iterator[Played]:
    """Carry the state on by random legal moves to the end, yielding each action.

    Raises RulesError `endless` when the match is not over after so many plies.
    """
    for ply in range(plies):
        if game.outcome(state) is not None:
            return
        seat, move = _choose(game, state, seats, chance.at(ply).derive("play"))
        yield Played(seat, move, game.apply(state, seat, move, chance.at(ply)))
    if game.outcome(state) is None:
        raise RulesError("endless", N_("The match was not over after %(plies)s moves."), plies=plies)


def _choose(game: AnyGame, state: State, seats: int, chance: Chance) -> tuple[Seat | None, Move]:
    actors = choices(game, state, seats)
    seat, moves = actors[chance.below("actor", len(actors))]
    return seat, moves[chance.below("move", len(moves))]
