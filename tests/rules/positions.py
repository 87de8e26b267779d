"""Where the shared suite looks: every setup of every game, and states reached in them by random play."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from rules import codec, registry
from rules.chance import Chance
from rules.contract import AnyGame, BadOptions, Move, Options, Seat, State
from rules.playout import Played, choices
from tests.rules import toy

SOAK = os.environ.get("SOAK") == "1"
MATCHES = 20_000 if SOAK else 200  # whole random matches of each game
EXAMPLES = 2_000 if SOAK else 40  # positions of each game that each property is tried in
CALLING = 0.05  # how often the referee calls, where the game knows one
PLIES = 50_000  # a bound that a match of any game stays well below
GAMES: dict[str, AnyGame] = {**registry.GAMES, toy.game.slug: toy.game}


@dataclass(frozen=True)
class Setup:
    """What is chosen before the start."""

    game: AnyGame
    seats: int
    options: Options

    def __repr__(self) -> str:
        return f"Setup({self.game.slug}, {self.seats}, {self.options})"


@dataclass
class Position:
    """A state reached by random play, and how to go on from it."""

    setup: Setup
    state: State
    chance: Chance  # of the next action

    @property
    def game(self) -> AnyGame:
        return self.setup.game

    @property
    def seats(self) -> range:
        return range(self.setup.seats)

    def choices(self) -> list[tuple[Seat | None, Move]]:
        """Return every (seat, move) that may come now; seat None for the clock's and the referee's."""
        actors = [*choices(self.game, self.state, self.setup.seats), (None, self.game.referee_calls(self.state))]
        return [(seat, move) for seat, moves in actors for move in moves]

    def saved(self) -> Any:
        return codec.state_to_json(self.state)


def setups(game: AnyGame) -> list[Setup]:
    """Return every number of seats with every set of options that the game allows there."""
    fields = codec.option_fields(game)
    names = [field.name for field in fields]
    found = []
    for seats in game.seats:
        for values in itertools.product(*map(_values, fields)):
            try:
                options = codec.options_from_json(game, dict(zip(names, values, strict=True)), seats)
            except BadOptions:
                continue
            found.append(Setup(game, seats, options))
    return found


def _values(field: codec.OptionField) -> list[Any]:
    if field.kind == "choice":
        return [value for value, _ in field.choices]
    values = (False, True) if field.kind == "bool" else (field.default, field.minimum, field.maximum)
    return [value for value in dict.fromkeys(values) if value is not None]


def deal(setup: Setup, seed: bytes) -> State:
    state: State = setup.game.deal(setup.options, setup.seats, Chance(seed))
    return state


def play(setup: Setup, state: State, seed: bytes) -> Iterator[Played]:
    """Carry the state on by random moves to the end, with a referee's call now and then."""
    game, random = setup.game, Random(seed)
    for ply in range(PLIES):
        if game.outcome(state) is not None:
            return
        seat, moves = random.choice(choices(game, state, setup.seats))
        if random.random() < CALLING and (calls := game.referee_calls(state)):
            seat, moves = None, calls
        move = random.choice(moves)
        yield Played(seat, move, game.apply(state, seat, move, Chance(seed, ply)))


@st.composite
def positions(draw: st.DrawFn, game: AnyGame) -> Position:
    """Any state of any setup: some number of random moves after a random deal, often the end."""
    setup = draw(st.sampled_from(setups(game)))
    seed = draw(st.binary(min_size=32, max_size=32))
    wanted = draw(st.integers(0, 300))
    state = deal(setup, seed)
    ply = sum(1 for _ in itertools.islice(play(setup, state, seed), wanted))
    return Position(setup, state, Chance(seed, ply))
