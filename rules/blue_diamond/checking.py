"""Why a move is refused: full validation of any decoded move, in sentences that give no back away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from rules.blue_diamond.models import (
    CARDS,
    PASSES_LIMIT,
    BlueDiamondState,
    Flip,
    Pass,
    Place,
    Return,
    Shift,
    Swap,
)
from rules.blue_diamond.positions import brings_back
from rules.contract import N_, IllegalMove, Move, Seat


def check(state: BlueDiamondState, seat: Seat | None, move: Move) -> None:
    """Raise IllegalMove unless the seat may make the move now; `seat` None, the clock or the referee, never may."""
    if state.over:
        raise IllegalMove("game_over", N_("The game is over."))
    if seat is None:
        _refuse(N_("Only a player can do that."))
    if seat != state.turn:
        raise IllegalMove("not_your_turn", N_("It is not your turn."))
    _CHECKS[type(move)](state, move)


def _refuse(message: str, **details: Any) -> NoReturn:
    raise IllegalMove("illegal_move", message, **details)


def _check_to_act(state: BlueDiamondState) -> None:
    if state.acted:
        _refuse(N_("You have moved; now return the cards that were set aside."))


def _check_card(card: int) -> None:
    if card not in CARDS:
        _refuse(N_("There is no card %(card)s: cards are 1 to 6."), card=card)


def _check_building(state: BlueDiamondState) -> None:
    _check_to_act(state)
    if not state.loose:
        _refuse(N_("The row is built: shift, swap or flip its cards."))


def _check_place(state: BlueDiamondState, move: Place) -> None:
    _check_building(state)
    _check_card(move.card)
    if move.card in state.row:
        _refuse(N_("Card %(card)s lies in the row already."), card=move.card)
    if move.card not in state.loose:
        _refuse(N_("Card %(card)s is set aside."), card=move.card)


def _check_pass(state: BlueDiamondState, move: Pass) -> None:
    _check_building(state)
    if state.passes >= PASSES_LIMIT:
        _refuse(N_("The last two turns were passes: now a card must be placed."))


def _check_arranging(state: BlueDiamondState, move: Move) -> None:
    _check_to_act(state)
    if state.loose:
        _refuse(N_("The row is not built yet: place a card or pass."))


def _check_shift(state: BlueDiamondState, move: Shift) -> None:
    _check_arranging(state, move)
    _check_repetition(state, move)


def _check_swap(state: BlueDiamondState, move: Swap) -> None:
    _check_arranging(state, move)
    if not 1 <= move.at <= len(state.row) - 3:
        _refuse(N_("Only two neighbours that are not at an end of the row can change places."))
    _check_repetition(state, move)


def _check_flip(state: BlueDiamondState, move: Flip) -> None:
    _check_arranging(state, move)
    _check_card(move.card)
    if move.card not in state.row:
        _refuse(N_("Card %(card)s is set aside."), card=move.card)
    _check_repetition(state, move)


def _check_repetition(state: BlueDiamondState, move: Move) -> None:
    if brings_back(state, move):
        message = N_("That would bring back a position that has stood since the last diamond.")
        raise IllegalMove("repetition", message)


def _check_return(state: BlueDiamondState, move: Return) -> None:
    _check_card(move.card)
    if move.card in state.due:
        if not state.acted:
            _refuse(N_("First make your move, then return card %(card)s."), card=move.card)
    elif move.card in state.fresh:
        _refuse(N_("Card %(card)s was set aside in this turn: it returns in the next."), card=move.card)
    else:
        _refuse(N_("Card %(card)s is not set aside."), card=move.card)


_CHECKS: dict[type[Move], Callable[[BlueDiamondState, Any], None]] = {
    Place: _check_place,
    Pass: _check_pass,
    Shift: _check_shift,
    Swap: _check_swap,
    Flip: _check_flip,
    Return: _check_return,
}
