"""What sketches of Diamoniak say, as picture and as text: the words for what a view holds, and what was moved last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.contract import N_, Json, Seat
from rules.sketch import Say

CARDS = {
    "palace:pink": N_("pink palace card"),
    "palace:blue": N_("blue palace card"),
    "palace:green": N_("green palace card"),
    "palace:yellow": N_("yellow palace card"),
    "diamond": N_("diamond card"),
    "fairy": N_("fairy"),
    "witch": N_("witch"),
}
PALACES = {
    "pink": N_("pink palace"),
    "blue": N_("blue palace"),
    "green": N_("green palace"),
    "yellow": N_("yellow palace"),
}
TASKS = {"start": N_("draw or buy a card"), "drawing": N_("draw on or stop")}


class Marks(NamedTuple):
    """What the last moves changed: palaces by seat, side cards by seat and kind, the discard pile, the open card."""

    palaces: frozenset[Seat]
    sides: frozenset[tuple[Seat, str]]
    discard: bool
    drawn: bool


def marks(view: Json, say: Say) -> Marks:
    """Return what the last moves changed, as far as it still lies there."""
    return Marks(
        frozenset(event["seat"] for event in say.last("palace_started", "joined")),
        frozenset((event["seat"], event["card"]) for event in say.last("sided")),
        any(True for _ in say.last("paid", "saved_by_fairy")),
        bool(view["drawn"]) and any(True for _ in say.last("drew")),
    )


def palace_words(player: Json, needed: int, say: Say) -> str:
    """Return how far a palace is."""
    if "colour" not in player:
        return say(N_("no palace yet"))
    palace = say(PALACES[player["colour"]])
    return say(N_("%(palace)s: %(count)s of %(needed)s"), palace=palace, count=player["palace"], needed=needed)


def list_words(cards: Iterable[str], say: Say) -> str:
    """Return cards in words, each kind once with its number."""
    kinds: dict[str, int] = {}
    for card in cards:
        kinds[card] = kinds.get(card, 0) + 1
    return ", ".join(say(CARDS[kind]) + (f" ×{count}" if count > 1 else "") for kind, count in kinds.items())


def task_words(view: Json, say: Say) -> str:
    """Return what the seat to act can do."""
    if view["phase"] == "paying":
        return say(N_("pay the witch (cards: %(count)s)"), count=view["toll"])
    return say(TASKS[view["phase"]])
