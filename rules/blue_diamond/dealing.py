"""The set-up, and the worlds that agree with all that has been seen."""

from __future__ import annotations

from rules.blue_diamond.models import (
    ARSENE,
    CARDS,
    LADY_X,
    PAIRS,
    PICTURES,
    BlueDiamondOptions,
    BlueDiamondState,
)
from rules.chance import Chance
from rules.contract import Seat

Pair = frozenset[str]


def deal(options: BlueDiamondOptions, chance: Chance) -> BlueDiamondState:
    """Return a table with six loose cards tossed, each with a random face up."""
    faces: dict[int, str] = {}
    backs: dict[int, str] = {}
    for card, pair in zip(CARDS, chance.shuffle("cards", PAIRS), strict=True):
        up = chance.below(f"face:{card}", 2)
        faces[card], backs[card] = pair[up], pair[1 - up]
    return BlueDiamondState(
        target=options.target,
        memory_aid=options.memory_aid,
        turn=_starter(options, chance),
        faces=faces,
        backs=backs,
        loose=list(CARDS),
    )


def _starter(options: BlueDiamondOptions, chance: Chance) -> Seat:
    if options.starter == "random":
        return chance.below("starter", 2)
    return ARSENE if options.starter == "arsene" else LADY_X


def redraw_backs(state: BlueDiamondState, chance: Chance) -> BlueDiamondState:
    """Return a clone whose unseen backs are one draw among all that the faces seen so far allow, each as likely.

    Every deal is as likely as any other and so is every toss, hence every world that fits is as likely too. What has
    been seen is common knowledge: the cards that have been turned over, and the faces that are up.
    """
    world = state.clone()
    unseen = [card for card in CARDS if card not in state.turned]
    worlds = possible_backs(state)
    world.backs.update(zip(unseen, worlds[chance.below("backs", len(worlds))], strict=True))
    return world


def possible_backs(state: BlueDiamondState) -> list[tuple[str, ...]]:
    """Return, for the cards that were never turned over in the order of their ids, all backs they may have."""
    seen = {frozenset((state.faces[card], state.backs[card])) for card in state.turned}
    faces = tuple(state.faces[card] for card in CARDS if card not in state.turned)
    return _ways(faces, frozenset(map(frozenset, PAIRS)) - seen)


def _ways(faces: tuple[str, ...], pairs: frozenset[Pair]) -> list[tuple[str, ...]]:
    """Return every choice of backs that makes the faces into the pairs, each pair used once."""
    if not faces:
        return [()]
    found = []
    for back in PICTURES:
        pair = frozenset((faces[0], back))
        if pair in pairs:
            found += [(back, *others) for others in _ways(faces[1:], pairs - {pair})]
    return found
