"""A move as one line of text: "centre blitz new", "centre work:1 3", "work waste 0", "work work:2:all 1", "turn".

Printing is strict; reading forgives case, spaces, commas, colons, arrows, Cyrillic letters that look like Latin ones,
and the invisible marks of right-to-left text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.blitz.listing import STUCK, TURN
from rules.blitz.models import Deal, PlayToCentre, PlayToWork, Reshuffle, Start, Stuck, Turn
from rules.contract import N_, MalformedMove, Move
from rules.notation import latin, plain, unreadable

_ARROW = "(?:-*>|→)?"
_TO_CENTRE = re.compile(f"(?:centre|center)(blitz|waste|work[0-9]){_ARROW}(new|[0-9]{{1,15}})")
_TO_WORK = re.compile(f"work(blitz|waste|work[0-9](?:all)?){_ARROW}([0-9]{{1,15}})")
_WORDS: dict[str, Move] = {
    "turn": TURN,
    "stuck": STUCK,
    "start": Start(),
    "reshuffle": Reshuffle(),
    "deal": Deal(),
}


def print_move(move: Move) -> str:
    """Return the one line of text that stands for the move."""
    return _PRINTERS[type(move)](move)


def read_move(text: str) -> Move:
    """Return the move of a line of text; raises MalformedMove `bad_notation`."""
    line = latin(plain(text))
    move = _WORDS.get(line) or _read_play(line)
    if move is None:
        raise _refusal(text)
    return move


def _refusal(text: str) -> MalformedMove:
    message = N_("“%(text)s” is not a move. Write for example “centre blitz new”, “work waste 0”, “turn” or “stuck”.")
    return unreadable(message, text)


def _print_play(move: PlayToCentre | PlayToWork) -> str:
    return f"{move.type} {move.from_} {move.to}"


_PRINTERS: dict[type[Move], Callable[..., str]] = {
    PlayToCentre: _print_play,
    PlayToWork: _print_play,
    **{kind: lambda move: move.type for kind in (Turn, Stuck, Start, Reshuffle, Deal)},
}


def _read_play(line: str) -> Move | None:
    if found := _TO_CENTRE.fullmatch(line):
        return PlayToCentre(_source(found[1]), "new" if found[2] == "new" else int(found[2]))
    if found := _TO_WORK.fullmatch(line):
        return PlayToWork(_source(found[1]), int(found[2]))
    return None


def _source(text: str) -> str:
    """Return "work:1" for "work1", "work:1:all" for "work1all", and the names of the piles as they are."""
    found = re.fullmatch("work([0-9])(all)?", text)
    return text if found is None else f"work:{found[1]}:all" if found[2] else f"work:{found[1]}"
