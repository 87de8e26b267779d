"""Why a move is refused: full validation of any decoded move, in sentences that give nothing hidden away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import N_, IllegalMove, Move, Seat
from rules.sequence.board import BIT, CELLS_OF, CORNERS, mask_of
from rules.sequence.cards import ONE_EYED, TWO_EYED
from rules.sequence.drawing import right_of
from rules.sequence.lines import choices
from rules.sequence.listing import dead_cards, free_cells, may_only_pass, targets
from rules.sequence.models import Draw, Exchange, Forfeit, Pass, Penalty, Play, SequenceState


def check(state: SequenceState, seat: Seat | None, move: Move) -> None:
    """Raise IllegalMove unless the seat (None: the referee) may make the move now."""
    if state.over:
        raise IllegalMove("game_over", N_("The game is over."))
    if isinstance(move, Penalty):
        _check_penalty(state, seat, move)
    elif seat is None:
        raise _refusal(N_("Only a player can do that."))
    else:
        if isinstance(move, (Play, Exchange, Pass)) and seat != state.turn:
            raise IllegalMove("not_your_turn", N_("It is not your turn."))
        if state.owed[seat] and not isinstance(move, Forfeit):
            raise _refusal(N_("Your team was called for table talk: give up a card first."))
        _CHECKS[type(move)](state, seat, move)


def _refusal(message: str, **details: Any) -> IllegalMove:
    return IllegalMove("illegal_move", message, **details)


def _check_penalty(state: SequenceState, seat: Seat | None, move: Penalty) -> None:
    if seat is not None:
        raise _refusal(N_("Only the referee can call table talk."))
    if not state.table_talk:
        raise _refusal(N_("This table plays without penalties for table talk."))
    if state.seats == state.teams:
        raise _refusal(N_("Nobody at this table has a team-mate to advise."))
    if not 0 <= move.team < state.teams:
        raise _refusal(N_("There is no team %(team)s at this table."), team=move.team)


def _check_play(state: SequenceState, seat: Seat, move: Play) -> None:
    _check_held(state, seat, move.card)
    bit = BIT.get(move.cell)
    if bit is None:
        raise _refusal(N_("There is no cell %(cell)s: cells are a1 to j10."), cell=move.cell)
    if bit & CORNERS:
        raise _refusal(N_("The corners count for everyone and are never played on."))
    if move.card in ONE_EYED:
        _check_taking(state, seat, move, bit)
    else:
        _check_placing(state, seat, move, bit)


def _check_held(state: SequenceState, seat: Seat, card: str) -> None:
    if card not in state.hands[seat]:
        raise _refusal(N_("That card is not in your hand."))


def _check_taking(state: SequenceState, seat: Seat, move: Play, bit: int) -> None:
    team = seat % state.teams
    if move.line is not None:
        raise _refusal(N_("A one-eyed jack takes a chip away; it completes no line."))
    if bit & free_cells(state):
        raise _refusal(N_("There is no chip on %(cell)s to take."), cell=move.cell)
    if bit & state.chips[team]:
        raise _refusal(N_("The chip on %(cell)s is your own team's."), cell=move.cell)
    if not bit & targets(state, team):
        raise _refusal(N_("The chip on %(cell)s is locked in a finished sequence."), cell=move.cell)


def _check_placing(state: SequenceState, seat: Seat, move: Play, bit: int) -> None:
    if move.card not in TWO_EYED and move.cell not in CELLS_OF[move.card]:
        first, second = CELLS_OF[move.card]
        message = N_("%(card)s is played on %(first)s or %(second)s, not on %(cell)s.")
        raise _refusal(message, card=move.card, first=first, second=second, cell=move.cell)
    if not bit & free_cells(state):
        raise _refusal(N_("There is a chip on %(cell)s already."), cell=move.cell)
    if move.line is not None:
        _check_line(state, seat % state.teams, move, move.line)


def _check_line(state: SequenceState, team: int, move: Play, line: tuple[str, ...]) -> None:
    named = mask_of(line)
    own = state.chips[team] | BIT[move.cell]
    allowed = choices(own, move.cell, state.sequences_of(team))
    if len(line) != 5 or not any(named in fives for fives in allowed):
        raise _refusal(N_("Those cells are not a line of five that this chip may complete."))


def _check_exchange(state: SequenceState, seat: Seat, move: Exchange) -> None:
    _check_held(state, seat, move.card)
    if state.exchanged:
        raise _refusal(N_("Only one dead card can be exchanged each turn."))
    if move.card not in dead_cards(state, state.hands[seat]):
        raise _refusal(N_("%(card)s is not dead: only a card whose two cells are covered is."), card=move.card)


def _check_draw(state: SequenceState, seat: Seat, move: Draw) -> None:
    if not state.manual:
        raise _refusal(N_("At this table cards are drawn by themselves."))
    if right_of(state, seat) < 0:
        raise _refusal(N_("You have no card to draw: nothing was played, or the time for it has gone by."))


def _check_pass(state: SequenceState, seat: Seat, move: Pass) -> None:
    if not may_only_pass(state, seat):
        raise _refusal(N_("You can still play or exchange a card, so you cannot pass."))


def _check_forfeit(state: SequenceState, seat: Seat, move: Forfeit) -> None:
    if not state.owed[seat]:
        raise _refusal(N_("You owe no card."))
    _check_held(state, seat, move.card)


_CHECKS: dict[type[Move], Callable[[SequenceState, Seat, Any], None]] = {
    Play: _check_play,
    Exchange: _check_exchange,
    Draw: _check_draw,
    Pass: _check_pass,
    Forfeit: _check_forfeit,
}
