"""How Blitz is played well, at three paces.

What shortens the own Blitz pile goes before all else, then what brings a point, then what makes room. Everything
is judged by the cards that all can see. The waste and the reserve are remembered: whoever has seen each card that
turning can show, and has a place for none, is stuck.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.blitz.cards import BIT, COLOUR, NUMBER, ONTO
from rules.blitz.listing import STUCK, TURN
from rules.blitz.models import Area, BlitzState, PlayToCentre, PlayToWork
from rules.blitz.sources import PACKET, SLOT_OF, WHOLE, cards_at
from rules.brains import Brain, Plan, Question
from rules.chance import Chance
from rules.contract import Move, Seat
from rules.reaction import Reaction, happens

SHORTER = 20.0  # the Blitz pile becomes shorter by a card: two points, and nearer to the end
POINT = 10.0
OPENS = 12.0  # the top of the Blitz pile will have a place
KEEPS = 3.0  # a card of the waste comes to lie where it can always be had
BURIES = 6.0  # a card is covered that the centre wants next; of one that it wants later, so much less
CONTESTED = 4.0  # another could put the same card there first
LEAST = 0.5  # any play that comes to something is better than turning: else one could turn for ever
TURNING, SAYING, LOOPING = 0.0, -10.0, -20.0
SOON = 4  # cards that lie still between a stack in the centre and one's own card


class Level(NamedTuple):
    """How quick a player is, and how much is overlooked."""

    play: Reaction
    turn: Reaction
    notice: Reaction  # more, where another's card has just made it possible
    overlooked: float  # plays in a hundred
    weighs: bool  # whether the choice between plays of the same kind is weighed


LEVELS = {
    "gentle": Level(Reaction(3_000, 0.40), Reaction(1_900, 0.30), Reaction(1_500, 0.6), 30.0, False),
    "steady": Level(Reaction(1_750, 0.30), Reaction(1_150, 0.25), Reaction(700, 0.5), 8.0, True),
    "sharp": Level(Reaction(1_050, 0.22), Reaction(700, 0.20), Reaction(350, 0.4), 1.0, True),
}


class BlitzBrain(Brain[BlitzState]):
    """The levels of Blitz."""

    def choose(self, question: Question[BlitzState]) -> Move | None:
        """Return the best of the moves that are not overlooked."""
        return _choose(question)

    def plan(self, question: Question[BlitzState]) -> Plan | None:
        """Return the next move at the level's pace; None for who is stuck, has said so, and has nothing to play."""
        move = _choose(question) if question.moves else None
        if move is None or (move is TURN and _knows_all(question)):
            return None
        return Plan(_pause(question, move), move)


def _knows_all(question: Question[BlitzState]) -> bool:
    """Tell whether the seat has said that it is stuck, and turning cannot show it anything."""
    area = question.world.areas[question.seat]
    return area.stuck and not turning_helps(question.world, area)


def _choose(question: Question[BlitzState]) -> Move | None:
    state, seat, level = question.world, question.seat, LEVELS[question.level]
    worths = {move: worth(state, seat, move, weighs=level.weighs) for move in question.moves if move is not None}
    plays = [move for move, value in worths.items() if value > TURNING]
    seen = plays if state.areas[seat].stuck else _seen(plays, level, question.chance)
    if plays and not seen:  # overlooked: who sees no play turns a card, but says nothing untrue
        return TURN if TURN in worths else plays[0]
    top = max(worths[move] for move in seen or worths)
    best = [move for move in seen or worths if worths[move] == top]
    return question.by_lot(best)


def _seen(plays: list[Move], level: Level, chance: Chance) -> list[Move]:
    return [play for play in plays if not happens(chance, "overlooked", level.overlooked)]


