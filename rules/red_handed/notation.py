"""A move as one line of text, both ways: "grab", "grab 3 5 8 @2", "point 3 8", "flip", "timeout", "recover".

Numbers are table numbers; "@2" is the table filling that was seen. Printing is strict; reading forgives case, spaces,
commas, brackets, Cyrillic letters that look like Latin ones, and the invisible marks of right-to-left text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.contract import N_, MalformedMove, Move
from rules.notation import folded, latin, unreadable
from rules.red_handed.listing import FLIP, RECOVER, TIMEOUT
from rules.red_handed.models import Flip, Grab, Point, Recover, Timeout

_BETWEEN = re.compile(r"[][(){}.,;:+&#/ -]+")
_NUMBERS = "(?: ?[0-9]{1,15}(?: [0-9]{1,15})*)"
_CLAIM = re.compile(rf"(grab|point)({_NUMBERS})?(?: ?@ ?([0-9]{{1,15}}))?")
_WORDS: dict[str, Move] = {"flip": FLIP, "timeout": TIMEOUT, "time out": TIMEOUT, "recover": RECOVER}


def print_move(move: Move) -> str:
    """Return the one line of text that stands for the move."""
    return _PRINTERS[type(move)](move)


def read_move(text: str) -> Move:
    """Return the move of a line of text; raises MalformedMove `bad_notation`."""
    line = _BETWEEN.sub(" ", latin(folded(text))).strip()
    move = _WORDS.get(line) or _read_claim(line)
    if move is None:
        raise _refusal(text)
    return move


def _refusal(text: str) -> MalformedMove:
    message = N_("“%(text)s” is not a move. Write for example “grab”, “grab 3 5 8” or “point 3 5 8”.")
    return unreadable(message, text)


def _print_claim(move: Grab | Point) -> str:
    numbers = "".join(f" {number}" for number in move.cards or ())
    return f"{move.type}{numbers}" if move.filling is None else f"{move.type}{numbers} @{move.filling}"


_PRINTERS: dict[type[Move], Callable[..., str]] = {
    Flip: lambda move: "flip",
    Grab: _print_claim,
    Point: _print_claim,
    Timeout: lambda move: "timeout",
    Recover: lambda move: "recover",
}


def _read_claim(line: str) -> Move | None:
    found = _CLAIM.fullmatch(line)
    if found is None:
        return None
    word, numbers, filling = found[1], found[2], found[3]
    cards = tuple(map(int, numbers.split())) if numbers else None
    seen = None if filling is None else int(filling)
    if word == "grab":
        return Grab(cards, seen)
    return None if cards is None else Point(cards, seen)
