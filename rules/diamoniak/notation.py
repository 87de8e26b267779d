"""A move as one line of text, both ways: "draw", "stop", "buy 2", "pay diamond diamond palace:pink", "pay fairy".

Seats count from 0, as everywhere. Printing is strict; reading forgives what `rules.notation` forgives, a palace card
by its colour alone, plurals, "+" and "and" between cards, and letters that look like Latin ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.contract import N_, Move
from rules.diamoniak.cards import COLOURS, DIAMOND, FAIRY
from rules.diamoniak.listing import DRAW, STOP, shared_pay
from rules.diamoniak.models import Buy, Draw, Pay, Stop
from rules.notation import latin, plain, unreadable

_CARD = f"(?:(?:palace)?-?({'|'.join(COLOURS)})|({DIAMOND}|{FAIRY}|fairie)s?)"
_CARDS = re.compile(_CARD)
_PAY = re.compile(rf"pay((?:{_CARD}(?:[+&]|and)?)+)")
_BUY = re.compile("buy(?:from)?#?([0-9])")
_WORDS: dict[str, Move] = {"draw": DRAW, "stop": STOP}


def print_move(move: Move) -> str:
    """Return the one line of text that stands for the move."""
    return _PRINTERS[type(move)](move)


def read_move(text: str) -> Move:
    """Return the move of a line of text; raises MalformedMove `bad_notation`."""
    line = latin(plain(text))
    move = _WORDS.get(line) or _read_other(line)
    if move is None:
        message = N_(
            "“%(text)s” is not a move. Write for example “draw”, “stop”, “buy 2” or “pay diamond diamond pink”."
        )
        raise unreadable(message, text)
    return move


_PRINTERS: dict[type[Move], Callable[..., str]] = {
    Draw: lambda move: "draw",
    Stop: lambda move: "stop",
    Buy: lambda move: f"buy {move.from_}",
    Pay: lambda move: " ".join(("pay", *move.cards)),
}


def _read_other(line: str) -> Move | None:
    if found := _BUY.fullmatch(line):
        return Buy(int(found[1]))
    if found := _PAY.fullmatch(line):
        return shared_pay(Pay(tuple(_card(*names) for names in _CARDS.findall(found[1]))))
    return None


def _card(colour: str, other: str) -> str:
    return f"palace:{colour}" if colour else other.replace("fairie", FAIRY)