def worth(state: BlitzState, seat: Seat, move: Move, *, weighs: bool = True) -> float:
    """Return what the move is worth to the seat: above TURNING for plays that come to something."""
    area = state.areas[seat]
    if isinstance(move, PlayToCentre):
        return _worth_in_centre(state, seat, move, weighs=weighs)
    if isinstance(move, PlayToWork):
        value = _worth_in_row(state, area, move)
        return max(LEAST, value - _burying(state, area, move)) if weighs and value > LOOPING else value
    if move is TURN:
        return TURNING if turning_helps(state, area) else SAYING - 1
    return SAYING


def _worth_in_centre(state: BlitzState, seat: Seat, move: PlayToCentre, *, weighs: bool) -> float:
    area = state.areas[seat]
    value = POINT + (SHORTER if _shortens(area, move.from_) else 0)
    if weighs and _contested(state, seat, cards_at(area, move.from_)[-1]):
        value += CONTESTED
    return value


def _worth_in_row(state: BlitzState, area: Area, move: PlayToWork) -> float:
    if _shortens(area, move.from_):
        return SHORTER
    blitz = area.blitz[-1]
    if move.from_ == "waste":
        return KEEPS + (OPENS if blitz in ONTO[area.cycle[area.turned - 1]] else 0)
    uncovered = area.work[SLOT_OF[move.from_]][-2]
    if blitz in ONTO[uncovered]:
        return OPENS
    return POINT / 2 if uncovered in state.wanted else LOOPING


def _shortens(area: Area, source: str) -> bool:
    """Tell whether a play from there takes a card off the Blitz pile: from it, or out of a slot that it then fills."""
    if source == "waste":
        return False
    return source == "blitz" or source in WHOLE or len(area.work[SLOT_OF[source]]) == 1


def _burying(state: BlitzState, area: Area, move: PlayToWork) -> float:
    """Return how bad it is to cover what lies in the slot: much, if the centre soon wants it."""
    steps = _steps_to(state, area.work[move.to][-1])
    return BURIES * (SOON - steps) / SOON if steps < SOON else 0.0


def _steps_to(state: BlitzState, card: str) -> int:
    """Return how many cards must still come before the centre wants this one."""
    below = (NUMBER[wanted] for wanted in state.wanted if COLOUR[wanted] == COLOUR[card])
    return min((NUMBER[card] - number for number in below if number <= NUMBER[card]), default=SOON)


def _contested(state: BlitzState, seat: Seat, card: str) -> bool:
    """Tell whether another could lay the same card there now."""
    return any(card in _shown(area) for other, area in enumerate(state.areas) if other != seat)


def _shown(area: Area) -> list[str]:
    return [*area.blitz[-1:], *area.cycle[area.turned - 1 : area.turned], *(stack[-1] for stack in area.work)]


def turning_helps(state: BlitzState, area: Area) -> bool:
    """Tell whether turning may show a card with a place: one that has been seen there, or one not seen since."""
    tops = {stack[-1] for stack in area.work}
    shown = {area.cycle[place] for place in _to_be_shown(area)}
    return any(not area.placed & BIT[card] or card in state.wanted or _has_place(card, tops) for card in shown)


def _has_place(card: str, tops: set[str]) -> bool:
    return any(card in ONTO[top] for top in tops)


def _to_be_shown(area: Area) -> set[int]:
    """Return the places in the cycle that turning will show while nothing is played from the waste."""
    size = len(area.cycle)
    if not size:
        return set()
    first = area.turned + PACKET - 1
    return {*range(first, size, PACKET), *range(PACKET - 1, size, PACKET), size - 1}


def _pause(question: Question[BlitzState], move: Move) -> int:
    level = LEVELS[question.level]
    if move is TURN or move is STUCK:
        return level.turn.draw(question.chance, "pace")
    pause = level.play.draw(question.chance, "pace")
    return pause + level.notice.draw(question.chance, "notice") if _is_news(question, move) else pause


def _is_news(question: Question[BlitzState], move: Move) -> bool:
    """Tell whether another's card has made the move possible, or who had said "stuck" has to look up again."""
    state, seat = question.world, question.seat
    if state.areas[seat].stuck:
        return True
    return isinstance(move, PlayToCentre) and move.to != "new" and state.stacks[move.to].owners[-1] != seat
