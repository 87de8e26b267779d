"""Why a move is refused: full validation of any decoded move, in sentences. Nothing but the deck's order is hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import N_, IllegalMove, Move, Seat
from rules.diamoniak.cards import COLOURS, DIAMONDS, FAIRIES, FAIRY, INDEX, PRICE
from rules.diamoniak.listing import toll_of
from rules.diamoniak.models import NOBODY, Buy, DiamoniakState, Draw, Pay, Stop


def check(state: DiamoniakState, seat: Seat | None, move: Move) -> None:
    """Raise IllegalMove unless the seat may make the move now; clock and referee (None) may make none."""
    if state.over:
        raise IllegalMove("game_over", N_("The game is over."))
    if seat is None:
        raise _refusal(N_("Only a player can do that."))
    if seat != state.turn:
        raise IllegalMove("not_your_turn", N_("It is not your turn."))
    if state.paying and not isinstance(move, Pay):
        raise _refusal(N_("Pay the witch first."))
    _CHECKS[type(move)](state, seat, move)


def _refusal(message: str, **details: Any) -> IllegalMove:
    return IllegalMove("illegal_move", message, **details)


def _check_draw(state: DiamoniakState, seat: Seat, move: Draw) -> None:
    """Allow it: only a witch keeps from drawing."""


def _check_stop(state: DiamoniakState, seat: Seat, move: Stop) -> None:
    if not state.drawn:
        raise _refusal(N_("Draw at least one card before you stop."))


def _check_buy(state: DiamoniakState, seat: Seat, move: Buy) -> None:
    if state.drawn:
        raise _refusal(N_("Buying takes the place of drawing: you have drawn in this turn already."))
    colour = state.colours[seat]
    if colour == NOBODY:
        raise _refusal(N_("You have no palace yet, so no colour to buy."))
    if not 0 <= move.from_ < state.seats:
        raise _refusal(N_("There is no seat %(seat)s at this table."), seat=move.from_)
    if move.from_ == seat:
        raise _refusal(N_("You cannot buy from yourself."))
    if state.holdings[seat][DIAMONDS] < PRICE:
        raise _refusal(N_("A palace card costs %(price)s diamonds, and you have fewer."), price=PRICE)
    if not state.holdings[move.from_][colour]:
        message = N_("That player has no palace card of your colour (%(colour)s) in the side area.")
        raise _refusal(message, colour=COLOURS[colour])


def _check_pay(state: DiamoniakState, seat: Seat, move: Pay) -> None:
    if not state.paying:
        raise _refusal(N_("There is no witch to pay."))
    _check_held(state, seat, move.cards)
    holding = state.holdings[seat]
    toll = toll_of(holding)
    if FAIRY in move.cards:
        if len(move.cards) > 1:
            raise _refusal(N_("A fairy is given up alone, instead of other cards."))
    elif len(move.cards) != toll:
        raise _refusal(_toll_message(holding), toll=toll)


def _check_held(state: DiamoniakState, seat: Seat, cards: tuple[str, ...]) -> None:
    holding = state.holdings[seat]
    for card in cards:
        if card not in INDEX:
            raise _refusal(N_("“%(card)s” is no card to pay with."), card=card)
        if cards.count(card) > holding[INDEX[card]]:
            raise _refusal(N_("You do not have as many cards “%(card)s” as that."), card=card)


def _toll_message(holding: list[int]) -> str:
    if holding[FAIRIES]:
        return N_("The witch takes %(toll)s of your cards, or one fairy.")
    return N_("The witch takes %(toll)s of your cards.")


_CHECKS: dict[type[Move], Callable[[DiamoniakState, Seat, Any], None]] = {
    Draw: _check_draw,
    Stop: _check_stop,
    Buy: _check_buy,
    Pay: _check_pay,
}
