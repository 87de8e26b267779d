"""How Red-Handed is played at three levels: by how quickly an incident is seen, and how surely.

A bot sees every incident on the table, as the rules list them; what makes a level is the time until it does, spread
as people's reactions are, and its errors. Each flip is a sight of its own: what it brought may be seen at once, late,
or be looked past until the next. Now and then cards are taken for an incident that are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeVar

from rules.brains import Brain, Plan, Question
from rules.contract import Move
from rules.reaction import Reaction, happens
from rules.red_handed.cards import DARK_ROOM, facts, is_incident
from rules.red_handed.listing import GRAB, grabs
from rules.red_handed.models import Grab, Point, RedHandedState

FASTEST = 250  # ms: no person is quicker
FEWEST = 4  # open cards that one may be mistaken in
SPARE = 0.2  # of the time to point: no bot cuts it finer

LATEST = 12  # open cards that one may point to by mistake

T = TypeVar("T")
Cards = tuple[int, ...]


class Level(NamedTuple):
    """How quick and how sure a player is; chances in a hundred."""

    see: Reaction
    point: Reaction
    overlooks: float  # what a flip brought, until the next
    imagines: float  # an incident where there is none, at a flip
    slips: float  # points to other cards than it should


LEVELS = {
    "gentle": Level(Reaction(7_500, 0.60), Reaction(1_400, 0.25), 35.0, 4.0, 10.0),
    "steady": Level(Reaction(4_000, 0.50), Reaction(1_000, 0.25), 12.0, 1.2, 3.0),
    "sharp": Level(Reaction(2_200, 0.40), Reaction(700, 0.20), 3.0, 0.2, 0.5),
}


class RedHandedBrain(Brain[RedHandedState]):
    """The levels of Red-Handed."""

    def choose(self, question: Question[RedHandedState]) -> Move | None:
        """Return a claim of an incident if there is one, else wait, else what there is."""
        claims = [move for move in question.moves if isinstance(move, (Grab, Point)) and move.cards]
        if claims:
            return _one_of(question, claims)
        return None if None in question.moves else question.moves[0]

    def plan(self, question: Question[RedHandedState]) -> Plan | None:
        """Return when the diamond is grabbed, if that is before the table's next change, or the cards pointed to.

        Whoever grabbed by mistake points to the cards that it took for an incident: legal, and never listed.
        """
        state = question.world
        if state.over or not state.open:
            return None
        if state.grabber is None:
            return _grab(question)
        return _point(question) if state.grabber == question.seat else None


def _grab(question: Question[RedHandedState]) -> Plan | None:
    """Return the grab for what is seen first; nothing if the next flip comes before: then it is looked at anew."""
    state, level = question.world, LEVELS[question.level]
    times = [_time_to_see(question, age) for age in sorted(_ages(state))]
    if len(state.open) >= FEWEST and happens(question.chance, "imagines", level.imagines):
        times.append(level.see.draw(question.chance, "imagined"))
    first = max(FASTEST, min(times, default=state.pace_ms))
    return Plan(first, GRAB) if first < state.pace_ms else None


def _time_to_see(question: Question[RedHandedState], age: int) -> int:
    """Return in how many milliseconds the incidents are seen that have been open for so many flips."""
    level, chance = LEVELS[question.level], question.chance
    if happens(chance, "overlooks", level.overlooks):
        return question.world.pace_ms
    return level.see.draw(chance, "sees", waited=age * question.world.pace_ms)


def _ages(state: RedHandedState) -> set[int]:
    """Return since how many flips there have been incidents: of each by its newest card, which completed it."""
    flips = _flips(state)
    return {flips[-1] - flips[max(grab.cards)] for grab in grabs(state) if grab.cards}


def _flips(state: RedHandedState) -> list[int]:
    """Return in which flip of this filling each open card was turned: within one, the owners ascend."""
    flips: list[int] = []
    last = len(state.hands)
    for owner, _ in state.open:
        flips.append(flips[-1] + (owner <= last) if flips else 0)
        last = owner
    return flips


def _point(question: Question[RedHandedState]) -> Plan | None:
    """Return the pointing, within the time there is; None with nothing to point to: then the time runs out."""
    state, level = question.world, LEVELS[question.level]
    found = [grab.cards for grab in grabs(state) if grab.cards]
    if not found or happens(question.chance, "slips", level.slips):
        found = _mistakable(state) or found
    if not found:
        return None
    time = level.point.draw(question.chance, "points")
    latest = round(state.point_ms * (1 - SPARE))
    return Plan(max(FASTEST, min(time, latest)), Point(_one_of(question, found)))


def _mistakable(state: RedHandedState) -> list[Cards]:
    """Return the cards that are nearest to an incident and none: of their kinds, if there are such, with one fault."""
    codes = [code for _, code in state.open]
    dark = DARK_ROOM in codes
    faults: dict[Cards, int] = {}
    for size in (2, 3):
        for cards in combinations(range(max(0, len(codes) - LATEST), len(codes)), size):
            shown = tuple(codes[number] for number in cards)
            if not is_incident(shown, dark):
                faults[cards] = _faults(shown, dark)
    least = min(faults.values(), default=0)
    return [cards for cards, count in faults.items() if count == least]


@cache  # some ten thousand: two or three of twenty-two codes
def _faults(codes: tuple[str, ...], dark: bool) -> int:
    found = facts(codes, dark)
    return 9 * (not found["kinds"]) + sum(not so for so in found.values())


def _one_of(question: Question[RedHandedState], items: Sequence[T]) -> T:
    return items[question.chance.below("which", len(items))]
