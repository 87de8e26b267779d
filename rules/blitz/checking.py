"""Why a move is refused: full validation of any decoded move, in sentences that give nothing hidden away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.blitz.cards import BENEATH, COLOUR, NUMBER, ONES
from rules.blitz.centre import all_stuck, is_dry
from rules.blitz.models import (
    Area,
    BlitzState,
    Deal,
    PlayToCentre,
    PlayToWork,
    Reshuffle,
    Start,
    Stuck,
    Turn,
)
from rules.blitz.sources import SLOT_OF, WHOLE, cards_at
from rules.contract import N_, IllegalMove, Move, Seat


def check(state: BlitzState, seat: Seat | None, move: Move) -> None:
    """Raise IllegalMove unless the seat (None: the clock) may make the move now."""
    if state.phase == "over":
        raise IllegalMove("game_over", N_("The game is over."))
    if isinstance(move, (Start, Reshuffle, Deal)):
        _check_clock(state, seat, move)
    elif seat is None:
        raise _refusal(N_("Only a player can do that."))
    elif state.phase == "ready":
        raise _refusal(N_("The round has not begun: wait for “Blitz!”."))
    elif state.phase == "pause":
        raise _over(state)
    else:
        _CHECKS[type(move)](state, state.areas[seat], move)


def _refusal(message: str, **details: Any) -> IllegalMove:
    return IllegalMove("illegal_move", message, **details)


def _over(state: BlitzState) -> IllegalMove:
    """Return the refusal of what came after the end of a round: who was quicker, or that nobody was."""
    caller = next((seat for seat, area in enumerate(state.areas) if not area.blitz), None)
    if caller is None:
        message = N_("Too late: the round is over, as reshuffling did not help.")
        return IllegalMove("too_late", message, round=state.round)
    return IllegalMove("too_late", N_("“Blitz!” was said: the round is over."), round=state.round, seat=caller)


def _check_clock(state: BlitzState, seat: Seat | None, move: Move) -> None:
    if seat is not None:
        raise _refusal(N_("Only the clock does that."))
    if isinstance(move, Start) and state.phase != "ready":
        raise _refusal(N_("The round has begun already."))
    if isinstance(move, Deal) and state.phase != "pause":
        raise _refusal(N_("The next round is set up only when this one is over."))
    if isinstance(move, Reshuffle):
        if state.phase != "play":
            raise _refusal(N_("Nothing is reshuffled outside a round."))
        if not all_stuck(state) and not is_dry(state):
            raise _refusal(N_("Nothing is reshuffled while somebody may have a card to play."))


def _check_turn(state: BlitzState, area: Area, move: Turn) -> None:
    if not area.cycle:
        raise _refusal(N_("You have no cards left to turn."))


def _check_stuck(state: BlitzState, area: Area, move: Stuck) -> None:
    if area.stuck:
        raise _refusal(N_("You have said already that you have nothing to play."))


def _check_to_centre(state: BlitzState, area: Area, move: PlayToCentre) -> None:
    if move.from_ in WHOLE:
        raise _refusal(N_("Cards go into the centre one by one."))
    card = _cards_at(area, move.from_)[-1]
    if move.to == "new":
        if card not in ONES:
            raise _refusal(N_("Only a 1 starts a stack, not %(card)s."), card=card)
    elif not 0 <= move.to < len(state.stacks):
        raise _refusal(N_("There is no stack %(stack)s in the centre."), stack=move.to)
    elif move.to not in state.wanted.get(card, ()):
        _refuse_stack(state, card, move.to)


def _refuse_stack(state: BlitzState, card: str, number: int) -> None:
    """Refuse a card that a stack does not want: too late if the stack has passed it, by another player's card then."""
    stack = state.stacks[number]
    if COLOUR[card] == stack.colour and NUMBER[card] <= len(stack.owners):
        message = N_("Too late: another player's %(card)s lies on that stack already.")
        raise IllegalMove("too_late", message, card=card, stack=number, seat=stack.owners[NUMBER[card] - 1])
    if stack.full:
        raise _refusal(N_("Stack %(stack)s is complete and off the table."), stack=number)
    raise _refusal(N_("%(card)s does not fit there: the stack wants %(wanted)s."), card=card, wanted=stack.wants)


def _check_to_work(state: BlitzState, area: Area, move: PlayToWork) -> None:
    card = _cards_at(area, move.from_)[0]
    if not 0 <= move.to < len(area.work):
        raise _refusal(N_("You have no work stack %(slot)s."), slot=move.to)
    if SLOT_OF.get(move.from_) == move.to:
        raise _refusal(N_("The card lies there already."))
    top = area.work[move.to][-1]
    if top not in BENEATH[card]:
        message = N_("%(card)s does not go on %(top)s: it must be one lower and of the other symbol.")
        raise _refusal(message, card=card, top=top)


def _cards_at(area: Area, source: str) -> list[str]:
    cards = cards_at(area, source)
    if not cards:
        if source == "waste" and area.shown and not area.placed:  # turned before the last shuffle, not since
            raise IllegalMove("too_late", N_("Too late: what you had turned has been shuffled."))
        raise _refusal(N_("There is no card to play from there."))
    return cards


_CHECKS: dict[type[Move], Callable[[BlitzState, Area, Any], None]] = {
    Turn: _check_turn,
    Stuck: _check_stuck,
    PlayToCentre: _check_to_centre,
    PlayToWork: _check_to_work,
}
