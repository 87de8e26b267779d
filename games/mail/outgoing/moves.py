"""The moves a mail offers: numbered in the game's own order, from 1; or examples, where there are too many to list."""

from __future__ import annotations

from dataclasses import dataclass

from games.door.loaded import ACTIVE, Loaded
from games.mail.outgoing import links
from rules.contract import Move
from rules.sketch import COLUMNS, columns

MOST = 60  # that are listed
FEW, ACROSS = 9, 4  # so many stand one below the other in plain text, else up to four side by side


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

    @property
    def rows(self) -> list[str]:
        """The numbered moves in lines of plain text: one each, or side by side where they are many."""
        told = [f"{choice.number}. {choice.line}" for choice in self.choices]
        width = max(map(columns, told), default=0) + 3
        across = 1 if len(told) <= FEW else min(ACROSS, (COLUMNS - 2) // width or 1)
        lines = (told[at : at + across] for at in range(0, len(told), across))
        return ["  " + "".join(text + " " * (width - columns(text)) for text in line).rstrip() for line in lines]


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
