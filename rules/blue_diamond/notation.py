"""A move as one line of text, both ways: "3L", "3R*", "flip 4", "shift left", "swap 2", "return 3R*", "pass".

"3R*" is card 3 placed at the right end, "*" says that it is turned over. Printing is strict; reading forgives what
`rules.notation` forgives, whole and short words, and letters that look like Latin ones. Places in the row count from
1, as people count: "swap 2" moves the second and the third card.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.blue_diamond.models import End, Flip, Pass, Place, Return, Shift, Swap
from rules.contract import N_, Move
from rules.notation import latin, plain, unreadable

_CARD = "#?([1-6])"
_END = "(l|left|←|r|right|→)"
_TURNED = r"(|\*|turn|turned|flip|flipped)"
_PUT = re.compile(f"(place|put|return)?{_CARD}{_END}{_TURNED}")
_SHIFT = re.compile(f"shift(?:from)?{_END}")
_SWAP = re.compile("swap([1-9])(?:[-–]?([1-9]))?")
_FLIP = re.compile(f"(?:flip|turn){_CARD}")


def print_move(move: Move) -> str:
    """Return the one line of text that stands for the move."""
    return _PRINTERS[type(move)](move)


def read_move(text: str) -> Move:
    """Return the move of a line of text; raises MalformedMove `bad_notation`."""
    line = latin(plain(text))
    move = Pass() if line == "pass" else _read_put(line) or _read_arrangement(line)
    if move is None:
        message = N_("“%(text)s” is not a move. Write for example “3L”, “3R*”, “flip 4”, “shift left” or “pass”.")
        raise unreadable(message, text)
    return move


def _put(move: Place | Return) -> str:
    return f"{move.card}{move.end[0].upper()}{'*' if move.flip else ''}"


_PRINTERS: dict[type[Move], Callable[..., str]] = {
    Place: _put,
    Pass: lambda move: "pass",
    Shift: lambda move: f"shift {move.from_}",
    Swap: lambda move: f"swap {move.at + 1}",
    Flip: lambda move: f"flip {move.card}",
    Return: lambda move: f"return {_put(move)}",
}


def _read_put(line: str) -> Move | None:
    found = _PUT.fullmatch(line)
    if found is None:
        return None
    word, card, end, turned = found.groups()
    kind = Return if word == "return" else Place
    return kind(int(card), _end(end), bool(turned))


def _read_arrangement(line: str) -> Move | None:
    if found := _FLIP.fullmatch(line):
        return Flip(int(found[1]))
    if found := _SHIFT.fullmatch(line):
        return Shift(_end(found[1]))
    if found := _SWAP.fullmatch(line):
        return _swap(int(found[1]), int(found[2] or int(found[1]) + 1))
    return None


def _swap(first: int, second: int) -> Move | None:
    return Swap(min(first, second) - 1) if abs(first - second) == 1 else None


def _end(word: str) -> End:
    return "left" if word[0] in "l←" else "right"
