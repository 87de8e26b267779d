"""How strong people are at what is played at their table: known to an app above this one, which registers who reads it.

It stands beside a match's frame and not in it: a move need not know it, and a replay must not show today's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.door.loaded import ACTIVE, OPEN
from games.selectors import MatchCard

Kind = tuple[str, str, str]  # a person's name, a game, a pace


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong somebody is in one game at one pace, and whether that is known badly still."""

    points: int
    provisional: bool

    def as_json(self) -> dict[str, Any]:
        """Return what a page needs to know."""
        return {"points": self.points} | ({"provisional": True} if self.provisional else {})


Reader = Callable[[Iterable[Kind]], dict[Kind, Strength]]
_readers: list[Reader] = []


def tell_by(read: Reader) -> None:
    """Let `read` tell how strong people are, with one query; who has no rating yet is not in what it returns."""
    _readers[:] = [read]


def beside(cards: Iterable[MatchCard]) -> list[MatchCard]:
    """Return cards with the points of those who sit at what has not ended; one query for all of them."""
    told = list(cards)
    found = _read(kind for card in told for kind in _kinds(card))
    return [replace(card, seats=[_seat(card, seat, found) for seat in card.seats]) for card in told]


def at_table(frame: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return how strong they are who sit at a match that has not ended, by name; one query."""
    if frame["status"] not in (OPEN, ACTIVE):
        return {}
    return among((seat["name"] for seat in frame["seats"] if _is_person(seat)), frame["game"], frame["pace"])


def among(names: Iterable[str], game: str, pace: str) -> dict[str, dict[str, Any]]:
    """Return how strong these people are, by name, as pages are told; one query."""
    found = _read((name, game, pace) for name in names)
    return {name: strength.as_json() for (name, *_), strength in found.items()}


def _read(kinds: Iterable[Kind]) -> dict[Kind, Strength]:
    wanted = set(kinds)
    return {kind: strength for read in _readers for kind, strength in read(wanted).items()} if wanted else {}


def _kinds(card: MatchCard) -> list[Kind]:
    if card.status not in (OPEN, ACTIVE):
        return []
    return [(seat["name"], card.game, card.pace) for seat in card.seats if _is_person(seat)]


def _is_person(seat: dict[str, Any]) -> bool:
    return "name" in seat and "bot" not in seat and "guest" not in seat


def _seat(card: MatchCard, seat: dict[str, Any], found: dict[Kind, Strength]) -> dict[str, Any]:
    strength = found.get((seat.get("name", ""), card.game, card.pace))
    return seat if strength is None or not _is_person(seat) else seat | strength.as_json()
