"""A move as one line of text, both ways: "5S d7", "JSxd7", "5S d7 [a1 b2 c3 d4 e5]", "swap 5S", "draw", "pass".

Printing is strict; reading forgives what `rules.notation` forgives, spaces, suit signs, "10S", Cyrillic letters that
look or sound alike, and in words Hebrew letters that look alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.contract import N_, Move
from rules.notation import latin, plain, unreadable
from rules.sequence.cards import ONE_EYED
from rules.sequence.models import Draw, Exchange, Forfeit, Pass, Penalty, Play

# By position in the line, since one sign may stand for different letters: "т" is a ten as a rank, clubs as a suit.
_RANKS = {"т": "T", "в": "J", "ј": "J", "д": "Q", "ԛ": "Q", "к": "K", "а": "A"}
_SUITS = {
    **{"♠": "S", "♤": "S", "п": "S", "ѕ": "S"},
    **{"♥": "H", "♡": "H", "ч": "H", "н": "H", "һ": "H"},
    **{"♦": "D", "♢": "D", "б": "D", "д": "D", "ԁ": "D"},
    **{"♣": "C", "♧": "C", "с": "C", "т": "C", "к": "C"},
}
_COLUMNS = {"а": "a", "б": "b", "в": "b", "с": "c", "ц": "c", "д": "d", "е": "e", "ф": "f", "г": "g"}
_COLUMNS |= {"ԁ": "d", "н": "h", "һ": "h", "и": "i", "і": "i", "ј": "j", "й": "j"}

_CARD = f"(?:10|[2-9tjqka{''.join(_RANKS)}])[cdhs{''.join(_SUITS)}]"
_CELL = f"[a-j{''.join(_COLUMNS)}](?:10|[1-9])"
_PLAY = re.compile(rf"({_CARD})(?:([x×х])|[-–>→@]*)({_CELL})(?:\[?((?:{_CELL}){{5}})\]?)?")
_ONLY_CARD = re.compile(_CARD)
_PENALTY = re.compile("penalty([0-9])")
_WITH_CARD: dict[str, type[Exchange | Forfeit]] = {"swap": Exchange, "exchange": Exchange, "forfeit": Forfeit}
_WORDS: dict[str, Move] = {"draw": Draw(), "pass": Pass()}


def print_move(move: Move) -> str:
    """Return the one line of text that stands for the move."""
    return _PRINTERS[type(move)](move)


def read_move(text: str) -> Move:
    """Return the move of a line of text; raises MalformedMove `bad_notation`."""
    line = plain(text)
    move = _WORDS.get(latin(line)) or _read_play(line) or _read_other(line)
    if move is None:
        message = N_("“%(text)s” is not a move. Write for example “5S d7”, “JSxd7”, “swap 5S”, “draw” or “pass”.")
        raise unreadable(message, text)
    return move


def _print_play(move: Play) -> str:
    text = f"{move.card}{'x' if move.card in ONE_EYED else ' '}{move.cell}"
    return text if move.line is None else f"{text} [{' '.join(move.line)}]"


_PRINTERS: dict[type[Move], Callable[..., str]] = {
    Play: _print_play,
    Exchange: lambda move: f"swap {move.card}",
    Draw: lambda move: "draw",
    Pass: lambda move: "pass",
    Forfeit: lambda move: f"forfeit {move.card}",
    Penalty: lambda move: f"penalty {move.team}",
}


def _read_play(line: str) -> Play | None:
    found = _PLAY.fullmatch(line)
    if found is None:
        return None
    card, takes, cell, five = found.groups()
    card = _card(card)
    if takes and card not in ONE_EYED:
        return None
    return Play(card, _cell(cell), tuple(map(_cell, re.findall(_CELL, five))) if five else None)


def _read_other(line: str) -> Move | None:
    for word, kind in _WITH_CARD.items():
        card = line[len(word) :]
        if latin(line[: len(word)]) == word and _ONLY_CARD.fullmatch(card):
            return kind(_card(card))
    found = _PENALTY.fullmatch(latin(line))
    return Penalty(int(found[1])) if found else None


def _card(text: str) -> str:
    rank, suit = text[:-1].replace("10", "t"), text[-1]
    return _RANKS.get(rank, rank.upper()) + _SUITS.get(suit, suit.upper())


def _cell(text: str) -> str:
    return _COLUMNS.get(text[0], text[0]) + text[1:]
