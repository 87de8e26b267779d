"""What a seat may do, from moves built once: each payment that differs by its cards, listed once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

from rules.contract import Move, Seat
from rules.diamoniak.cards import DIAMONDS, FAIRIES, FAIRY, INDEX, KINDS, PACK, PRICE, TOLL, WITCH, Holding
from rules.diamoniak.models import NOBODY, Buy, DiamoniakState, Draw, Pay, Stop

DRAW = Draw()
STOP = Stop()
WITH_FAIRY = Pay((FAIRY,))
BUYS = tuple(map(Buy, range(4)))
_NOTHING: tuple[Move, ...] = ()
_START: tuple[Move, ...] = (DRAW,)
_DRAWING: tuple[Move, ...] = (DRAW, STOP)
_WORTH_COUNTING = [min(count, TOLL) for count in range(len(PACK))]
_TOLLS = [  # every payment without a fairy, in the order of the components
    Pay(cards) for size in range(1, TOLL + 1) for cards in combinations_with_replacement(KINDS[:FAIRIES], size)
]
_SHARED = {pay.cards: pay for pay in (*_TOLLS, WITH_FAIRY)}


def sorted_cards(cards: Sequence[str]) -> tuple[str, ...]:
    """Return a payment's cards in the order of the components; raises KeyError for what nobody can hold."""
    return tuple(sorted(cards, key=INDEX.__getitem__))


def shared_pay(pay: Pay) -> Pay:
    """Return the shared object equal to a payment, or the payment itself when its order is its own."""
    return _SHARED.get(pay.cards, pay)


def legal_moves(state: DiamoniakState, seat: Seat) -> Sequence[Move]:
    """List what the seat may do now; a payment is listed in one order of its cards."""
    if seat != state.turn or state.winner != NOBODY:
        return _NOTHING
    if not state.drawn:
        sellers = sellers_to(state, seat)
        return (DRAW, *(BUYS[seller] for seller in sellers)) if sellers else _START
    return payments(state.holdings[seat]) if state.drawn[-1] == WITCH else _DRAWING


def sellers_to(state: DiamoniakState, seat: Seat) -> list[Seat]:
    """Return the seats that must sell if asked now; none while the seat has no palace or too few diamonds."""
    colour = state.colours[seat]
    if colour == NOBODY or state.holdings[seat][DIAMONDS] < PRICE:
        return []
    return [other for other, holding in enumerate(state.holdings) if holding[colour] and other != seat]


def toll_of(holding: Holding) -> int:
    """Return how many cards a witch takes from the holding, fairies never among them."""
    return min(TOLL, sum(holding) - holding[FAIRIES])


def payments(holding: Holding) -> tuple[Pay, ...]:
    """Return the ways in which a holding can pay the witch; none when it has no card at all."""
    return _payments(tuple([_WORTH_COUNTING[count] for count in holding]))


@cache  # two thousand at most: no more than three of a kind make a difference
def _payments(counts: tuple[int, ...]) -> tuple[Pay, ...]:
    toll = toll_of(list(counts))
    able = [pay for pay in _TOLLS if len(pay.cards) == toll and _holds(counts, pay)]
    return (*able, WITH_FAIRY) if counts[FAIRIES] else tuple(able)


def _holds(counts: tuple[int, ...], pay: Pay) -> bool:
    return all(pay.cards.count(card) <= counts[INDEX[card]] for card in set(pay.cards))
