"""Matches of bots against bots, outside any server: who is stronger, how sure that is, and how long they think.

The two sides take the teams in turn, and change places from match to match, so that two equal bots win half of the
matches each, with any number of teams. A race runs in simulated time: a plan is carried out after its delay, if
nobody else was quicker. All comes from the seed; only the time that a choice takes is asked of the caller's clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from typing import Any

from rules import bots
from rules.chance import Chance
from rules.contract import N_, AnyGame, IllegalMove, Move, Outcome, RulesError, Seat, State

Clock = Callable[[], float]  # seconds since whenever
PLIES = 100_000  # more than any match of any game needs
Z = 1.959964  # 95 in 100 of a normal spread lie so many deviations around its middle


@dataclass(frozen=True, slots=True)
class Duel:
    """Two policies and what they play: the matches of one arena, told apart by their number."""

    game: AnyGame
    options: Any
    seats: int
    policies: tuple[str, str]
    seed: int = 0

    def sides(self, number: int) -> tuple[int, ...]:
        """Return by seat which of the two policies plays there in that match."""
        return tuple((team + number) % 2 for team in self.game.teams(self.options, self.seats))

    def chance(self, number: int) -> Chance:
        """Return the chance of that match."""
        return Chance(sha256(f"arena:{self.seed}:{number}".encode()).digest())


@dataclass(slots=True)
class Result:
    """How one match went, or many: what the first side won, and the seconds of each side's choices."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    plies: int = 0
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    @property
    def matches(self) -> int:
        """How many matches this is the result of."""
        return self.won + self.drawn + self.lost

    def add(self, other: Result) -> None:
        """Count another result in."""
        self.won += other.won
        self.drawn += other.drawn
        self.lost += other.lost
        self.plies += other.plies
        for side in (0, 1):
            self.seconds[side].extend(other.seconds[side])

    def share(self) -> tuple[float, float, float]:
        """Return the first side's share of the wins, a draw being half a win, and its 95 % interval (Wilson)."""
        return wilson(self.won + self.drawn / 2, self.matches)


def wilson(wins: float, matches: int) -> tuple[float, float, float]:
    """Return the share of wins and the bounds between which it lies, 95 times in a hundred.

    Half wins count too: draws spread less than wins and losses do, so with them the interval is on the safe side.
    """
    share = wins / matches
    middle = (share + Z * Z / (2 * matches)) / (1 + Z * Z / matches)
    spread = Z * sqrt(share * (1 - share) / matches + Z * Z / (4 * matches * matches)) / (1 + Z * Z / matches)
    return share, middle - spread, middle + spread


def summed(results: Iterable[Result]) -> Result:
    """Return one result of many."""
    total = Result()
    for result in results:
        total.add(result)
    return total


def play(duel: Duel, number: int, clock: Clock) -> Result:
    """Play one match of a duel; raises RulesError `endless` if it does not come to an end."""
    match = (_Race if duel.game.race else _Match)(duel, number, clock)
    for _ in range(PLIES):
        outcome = duel.game.outcome(match.state)
        if outcome is not None:
            match.result.plies = match.ply
            _judge(match.result, outcome, match.sides)
            return match.result
        match.step()
    raise RulesError("endless", N_("The match was not over after %(plies)s moves."), plies=PLIES)


def _judge(result: Result, outcome: Outcome, sides: Sequence[int]) -> None:
    """Count a win for the side that has the best place alone, and a draw if both have it."""
    best = {side for side, place in zip(sides, outcome.places, strict=True) if place == 1}
    result.won, result.drawn, result.lost = int(best == {0}), int(len(best) > 1), int(best == {1})


class _Match:
    """A match of a game in which the seats take turns."""

    def __init__(self, duel: Duel, number: int, clock: Clock) -> None:
        self.game: AnyGame = duel.game
        self.sides = duel.sides(number)
        self.policies = [duel.policies[side] for side in self.sides]
        self.chance = duel.chance(number)
        self.clock = clock
        self.state: State = self.game.deal(duel.options, duel.seats, self.chance)
        self.ply = 0
        self.result = Result()

    def step(self) -> None:
        """Let one seat move, or the clock if nobody would."""
        for seat in self._askable():
            if move := self._timed(seat, self._chosen):
                self._apply(seat, move)
                return
        timer = self.game.timer(self.state)
        if timer is None:
            raise RulesError("endless", N_("The match was not over after %(plies)s moves."), plies=self.ply)
        self._apply(None, timer[1])

    def _askable(self) -> list[Seat]:
        """Return the seats that may do something, first those out of turn: what they may do then lapses."""
        must = self.game.must_act(self.state)
        may = [seat for seat in range(len(self.sides)) if self.game.legal_moves(self.state, seat)]
        return sorted(may, key=lambda seat: seat in must)

    def _chosen(self, seat: Seat, policy: str, chance: Chance) -> Move | None:
        return bots.choose_or_wait(self.game, self.state, seat, policy, chance)

    def _timed(self, seat: Seat, ask: Callable[[Seat, str, Chance], Any]) -> Any:
        """Return what a seat's bot answers, and note how long that took."""
        began = self.clock()
        answer = ask(seat, self.policies[seat], self.chance.at(self.ply).derive("arena"))
        self.result.seconds[self.sides[seat]].append(self.clock() - began)
        return answer

    def _apply(self, seat: Seat | None, move: Move) -> None:
        self.game.play(self.state, seat, move, self.chance.at(self.ply))
        self.ply += 1


class _Race(_Match):
    """A match in which all may act at once: plans and the game's clock stand with the instants when they are due."""

    def __init__(self, duel: Duel, number: int, clock: Clock) -> None:
        super().__init__(duel, number, clock)
        self.now = 0
        self.plans: dict[Seat, tuple[int, Move]] = {}
        self.timer: tuple[int, Move] | None = None
        self.tick: int | None = None

    def step(self) -> None:
        """Carry out what is due first: the clock's move before a player's at the same instant, then by seat."""
        self._replan()
        due = [(at, seat) for seat, (at, _) in self.plans.items()]
        if self.tick is not None:
            due.append((self.tick, -1))
        if not due:
            raise RulesError("endless", N_("The match was not over after %(plies)s moves."), plies=self.ply)
        self.now, seat = min(due)
        if seat >= 0:
            self._apply(seat, self.plans.pop(seat)[1])
        elif self.timer is not None:
            self._apply(None, self.timer[1])
            self.timer = self.tick = None

    def _replan(self) -> None:
        """Ask each seat that has no plan still allowed, and let the clock run on if its move is still the same."""
        timer = self.game.timer(self.state)
        if timer != self.timer:
            self.timer, self.tick = timer, None if timer is None else self.now + timer[0]
        for seat in range(len(self.sides)):
            if seat in self.plans and self._allows(seat, self.plans[seat][1]):
                continue
            self.plans.pop(seat, None)
            plan = self._timed(seat, self._planned)
            if plan is not None:
                self.plans[seat] = self.now + plan.after_ms, self.game.pin(self.state, plan.move)

    def _planned(self, seat: Seat, policy: str, chance: Chance) -> bots.Plan | None:
        return bots.plan(self.game, self.state, seat, policy, chance)

    def _allows(self, seat: Seat, move: Move) -> bool:
        try:
            self.game.check(self.state, seat, move)
        except IllegalMove:
            return False
        return True
