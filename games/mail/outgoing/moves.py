"""The moves a mail offers: numbered in the game's own order, from 1; or examples, where there are too many to list."""

from __future__ import annotations

from dataclasses import dataclass

from games.door.loaded import ACTIVE, Loaded
from games.mail.outgoing import links
from rules.contract import Move

MOST = 60  # that are listed


@dataclass(frozen=True, slots=True)
class Choice:
    """A move in a list: answered by its number, or made on the page behind its link."""

    number: int
    line: str
    link: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What a person may do: all of it numbered, or so many moves and three examples of how to write one."""

    choices: tuple[Choice, ...] = ()
    count: int = 0
    examples: tuple[str, ...] = ()


def legal_moves(loaded: Loaded, seat: int) -> list[Move]:
    """Return what the person on a seat may do now, in the order in which moves are numbered."""
    if loaded.status != ACTIVE or loaded.state is None or not loaded.occupants[seat].person:
        return []
    return list(loaded.facts.game.legal_moves(loaded.state, seat))


def offer(loaded: Loaded, seat: int, link: str) -> Offer:
    """Return the moves as a mail offers them; `link`: what its links hold (games.mail.tokens)."""
    legal, print_move = legal_moves(loaded, seat), loaded.facts.game.print_move
    if len(legal) > MOST:
        few = (legal[0], legal[len(legal) // 2], legal[-1])
        return Offer(count=len(legal), examples=tuple(map(print_move, few)))
    told = [Choice(n, print_move(move), links.move_link(link, n)) for n, move in enumerate(legal, 1)]
    return Offer(tuple(told), len(legal))
